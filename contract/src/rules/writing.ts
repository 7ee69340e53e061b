// Invisible characters: format characters (Cf), fillers and joiners. Variation selectors are not among them: they make a character an emoji.
const unseen = /[\p{Cf}\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0]/u;
// The joiner between two pictures stays: a family is one character.
const unseenOrJoined = new RegExp(
  String.raw`([\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]\u200d)(?=\p{Extended_Pictographic})|${unseen.source}`,
  'gu',
);

// No letter has more marks than this. NFC and NFKC sort the marks of a letter in quadratic time: 128,000 of them take ten seconds.
const heaped = /(\p{M}{15})\p{M}+/gu;

/**
 * A text without the invisible characters that come along when people paste from contacts, chats and web pages. Nothing else is changed: NFKC and
 * NFC would replace CJK compatibility ideographs by other characters, and people keep the characters of their names.
 */
export function visibleText(raw: string): string {
  return unseen.test(raw) ? raw.replace(unseenOrJoined, '$1') : raw;
}

/**
 * For texts of Latin letters, digits and symbols only (numbers, telephones, addresses, codes, Latin names): the ordinary character for each of its
 * other forms (NFKC: full and half width, numerals, ligatures), without invisible characters.
 */
export function plainCharacters(raw: string): string {
  return bare(bare(raw).normalize('NFKC'));
}

/** Done before and after NFKC, which makes new characters of both kinds. Removing a character may join two runs of marks, so that runs are cut last. */
const bare = (text: string) => text.replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '').replace(heaped, '$1');

/** Full-width letters, digits and symbols (as Chinese keyboards write them) as ordinary ones; no other character is changed. */
export function halfWidth(raw: string): string {
  return raw
    .replace(/[\uFF01-\uFF5E]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/\u3000/g, ' ');
}

/** A document number as typed, ready to be checked: plain characters, no spaces at all, upper case (spec 3-domain 1.1). */
export function bareNumber(raw: string): string {
  return plainCharacters(raw).replace(/\s/g, '').toUpperCase();
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** What one character that a person sees may take in memory: a family of four faces takes 11 units, no script takes more than 16. */
export const mostUnits = 16;

/** How many characters a person sees in a text: a face, a flag or a letter with its accents is one, whatever it takes in memory. */
export function lengthSeen(text: string): number {
  return Array.from(characters.segment(text)).length;
}

/**
 * Whether a text has this many characters as a person sees them, and nothing is stacked on them without end. The one count of contract,
 * rules and screens; the database counts nothing that it would refuse before them.
 */
export function isOfLength(text: string, { min = 0, max }: { min?: number; max: number }): boolean {
  // No text has more characters than units.
  if (text.length < min || text.length > max * mostUnits) return false;
  if (min <= 1 && text.length <= max) return true;
  const length = lengthSeen(text);
  return length >= min && length <= max;
}

/** Free text as typed: no invisible characters, trimmed, inner spaces collapsed, letters and their accents composed. */
export function tidyText(raw: string): string {
  const text = visibleText(raw).trim().replace(/\s+/g, ' ').replace(heaped, '$1');
  return text.replace(/\P{Script=Han}\p{M}+/gu, (letter) => letter.normalize('NFC'));
}
