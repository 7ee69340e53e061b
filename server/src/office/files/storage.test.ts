import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { randomToken } from '#platform/chance';
import { createFolderStore } from './storage.ts';

it('a store in a folder removes, an hour later, what a process that was killed had begun to write, and nothing else [F6]', async () => {
  // given
  const root = mkdtempSync(join(tmpdir(), 'examport-files-'));
  const [folder, foreign] = [join(root, 'files'), join(root, 'foreign')];
  const store = createFolderStore(folder);
  const key = `zz${randomToken(24)}`;
  await store.put(key, Buffer.from('all of it'));
  for (const shelf of [foreign, join(folder, 'ab'), join(folder, 'ab/a.directory.part')])
    mkdirSync(shelf, { recursive: true });
  symlinkSync(foreign, join(folder, 'li'));
  const half = (shelf: string, hoursAgo: number) => {
    const path = join(shelf, `${randomToken(24)}.${randomToken(8)}.part`);
    writeFileSync(path, 'half of it');
    const at = statSync(path).mtimeMs / 1000 - hoursAgo * 3600;
    utimesSync(path, at, at);
    return path;
  };
  const [old, fresh, theirs] = [
    half(join(folder, 'zz'), 1.1),
    half(join(folder, 'zz'), 0.9),
    half(join(folder, 'li'), 9),
  ];

  // when
  await store.removeHalves();

  // then
  expect([old, fresh, theirs].map((path) => existsSync(path))).toEqual([false, true, true]);
  expect(String(await store.get(key))).toBe('all of it');
  expect(readdirSync(folder).toSorted()).toEqual(['ab', 'li', 'zz']);
  rmSync(root, { recursive: true });
});
