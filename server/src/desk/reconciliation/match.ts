import type { ReconciliationLine } from '@exam/contract/staff';

/** A movement of our books; each is there once. Amounts in fen. */
export type OurMovement = {
  kind: 'payment' | 'refund';
  reference: string;
  tradeNo: string;
  amount: number;
  at: string;
  orderId: string;
  orderCode: string;
};

/** A movement of the channel's statement; the channel may repeat itself. */
export type TheirMovement = Pick<OurMovement, 'kind' | 'reference' | 'tradeNo' | 'amount' | 'at'>;

/** A line of a day without what staff wrote about it. */
export type MatchedLine = Omit<ReconciliationLine, 'explanation' | 'otherDay'>;

/** Names a movement among those of a channel. */
export const keyOf = ({ kind, reference }: Pick<OurMovement, 'kind' | 'reference'>) => `${kind}:${reference}`;

/**
 * Lays our movements beside theirs, by the channel's number of a payment and our serial number of a refund. Every movement of either
 * side ends in exactly one line, whatever their order: of a repeated row one is paired, the one with our amount if there is such, and
 * the others are lines of their own. Lines that differ come first.
 */
export function matchMovements(ours: readonly OurMovement[], theirs: readonly TheirMovement[]): MatchedLine[] {
  const unpaired = Map.groupBy(theirs, keyOf);
  const lines = ours.map((our) => {
    const candidates = unpaired.get(keyOf(our)) ?? [];
    const their = candidates.find(({ amount }) => amount === our.amount) ?? candidates[0] ?? null;
    unpaired.set(
      keyOf(our),
      candidates.filter((each) => each !== their),
    );
    return lineOf(keyOf(our), our, their);
  });
  const known = new Set(ours.map(keyOf));
  for (const [key, left] of unpaired) {
    const first = known.has(key) ? 2 : 1;
    for (const [index, their] of left.entries())
      lines.push(lineOf(index + first === 1 ? key : `${key}#${index + first}`, null, their));
  }
  return lines.toSorted(byListAndKey);
}

const ranks = { amountDiffers: 0, onlyOurs: 1, onlyTheirs: 2, agree: 3 } as const;

function byListAndKey(a: MatchedLine, b: MatchedLine): number {
  if (a.list !== b.list) return ranks[a.list] - ranks[b.list];
  return a.key < b.key ? -1 : 1;
}

function lineOf(key: string, our: OurMovement | null, their: TheirMovement | null): MatchedLine {
  const { kind, reference, tradeNo } = our ?? their ?? nothing;
  const { orderId = null, orderCode = null } = our ?? {};
  return { key, list: listOf(our, their), kind, reference, tradeNo, orderId, orderCode, ...amountsOf(our, their) };
}

const nothing = { kind: 'payment', reference: '', tradeNo: '' } as const;

function amountsOf(our: OurMovement | null, their: TheirMovement | null) {
  const { amount: ourAmount = null, at: ourAt = null } = our ?? {};
  const { amount: theirAmount = null, at: theirAt = null } = their ?? {};
  return { ourAmount, theirAmount, ourAt, theirAt };
}

function listOf(our: OurMovement | null, their: TheirMovement | null): MatchedLine['list'] {
  if (our === null) return 'onlyTheirs';
  if (their === null) return 'onlyOurs';
  return our.amount === their.amount ? 'agree' : 'amountDiffers';
}
