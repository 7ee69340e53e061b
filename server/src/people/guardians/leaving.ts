import { sql } from 'kysely';
import type { Tx } from '#platform/database';

/**
 * Of which of these registrations a minor is set to leave alone though no guardian's consent to that stands (R-27, 3-domain 6.1): the guardian is
 * reached at another number than the account's and has not agreed to it by their link, has objected, or the consent was withdrawn. Staff who set
 * it have noted who consented. Where it is in doubt the guardian comes.
 */
export async function leavingDoubted(tx: Tx, applicationIds: readonly string[]): Promise<Set<string>> {
  if (applicationIds.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select application.id from application
    left join lateral (
      select history.actor_kind, history.at from history
      where history.kind = 'application' and history.object_id = application.id and history.event = 'changePickup'
      order by history.at desc, history.id desc limit 1) chosen on true
    left join lateral (
      select bool_or(notice.objected_at is not null and not exists (
          select from rights_request request where request.id = notice.request_id and request.status = 'Refused')) as has_objected,
        bool_or(notice.replaced_at is null) as is_told,
        bool_or(notice.replaced_at is null and notice.leaving_agreed_at is not null) as is_agreed
      from guardian_notice notice
      where notice.application_id = application.id
        -- Of a booking, where nobody was told of this exam alone.
        or notice.booking_id = application.booking_id and not exists (
          select from guardian_notice own where own.application_id = application.id)) guardian on true
    left join lateral (
      select (array_agg(gone.consent_id is null order by consent.given_at desc) filter (where consent.statement_id = 'guardianship'))[1] as is_ticked,
        max(gone.withdrawn_at) as withdrawn_at
      from consent left join consent_ended gone on gone.consent_id = consent.id
      where (consent.application_id = application.id or consent.booking_id = application.booking_id)
        and consent.statement_id in ('guardianLeaving', 'guardianship')) consents on true
    where application.id = any(${[...applicationIds]}::uuid[]) and application.leave_alone and (
      coalesce(guardian.has_objected, false)
      or case when chosen.actor_kind = 'staff' then coalesce(consents.withdrawn_at > chosen.at, false)
        when guardian.is_told then guardian.is_agreed is not true
        else consents.is_ticked is not true end)`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** The consent to leaving alone of a registration, or of a booking, is taken back: nobody whom its guardian was told by has agreed to it any more. */
export async function takeLeavingBack(tx: Tx, objectId: string): Promise<void> {
  await sql`
    update guardian_notice set leaving_agreed_at = null
    where (application_id = ${objectId} or booking_id = ${objectId}) and leaving_agreed_at is not null`.execute(tx);
}
