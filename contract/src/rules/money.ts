/** Integer fen as people read it: 150000 -> `¥1,500.00`; a refund or discount is negative: `-¥80.00`. */
export function formatMoney(fen: number): string {
  const [whole = '', cents] = yuanOf(Math.abs(fen)).split('.');
  return `${fen < 0 ? '-' : ''}¥${inThousands(whole)}.${cents}`;
}

/** Fen, never negative, as yuan that can be typed over and that payment channels write: 145050 -> `1450.50`. */
export function yuanOf(fen: number): string {
  return `${Math.trunc(fen / 100)}.${String(fen % 100).padStart(2, '0')}`;
}

/** What an amount can be at most: the database keeps amounts in four bytes. */
export const largestFen = 2_000_000_000;

/** Exact fen of a plain amount in yuan with at most two decimals, as programs write it; null for anything else, and beyond `largestFen`. Never through a fraction. */
export function exactFenOf(yuan: string): number | null {
  const [, whole, cents = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(yuan) ?? [];
  const fen = whole === undefined ? null : Number(whole) * 100 + Number(cents.padEnd(2, '0'));
  return fen === null || fen > largestFen ? null : fen;
}

const typedAmount = /^(\d{1,7}|\d{1,3},\d{3}|\d,\d{3},\d{3})(\.\d{1,2})?$/;

/**
 * An amount typed in yuan, in fen: at most two decimals, with or without commas between thousands, blanks around it ignored.
 * @returns null for anything else, and for ten million yuan or more.
 */
export function fenOf(text: string): number | null {
  const amount = text.trim();
  return typedAmount.test(amount) ? exactFenOf(amount.replaceAll(',', '')) : null;
}

/** Digits in groups of three: `1234567` -> `1,234,567`. */
function inThousands(digits: string): string {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups.join(',');
}
