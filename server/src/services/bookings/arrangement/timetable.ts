import { sql } from 'kysely';
import { openRecords } from '#office/access';
import { audit } from '#office/audit';
import { filesOf, handFile, sendFileOf } from '#office/files';
import { inTransaction } from '#platform/database';
import { refuse } from '#platform/errors';
import type { FileReply } from '#platform/http';
import { checkOffice, inOffices, type StaffActor } from '#platform/staff-http';
import type { Seen } from '../staff-acts.ts';
import { lockBooking } from '../store.ts';

/**
 * Gives a booking the university's timetable, a file that the member of staff has just uploaded; the candidate reads it from then on
 * (step 3). An earlier one stays in the history.
 * @throws Refusal NOT_FOUND for another office's booking or another's file; VERSION_CONFLICT; ILLEGAL_STATE once it has ended.
 */
export async function attachTimetable(
  staff: StaffActor,
  { fileId, ...seen }: Seen & { fileId: string },
): Promise<void> {
  await inTransaction(async (tx) => {
    const booking = await lockBooking(tx, seen.bookingId);
    checkOffice(staff, booking.office_id);
    if (booking.version !== seen.version) refuse('VERSION_CONFLICT');
    if (!live.has(booking.status)) refuse('ILLEGAL_STATE');
    await handFile(tx, {
      id: fileId,
      staffId: staff.id,
      accountId: booking.account_id,
      usedBy: 'booking',
      objectId: booking.id,
    });
    await tx
      .updateTable('booking')
      .set((row) => ({ timetable_file_id: fileId, version: row('version', '+', 1) }))
      .where('id', '=', booking.id)
      .execute();
    await audit(tx, {
      staff,
      action: 'bookings.timetable',
      object: { kind: 'booking', id: booking.id },
      before: { fileId: booking.timetable_file_id },
      after: { fileId },
    });
  });
}

const live: ReadonlySet<string> = new Set(['Initiated', 'Drafted', 'Confirming', 'Processing', 'Completed']);

type Wanted = { id: string; fileId: string; reason?: string | undefined };

/**
 * A file of a booking, to be saved; looking at it is recorded. The timetable is the office's own; what the candidate sent needs a reason.
 * @throws Refusal NOT_FOUND; BOOKING_REASON.
 */
export async function sendBookingFile(
  staff: StaffActor,
  { id: bookingId, fileId, reason }: Wanted,
): Promise<FileReply> {
  const objectIds = await inTransaction(async (tx) => {
    const { rows } = await sql<{ form_files_id: string | null; timetable_file_id: string | null }>`
      select form_files_id, timetable_file_id from booking where id = ${bookingId} and restricted_at is null
        and ${inOffices(staff, 'booking.office_id')}`.execute(tx);
    const [booking] = rows;
    if (!booking) refuse('NOT_FOUND');
    const objects = [bookingId, booking.form_files_id ?? []].flat();
    const files = [...(await filesOf(tx, objects)).values()].flat();
    if (!files.some(({ id }) => id === fileId)) refuse('NOT_FOUND');
    if (reason === undefined && fileId !== booking.timetable_file_id) refuse('BOOKING_REASON');
    const object = { kind: 'booking', id: bookingId } as const;
    const entryId = await audit(tx, { staff, action: 'bookings.document', object, reason, after: { fileId } });
    await openRecords(tx, staff, {
      kind: 'booking',
      ids: [bookingId],
      purpose: 'desk.file',
      reason: reason ?? null,
      entryId,
    });
    return objects;
  });
  return await sendFileOf(objectIds, fileId);
}
