import type { OwnCopy } from '@exam/contract/entities';
import type { Language } from '@exam/contract/messages';
import { words as wordsEn } from '@exam/contract/messages/en';
import { copyWords as copyEn } from '@exam/contract/messages/copy/en';
import { copyWords as copyZh } from '@exam/contract/messages/copy/zh';
import { words as wordsZh } from '@exam/contract/messages/zh';
import { chinaDateOf, chinaTimeOf } from '@exam/contract/rules';
import { copyPageWords as pageEn } from './copy-page.words.en.ts';
import { copyPageWords as pageZh } from './copy-page.words.zh.ts';

type Words = { page: typeof pageEn; copy: typeof copyEn; asked: ReadonlyMap<string, { label: string }> };

const dictionaries: Readonly<Record<Language, Words>> = {
  en: { page: pageEn, copy: copyEn, asked: new Map(Object.entries(wordsEn.fields.formFields)) },
  zh: { page: pageZh, copy: copyZh, asked: new Map(Object.entries(wordsZh.fields.formFields)) },
};

const style = `body{font:16px/1.5 sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem}h2{margin-top:2rem;border-top:1px solid}
dl{display:grid;grid-template-columns:minmax(8rem,14rem) 1fr;gap:.25rem 1rem;margin:1rem 0}dd{margin:0;overflow-wrap:anywhere}
li{margin:0 0 1rem}`;

/** A copy as a page of its own that anybody can open and print: every part that holds something, in words. @returns HTML. */
export function copyPage(
  language: Language,
  { code, madeAt, parts }: { code: string } & Pick<OwnCopy, 'madeAt' | 'parts'>,
): string {
  const words = dictionaries[language];
  const held = parts.filter(({ rows }) => rows.length > 0);
  const sections = held.map(
    ({ name, rows }) =>
      `<section><h2>${safe(words.copy.parts[name])}</h2><ol>${rows.map((row) => `<li>${entry(words, row)}</li>`).join('')}</ol></section>`,
  );
  return `<!doctype html>
<html lang="${words.page.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${safe(words.page.title(code))}</title><style>${style}</style></head>
<body><h1>${safe(words.page.title(code))}</h1><p>${safe(words.page.intro)}</p><p>${safe(words.page.madeAt(timeOf(madeAt)))}</p>
${held.length === 0 ? `<p>${safe(words.page.nothing)}</p>` : sections.join('\n')}
</body></html>
`;
}

function entry(words: Words, row: Readonly<Record<string, unknown>>): string {
  const names = new Map<string, string>(Object.entries({ ...words.copy.answers, ...words.copy.fields }));
  const shown = Object.entries(row).filter(([, value]) => !isNothing(value));
  const nameOf = (field: string) => names.get(field) ?? words.asked.get(field)?.label ?? field;
  return `<dl>${shown.map(([field, value]) => `<dt>${safe(nameOf(field))}</dt><dd>${valueOf(words, field, value)}</dd>`).join('')}</dl>`;
}

function valueOf(words: Words, field: string, value: unknown): string {
  if (Array.isArray(value))
    return `<ul>${value.map((each) => `<li>${valueOf(words, field, each)}</li>`).join('')}</ul>`;
  if (isRecord(value)) return entry(words, value);
  if (typeof value === 'boolean') return value ? words.page.yes : words.page.no;
  if (typeof value === 'number') return safe(/amount$/i.test(field) ? `¥${(value / 100).toFixed(2)}` : String(value));
  const text = typeof value === 'string' ? value : '';
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return timeOf(text);
  const { codes, events } = words.copy;
  const known = new Map<string, string>(Object.entries(field === 'event' ? { ...codes, ...events } : codes));
  return safe(known.get(text) ?? text);
}

const timeOf = (instant: string) => `${chinaDateOf(instant)} ${chinaTimeOf(instant)}`;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function safe(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? sign);
}
