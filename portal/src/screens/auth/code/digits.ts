import { plainSigns } from '@exam/contract/rules';

/**
 * The six digits of a code in what was typed or pasted, full-width ones and a space in the middle included. Of a whole message the first six that
 * stand together; of what is still being typed as many as there are.
 */
export function codeDigits(typed: string): string {
  const text = plainSigns(typed);
  const [, first, second] = /(?:^|\D)(\d{3})[ -]?(\d{3})(?!\d)/.exec(text) ?? [];
  return first !== undefined && second !== undefined ? first + second : text.replaceAll(/\D/g, '').slice(0, 6);
}
