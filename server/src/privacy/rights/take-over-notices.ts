import { askGuardians, oldNotices, type OldNotice, takeOver } from '#people/guardians';
import { keepGuardian } from '#registering/applications';
import { keepGuardianOfBooking } from '#services/bookings';
import { keepGuardianOfRequest } from '#services/post-test';
import { inTransaction, reading, type Tx } from '#platform/database';
import { logError } from '#platform/log';
import { enqueueAll } from '#platform/outbox';

const batch = 200;

/**
 * Takes over what earlier versions kept of guardians (decision 0076), each notice by itself: what was sent goes on opening, and what was said holds. Run
 * before anything is served and each night, for servers of the version before may run for a while. One that cannot be taken over is told in the log, and the others are.
 */
export async function takeOverNotices(): Promise<void> {
  const left: string[] = [];
  for (;;) {
    const notices = await reading((tx) => oldNotices(tx, { most: batch, but: left }));
    if (notices.length === 0) return;
    for (const notice of notices) {
      const isTaken = await inTransaction((tx) => takeOne(tx, notice)).catch((error: unknown) => {
        logError('notice to a guardian not taken over', error);
        return false;
      });
      if (!isTaken) left.push(notice.id);
    }
  }
}

/** The same of a backup that is being restored, in its transaction. */
export async function takeRestoredNoticesOver(tx: Tx): Promise<void> {
  const left: string[] = [];
  for (;;) {
    const notices = await oldNotices(tx, { most: batch, but: left });
    if (notices.length === 0) return;
    for (const notice of notices) if (!(await takeOne(tx, notice))) left.push(notice.id);
  }
}

/** @returns whether it is taken over; one whose number cannot be read is not. */
async function takeOne(tx: Tx, notice: OldNotice): Promise<boolean> {
  const taken = await takeOver(tx, notice);
  if (taken === null) return false;
  const { of, objectId: id } = taken.thing;
  // Another guardian is named for it now, of which this one is told.
  if (notice.isReplaced) {
    await enqueueAll(tx, [askGuardians([id], { caller: null })]);
    return true;
  }
  const keep = { id, guardianKey: taken.guardianKey, isUnder14: notice.mustAgree };
  if (of === 'post_test_id') await keepGuardianOfRequest(tx, keep);
  else if (of === 'application_id') await keepGuardian(tx, keep);
  else {
    await keepGuardianOfBooking(tx, keep);
    await keepGuardian(tx, { ...keep, bookingId: id });
  }
  return true;
}
