/** Fen as the channel writes money: 268315 -> `2683.15`. */
export function yuanOf(fen: number): string {
  return `${Math.trunc(fen / 100)}.${String(fen % 100).padStart(2, '0')}`;
}

/** Exact fen of an amount in yuan with at most two decimals; null for anything else. Never through a fraction. */
export function fenOf(yuan: string): number | null {
  const parts = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(yuan);
  return parts ? Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0')) : null;
}
