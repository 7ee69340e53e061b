import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { isObjection, noticeOfIt } from './whose.ts';

/**
 * Those of these registrations whose minor is set to leave alone although the guardian named now has not consented to that (R-27,
 * 3-domain 6.1): the guardian is reached at another number than the account's and has not agreed to it by the link, has objected, or the consent
 * was withdrawn; where it is the account's number, its holder has not ticked that the child leaves alone. A note of staff that they consented counts like it. Where it is in doubt the guardian comes.
 */
export async function leavingDoubted(tx: Tx, applicationIds: readonly string[]): Promise<Set<string>> {
  if (applicationIds.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select application.id from application
    left join lateral (
      select bool_or(${isObjection}) as has_objected,
        bool_or(notice.replaced_at is null) as is_told,
        bool_or(notice.replaced_at is null and notice.leaving_agreed_at is not null) as is_agreed
      from guardian_notice notice
      where ${noticeOfIt}) guardian on true
    left join lateral (
      select (array_agg(gone.consent_id is null order by consent.given_at desc))[1] as is_ticked
      from consent left join consent_ended gone on gone.consent_id = consent.id
      where (consent.application_id = application.id or consent.booking_id = application.booking_id)
        and consent.statement_id = 'guardianship') holder on true
    where application.id = any(${[...applicationIds]}::uuid[]) and application.leave_alone and (
      coalesce(guardian.has_objected, false)
      or application.leaving_noted_at is null
        and case when guardian.is_told then guardian.is_agreed is not true
          else application.leaving_ticked_at is null or holder.is_ticked is not true end)`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Another guardian is named for a registration: what anybody agreed to about leaving alone by a link of it counts no more. */
export async function forgetLeaving(tx: Tx, applicationId: string): Promise<void> {
  await tx
    .updateTable('guardian_notice')
    .set({ leaving_agreed_at: null })
    .where('application_id', '=', applicationId)
    .execute();
}
