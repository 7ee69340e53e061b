// What nobody sees: signs of format (Cf), fillers and joiners. Selectors of a form stay in a text, where they make a sign an emoji.
const unseen = /[\p{Cf}\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0]/u;
// Of them a text keeps the joiner between two pictures: a family is one character.
const unseenOrJoined = new RegExp(
  String.raw`([\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]\u200d)(?=\p{Extended_Pictographic})|${unseen.source}`,
  'gu',
);

// No letter has as many marks. Of a longer run they are put in order by NFC and NFKC in a time that grows with its square: 128,000 take ten seconds.
const heaped = /(\p{M}{15})\p{M}+/gu;

/**
 * A text as it is read: without signs that nobody sees, such as come along with what is pasted from contacts, chats and web pages. Nothing is
 * folded: NFKC, and NFC too, would put other characters in the place of CJK compatibility ideographs, and a name keeps its own.
 */
export function seenSigns(raw: string): string {
  return unseen.test(raw) ? raw.replace(unseenOrJoined, '$1') : raw;
}

/**
 * What is made of Latin letters, digits and symbols alone (numbers, telephones, addresses, codes, Latin names), with ordinary signs for all their
 * other forms (NFKC): full and half width, numerals, ligatures; and without any that nobody sees.
 */
export function plainSigns(raw: string): string {
  return bare(bare(raw).normalize('NFKC'));
}

/** What was taken out between marks makes one run of them: a second time after what NFKC has made. */
const bare = (text: string) => text.replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '').replace(heaped, '$1');

/** Full-width letters, digits and symbols (as Chinese keyboards write them) as ordinary ones; no other character is changed. */
export function halfWidth(raw: string): string {
  return raw
    .replace(/[\uFF01-\uFF5E]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/\u3000/g, ' ');
}

/** A document number as typed, ready to be checked: plain signs, no spaces at all, upper case (spec 3-domain 1.1). */
export function bareNumber(raw: string): string {
  return plainSigns(raw).replace(/\s/g, '').toUpperCase();
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

/** Free text as typed: what is seen of it, trimmed, inner spaces collapsed, letters and their accents as one. */
export function tidyText(raw: string): string {
  const text = seenSigns(raw).trim().replace(/\s+/g, ' ').replace(heaped, '$1');
  return text.replace(/\P{Script=Han}\p{M}+/gu, (letter) => letter.normalize('NFC'));
}
