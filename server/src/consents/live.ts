import { passingStatements } from '@exam/contract/rules';
import { type RawBuilder, sql } from 'kysely';

/**
 * SQL: whether the consents to a submission allow its data to be passed to an awarding body: the last set that was ticked holds the consent
 * to passing it on, and none of that set was withdrawn (3-domain 6.1, 6.2).
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

/**
 * A submission that was changed was consented to anew: the last set counts. Against the objection of a guardian nobody consents anew,
 * unless staff refused it (PIPL 31).
 */
function lastSet(match: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select consent.statement_id, consent.given_at = max(consent.given_at) over () as is_last,
      exists (select from consent_ended gone where gone.consent_id = consent.id)
        or exists (select from guardian_notice notice join rights_request objection on objection.id = notice.request_id
          where objection.status <> 'Refused' and (notice.application_id = consent.application_id
            or notice.booking_id = consent.booking_id or notice.post_test_id = consent.post_test_id)) as is_gone
    from consent where ${match}`;
}
