import { sql } from 'kysely';
import { birthKeyOf } from '#platform/birth';
import type { Tx } from '#platform/database';
import { plainName } from '#platform/person-name';
import { forgetDrafts } from './request/draft.ts';
import { openEntered } from './request/sealed-texts.ts';
import { held, overOn } from './retention.ts';

/** What requests after an exam have to say about the deletion of a candidate. `lastExam`: the China date on which the last was over. */
export type RequestsKept = { busy: number; kept: number; lastExam: string | null };

type Row = {
  id: string;
  status: string;
  last_name: string | null;
  first_name: string | null;
  account_id: string;
  birth_key: Buffer | null;
  entered_sealed: Buffer | null;
  savedAt: string;
  overOn: string;
  isBusy: boolean;
  is_held: boolean;
};

const drafts: readonly string[] = ['Initiated', 'Expired'];

/**
 * Requests name no saved candidate: whom one is about is who has the name and the day of birth in the same account (3-domain 4.3). Those
 * that are forgotten or out of use already are left out.
 */
async function requestsOf(tx: Tx, candidateId: string): Promise<Row[]> {
  const candidate = await tx
    .selectFrom('candidate')
    .select(['account_id', 'last_name', 'first_name', 'birth_key'])
    .where('id', '=', candidateId)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<Row>`
    select request.id, request.status, request.last_name, request.first_name, request.birth_key, request.account_id,
      request.entered_sealed,
      request.saved_at as "savedAt", ${overOn}::text as "overOn",
      request.status in ('Submitted', 'Registered', 'RegisteredCancellationRequested', 'Processing')
        or exists (select from refund where refund.post_test_id = request.id
          and refund.status in ('Pending', 'Approved', 'Processing', 'Failed'))
        or exists (select from proposal where proposal.object_id = request.id and proposal.status = 'Open') as "isBusy", ${held('draft')}
    from post_test request
    where request.account_id = ${candidate.account_id} and request.deleted_at is null and request.anonymised_at is null
      and request.restricted_at is null
    order by request.saved_at, request.id for no key update`.execute(tx);
  const wanted = identityOf(candidate.last_name, candidate.first_name, candidate.birth_key);
  return rows.filter((row) => personOf(row) === wanted);
}

/** A draft's person is what was entered, as far as it goes. */
function personOf(row: Row): string {
  if (!drafts.includes(row.status)) return identityOf(row.last_name, row.first_name, row.birth_key);
  const { lastName, firstName, birthday } = openEntered(row);
  return identityOf(lastName, firstName, birthKeyOf(row.account_id, birthday ?? ''));
}

function identityOf(lastName: string | null, firstName: string | null, birthKey: Buffer | null): string {
  return `${plainName(`${lastName ?? ''}${firstName ?? ''}`)}|${birthKey?.toString('hex') ?? ''}`;
}

/** Requests for a candidate that are under way, and those that are kept. What is a draft is neither. */
export async function requestsOfCandidate(tx: Tx, candidateId: string): Promise<RequestsKept> {
  const rows = (await requestsOf(tx, candidateId)).filter(({ status }) => !drafts.includes(status));
  const days = rows.map((row) => row.overOn).toSorted();
  return { busy: rows.filter(({ isBusy }) => isBusy).length, kept: rows.length, lastExam: days.at(-1) ?? null };
}

/** The ids of the requests for a candidate, drafts not among them. */
export async function requestIdsOfCandidate(tx: Tx, candidateId: string): Promise<string[]> {
  return (await requestsOf(tx, candidateId)).filter(({ status }) => !drafts.includes(status)).map(({ id }) => id);
}

/** Takes the requests for a candidate out of all use but keeping (PIPL 47), and what is held of its drafts. */
export async function restrictRequests(tx: Tx, candidateId: string): Promise<void> {
  const ids = (await requestsOf(tx, candidateId)).map(({ id }) => id);
  await sql`
    update post_test set restricted_at = app_now(), restricted_with = ${candidateId} where id = any(${ids}::uuid[])`.execute(
    tx,
  );
}

/** Gives them back. */
export async function liftRequests(tx: Tx, candidateId: string): Promise<void> {
  await sql`
    update post_test set restricted_at = null, restricted_with = null
    where restricted_with = ${candidateId} and anonymised_at is null`.execute(tx);
}

/**
 * Forgets the drafts of requests for a candidate.
 * @returns those that went, with the instants they were last saved, the oldest first; and how many are held.
 */
export async function forgetDraftsOf(
  tx: Tx,
  candidateId: string,
): Promise<{ gone: { id: string; started: string }[]; held: number }> {
  const rows = (await requestsOf(tx, candidateId)).filter(({ status }) => drafts.includes(status));
  const gone = rows.filter((row) => !row.is_held);
  if (gone.length > 0)
    await forgetDrafts(
      tx,
      gone.map(({ id }) => id),
    );
  return { gone: gone.map(({ id, savedAt }) => ({ id, started: savedAt })), held: rows.length - gone.length };
}
