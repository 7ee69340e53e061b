import { createHash } from 'node:crypto';
import { chinaDateOf } from '@exam/contract/rules';
import { sql } from 'kysely';
import { audit } from '#office/audit';
import { readStatement, type StatementLine } from '#books/channels';
import { planOutsideLook } from '#checkout/payments';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { Upload } from '#platform/http/multipart';
import type { StaffActor } from '#platform/staff-http';
import { checkWholeHouse, type Day, lockDay, statementOf } from './store.ts';

/**
 * Takes a channel's statement of a day; the one before is replaced until the day is closed, and what was explained stays explained.
 * @throws Refusal NOT_FOUND for staff of single offices; STATEMENT_UNREADABLE; STATEMENT_OTHER_DAY when a row is of another day; DAY_CLOSED.
 */
export async function takeStatement(
  tx: Tx,
  staff: StaffActor,
  { upload, ...day }: Day & { upload: Upload },
): Promise<void> {
  checkWholeHouse(staff);
  const lines = readStatement(day.channel, upload.content);
  if (lines === null) return refuse('STATEMENT_UNREADABLE');
  if (lines.some(({ at }) => chinaDateOf(at) !== day.day)) refuse('STATEMENT_OTHER_DAY');
  await lockDay(tx, day);
  const before = await statementOf(tx, day);
  await tx.deleteFrom('channel_statement').where('channel', '=', day.channel).where('day', '=', day.day).execute();
  const id = await insertStatement(tx, staff, { ...day, upload, lines });
  await insertLines(tx, id, lines);
  await lookForOutside(tx, day.channel, lines);
  await audit(tx, {
    staff,
    action: 'reconciliation.upload',
    object: { kind: 'reconciliation', id: `${day.channel} ${day.day}` },
    before: before && { rows: before.row_count, hash: before.file_hash.toString('hex') },
    after: { rows: lines.length, hash: hashOf(upload).toString('hex') },
  });
}

/**
 * Has every refund of the statement looked at that our books do not know: somebody made it in the channel's own console, and not every
 * channel tells of that (C32). What it came to is asked of the channel; a file alone books nothing.
 */
async function lookForOutside(tx: Tx, channel: string, lines: readonly StatementLine[]): Promise<void> {
  const refunds = lines.filter(({ kind }) => kind === 'refund');
  if (refunds.length === 0) return;
  const { rows } = await sql<{ tradeNo: string; channelTradeNo: string }>`
    select attempt.trade_no as "tradeNo", max(payment.channel_trade_no) as "channelTradeNo"
    from payment join payment_attempt attempt on attempt.id = payment.attempt_id
    where payment.channel = ${channel} and attempt.trade_no = any(${refunds.map(({ tradeNo }) => tradeNo)}::text[])
    group by attempt.trade_no having count(*) = 1`.execute(tx);
  const numbers = new Map(rows.map((row) => [row.tradeNo, row.channelTradeNo]));
  for (const { tradeNo, reference: requestNo, at } of refunds) {
    const channelTradeNo = numbers.get(tradeNo);
    if (channelTradeNo !== undefined) await planOutsideLook(tx, { channel, tradeNo, channelTradeNo, requestNo, at });
  }
}

const hashOf = ({ content }: Upload) => createHash('sha256').update(content).digest();

async function insertStatement(
  tx: Tx,
  staff: StaffActor,
  { channel, day, upload, lines }: Day & { upload: Upload; lines: readonly StatementLine[] },
): Promise<string> {
  const id = randomId();
  const fileName = upload.fileName.replace(/[^\p{L}\p{N}._ -]/gu, '').slice(-200);
  await sql`
    insert into channel_statement (id, channel, day, file_name, file_hash, row_count, uploaded_by, uploaded_by_name, uploaded_at)
    values (${id}, ${channel}, ${day}, ${fileName}, ${hashOf(upload)}, ${lines.length}, ${staff.id}, ${staff.name}, app_now())`.execute(
    tx,
  );
  return id;
}

async function insertLines(tx: Tx, id: string, lines: readonly StatementLine[]): Promise<void> {
  const of = <T>(pick: (line: StatementLine) => T) => lines.map(pick);
  await sql`
    insert into channel_statement_row (statement_id, position, kind, reference, trade_no, amount, at)
    select ${id}::uuid, row.* from unnest(${lines.map((_, position) => position)}::integer[], ${of((line) => line.kind)}::text[],
      ${of((line) => line.reference)}::text[], ${of((line) => line.tradeNo)}::text[], ${of((line) => line.amount)}::integer[],
      ${of((line) => line.at)}::timestamptz[]) as row`.execute(tx);
}
