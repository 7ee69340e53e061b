/**
 * `amount x numerator / denominator` rounded half up to a whole fen, exactly, for amounts of any size. All three are integers of zero or
 * more, the denominator above zero (spec 3-domain 5.4, 5.5).
 */
export function shareOf(amount: number, numerator: number, denominator: number): number {
  const doubled = 2n * BigInt(amount) * BigInt(numerator) + BigInt(denominator);
  return Number(doubled / (2n * BigInt(denominator)));
}
