import { addSeconds } from '@exam/contract/rules';
import { sql, type Selectable } from 'kysely';
import { chinaDateOf, readNowAlone } from '#platform/clock';
import { inStatement, inTransaction, type Tx } from '#platform/database';
import { everyColumn } from '#platform/database/columns';
import { eachDue } from '#platform/each';
import { logWarning } from '#platform/log';
import type { MessageTable } from '#platform/tables/index';
import { unseal } from '#platform/vault';
import { failForGood } from './send.ts';
import { askAboutSms } from './sms.ts';
import { leftOf, messagePlace } from '../write.ts';

type MessageRow = Selectable<MessageTable>;

/** Seconds after which the phone company has mostly said what became of an SMS, then between two questions. */
const pauses = { first: 600, next: 3600 } as const;
/** Seconds after which a phone that was off is not waited for any more. */
const patience = 86_400;
/** How many are asked about in a row. */
const atOnce = 500;

/**
 * Asks what became of SMS that the service took. One that the phone company gave back has failed like one that was never taken: its account is
 * told by mail, staff see it and can have it sent again. What one said is forgotten once it has arrived, or nothing is known after a day (T31).
 */
export async function readReports(): Promise<void> {
  await eachDue(dueReports, readReport);
}

async function dueReports(tx: Tx, tried: readonly string[]): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select ${everyColumn('message')} from message
    where state = 'Sent' and not is_wiped and coalesce(busy_until, sent_at + make_interval(secs => ${pauses.first})) <= (select app_now())
      and id <> all(${[...tried]}::uuid[])
    order by sent_at limit ${atOnce}`.execute(tx);
  return rows;
}

async function readReport(row: MessageRow): Promise<void> {
  const recipient = unseal(row.recipient_sealed, messagePlace(row.id, 'recipient'));
  const sentAt = row.sent_at ?? row.created_at;
  const fate = await askAboutSms(recipient, { id: row.id, days: [chinaDateOf(sentAt)] });
  if (fate === 'returned') return await inTransaction((tx) => giveBack(tx, row.id));
  const isOpen = fate !== null && fate !== 'arrived' && (await readNowAlone()) < addSeconds(sentAt, patience);
  const left = leftOf(row);
  await inStatement(
    isOpen
      ? sql`update message set busy_until = app_now() + make_interval(secs => ${pauses.next}) where id = ${row.id} and state = 'Sent'`
      : sql`
          update message set is_wiped = true, values_sealed = ${left.values_sealed}, recipient_sealed = ${left.recipient_sealed}, busy_until = null
          where id = ${row.id} and state = 'Sent'`,
  );
}

async function giveBack(tx: Tx, id: string): Promise<void> {
  const row = await tx.selectFrom('message').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (row?.state !== 'Sent' || row.is_wiped) return;
  const { channel, attempts: attempt } = row;
  logWarning('message not sent', { messageId: id, channel, outcome: 'undelivered', attempt });
  await failForGood(tx, row, { last_error: 'undelivered' });
}
