import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);

it('a comment says what a number is before it says when it counts (docs/style.md)', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const found = files.flatMap((file) =>
    readFileSync(new URL(file, root), 'utf8')
      .split('\n')
      .filter((line) => /^\s*(?:\/\*\*|\/\/|\*) *So (?:many|much|few|long|often|late|early)\b/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );

  expect(found).toEqual([]);
});
