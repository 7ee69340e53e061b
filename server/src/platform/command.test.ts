import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { developmentSecrets } from '#platform/config/secrets';
import { whatToDo } from './command.ts';

it.each(['EACCES', 'EPERM', 'EROFS'])(
  'a file that may not be used (%s) is named in one line, with what to do [Q5]',
  (code) => {
    const error = Object.assign(new Error(`${code}: permission denied`), { code, path: '/data/server.log' });

    expect(whatToDo(error)).toMatch(
      /^\/data\/server\.log may not be used: .+ Start as whoever it belongs to, or set another DATA_DIR\.$/,
    );
  },
);

it('the keys of a copy that everybody may read are closed to others, and are the same [Q5]', () => {
  const folder = mkdtempSync(join(tmpdir(), 'keys-'));
  const made = developmentSecrets(folder);
  chmodSync(join(folder, 'secrets.json'), 0o644);

  const read = developmentSecrets(folder);
  const { mode } = statSync(join(folder, 'secrets.json'));
  rmSync(folder, { recursive: true });

  expect([(mode & 0o777).toString(8), read.indexKey.equals(made.indexKey)]).toEqual(['600', true]);
});
