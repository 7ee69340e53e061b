import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const program = (fault: string) => `
  import { openLog } from '${join(import.meta.dirname, 'log.ts')}';
  import { endOnFault } from '${join(import.meta.dirname, 'process-faults.ts')}';
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
