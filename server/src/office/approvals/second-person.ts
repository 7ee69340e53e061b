import { millisecondsBetween } from '@exam/contract/rules';
import { lastRightsGiven } from '#office/audit';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';

const hoursNew = 24;

/**
 * Two accounts of one person are not two persons (S-16, S-21): nobody decides what they did or proposed themselves, nobody by rights that they were given
 * within a day, and nobody about the act of somebody to whom they gave rights within a day.
 * @param firsts who proposed it, or did what is to be decided.
 * @throws Refusal SECOND_PERSON_NEEDED, RIGHTS_TOO_NEW, RIGHTS_GIVEN_BY_YOU (412).
 */
export async function checkSecondPerson(tx: Tx, staff: StaffActor, firsts: readonly string[]): Promise<void> {
  if (firsts.includes(staff.id)) refuse('SECOND_PERSON_NEEDED');
  const now = await readNow(tx);
  const hoursLeft = (at: string | null) =>
    at === null ? 0 : Math.ceil(hoursNew - millisecondsBetween(at, now) / 3_600_000);
  const hours = hoursLeft(await lastRightsGiven(tx, staff.id));
  if (hours > 0) refuse('RIGHTS_TOO_NEW', { hours });
  for (const first of firsts) {
    const ofTheirs = hoursLeft(await lastRightsGiven(tx, first, staff.id));
    if (ofTheirs > 0) refuse('RIGHTS_GIVEN_BY_YOU', { hours: ofTheirs });
  }
}
