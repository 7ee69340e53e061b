import { addSeconds, chinaDateOf } from '@exam/contract/rules';
import { type RawBuilder, sql } from 'kysely';
import { countFiles } from '#office/files';
import { inTransaction, type Tx } from '#platform/database';
import { eachByItself, eachDue } from '#platform/each';
import { openItem } from '#office/work-items';
import { tellOwner } from './notify.ts';

/** How many one batch takes. */
const perBatch = 100;

/** A request whose documents are awaited, or overdue. */
type Due = { id: string; account_id: string; application_id: string; documents_due_at: string; version: number };

/**
 * Reminds of documents on the last day they may come, and puts what is overdue before the eyes of staff. Nobody's money is
 * refused by a job. Run by a cron; safe to repeat.
 */
export async function watchDocuments(): Promise<void> {
  const sweeps = [
    () => eachDue(dueToRemind, ({ id }) => inTransaction((tx) => remind(tx, id))),
    () => eachDue(dueToFlag, ({ id }) => inTransaction((tx) => flagOverdue(tx, id))),
  ];
  await eachByItself(sweeps, (sweep) => sweep());
}

const dueToRemind = (tx: Tx, tried: readonly string[]) =>
  dueBy(tx, tried, sql`remind_at <= app_now() order by remind_at`);
const dueToFlag = (tx: Tx, tried: readonly string[]) =>
  dueBy(
    tx,
    tried,
    sql`is_document_required and overdue_at is null and documents_due_at <= app_now() order by documents_due_at`,
  );

async function dueBy(tx: Tx, tried: readonly string[], condition: RawBuilder<unknown>): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select id from cancellation_request where outcome is null and id <> all(${[...tried]}::uuid[])
      and ${condition} limit ${perBatch}`.execute(tx);
  return rows;
}

async function remind(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<Due>`
    update cancellation_request request set remind_at = null
    where request.id = ${id} and outcome is null and remind_at <= app_now()
    returning request.id, request.account_id, request.documents_due_at, request.version,
      (select application_id from cancellation_item item where item.request_id = request.id order by application_id limit 1)
        as application_id`.execute(tx);
  const [row] = rows;
  if (!row || (await countFiles(tx, row.id)) > 0) return;
  await tellOwner(
    tx,
    { accountId: row.account_id, applicationId: row.application_id, objectId: row.id, version: row.version },
    { kind: 'documentsReminder', values: { documentsDueDate: chinaDateOf(addSeconds(row.documents_due_at, -1)) } },
  );
}

async function flagOverdue(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<{ id: string; office_id: string | null; code: string; due_at: string }>`
    update cancellation_request request set overdue_at = app_now()
    from order_owner owner
    where request.id = ${id} and owner.order_id = request.order_id and outcome is null and is_document_required and overdue_at is null
    returning request.id, owner.office_id, request.documents_due_at + interval '1 day' as due_at,
      (select application.code from cancellation_item item join application on application.id = item.application_id
        where item.request_id = request.id order by application.id limit 1) as code`.execute(tx);
  const [row] = rows;
  if (!row || (await countFiles(tx, row.id)) > 0) return;
  await openItem(tx, {
    kind: 'documentsOverdue',
    objectKind: 'cancellation',
    objectId: row.id,
    officeId: row.office_id,
    dueAt: row.due_at,
    label: row.code,
  });
}
