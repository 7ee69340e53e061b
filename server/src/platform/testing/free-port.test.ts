import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { freePort } from './free-port.ts';

describe('a free port', () => {
  it('is drawn by one of two processes, whose servers are not there yet', async () => {
    const program = `
      const { freePort } = await import(${JSON.stringify(join(import.meta.dirname, 'free-port.ts'))});
      for (let n = 0; n < 500; n++) console.log(await freePort());
      await import('node:fs').then(({ readFileSync }) => readFileSync(0));`;
    const other = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
    const text = await new Promise<string>((resolve) => {
      let told = '';
      other.child.stdout?.on('data', (chunk) => {
        told += String(chunk);
        if (told.split('\n').length > 500) resolve(told);
      });
    });

    const own = [];
    for (let n = 0; n < 500; n++) own.push(await freePort());
    other.child.stdin?.end();
    await other;

    expect(new Set([...text.trim().split('\n').map(Number), ...own]).size).toBe(1000);
  });
});
