import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { timeLimit } from '#platform/settings';

/** What the process that parses may use. Buffers are not heap: `residentMegabytes` is what it has of the machine's memory in all. */
export const parserLimits = {
  milliseconds: 8_000,
  heapMegabytes: 192,
  residentMegabytes: 320,
  outputBytes: 8 * 1024 * 1024,
};

/** It needs no secret of ours and gets none; where Node keeps what it has compiled is none. */
function environment(): Record<string, string> {
  const { NODE_COMPILE_CACHE: compiled } = process.env;
  return compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled };
}

/**
 * Gives a file to the parser in a process of its own, which has no setting of ours and ends at its limits.
 * @param kind what the file is by its content
 * @param program the parser; a test gives one that never ends
 * @returns what the parser said; null when it failed, was too slow, too big or too talkative
 */
export function runParser(
  kind: 'xls' | 'xlsx',
  file: Buffer,
  program = 'parse-main.ts',
  limits = parserLimits,
): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [
        `--max-old-space-size=${limits.heapMegabytes}`,
        join(import.meta.dirname, program),
        kind,
        String(limits.residentMegabytes),
      ],
      {
        stdio: ['pipe', 'pipe', 'ignore'],
        env: environment(),
        timeout: timeLimit(limits.milliseconds),
        killSignal: 'SIGKILL',
      },
    );
    const chunks: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limits.outputBytes) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    child.on('error', () => resolve(null));
    child.on('close', (code) => resolve(code === 0 ? Buffer.concat(chunks).toString('utf8') : null));
    // A parser that ended early does not read on; that it failed is told by its exit code.
    child.stdin.on('error', () => undefined);
    child.stdin.end(file);
  });
}
