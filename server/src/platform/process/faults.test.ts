import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { closeLog, openLog } from '#platform/log';
import { tellStandstills } from '#platform/process/faults';

const program = (fault: string) => `
  import { openLog } from '${join(import.meta.dirname, '../log.ts')}';
  import { endOnFault, endOnSignal } from '${join(import.meta.dirname, 'faults.ts')}';
  openLog('info');
  endOnFault();
  setInterval(() => undefined, 1000);
  ${fault}`;

async function run(fault: string, output: 'read' | 'closed'): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program(fault)], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  if (output === 'closed') child.stdout.destroy();
  else child.stdout.on('data', (chunk) => (said += String(chunk)));
  const [code]: (number | null)[] = await once(child, 'exit');
  return { code: code ?? null, said };
}

describe('a fault that nobody caught', () => {
  it.each([
    `setTimeout(() => { throw Object.assign(new Error('value 13800000000 is wrong'), { code: '22P02' }); });`,
    `void Promise.reject(Object.assign(new Error('value 13800000000 is wrong'), { code: '22P02' }));`,
  ])('ends the process as a fault, with a line that quotes nobody [F18 T31]', async (fault) => {
    const { code, said } = await run(fault, 'read');

    expect(code).toBe(70);
    expect(said).toMatch(/"code":"22P02".*"process fault"|"process fault".*"code":"22P02"/);
    expect(said).not.toContain('13800000000');
  });

  it('is not that nobody reads what the process says [F18]', async () => {
    const words = `for (let n = 0; n < 50; n++) { console.log('word'); process.stdout.write('word'); }`;

    const { code } = await run(`setTimeout(() => { ${words} }, 20); setTimeout(() => process.exit(3), 50);`, 'closed');

    expect(code).toBe(3);
  });
});

describe('an end that is asked for', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'])(
    'by %s is in order: what is under way is finished first [F10]',
    async (signal) => {
      const end = `endOnSignal(async () => void process.stdout.write('finished')); process.kill(process.pid, '${signal}');`;

      expect(await run(end, 'read')).toEqual({ code: 0, said: 'finished' });
    },
  );
});

describe('a process that stood still', () => {
  const folder = mkdtempSync(join(tmpdir(), 'examport-standstill-'));
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    openLog('silent');
    rmSync(folder, { recursive: true });
  });

  it('says so once, and for how long; of one that was only busy nothing is said [F18]', async () => {
    const file = join(folder, 'server.log');
    openLog('warn', file);
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const lookAfter = (milliseconds: number): void => {
      clock.mockReturnValue(performance.now() + milliseconds);
      vi.advanceTimersByTime(1000);
    };
    tellStandstills();

    for (const milliseconds of [1000, 4900, 8000, 1000, 1000]) lookAfter(milliseconds);
    vi.useRealTimers();
    await closeLog();

    const told = readFileSync(file, 'utf8').trim().split('\n');
    expect(told.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ milliseconds: 8000, msg: 'process stood still' }),
    ]);
  });
});
