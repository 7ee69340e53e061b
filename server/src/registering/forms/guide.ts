import { join } from 'node:path';
import { type Field, type FormCode, type FormFieldWords, forms } from '@exam/contract/forms';
import { fieldWords, formGuides, type Language } from '@exam/contract/messages';
import { missingGlyphs, typesetPdf } from '#registering/letters';

const template = join(import.meta.dirname, 'guide-template.typ');
/** A guide says nothing but what the declaration says: it is made once. */
const made = new Map<string, Promise<Buffer>>();

/** The guide to a form as a PDF of A4 in one language, from its declaration (attachments, R-12). */
export async function formGuide(code: FormCode, language: Language): Promise<Buffer> {
  const key = `${code} ${language}`;
  const known = made.get(key);
  if (known) return await known;
  const making = typesetPdf(template, { guide: JSON.stringify(guideView(code, language)) }, 'guides');
  made.set(key, making);
  making.catch(() => made.delete(key));
  return await making;
}

/** The guide as finished strings. @throws Error for a character that its fonts cannot draw. */
function guideView(code: FormCode, language: Language) {
  const say = formGuides[language];
  const { version } = forms[code];
  const view = {
    language,
    brand: say.brand,
    title: say.title(say.names[code]),
    edition: say.edition({ code, version }),
    intro: say.intro,
    fieldsTitle: say.fieldsTitle,
    fields: Object.entries<Field>(forms[code].fields).map(([name, field]) => fieldView(language, name, field)),
    files: { title: say.filesTitle, items: say.files },
    privacy: { title: say.privacyTitle, items: say.privacy },
    page: say.page,
    footer: say.footer,
  };
  const lacking = missingGlyphs(JSON.stringify(view));
  if (lacking.length > 0) throw new Error(`The guide's fonts cannot draw ${lacking.join(' ')}.`);
  return view;
}

function fieldView(language: Language, name: string, field: Field) {
  const say = formGuides[language];
  const words = wordsOf(language, name);
  return {
    label: words.label,
    accepts: say.accepts(field),
    hint: words.hint ?? '',
    when: field.when === undefined ? '' : say.onlyWhen(conditionOf(language, field.when)),
    extras: extrasOf(language, field, words),
    isRequired: !field.optional,
    standing: field.optional ? say.optional : say.required,
  };
}

function conditionOf(language: Language, when: NonNullable<Field['when']>): { label: string; option: string } {
  const { label, options = {} } = wordsOf(language, when.field);
  return { label, option: options[when.includes] ?? when.includes };
}

/** The names of the options, and what the explanation of a yes is called. */
function extrasOf(language: Language, field: Field, words: FormFieldWords): { label: string; text: string }[] {
  const say = formGuides[language];
  const after = (label: string) => (language === 'zh' ? `${label}：` : `${label}: `);
  const between = language === 'zh' ? '、' : ', ';
  if (field.kind === 'choice') {
    const names = field.options.map((option) => words.options?.[option] ?? option);
    return [{ label: after(say.options), text: names.join(between) }];
  }
  return words.reasonLabel === undefined ? [] : [{ label: after(say.reason), text: words.reasonLabel }];
}

function wordsOf(language: Language, name: string): FormFieldWords {
  const all = new Map<string, FormFieldWords>(Object.entries(fieldWords[language].formFields));
  return all.get(name) ?? { label: name };
}
