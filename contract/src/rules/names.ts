import { halfWidth, isOfLength, plainCharacters, tidyText } from './writing.ts';

/** Why a candidate's name is refused (spec 3-domain 1.5). */
export const nameRefusals = [
  'NAME_REQUIRED',
  'NAME_GIVEN_REQUIRED',
  'NAME_GIVEN_NOT_EMPTY',
  'NAME_HAN',
  'NAME_CHARACTERS',
  'NAME_TOO_LONG',
] as const;
export type NameRefusal = (typeof nameRefusals)[number];

/** Worth saying about names that are accepted. */
export const nameAdvices = ['NAME_LONG_TOGETHER', 'NAME_UMLAUT'] as const;
export type NameAdvice = (typeof nameAdvices)[number];

const longest = 30;
/** The awarding body that prints least prints 40 characters of the whole name. */
const longTogether = 40;
// Acute, grave, macron, caron, breve and tilde; the two dots of Ü stay, because they are not a tone.
const toneMarks = /[\u0300\u0301\u0303\u0304\u0306\u030c]/g;

// One pinyin syllable as it may be typed, V and Ü standing for the vowel after L and N.
const finals =
  'IANG|IONG|UANG|IAO|IAN|ING|UAI|UAN|ANG|ENG|ONG|UE|[VÜ]E|[VÜ]|AI|AN|AO|EI|EN|ER|IA|IE|IN|IU|OU|UA|UI|UN|UO|A|E|I|O|U';
const syllable = new RegExp(
  `^(?:(?:ZH|CH|SH|[BPMFDTNLGKHJQXRZCSYW])(?:${finals})|ANG|ENG|AI|AN|AO|EI|EN|ER|OU|A|E|O)$`,
);
const longestSyllable = 'ZHUANG'.length;

/** A name in two fields. */
export type FullName = { lastName: string; firstName: string };

/** The names of a candidate in the spelling of the document. */
export interface CheckedName {
  ok: true;
  lastName: string;
  firstName: string;
  advice: NameAdvice[];
  /** Names to offer instead, never to put in: `LYU` for `LV`. Absent when there is nothing to offer. */
  suggestion?: { lastName: string; firstName: string };
}

export type NameCheck =
  | CheckedName
  | { ok: false; fields: { lastName?: NameRefusal; firstName?: NameRefusal }; suggestion?: CheckedName['suggestion'] };

/** A Latin name as stored: plain characters, trimmed, inner spaces collapsed, upper case, tone marks removed, straight apostrophe and hyphen. */
export function normaliseName(raw: string): string {
  const latin = plainCharacters(raw).normalize('NFD').replace(toneMarks, '').normalize('NFC');
  return tidyText(latin.replace(/[\u2018\u2019\u02bc`]/g, "'").replace(/[\u2010-\u2015]/g, '-')).toUpperCase();
}

/**
 * The spelling a passport uses where a name was typed with V or Ü: LV -> LYU, NVE -> NYUE, JÜ -> JU (spec 3-domain 1.5). The same text
 * where there is nothing to suggest; names that are not pinyin (CALVIN) are left alone, and so are names too long to be accepted.
 */
export function suggestPassportSpelling(name: string): string {
  if (name.length > longest) return name;
  return name.replace(/[A-ZÜ]+/g, (word) => {
    if (!isPinyin(word)) return word;
    return word.replace(/([JQXY])[VÜ]/g, '$1U').replace(/([LN])[VÜ]/g, '$1YU');
  });
}

/** Whether a word can be split into syllables. A pattern would try every way to split it (XIANGANG has four); this looks at each place once. */
function isPinyin(word: string): boolean {
  const mayBegin = new Set([0]);
  for (let from = 0; from < word.length; from += 1) {
    if (!mayBegin.has(from)) continue;
    for (let to = from + 1; to <= from + longestSyllable; to += 1) {
      if (syllable.test(word.slice(from, to))) mayBegin.add(to);
    }
  }
  return mayBegin.has(word.length);
}

/**
 * Checks the surname and given name of a candidate, in pinyin or another Latin spelling (spec 3-domain 1.5): 1-30 letters, spaces,
 * apostrophes, hyphens each; the given name may be empty only when the document has none.
 */
export function checkName(lastRaw: string, firstRaw: string, options: { noGivenName?: boolean } = {}): NameCheck {
  const lastName = normaliseName(lastRaw);
  const firstName = normaliseName(firstRaw);
  const lastRefusal = lastName === '' ? 'NAME_REQUIRED' : spellingRefusal(lastName);
  const firstRefusal = givenNameRefusal(firstName, options.noGivenName ?? false);
  const suggestion = suggestionFor(lastName, firstName);
  if (lastRefusal || firstRefusal) {
    const fields = { ...(lastRefusal && { lastName: lastRefusal }), ...(firstRefusal && { firstName: firstRefusal }) };
    return { ok: false, fields, ...(suggestion && { suggestion }) };
  }
  const advice: NameAdvice[] = [];
  if (lastName.length + firstName.length > longTogether) advice.push('NAME_LONG_TOGETHER');
  if (suggestion) advice.push('NAME_UMLAUT');
  return { ok: true, lastName, firstName, advice, ...(suggestion && { suggestion }) };
}

/** Letters of any script with what is between them in names; a dot ends a word, so that no address of a site is a name. */
const freeName = /^\p{L}(?:[\p{L}\p{M} '’·-]|\.(?= |$))*$/u;
// Between Chinese characters even a full stop is the dot between the parts of a name. Between other letters it may end a word.
const middleDot = /(\p{L}) ?[·•・‧∙⋅･] ?(?=\p{L})/gu;
const dotInChinese = /(\p{Script=Han}) ?[.。｡] ?(?=\p{Script=Han})/gu;

/** Whether a name has a dot between its parts, like 买买提·艾力: it comes from another language, so pinyin does not give its Latin spelling. */
export const isDottedName = (name: string): boolean => /[·•・‧∙⋅･.．。｡]/.test(name);

/** Why the name of a guardian or pickup person is refused (spec 3-domain 1.5). */
export type FreeNameRefusal = 'REQUIRED_FIELD' | 'FREE_NAME' | 'FREE_NAME_CHARACTERS';

/**
 * Checks the name of a guardian or pickup person: free text, Chinese or Latin, 2-50 characters (spec 3-domain 1.5); it is on letters
 * and lists, so that neither digits, symbols nor links are part of it. The parts of a name like 买买提·艾力 are kept with `·` between
 * them, whichever dot was typed.
 */
export function checkFreeName(raw: string): { ok: true; name: string } | { ok: false; code: FreeNameRefusal } {
  const name = tidyText(halfWidth(raw));
  if (name === '') return { ok: false, code: 'REQUIRED_FIELD' };
  if (!isOfLength(name, { min: 2, max: 50 })) return { ok: false, code: 'FREE_NAME' };
  const dotted = name.replace(middleDot, '$1·').replace(dotInChinese, '$1·');
  return freeName.test(dotted) ? { ok: true, name: dotted } : { ok: false, code: 'FREE_NAME_CHARACTERS' };
}

/** Why a candidate's name in Chinese characters is refused. */
export const chineseNameRefusals = ['NAME_ZH_LENGTH', 'NAME_ZH_CHARACTERS'] as const;
export type ChineseNameRefusal = (typeof chineseNameRefusals)[number];

/** Characters of a Chinese name, and of one with a dot between its parts. */
const chineseLengths = { whole: { min: 2, max: 10 }, dotted: { min: 3, max: 20 } } as const;
const chineseName = /^\p{Script=Han}+(?:·\p{Script=Han}+)*$/u;

/**
 * Checks a candidate's name in Chinese characters, which nobody has to give: without blanks, and with `·` between the parts of a name
 * like 阿卜杜·热合曼, whichever dot was typed.
 * @returns null as the name where nothing was typed.
 */
export function checkChineseName(
  raw: string,
): { ok: true; name: string | null } | { ok: false; code: ChineseNameRefusal } {
  const typed = tidyText(halfWidth(raw)).replaceAll(' ', '');
  if (typed === '') return { ok: true, name: null };
  const { whole, dotted } = chineseLengths;
  if (!isOfLength(typed, { min: whole.min, max: dotted.max })) return { ok: false, code: 'NAME_ZH_LENGTH' };
  const name = typed.replace(dotInChinese, '$1·').replace(middleDot, '$1·');
  if (!chineseName.test(name)) return { ok: false, code: 'NAME_ZH_CHARACTERS' };
  const isRight = isOfLength(name, isDottedName(name) ? dotted : whole);
  return isRight ? { ok: true, name } : { ok: false, code: 'NAME_ZH_LENGTH' };
}

function givenNameRefusal(firstName: string, noGivenName: boolean): NameRefusal | null {
  if (noGivenName) return firstName === '' ? null : 'NAME_GIVEN_NOT_EMPTY';
  return firstName === '' ? 'NAME_GIVEN_REQUIRED' : spellingRefusal(firstName);
}

function spellingRefusal(name: string): NameRefusal | null {
  if (/\p{Script=Han}/u.test(name)) return 'NAME_HAN';
  if (!/^[A-Z][A-Z '-]*$/.test(name)) return 'NAME_CHARACTERS';
  return name.length > longest ? 'NAME_TOO_LONG' : null;
}

function suggestionFor(lastName: string, firstName: string): CheckedName['suggestion'] {
  const better = { lastName: suggestPassportSpelling(lastName), firstName: suggestPassportSpelling(firstName) };
  return better.lastName === lastName && better.firstName === firstName ? undefined : better;
}

/** A person's name with only the first character of each word shown: `王**`, `W*** J******`. */
export function maskName(name: string): string {
  return name
    .split(/\s+/)
    .map((word) => Array.from(word))
    .map(([first = '', ...rest]) => first + '*'.repeat(rest.length))
    .join(' ');
}

/**
 * The name of a minor for staff who may not open the record (decision 0024): the family name, and of the given name its first letter at
 * most. As many stars whatever its length: `王**`, `WANG X***`, `S***` for somebody of one name; empty stays empty. Of a joined name the
 * first word is the family name, so that more is hidden of a family name of several words.
 */
export function maskMinorName(name: string): string {
  const { lastName, firstName } = hidden(name);
  return firstName.startsWith('*') ? `${lastName}${firstName}` : `${lastName} ${firstName}`.trim();
}

/** The same for a name in two fields, so that every list shows a minor alike. */
export function maskMinorNames({ lastName, firstName }: FullName): FullName {
  return hidden(`${lastName} ${firstName}`);
}

function hidden(name: string): FullName {
  const [family = '', ...given] = name.trim().split(/\s+/);
  const [first = ''] = family;
  if (/\p{Script=Han}/u.test(first)) return { lastName: first, firstName: '**' };
  const [initial] = given.join('');
  if (initial !== undefined) return { lastName: family, firstName: `${initial}***` };
  return { lastName: first && `${first}***`, firstName: '' };
}

/** Whether a name, or one of several, is shown as `maskMinorName` gives it; no name on a document has a star. */
export function isMinorNameMasked(name: string): boolean {
  return name.includes('**');
}
