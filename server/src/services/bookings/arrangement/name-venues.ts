import type { StaffCalls } from '@exam/contract/staff';
import type * as z from 'zod/mini';
import { refuse, refuseFields } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import { record } from '#platform/transition';
import { catalogueNow } from '#offer/catalogue';
import { changeSession, lockSessions } from '#offer/sessions';
import { countUp, lettersFollow, openProposal } from './another-date.ts';
import { checkPlaces, checkSlots, plainPlace, rearrange } from './arrangement.ts';
import { type MovableExam, movableExams } from './date-proposals.ts';
import { auditBooking, type Seen, withBooking } from '../staff-acts.ts';
import { tellVenueChanged } from '../notify.ts';

type Venues = Omit<z.output<StaffCalls['bookings.nameVenues']['body']>, 'version'>;

/**
 * Names the venues of exams of a paid booking that are still to be sat: without one there is no letter. At once; letters
 * follow. Whoever was told another place is told that it has changed; where there was none, letter and reminder tell it.
 * @throws Refusal NOT_FOUND, VERSION_CONFLICT; ILLEGAL_STATE for an exam that is not to be sat any more, while a cancellation of one is asked
 *   for, or while the family is asked about another date; FIELDS under `papers.<n>.venueId`; SLOT_TAKEN.
 */
export async function nameVenues(staff: StaffActor, { papers: wished, ...seen }: Seen & Venues): Promise<void> {
  const catalogue = await catalogueNow(() => true);
  await withBooking(staff, seen, async (tx, booking) => {
    const movable = await movableExams(tx, booking, { lock: true });
    if (await openProposal(tx, booking.id)) refuse('ILLEGAL_STATE');
    const exams = wished.map(({ sessionId, venueId, place = '' }) => {
      const exam = movable.find((each) => each.sessionId === sessionId) ?? refuse('ILLEGAL_STATE');
      return { ...exam, venueId, place: place.trim(), testDate: exam.examDate };
    });
    if (new Set(exams.map(({ sessionId }) => sessionId)).size !== exams.length) refuse('ILLEGAL_STATE');
    const fields: Record<string, string> = {};
    await checkPlaces(tx, booking, exams, fields);
    if (Object.keys(fields).length > 0) refuseFields(fields);
    await checkSlots(tx, booking.id, exams);
    await lockSessions(
      tx,
      exams.map(({ sessionId }) => sessionId),
    );
    for (const exam of exams) {
      await changeSession(tx, exam.sessionId, { venue_id: exam.venueId, place: exam.place });
      await lettersFollow(tx, exam);
    }
    const named = (sort: number) => exams.find(({ paper }) => paper === sort);
    await rearrange(tx, booking, {
      change: (sort) => {
        const exam = named(sort);
        return exam && { venue_id: exam.venueId, place: exam.place };
      },
      staffId: staff.id,
    });
    await countUp(tx, booking.id);
    await record(tx, { kind: 'booking', id: booking.id, event: 'nameVenues', actor: { kind: 'staff', id: staff.id } });
    const placeOf = ({ sessionId, venueId, place }: Pick<MovableExam, 'sessionId' | 'venueId' | 'place'>) => ({
      sessionId,
      venueId,
      place,
    });
    for (const { applicationId } of exams.filter((exam) => isElsewhere(movable, exam)))
      await tellVenueChanged(tx, { applicationId, catalogue, version: seen.version });
    await auditBooking(tx, staff, booking, {
      action: 'bookings.nameVenues',
      before: { papers: movable.filter(({ paper }) => named(paper)).map(placeOf) },
      after: { papers: exams.map(placeOf) },
    });
  });
}

/** Whether an exam had a place before, and it was another one. */
function isElsewhere(before: readonly MovableExam[], { sessionId, venueId, place }: MovableExam): boolean {
  const exam = before.find((each) => each.sessionId === sessionId);
  if (!exam?.venueId) return false;
  return exam.venueId !== venueId || plainPlace(exam.place) !== plainPlace(place);
}
