import { type Form, type FormFieldWords, formCodes, forms } from '@exam/contract/forms';
import { fieldWords, type Language } from '@exam/contract/messages';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { LanguageProvider, uiWords } from '../i18n/index.ts';
import { FileField } from './file-field.tsx';
import { FormAnswers } from './form-answers.tsx';
import { FormFields, type FileWidgetProps } from './form-fields.tsx';

const languages: readonly Language[] = ['en', 'zh'];
const cases = formCodes.flatMap((code) => languages.map((language) => [code, language] as const));
/** Meets the condition of every field that has one. */
const met = { registeredAs: ['OtherName'], universities: ['Other'] };
const answer = {
  text: 'Some text',
  email: 'dean@uni.example',
  month: '2027-01',
  date: '2027-01-11',
  code: 'G100',
  file: ['8d6f2b1c-3e4a-4c5d-9e6f-7a8b9c0d1e2f'],
  list: ['MA101'],
  confirm: true,
  yesNoWithReason: { yes: true, reason: 'A broken hand' },
};

beforeAll(async () => {
  for (const language of languages) await uiWords.load(language);
});

const wordsOf = (language: Language, name: string): FormFieldWords =>
  new Map<string, FormFieldWords>(Object.entries(fieldWords[language].formFields)).get(name) ?? { label: '' };

function Names({ label, hint, max, id }: FileWidgetProps) {
  return (
    <FileField
      id={id}
      label={label}
      hint={hint}
      files={[]}
      max={max}
      onAdd={() => undefined}
      onRemove={() => undefined}
    />
  );
}

/** The texts of a page, as a reader has them. */
function textOf(markup: string): string {
  const plain = markup
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
  return plain.replaceAll(/\s+/g, ' ');
}

describe('every field of a form', () => {
  it.each(cases)('of %s is shown in %s, with its hint, its options and what explains a yes', (code, language) => {
    const { fields }: Form = forms[code];
    const values = { ...met, specialArrangement: answer.yesNoWithReason };

    const shown = textOf(
      renderToStaticMarkup(
        <LanguageProvider language={language}>
          <FormFields
            fields={fields}
            texts={(name) => wordsOf(language, name)}
            values={values}
            errors={{}}
            fileWidget={Names}
            onChange={() => undefined}
          />
        </LanguageProvider>,
      ),
    );

    for (const name of Object.keys(fields)) {
      const { label, hint = '', reasonLabel = '', options = {} } = wordsOf(language, name);
      for (const text of [label, hint, reasonLabel, ...Object.values(options)]) expect(shown).toContain(text);
    }
  });

  it.each(cases)('of every version of %s is read in %s afterwards, with its label and its answer', (code, language) => {
    const form: Form = forms[code];
    for (const fields of [form.fields, ...(form.earlier ?? [])]) {
      const answers = Object.fromEntries(
        Object.entries(fields).map(([name, field]) => [
          name,
          field.kind === 'choice' ? [field.options[0]] : answer[field.kind],
        ]),
      );

      const shown = textOf(
        renderToStaticMarkup(
          <LanguageProvider language={language}>
            <FormAnswers answers={answers} texts={(name) => wordsOf(language, name)} fileOf={() => 'letter.pdf'} />
          </LanguageProvider>,
        ),
      );

      for (const [name, field] of Object.entries(fields)) {
        const { label, options = {} } = wordsOf(language, name);
        expect(shown).toContain(label);
        if (field.kind === 'choice') expect(shown).toContain(options[field.options[0] ?? '']);
        if (field.kind === 'file') expect(shown).toContain('letter.pdf');
      }
    }
  });
});
