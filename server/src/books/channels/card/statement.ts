import { addMinutes, isRealDate, exactFenOf } from '@exam/contract/rules';
import { readRows, type Row } from '../csv-statement.ts';
import type { StatementLine } from '../statement-line.ts';

/** The gateway's own headings of its itemised report of a balance, made with times of China. */
const needed = [
  'created',
  'reporting_category',
  'currency',
  'gross',
  'source_id',
  'payment_intent_id',
  'payment_metadata[trade_no]',
  'refund_metadata[request_no]',
] as const;

const kinds: ReadonlyMap<string, StatementLine['kind']> = new Map([
  ['charge', 'payment'],
  ['refund', 'refund'],
]);

/**
 * Reads the card gateway's itemised report of a day; a refund's amount is negative there. Fees and payouts are no movements of ours.
 * @returns null when a heading is missing or any row cannot be understood: half a statement is none.
 */
export function readCardStatement(file: Buffer): StatementLine[] | null {
  const rows = readRows(file, needed);
  if (rows === null) return null;
  const read = rows.filter((row) => !/^(fee|payout)$/.test(row('reporting_category'))).map(lineOf);
  return read.every((line) => line !== null) ? read : null;
}

function lineOf(row: Row): StatementLine | null {
  const kind = kinds.get(row('reporting_category'));
  const amount = row('currency') === 'cny' ? exactFenOf(row('gross').replace(/^-/, '')) : null;
  const at = instantOf(row('created'));
  const reference =
    kind === 'refund' ? row('refund_metadata[request_no]') || row('source_id') : row('payment_intent_id');
  if (kind === undefined || amount === null || at === null || reference === '' || reference.length > 80) return null;
  return { kind, reference, tradeNo: row('payment_metadata[trade_no]').slice(0, 80), amount, at };
}

/** `yyyy-MM-dd HH:mm:ss` in China as an instant. */
function instantOf(stamp: string): string | null {
  const parts = /^(\d{4}-\d\d-\d\d) (([01]\d|2[0-3]):[0-5]\d:[0-5]\d)$/.exec(stamp);
  if (!parts?.[1] || !isRealDate(parts[1])) return null;
  return addMinutes(`${parts[1]}T${parts[2]}.000Z`, -8 * 60);
}
