import type { PickupPersonInput } from '@exam/contract/entities';
import { pickupEditableStates } from '@exam/contract/machines';
import { chinaDateOf, lastMomentBefore } from '@exam/contract/rules';
import { sql } from 'kysely';
import { readWorkingCalendar } from '#catalogue';
import { readNow } from '#platform/clock';
import { inTransaction } from '#platform/database';
import { refuse } from '#platform/errors';
import { enqueue } from '#platform/outbox';
import { record } from '#platform/transition';
import { sessionsForSale } from '#sessions';
import { readLeave, type Problems } from './entry.ts';
import { writePerson } from './snapshot.ts';
import { findApplication } from './store.ts';

export type PickupChange = {
  accountId: string;
  applicationId: string;
  leaveAlone: boolean;
  applicationPickupPerson?: PickupPersonInput | null | undefined;
};

/**
 * Changes who picks a minor up, or whether they leave alone: the only thing a user may change after payment, until 24:00 of the
 * working day before the exam (R-27, 9.1 #17). The letter becomes a new version.
 * @throws Refusal NOT_FOUND; ILLEGAL_STATE; PICKUP_TOO_LATE; FIELDS under `leaveAlone` and `applicationPickupPerson.…`.
 */
export async function changePickup(change: PickupChange): Promise<void> {
  const { accountId, applicationId } = change;
  await inTransaction(async (tx) => {
    const row = (await findApplication(tx, { accountId, id: applicationId, lock: true })) ?? refuse('NOT_FOUND');
    if (!pickupEditableStates.some((state) => state === row.status)) refuse('ILLEGAL_STATE');
    const [session] = await sessionsForSale(tx, [row.session_id]);
    const { examDate } = session ?? refuse('NOT_FOUND');
    const calendar = await readWorkingCalendar(tx);
    if ((await readNow(tx)) >= lastMomentBefore(calendar, examDate, 1)) refuse('PICKUP_TOO_LATE');
    const problems: Problems = {};
    // Who was a minor at submission is treated as one: the day of submission decides.
    const person = { dob: row.dob, examDate, today: chinaDateOf(row.created_at) };
    const { leaveAlone, pickupPerson } = readLeave(change, person, problems);
    if (Object.keys(problems).length > 0) refuse('FIELDS', {}, problems);
    if (leaveAlone === null) refuse('FIELDS', {}, { leaveAlone: 'LEAVE_NOT_FOR_ADULTS' });
    await tx
      .updateTable('application')
      .set({ leave_alone: leaveAlone, letter_version: sql<number>`letter_version + 1` })
      .where('id', '=', row.id)
      .execute();
    await tx
      .deleteFrom('application_person')
      .where('application_id', '=', row.id)
      .where('role', '=', 'PickupPerson')
      .execute();
    if (pickupPerson) await writePerson(tx, row.id, 'PickupPerson', pickupPerson);
    await record(tx, {
      kind: 'application',
      id: row.id,
      event: 'changePickup',
      actor: { kind: 'candidate', id: accountId },
    });
    await enqueue(tx, 'letters.plan', { applicationId: row.id }, { jobKey: `letter:${row.id}` });
  });
}
