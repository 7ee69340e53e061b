import { addMinutes, isRealDate, exactFenOf } from '@exam/contract/rules';
import { readRows, type Row } from '../csv-statement.ts';
import type { StatementLine } from '../statement-line.ts';

/** The channel's own headings of its bill of a day (`tradebill`, all). */
const needed = [
  '交易时间',
  '微信订单号',
  '商户订单号',
  '交易状态',
  '订单金额',
  '商户退款单号',
  '申请退款金额',
] as const;

/**
 * Reads WeChat Pay's bill of a day: a grave accent before each value, and a summary of two lines at the end.
 * @returns null when a heading is missing or any row cannot be understood: half a statement is none.
 */
export function readWechatStatement(file: Buffer): StatementLine[] | null {
  const rows = readRows(file, needed);
  if (rows === null) return null;
  const end = rows.findIndex((row) => row('交易时间') === '总交易单数');
  const read = rows.slice(0, end < 0 ? rows.length : end).map(lineOf);
  return read.every((line) => line !== null) ? read : null;
}

function lineOf(row: Row): StatementLine | null {
  const isRefund = row('交易状态') === 'REFUND';
  if (!isRefund && row('交易状态') !== 'SUCCESS') return null;
  const amount = exactFenOf(row(isRefund ? '申请退款金额' : '订单金额'));
  const at = instantOf(row('交易时间'));
  const reference = row(isRefund ? '商户退款单号' : '微信订单号');
  if (amount === null || at === null || reference === '' || reference.length > 80) return null;
  return { kind: isRefund ? 'refund' : 'payment', reference, tradeNo: row('商户订单号').slice(0, 80), amount, at };
}

/** `yyyy-MM-dd HH:mm:ss` in China as an instant. */
function instantOf(stamp: string): string | null {
  const parts = /^(\d{4}-\d\d-\d\d) (([01]\d|2[0-3]):[0-5]\d:[0-5]\d)$/.exec(stamp);
  if (!parts?.[1] || !isRealDate(parts[1])) return null;
  return addMinutes(`${parts[1]}T${parts[2]}.000Z`, -8 * 60);
}
