import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';

const room = mkdtempSync(join(tmpdir(), 'examport-binaries-'));
afterAll(() => rmSync(room, { recursive: true, force: true }));

/** Binaries as npm installs them: enough of them that copying takes a while. */
function givenBinaries(): string {
  const native = join(room, 'native');
  mkdirSync(join(native, 'bin'), { recursive: true });
  writeFileSync(join(native, 'pg-symlinks.json'), '[]');
  for (const name of ['postgres', 'initdb', ...Array.from({ length: 300 }, (_, at) => `program-${at}`)])
    writeFileSync(join(native, 'bin', name), name);
  return native;
}

const program = `
  import { copyBinaries } from ${JSON.stringify(join(import.meta.dirname, 'binaries.ts'))};
  import { existsSync } from 'node:fs';
  import { setTimeout } from 'node:timers/promises';
  const [native, copy] = process.argv.slice(1);
  copyBinaries(native, copy);
  for (let look = 0; look < 200; look++) {
    if (!existsSync(copy + '/bin/initdb')) throw new Error('The copy was taken away.');
    await setTimeout(1);
  }
`;

describe('the copy of the binaries', () => {
  it('made by several first starts at once is whole for each of them, and one is left [F6]', async () => {
    const [native, parent] = [givenBinaries(), join(room, 'shared')];
    const start = () =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, native, join(parent, 'copy')]).then(
        () => 'whole',
        (error: Error) => error.message,
      );

    const starts = await Promise.all(Array.from({ length: 6 }, start));

    expect(starts).toEqual(Array.from({ length: 6 }, () => 'whole'));
    expect(readdirSync(parent)).toEqual(['copy']);
  });
});
