import { sql } from 'kysely';

/**
 * SQL: whether a `guardian_notice` called `notice` is about the registration of `application`: its own, or that of its booking, unless another
 * guardian is named for this exam alone. An objection stays one (decision 0052).
 */
export const noticeOfIt = sql<boolean>`(notice.application_id = application.id or notice.booking_id = application.booking_id
  and (application.guardian_changed_at is null or notice.objected_at is not null))`;

/** SQL: whether a `guardian_notice` called `notice` was objected to, and staff have not refused that. */
export const isObjection = sql<boolean>`(notice.objected_at is not null and not exists (
  select from rights_request request where request.id = notice.request_id and request.status = 'Refused'))`;

/** SQL: the same as `noticeOfIt` for a `guardian_wait` aliased `wait`. */
export const waitOfIt = sql<boolean>`(wait.application_id = application.id or wait.booking_id = application.booking_id
  and (application.guardian_changed_at is null or wait.has_objected))`;
