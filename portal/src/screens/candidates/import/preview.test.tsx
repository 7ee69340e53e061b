// @vitest-environment jsdom
import { named, press, pressNamed, write } from '@exam/ui/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { candidateImportWords } from '../../../messages/candidate-import.ts';
import { candidatesWords } from '../../../messages/candidates.ts';
import { ruleWords } from '../../../messages/rules.ts';
import { statementWords } from '../../../messages/statements.ts';
import { importedOf } from '../../../page/candidates.ts';
import { show, usePortal } from '../../../testing/site.ts';
import type { Preview, PreviewRow } from './data.ts';
import { ImportPreview } from './preview.tsx';

const portal = usePortal();
beforeEach(async () => {
  for (const words of [candidateImportWords, candidatesWords, ruleWords, statementWords]) await words.load('en');
});

/** A file of these rows, each right, of an adult, and as told. */
function fileOf(rows: readonly Partial<PreviewRow>[]): Preview {
  const given = portal().example('candidate.correctImport', { choice: 0, rows: 1 });
  const [row] = given.rows;
  if (!row) throw new Error('The example has no row.');
  const right = { errors: {}, duplicate: null, isConsentNeeded: false };
  return { ...given, rows: rows.map((told, at) => ({ ...row, ...right, row: at + 2, ...told })) };
}

/** Shows a file. @returns what is on the page, and what the page was told. */
async function showFile(preview: Preview) {
  const told: unknown[] = [];
  const page = await show(
    portal(),
    '/candidate/my-candidates',
    <ImportPreview
      preview={preview}
      notes={[]}
      onChanged={(next) => told.push(['changed', next.rows.length])}
      onGone={() => told.push('gone')}
      onRestart={() => told.push('restart')}
      onSaved={(count) => told.push(['saved', count])}
    />,
  );
  return { page, told };
}

describe('a file of candidates', () => {
  it('is saved but for what is wrong or there already, once the guardian’s consent is ticked for its children [PIPL-31]', async () => {
    const words = await candidateImportWords.load('en');
    const { page, told } = await showFile(
      fileOf([{ isConsentNeeded: true }, { errors: { idNo: 'REQUIRED_FIELD' } }, { duplicate: 'InList' }]),
    );
    const saved = portal().example('candidate.saveImport', { choice: 0, rows: 1 });
    portal().says('candidate.saveImport', () => saved);

    await pressNamed(portal(), page, words.save(1));
    const unticked = [portal().sent.length, page.textContent.includes(words.consentMissing)];
    await press(portal(), page.querySelector<HTMLElement>('input[type=checkbox]')!);
    await pressNamed(portal(), page, words.save(1));

    expect(page.textContent).toContain(words.summary({ right: 1, faulty: 1, duplicates: 1 }));
    expect(unticked).toEqual([0, true]);
    expect(portal().sent).toMatchObject([
      { name: 'candidate.saveImport', wrong: null, body: { consents: [{ statementId: 'childKept' }] } },
    ]);
    expect(told).toEqual([['saved', 1]]);
    // Whoever registers next is offered to choose them.
    const rows = [...saved, { id: 'another' }].map(({ id }) => ({ ...portal().example('candidate.all')[0]!, id }));
    expect(importedOf(rows).map(({ id }) => id)).toEqual(saved.map(({ id }) => id));
  });

  it('with nothing right in it cannot be saved; without a child nothing has to be ticked', async () => {
    const words = await candidateImportWords.load('en');
    const wrong = await showFile(fileOf([{ errors: { idNo: 'REQUIRED_FIELD' } }]));
    const isSavable = named(wrong.page, words.save(1)) !== undefined;
    const adults = await showFile(fileOf([{}]));
    await pressNamed(portal(), adults.page, words.save(1));

    expect(isSavable).toBe(false);
    expect(portal().sent).toMatchObject([{ body: { consents: [] } }]);
  });

  it('that the server does not know any more is uploaded again', async () => {
    const words = await candidateImportWords.load('en');
    const { page, told } = await showFile(fileOf([{}]));
    portal().refuses('candidate.saveImport', 404);

    await pressNamed(portal(), page, words.save(1));

    expect(told).toEqual(['gone']);
  });

  it('has a row put right by what is typed alone: a number that is right stays in the file [T31]', async () => {
    const words = await candidateImportWords.load('en');
    const preview = fileOf([{ errors: { lastName: 'REQUIRED_FIELD' }, duplicate: 'InFile' }]);
    const { page, told } = await showFile(preview);
    portal().says('candidate.correctImport', () => fileOf([{}]));

    await pressNamed(portal(), page, words.correct);
    const number = document.querySelector<HTMLInputElement>('[name=idNo]');
    const shown = number?.value;
    await write(portal(), document.querySelector<HTMLElement>('[name=lastName]')!, 'WANG');
    await pressNamed(portal(), document, words.saveRow);

    expect(shown).toBe('');
    expect(portal().sent.map(({ body, wrong }) => [body, wrong])).toEqual([
      [{ row: 2, cells: { lastName: 'WANG' } }, null],
    ]);
    expect(told).toEqual([['changed', 1]]);
    expect(document.querySelector('dialog[open]')).toBeNull();
  });

  it('offers for a name in characters the pinyin that the form offers [1.5]', async () => {
    const words = await candidateImportWords.load('en');
    const form = (await candidatesWords.load('en')).form;
    const [row] = fileOf([{}]).rows;
    const preview = fileOf([
      {
        cells: { ...row?.cells, lastName: '王', firstName: '小明', nameZh: '' } as PreviewRow['cells'],
        errors: { lastName: 'NAME_HAN', firstName: 'NAME_HAN' },
      },
    ]);
    const pinyin = { lastName: 'WANG', firstName: 'XIAOMING' };
    portal().says('candidate.suggestName', () => pinyin);
    portal().says('candidate.correctImport', () => fileOf([{}]));
    const { page } = await showFile(preview);

    await pressNamed(portal(), page, words.correct);
    await pressNamed(portal(), document, form.useSuggestion(pinyin));
    await pressNamed(portal(), document, words.saveRow);

    expect(portal().sent.at(-1)).toMatchObject({
      name: 'candidate.correctImport',
      body: { row: 2, cells: { ...pinyin, nameZh: '王小明' } },
    });
  });

  it('asks of a row that is refused again for what it asked before, and for what is wrong now', async () => {
    const words = await candidateImportWords.load('en');
    const { page } = await showFile(fileOf([{ errors: { lastName: 'REQUIRED_FIELD' } }]));
    const asked = () => [...document.querySelectorAll('dialog [name]')].map((each) => each.getAttribute('name'));
    portal().says('candidate.correctImport', () => fileOf([{ errors: { mobile: 'PHONE_INVALID' } }]));

    await pressNamed(portal(), page, words.correct);
    const before = asked();
    await pressNamed(portal(), document, words.saveRow);

    expect([before, new Set(asked())]).toEqual([['lastName'], new Set(['lastName', 'mobile'])]);
  });

  it('keeps a row open as long as something in it is wrong', async () => {
    const words = await candidateImportWords.load('en');
    const preview = fileOf([{ errors: { lastName: 'REQUIRED_FIELD' } }]);
    const { page } = await showFile(preview);
    portal().says('candidate.correctImport', () => preview);

    await pressNamed(portal(), page, words.correct);
    await pressNamed(portal(), document, words.saveRow);

    expect(document.querySelector('dialog[open]')).not.toBeNull();
  });
});
