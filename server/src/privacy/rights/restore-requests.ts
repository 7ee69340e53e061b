import { rightsRequestMachine } from '@exam/contract/machines';
import { rightsClock, type RightsKind } from '@exam/contract/rules';
import { sql } from 'kysely';
import { objectedAgain, refusedAgain } from '#people/guardians';
import type { Tx } from '#platform/database';
import { record, theSystem, transition } from '#platform/transition';
import { readWorkingCalendar } from '#office/working-days';
import { consentEnds, type Given, ofConsent } from './consents/consent-sets.ts';
import { renewClock, sealWish } from './store.ts';

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
 * still due. One of an account that the backup does not know either is nobody's, and is in the inbox all the same; and where another deletion of the same
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
  if (event === 'refuse') await refusedAgain(tx, { requestId: id, at });
}

/**
 * Notes again that a guardian objected: nothing of the registration is passed on, and their link is used up. The request names the registration by its
 * number, as it did.
 * @param linkId the first link that the guardian was sent.
 */
export async function objectAgain(
  tx: Tx,
  { linkId, requestId, at }: { linkId: string; requestId: string | null; at: string },
): Promise<void> {
  const { rows } = await sql<{ status: string; answeredAt: string | null }>`
    select status, answered_at as "answeredAt" from rights_request where id = ${requestId}::uuid`.execute(tx);
  const [request] = rows;
  if (requestId === null || !request) return;
  const [thing] = await objectedAgain(tx, { linkId, requestId, at });
  if (request.status === 'Refused') await refusedAgain(tx, { requestId, at: request.answeredAt ?? at });
  if (!thing) return;
  if (thing.beginsAt !== null) await renewClock(tx, requestId, thing.beginsAt);
  await sql`
    update rights_request set wish_sealed = ${sealWish(requestId, thing.code)}
    where id = ${requestId} and wish_sealed is null and account_id is not null`.execute(tx);
}

/** Which consent ended by which request, or is valid again though that request had ended it, and when. */
export type ConsentTurn = { consentId: string; requestId: string | null; at: string };

const turnsOf = (turns: readonly ConsentTurn[]) =>
  sql`unnest(${turns.map(({ consentId }) => consentId)}::uuid[], ${turns.map(({ requestId }) => requestId)}::uuid[],
    ${turns.map(({ at }) => at)}::timestamptz[]) as turn (consent_id, request_id, at)`;

/** Ends consents again, those that are there and whose request is, and what ends with those that were taken back. @returns how many. */
export async function withdrawAgain(tx: Tx, turns: readonly ConsentTurn[]): Promise<number> {
  const { rows } = await sql<{ consent_id: string }>`
    insert into consent_withdrawal (consent_id, request_id, withdrawn_at)
    select consent.id, request.id, turn.at from ${turnsOf(turns)}
    join consent on consent.id = turn.consent_id join rights_request request on request.id = turn.request_id
    on conflict do nothing returning consent_id`.execute(tx);
  // An objection leaves its notice as it was: staff may refuse it.
  const taken = await sql<Given>`
    select ${sql.join(ofConsent.map((column) => sql.ref(`consent.${column}`)))} from consent
    where consent.id = any(${rows.map((each) => each.consent_id)}::uuid[]) and exists (
      select from consent_withdrawal gone join rights_request request on request.id = gone.request_id
      where gone.consent_id = consent.id and request.kind = 'Withdrawal')`.execute(tx);
  for (const consent of taken.rows) await consentEnds(tx, consent, [consent]);
  return rows.length;
}

/** Makes consents valid again that an objection ended by mistake. @returns how many. */
export async function restoreAgain(tx: Tx, turns: readonly ConsentTurn[]): Promise<number> {
  const { rows } = await sql`
    insert into consent_restoration (consent_id, request_id, restored_at)
    select ended.consent_id, ended.request_id, turn.at from ${turnsOf(turns)}
    join consent_withdrawal ended on ended.consent_id = turn.consent_id and ended.request_id = turn.request_id
    on conflict do nothing returning consent_id`.execute(tx);
  return rows.length;
}
