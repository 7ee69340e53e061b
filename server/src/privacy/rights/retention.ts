import { lastStart } from '@exam/contract/rules';
import { sql } from 'kysely';
import { lockAccountOrders } from '#checkout/orders';
import { isHeld, peopleOf, type Sweep } from '#office/holds';
import { isChildHeld, isUnagreed, lastTyped } from '#people/candidates';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { forgetEvidence } from './relatives/evidence.ts';
import { takeOffList } from './take-off-list.ts';

const answered = sql<string>`to_char(request.answered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Saved children under 14 whose guardian has a number of their own and has not agreed to anything: a day after they were typed in they go from the
 * list like whom the account deletes, unless something is under way that waits for the guardian anyway (PIPL 31, decision 0077).
 */
const unagreedChildren: Sweep = {
  class: 'unagreedChild',
  due: ({ border }) => sql`
    select candidate.id, to_char(${lastTyped} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as started, ${isChildHeld} as is_held
    from candidate where ${isUnagreed} and ${lastTyped} <= ${border}::timestamptz`,
  stillDue: stillUnagreed,
  forget: async (tx, ids) => {
    for (const own of await savedOf(tx, ids)) await takeOffList(tx, own);
  },
};

type Own = { accountId: string; candidateId: string };

async function savedOf(tx: Tx, ids: readonly string[]): Promise<Own[]> {
  const { rows } = await sql<Own>`
    select account_id as "accountId", id as "candidateId" from candidate
    where id = any(${[...ids]}::uuid[]) and deleted_at is null order by account_id, id`.execute(tx);
  return rows;
}

/** An order that is being placed is waited for, and the guardian's answer read again behind it. */
async function stillUnagreed(tx: Tx, ids: readonly string[]): Promise<string[]> {
  for (const accountId of new Set((await savedOf(tx, ids)).map((own) => own.accountId)))
    await lockAccountOrders(tx, accountId);
  await sql`select from candidate where id = any(${[...ids]}::uuid[]) order by id for no key update`.execute(tx);
  const now = await readNow(tx);
  const { rows } = await sql<{ id: string }>`
    select candidate.id from candidate where candidate.id = any(${[...ids]}::uuid[]) and ${isUnagreed}
      and ${lastTyped} <= ${lastStart('unagreedChild', now)}::timestamptz order by candidate.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Requests about data, and what relatives prove with theirs: three years after the answer what is left is that one was made and answered in time (S-18). */
export const retention: Sweep[] = [
  unagreedChildren,
  {
    class: 'relativeEvidence',
    due: ({ border }) => sql`
      select paper.id, ${answered} as started,
        ${isHeld({
          class: 'relativeEvidence',
          personKey: peopleOf(sql.ref('request.account_id')),
        })} as is_held
      from relative_evidence paper join rights_request request on request.id = paper.request_id
      where request.answered_at <= ${border}::timestamptz`,
    forget: forgetEvidence,
  },
  {
    class: 'rightsRequest',
    due: ({ border }) => sql`
      select request.id, ${answered} as started,
        ${isHeld({
          class: 'rightsRequest',
          personKey: peopleOf(sql.ref('request.account_id')),
        })} as is_held
      from rights_request request
      where request.anonymised_at is null and request.answered_at <= ${border}::timestamptz`,
    forget: async (tx, ids) => {
      await sql`update rights_request set account_id = null, candidate_id = null, wish_sealed = null, answer_sealed = null,
        anonymised_at = app_now() where id = any(${[...ids]}::uuid[])`.execute(tx);
      await sql`delete from relative_request where id = any(${[...ids]}::uuid[])`.execute(tx);
    },
  },
];
