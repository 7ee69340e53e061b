import { letterStates } from '@exam/contract/machines';
import { isFieldShown, type StaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { openRecords } from '#office/access';
import { countUpDesk, moveToSession } from '#registering/applications';
import { audit } from '#office/audit';
import { countAfterMove, isPaperWithdrawn, lockCounts, refuseWithdrawnPapers, tellMoved } from '#desk/session-minimums';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { inOffices, type StaffActor } from '#platform/staff-http';
import { findDeskRow, lockDeskRow } from './store.ts';

type Targets = z.output<StaffCalls['applications.moveTargets']['reply']>;

/** Where a registration can go: sessions to come of the same product with all its subjects, not yet full, soonest first. */
export async function findMoveTargets(tx: Tx, staff: StaffActor, id: string): Promise<Targets> {
  const desk = await findDeskRow(tx, staff, id);
  await openRecords(tx, staff, { kind: 'application', ids: [id], purpose: 'applications.get' });
  const isPriceShown = isFieldShown('amount', staff.permissions);
  const { rows } = await sql<Targets['list'][number]>`
    with own as (select subject_id from application_paper where application_id = ${id})
    select place.session_id as "sessionId", place.exam_date as "examDate", place.start_time as "startTime",
      place.city_name_en as "cityNameEn", place.city_name_zh as "cityNameZh", place.venue_name_en as "venueNameEn", place.venue_name_zh as "venueNameZh",
      session.seat - session.registered as free,
      (select sum(paper.total)::integer from session_subject paper where paper.session_id = session.id
        and paper.subject_id in (select subject_id from own)) as price,
      session.publish_end_at >= (select app_now()) as "isOpen"
    from session_place place join exam_session session on session.id = place.session_id
    where place.product_id = ${desk.productId} and place.session_id <> ${desk.sessionId} and place.status = 'Published'
      and session.booking_id is null and place.starts_at > (select app_now()) and session.seat > session.registered
      and ${inOffices(staff, 'place.office_id')}
      and not exists (select from own where not exists (
        select from session_subject paper where paper.session_id = session.id and paper.subject_id = own.subject_id
          and not ${isPaperWithdrawn}))
    order by place.starts_at, place.session_id limit 100`.execute(tx);
  const { rows: paid } = await sql<{ price: number }>`
    select pay_amount as price from application_paid where application_id = ${id}`.execute(tx);
  return {
    price: isPriceShown ? (paid[0]?.price ?? null) : null,
    list: rows.map((row) => (isPriceShown ? row : { ...row, price: null })),
  };
}

type Moving = { id: string; version: number; sessionId: string; reason: string };

/**
 * Staff move one registration to another session of the same product, seats in one transaction; the price stays as it was paid,
 * the owner is told and the letter is a new one.
 * @throws Refusal as `lockDeskRow`; SAME_SESSION; NOT_FOUND for a session of another product or office; SESSION_WITHDRAWN,
 *   SESSION_EXPIRED; ILLEGAL_STATE where nothing is paid or the exam has begun; what `moveToSession` refuses.
 */
export async function moveRegistration(tx: Tx, staff: StaffActor, moving: Moving): Promise<void> {
  const { id, version, sessionId, reason } = moving;
  const { sessionId: before } = await findDeskRow(tx, staff, id);
  await lockCounts(tx, [before, sessionId]);
  const desk = await lockDeskRow(tx, staff, { id, version });
  await openRecords(tx, staff, { kind: 'application', ids: [id], purpose: 'applications.get', act: 'Changed', reason });
  if (!letterStates.some((state) => state === desk.status)) refuse('ILLEGAL_STATE');
  if (desk.sessionId === sessionId) refuse('SAME_SESSION');
  await refuseBegun(tx, desk.sessionId);
  await checkTarget(tx, staff, { sessionId, productId: desk.productId });
  await refuseWithdrawnPapers(tx, { applicationIds: [id], to: sessionId });
  const { rows: paid } = await sql`select from application_paid where application_id = ${id}`.execute(tx);
  if (paid.length === 0) refuse('ILLEGAL_STATE');
  await moveToSession(tx, { ids: [id], sessionId, actor: { kind: 'staff', id: staff.id }, reason });
  await countAfterMove(tx, { from: [desk.sessionId], to: sessionId });
  await countUpDesk(tx, [id]);
  await tellMoved(tx, { applicationId: id, accountId: desk.accountId, previousDate: desk.examDate });
  await audit(tx, {
    staff,
    action: 'applications.move',
    object: { kind: 'application', id },
    reason,
    before: { sessionId: desk.sessionId },
    after: { sessionId },
  });
}

/** Who may be sitting the exam already is not moved out of it. */
async function refuseBegun(tx: Tx, sessionId: string): Promise<void> {
  const { rows } = await sql`
    select from session_place where session_id = ${sessionId} and starts_at <= app_now()`.execute(tx);
  if (rows.length > 0) refuse('ILLEGAL_STATE');
}

async function checkTarget(tx: Tx, staff: StaffActor, target: { sessionId: string; productId: string }): Promise<void> {
  const { sessionId, productId } = target;
  const { rows } = await sql<{ status: string; is_past: boolean }>`
    select status, starts_at <= app_now() as is_past from session_place place
    where session_id = ${sessionId} and product_id = ${productId} and ${inOffices(staff, 'place.office_id')}`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) refuse('NOT_FOUND');
  if (row.status !== 'Published') refuse('SESSION_WITHDRAWN');
  if (row.is_past) refuse('SESSION_EXPIRED');
}
