import { addMinutes, isRealDate, exactFenOf } from '@exam/contract/rules';
import { parseCsv } from 'hucre/csv';
import { textOf } from '../csv-statement.ts';
import type { StatementLine } from '../statement-line.ts';

/** The channel's own headings of its statement of a day's business, by what they hold. */
const headings = {
  channelTradeNo: '支付宝交易号',
  tradeNo: '商户订单号',
  kind: '业务类型',
  at: '完成时间',
  amount: '订单金额（元）',
  requestNo: '退款批次号/请求号',
} as const;

type Column = keyof typeof headings;

const kinds: ReadonlyMap<string, StatementLine['kind']> = new Map([
  ['交易', 'payment'],
  ['退款', 'refund'],
]);

/**
 * Reads the statement that the channel offers for download: comma-separated, in UTF-8 or GB 18030, remarks on lines that begin with a
 * number sign, a tab behind each number so that spreadsheets keep it. A refund's amount is negative there.
 * @returns null when a heading is missing or any row cannot be understood: half a statement is none.
 */
export function readAlipayStatement(file: Buffer): StatementLine[] | null {
  const text = textOf(file);
  if (text === null) return null;
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const [head = [], ...rows] = parseCsv(lines.join('\n')).map((row) => row.map((cell) => String(cell ?? '').trim()));
  const places = placesOf(head);
  if (places === null) return null;
  const read = rows.map((row) => lineOf((column) => row[places[column]] ?? ''));
  return read.every((line) => line !== null) ? read : null;
}

function placesOf(head: readonly string[]): Record<Column, number> | null {
  const at = (column: Column) => head.indexOf(headings[column]);
  const places = {
    channelTradeNo: at('channelTradeNo'),
    tradeNo: at('tradeNo'),
    kind: at('kind'),
    at: at('at'),
    amount: at('amount'),
    requestNo: at('requestNo'),
  };
  return Object.values(places).every((place) => place >= 0) ? places : null;
}

function lineOf(cell: (column: Column) => string): StatementLine | null {
  const kind = kinds.get(cell('kind'));
  const amount = exactFenOf(cell('amount').replace(/^-/, ''));
  const at = instantOfStamp(cell('at'));
  const reference = cell(kind === 'refund' ? 'requestNo' : 'channelTradeNo');
  const tradeNo = cell('tradeNo');
  const isWhole = kind !== undefined && amount !== null && at !== null;
  if (!isWhole || reference === '' || reference.length > 80 || tradeNo.length > 80) return null;
  return { kind, reference, tradeNo, amount, at };
}

/** `yyyy-MM-dd HH:mm:ss` in China as an instant. */
function instantOfStamp(stamp: string): string | null {
  const iso = `${stamp.replace(' ', 'T')}.000Z`;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/.test(iso)) return null;
  if (!isRealDate(iso.slice(0, 10)) || !/T([01]\d|2[0-3]):[0-5]\d:[0-5]\d/.test(iso)) return null;
  return addMinutes(iso, -8 * 60);
}
