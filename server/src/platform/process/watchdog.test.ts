import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'examport-watchdog-'));
afterAll(() => rmSync(folder, { recursive: true }));

const program = (work: string) => `
  import { watchLoop } from '${join(import.meta.dirname, 'watchdog.ts')}';
  watchLoop({ lookEveryMs: 20, longestMs: 600, tellEveryMs: 20 });
  setInterval(() => undefined, 1000);
  ${work}`;

function start(work: string, env: Record<string, string> = {}) {
  return spawn(process.execPath, ['--input-type=module', '-e', program(work)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

describe('a process', () => {
  it('that is busy with one thing for longer than its limit is ended from outside its loop, and says so [F18]', async () => {
    const child = start(`setTimeout(() => { for (;;); }, 200);`);
    let said = '';
    child.stderr.on('data', (chunk) => (said += String(chunk)));

    const [, signal]: unknown[] = await once(child, 'exit');

    expect(signal).toBe('SIGKILL');
    expect(said).toMatch(/"msg":"process blocked","milliseconds":6\d\d/);
  });

  it('that waits for long with its loop blocked has used no time, and goes on [F18]', async () => {
    const child = start(
      `setTimeout(() => {
         Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000);
         process.exit(7);
       }, 200);`,
    );

    const [code]: unknown[] = await once(child, 'exit');

    expect(code).toBe(7);
  });

  it('that was frozen does not pay for the time in which it could not run [F18]', async () => {
    const child = start(`setTimeout(() => process.exit(7), 2500);`);
    child.kill('SIGSTOP');
    setTimeout(() => child.kill('SIGCONT'), 1500);

    const [code]: unknown[] = await once(child, 'exit');

    expect(code).toBe(7);
  });

  it('under systemd tells the service manager that it is alive [F18]', async () => {
    const heard = join(folder, 'heard');
    writeFileSync(join(folder, 'systemd-notify'), `#!/bin/sh\necho "$@" >> ${heard}\n`);
    chmodSync(join(folder, 'systemd-notify'), 0o755);
    const env = { WATCHDOG_USEC: '60000000', PATH: `${folder}:${process.env['PATH'] ?? ''}` };
    const child = start(`setTimeout(() => undefined, 1);`, env);

    await expect.poll(() => readFileSync(heard, { encoding: 'utf8', flag: 'a+' })).toContain('WATCHDOG=1');

    child.kill('SIGKILL');
  });
});
