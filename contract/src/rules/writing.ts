/** Full-width letters, digits and symbols (as Chinese keyboards write them) as ordinary ones; the full-width space as a space. */
export function halfWidth(raw: string): string {
  return raw
    .replace(/[\uFF01-\uFF5E]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/\u3000/g, ' ');
}

/** A document number as typed, ready to be checked: half-width, no spaces at all, upper case (spec 3-domain 1.1). */
export function bareNumber(raw: string): string {
  return halfWidth(raw).replace(/\s/g, '').toUpperCase();
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

/** Free text as typed: trimmed, inner spaces collapsed. */
export function tidyText(raw: string): string {
  return raw.trim().replace(/\s+/g, ' ');
}
