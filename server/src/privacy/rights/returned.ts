import { rightsRequestMachine } from '@exam/contract/machines';
import { rightsClock, type RightsKind } from '@exam/contract/rules';
import { sql } from 'kysely';
import { registeredAs } from '#people/guardians';
import type { Tx } from '#platform/database';
import { record, theSystem, transition } from '#platform/transition';
import { readWorkingCalendar } from '#office/working-days';
import { sealWish } from './store.ts';

/** A request as the journal outside the database knows it: a number, a kind, a clock; no word of what was asked. */
export type Returned = {
  id: string;
  code: string;
  kind: RightsKind;
  receivedAt: string;
  waitsUntil: string | null;
  accountId: string | null;
  candidateId: string | null;
};

/**
 * Writes a request that a restored backup does not know, under its number and with its clock: whoever asked has the receipt, and the answer is
 * still due. One of an account that the backup does not know either is nobody's, and stands in the inbox all the same; and where another deletion of the same
 * candidate is open, this one does not name them. A request that is there is left alone.
 */
export async function returnRequest(tx: Tx, request: Returned): Promise<void> {
  const { id, code, kind, receivedAt, waitsUntil, accountId, candidateId } = request;
  const { alarmAt, dueAt } = rightsClock(await readWorkingCalendar(tx), receivedAt);
  const { rows } = await sql<{ accountId: string | null }>`
    insert into rights_request (id, code, kind, status, account_id, candidate_id, received_at, alarm_at, due_at, waits_until, anonymised_at)
    select ${id}, ${code}, ${kind}, 'Received', whose.account_id, whose.candidate_id, ${receivedAt}::timestamptz, ${alarmAt}::timestamptz,
      ${dueAt}::timestamptz, ${waitsUntil}::timestamptz, case when whose.account_id is null then app_now() end
    from (select coalesce((select account.id from account where account.id = ${accountId}::uuid), saved.account_id) as account_id,
        case when ${kind}::text <> 'Deletion' or not exists (select from rights_request other where other.candidate_id = saved.id
          and other.kind = 'Deletion' and other.status in ('Received', 'InReview')) then saved.id end as candidate_id
      from (select 1) one left join candidate saved on saved.id = ${candidateId}::uuid) whose
    on conflict do nothing returning account_id as "accountId"`.execute(tx);
  const [written] = rows;
  if (!written) return;
  const actor = written.accountId === null ? theSystem : ({ kind: 'candidate', id: written.accountId } as const);
  await record(tx, { kind: 'rightsRequest', id, event: 'ask', actor, to: 'Received' });
}

/** Ends a request again that is open: the system served it at once, or staff refused a deletion. Their words are not known any more. */
export async function endAgain(
  tx: Tx,
  { id, at, event }: { id: string; at: string; event: 'serve' | 'refuse' },
): Promise<void> {
  const open = await tx
    .selectFrom('rights_request')
    .select('id')
    .where('id', '=', id)
    .where('status', 'in', event === 'serve' ? ['Received'] : ['Received', 'InReview'])
    .executeTakeFirst();
  if (!open) return;
  await transition(tx, rightsRequestMachine, {
    table: 'rights_request',
    kind: 'rightsRequest',
    id,
    event,
    actor: theSystem,
  });
  await sql`
    update rights_request set answered_at = ${at}::timestamptz, version = version + 1 where id = ${id}`.execute(tx);
}

/**
 * Notes again that a guardian objected: nothing of the registration is passed on, and their link is used up. The request names the registration by its
 * number, as it did.
 */
export async function objectAgain(
  tx: Tx,
  { noticeId, requestId, at }: { noticeId: string; requestId: string | null; at: string },
): Promise<void> {
  const { rows } = await sql<{ requestId: string; objectId: string }>`
    update guardian_notice set objected_at = ${at}::timestamptz, request_id = request.id from rights_request request
    where guardian_notice.id = ${noticeId} and guardian_notice.objected_at is null and request.id = ${requestId}::uuid
    returning request.id as "requestId", coalesce(application_id, booking_id, post_test_id) as "objectId"`.execute(tx);
  const [noted] = rows;
  const thing = noted ? await registeredAs(tx, noted.objectId) : null;
  if (!noted || !thing) return;
  await sql`
    update rights_request set wish_sealed = ${sealWish(noted.requestId, thing.code)}
    where id = ${noted.requestId} and wish_sealed is null and account_id is not null`.execute(tx);
}
