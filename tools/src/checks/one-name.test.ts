import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url);

/** What readers see: dictionaries of the screens, and the words of messages, letters, lists and refusals. */
const dictionaries = [
  'portal/src/messages/*.ts',
  'console/src/messages/*.ts',
  'contract/src/messages/*.ts',
  'contract/src/rules/*.zh.ts',
  'server/src/*words*.ts',
  'server/src/*columns.*.ts',
  'server/src/demo/data/*.ts',
];

/** Other names that once stood for a thing, and the one it has (docs/glossary.md). */
const otherNames = [
  { other: /\bboard fee|awarding body’s fee|fee of the awarding body/i, name: 'awarding-body fee' },
  { other: /考试局费用|主办方费用|考试机构费/, name: '考试局费' },
  { other: /service fee|local exam fee/i, name: 'local fee' },
  { other: /本地费用|本地考务费/, name: '考务费' },
  { other: /late entry charge|late charge/i, name: 'late-entry charge' },
  { other: /延迟报名/, name: '逾期报名费' },
  // Awarding bodies call theirs otherwise.
  { other: /(?<!Edexcel |OxfordAQA )post-results(?! \(| services of)/i, name: 'post-test service' },
  { other: /(?<!ACCA )registration (?:code|number)s?\b(?! of their own)|application code/i, name: 'application ID' },
  { other: /报名号|报名码/, name: '报名编号' },
  { other: /考试机构/, name: '考试局' },
  { other: /(?<!考试|考务)办公室/, name: '办事处' },
];

it('what readers see has one name for one thing', () => {
  const files = execFileSync('git', ['ls-files', ...dictionaries], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && !/\.test(?:ing)?\.ts$/.test(file));
  expect(files.length).toBeGreaterThan(150);

  const found = files.flatMap((file) =>
    readFileSync(new URL(file, root), 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line))
      .flatMap((line) =>
        otherNames.flatMap(({ other, name }) =>
          other.test(line) ? [`${file}: ${line.trim()} (the name is ${name})`] : [],
        ),
      ),
  );
  expect(found).toEqual([]);
});
