import { plainCharacters } from '@exam/contract/rules';

/**
 * The digits of a code in what was typed or pasted, also full-width digits and a space in the middle. In a whole message, the first six digits in a
 * row; while the code is still being typed, the digits so far.
 */
export function codeDigits(typed: string): string {
  const text = plainCharacters(typed);
  const [, first, second] = /(?:^|\D)(\d{3})[ -]?(\d{3})(?!\d)/.exec(text) ?? [];
  return first !== undefined && second !== undefined ? first + second : text.replaceAll(/\D/g, '').slice(0, 6);
}
