import { readAlipayStatement } from './alipay/statement.ts';
import { readCardStatement } from './card/statement.ts';
import type { StatementLine } from './statement-line.ts';
import { readWechatStatement } from './wechat/statement.ts';

type Reader = (file: Buffer) => StatementLine[] | null;

/** How each channel writes its statement of a day. UnionPay's settlement file is not read yet: its layout comes with the contract. */
const readers: ReadonlyMap<string, Reader> = new Map([
  ['alipay', readAlipayStatement],
  ['wechat', readWechatStatement],
  ['card', readCardStatement],
]);

/** The movements of a statement in the file's order; null for what is not a statement of that channel. Nothing is left out silently. */
export function readStatement(channel: string, file: Buffer): StatementLine[] | null {
  return readers.get(channel)?.(file) ?? null;
}
