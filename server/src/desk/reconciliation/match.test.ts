import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchMovements, type OurMovement, type TheirMovement } from './match.ts';

const at = '2026-11-21T08:00:00.000Z';
const our = (reference: string, amount = 100, kind: OurMovement['kind'] = 'payment'): OurMovement => ({
  kind,
  reference,
  tradeNo: `T${reference}`,
  amount,
  at,
  orderId: 'order',
  orderCode: 'E1',
});
const their = (reference: string, amount = 100, kind: OurMovement['kind'] = 'payment'): TheirMovement => ({
  kind,
  reference,
  tradeNo: `T${reference}`,
  amount,
  at,
});
const listed = (lines: ReturnType<typeof matchMovements>) => lines.map(({ key, list }) => `${list} ${key}`);

const kind = fc.constantFrom('payment' as const, 'refund' as const);
const reference = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const amount = fc.constantFrom(100, 101, 5000);
const theirSide = fc.array(
  fc.record({ kind, reference, amount }).map((row) => their(row.reference, row.amount, row.kind)),
  {
    maxLength: 14,
  },
);
const ourSide = fc
  .uniqueArray(fc.record({ kind, reference, amount }), {
    selector: (row) => `${row.kind}${row.reference}`,
    maxLength: 10,
  })
  .map((rows) => rows.map((row) => our(row.reference, row.amount, row.kind)));

describe('our books beside the channel’s statement', () => {
  it('agree where number and amount do, and say which amount differs', () => {
    const lines = matchMovements(
      [our('a'), our('b'), our('c', 7, 'refund')],
      [their('c', 7, 'refund'), their('b', 101), their('a')],
    );

    expect(listed(lines)).toEqual(['amountDiffers payment:b', 'agree payment:a', 'agree refund:c']);
    expect(lines[0]).toMatchObject({ ourAmount: 100, theirAmount: 101 });
  });

  it('show what only one of the two has, and a repeated row as theirs alone', () => {
    const lines = matchMovements([our('a'), our('b')], [their('a', 5), their('a', 100), their('x')]);

    expect(listed(lines)).toEqual([
      'onlyOurs payment:b',
      'onlyTheirs payment:a#2',
      'onlyTheirs payment:x',
      'agree payment:a',
    ]);
  });

  it('have a line for each of very many repeats of one row', () => {
    const repeats = Array.from({ length: 200_000 }, () => their('a'));

    const lines = matchMovements([our('a')], repeats);

    expect([lines.length, new Set(lines.map(({ key }) => key)).size]).toEqual([200_000, 200_000]);
  });

  it('never take a refund for a payment of the same number', () => {
    expect(listed(matchMovements([our('a')], [their('a', 100, 'refund')]))).toEqual([
      'onlyOurs payment:a',
      'onlyTheirs refund:a',
    ]);
  });

  it('hold every movement of either side in exactly one line, however rows are shuffled, missing or repeated', () => {
    fc.assert(
      fc.property(ourSide, theirSide, (ours, theirs) => {
        const lines = matchMovements(ours, theirs);

        const withOurs = lines.filter(({ ourAmount }) => ourAmount !== null);
        const withTheirs = lines.filter(({ theirAmount }) => theirAmount !== null);
        const words = (rows: readonly { kind: string; reference: string; amount: number | null }[]) =>
          rows.map((row) => `${row.kind} ${row.reference} ${row.amount}`).toSorted();
        expect(words(withOurs.map((line) => ({ ...line, amount: line.ourAmount })))).toEqual(words(ours));
        expect(words(withTheirs.map((line) => ({ ...line, amount: line.theirAmount })))).toEqual(words(theirs));
        expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
        for (const { list, ourAmount, theirAmount } of lines) {
          expect([ourAmount === null, theirAmount === null]).toEqual([list === 'onlyTheirs', list === 'onlyOurs']);
          if (list === 'agree') expect(ourAmount).toBe(theirAmount);
          if (list === 'amountDiffers') expect(ourAmount).not.toBe(theirAmount);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('are the same whatever the order of the rows', () => {
    fc.assert(
      fc.property(ourSide, theirSide, (ours, theirs) => {
        const amounts = (lines: ReturnType<typeof matchMovements>) =>
          lines.map(({ list, kind: each, reference: name, ourAmount, theirAmount }) =>
            [list, each, name, ourAmount, list === 'amountDiffers' ? null : theirAmount].join(' '),
          );
        const straight = amounts(matchMovements(ours, theirs));
        const turned = amounts(matchMovements(ours.toReversed(), theirs.toReversed()));
        const paired = (lines: string[]) => lines.filter((line) => !line.startsWith('onlyTheirs')).toSorted();
        expect(paired(turned)).toEqual(paired(straight));
        expect(turned.length).toBe(straight.length);
      }),
    );
  });
});
