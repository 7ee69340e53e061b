import { childStatements, passingStatements } from '@exam/contract/rules';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/database';

/**
 * SQL: whether the consents to a submission allow its data to be passed to an awarding body: the last submission holds the consent
 * to passing it on, and nothing ticked since was withdrawn (3-domain 6.1, 6.2).
 * @param match which rows of `consent` are the submission's, as SQL about that table.
 */
export function mayBePassedOn(match: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`coalesce((
    select bool_and(not is_gone) and bool_or(statement_id = any(${[...passingStatements]}::text[])) from (${lastSet(match)}) given
    where is_last), false)`;
}

/** SQL: whether one of the consents last given to a submission was withdrawn. */
export function isConsentGone(match: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`coalesce((select bool_or(is_gone) from (${lastSet(match)}) given where is_last), false)`;
}

/** Whether a guardian consented to keeping somebody of a list (PIPL 31). */
export async function isConsentedToKeep(tx: Tx, candidateId: string): Promise<boolean> {
  const { rows } = await sql`
    select from consent where candidate_id = ${candidateId} and statement_id = any(${[...childStatements]}::text[]) limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/**
 * SQL: whether a guardian agreed to an exam of a saved candidate (`candidate`) that names nobody any more, by its evidence: until then the case says it, of the
 * child of this birth date (decision 0090). Taken back, and after an objection, it counts no more.
 */
export const wasAgreedTo = sql<boolean>`exists (select from consent given
  where given.candidate_id = candidate.id and given.account_id = candidate.account_id and given.statement_id = 'guardianAgreed'
    and not exists (select from sitting_begins thing where thing.object_id = coalesce(given.application_id, given.booking_id, given.post_test_id))
    and not exists (select from consent_ended gone where gone.consent_id = given.id))`;

/**
 * A submission that was changed was consented to again: the last one counts, which asked for passing on, and of it and what was ticked
 * since (a child who may now leave alone) each statement as given last. Against the objection of a guardian nobody consents again,
 * unless staff refused it (PIPL 31). How a child leaves is not passed on, and taking it back ends nothing else.
 */
function lastSet(match: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select consent.statement_id, 
      consent.given_at >= coalesce(
        max(consent.given_at) filter (where consent.statement_id = any(${[...passingStatements]}::text[])) over (),
        max(consent.given_at) over ())
        and consent.given_at = max(consent.given_at) over (partition by consent.statement_id) as is_last,
      exists (select from consent_ended gone where gone.consent_id = consent.id)
        or exists (select from guardian_said known where known.account_id = consent.account_id) and exists (
          select from guardian_waits wait
          where wait.object_id = coalesce(consent.application_id, consent.booking_id, consent.post_test_id) and wait.is_own_objection) as is_gone
    from consent where (${match}) and consent.statement_id <> 'guardianLeaving'`;
}
