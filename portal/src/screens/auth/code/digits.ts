import { halfWidth } from '@exam/contract/rules';

/** Six digits of what was typed or pasted, full-width ones and spaces included. */
export function codeDigits(typed: string): string {
  return halfWidth(typed).replaceAll(/\D/g, '').slice(0, 6);
}
