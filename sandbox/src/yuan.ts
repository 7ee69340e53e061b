const YUAN = /^(\d{1,9})(?:\.(\d{1,2}))?$/;

/** Integer fen of a decimal yuan string such as `12.30`; undefined when it is not an amount the channels accept (two decimals at most). */
export function fenOf(yuan: string): number | undefined {
  const parts = YUAN.exec(yuan);
  if (!parts) return undefined;
  return Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'));
}

/** Decimal yuan string with two decimals of an amount in integer fen: 1230 -> `12.30`. */
export function yuanOf(fen: number): string {
  return `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`;
}
