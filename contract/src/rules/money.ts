/** Fen as an amount in yuan that can be typed over: 145050 -> `1450.50`. */
export function yuanOf(fen: number): string {
  return `${Math.trunc(fen / 100)}.${String(fen % 100).padStart(2, '0')}`;
}

const typedAmount = /^(\d{1,7}|\d{1,3},\d{3}|\d,\d{3},\d{3})(?:\.(\d{1,2}))?$/;

/**
 * An amount typed in yuan, in fen: at most two decimals, with or without commas between thousands, blanks around it ignored.
 * @returns null for anything else, and for ten million yuan or more.
 */
export function fenOf(text: string): number | null {
  const [, yuan, cents = ''] = typedAmount.exec(text.trim()) ?? [];
  return yuan === undefined ? null : Number(yuan.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'));
}
