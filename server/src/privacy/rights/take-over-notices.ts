import { oldNotices, type OldNotice, takeOver } from '#people/guardians';
import { keepGuardian } from '#registering/applications';
import { keepGuardianOfBooking } from '#services/bookings';
import { keepGuardianOfRequest } from '#services/post-test';
import { inTransaction, reading, type Tx } from '#platform/database';
import { logError } from '#platform/log';

const batch = 200;

/**
 * Takes over what earlier versions kept of guardians (decision 0076), each notice by itself: what was sent goes on opening, and what was said holds. Run
 * before anything is served and each night, for servers of the version before may run for a while. One that cannot be taken over is told in the log, and the others are.
 */
export async function takeOverNotices(): Promise<void> {
  const tried: string[] = [];
  for (;;) {
    const notices = await reading((tx) => oldNotices(tx, { most: batch, but: tried }));
    if (notices.length === 0) return;
    tried.push(...notices.map(({ id }) => id));
    for (const notice of notices)
      await inTransaction((tx) => takeOne(tx, notice)).catch((error: unknown) =>
        logError('notice to a guardian not taken over', error),
      );
  }
}

/** The same of a backup that is being restored, in its transaction. */
export async function takeRestoredNoticesOver(tx: Tx): Promise<void> {
  const tried: string[] = [];
  for (;;) {
    const notices = await oldNotices(tx, { most: batch, but: tried });
    if (notices.length === 0) return;
    tried.push(...notices.map(({ id }) => id));
    for (const notice of notices) await takeOne(tx, notice);
  }
}

async function takeOne(tx: Tx, notice: OldNotice): Promise<void> {
  const taken = await takeOver(tx, notice);
  if (taken === null) return;
  const { of, objectId: id } = taken.thing;
  const keep = { id, guardianKey: taken.guardianKey, isUnder14: notice.mustAgree };
  if (of === 'application_id') return await keepGuardian(tx, keep);
  if (of === 'post_test_id') return await keepGuardianOfRequest(tx, keep);
  await keepGuardianOfBooking(tx, keep);
  await keepGuardian(tx, { ...keep, bookingId: id });
}
