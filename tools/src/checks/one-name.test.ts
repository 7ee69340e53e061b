import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { otherNames, type Reader } from './other-names.ts';

const root = new URL('../../../', import.meta.url);

/** What readers see: dictionaries of the screens, and the words of messages, letters, lists and refusals. */
const dictionaries: Record<Reader, readonly string[]> = {
  family: [
    'portal/src/messages/*.ts',
    'ui/src/messages/*.ts',
    'contract/src/messages/*.ts',
    'server/src/people/messages/words/*.ts',
    'server/src/registering/letters/letter-words*.ts',
  ],
  staff: [
    'console/src/messages/*.ts',
    'contract/src/messages/staff-refusals*.ts',
    'contract/src/messages/message-kinds*.ts',
    'contract/src/rules/*.zh.ts',
    'server/src/*words*.ts',
    'server/src/*columns.*.ts',
    'server/src/demo/data/*.ts',
  ],
};

/** Texts with a date or a version keep their words until they change for another reason. */
const dated =
  /\/(?:help-(?:privacy|children|protection|cookies)|(?:consents|post-test-statements|recipient)\.\w\w)\.ts$/;

function filesOf(reader: Reader): string[] {
  return execFileSync('git', ['ls-files', ...dictionaries[reader]], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && !/\.test(?:ing)?\.ts$/.test(file));
}

const staffFiles = filesOf('staff');
const staffOnly = new Set(staffFiles.filter((file) => /^console|staff-refusals|message-kinds/.test(file)));
const familyFiles = filesOf('family').filter((file) => !staffOnly.has(file) && !dated.test(file));
const every = [...new Set([...staffFiles, ...filesOf('family')])];

it('what readers see has one name for one thing', () => {
  expect(every.length).toBeGreaterThan(150);
  expect(familyFiles.length).toBeGreaterThan(100);

  const found = otherNames.flatMap(({ other, name, only }) =>
    (only === 'family' ? familyFiles : only === 'staff' ? staffFiles : every).flatMap((file) =>
      readFileSync(new URL(file, root), 'utf8')
        .split('\n')
        .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line) && other.test(line))
        .map((line) => `${file}: ${line.trim()} (the name is ${name})`),
    ),
  );
  expect(found).toEqual([]);
});
