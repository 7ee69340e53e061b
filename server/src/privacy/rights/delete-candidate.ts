import { keptUntilAfter, keptUntilAfterDate } from '@exam/contract/rules';
import { forgetCartOf, registrationsOfCandidate, restrictRegistrations } from '#registering/applications';
import { bookingsOfCandidate, forgetNeverBookedOf, restrictBookings } from '#services/bookings';
import {
  forgetCandidates,
  forgetWizardsNaming,
  lockForDeletion,
  restrictCandidate,
  type ToDelete,
} from '#people/candidates';
import { journalErasure, waitForHolds } from '#office/holds';
import { lockAccountOrders } from '#checkout/orders';
import { chinaDateOf } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { forgetDraftsOf, requestsOfCandidate, restrictRequests } from '#services/post-test';

/** Forgotten, or out of use until the last of its periods ends; `waitsUntil` is null too where a hold keeps it. */
export type Deleted = { isForgotten: boolean; waitsUntil: string | null };

/**
 * Deletes a candidate (PIPL 47). Where no exam record, booking or hold needs it, it is forgotten at once; a booking that was taken back
 * before anything was to be paid is none, and an order that nobody paid is kept for its own year alone. Otherwise everything but keeping
 * stops at once: neither its owner nor the staff of the exams find it any more, and it goes by itself with the last record that has to be
 * kept.
 * @throws Refusal NOT_FOUND when it is not the account's, or is deleted already; CANDIDATE_BUSY while something of it is under way.
 */
export async function deleteCandidate(
  tx: Tx,
  { accountId, candidateId }: { accountId: string; candidateId: string },
): Promise<Deleted> {
  await waitForHolds(tx);
  // An order that is being placed is waited for, as whoever places one waits for this.
  await lockAccountOrders(tx, accountId);
  const candidate = await lockForDeletion(tx, { accountId, id: candidateId });
  const exams = await registrationsOfCandidate(tx, candidateId);
  const bookings = await bookingsOfCandidate(tx, candidateId);
  const requests = await requestsOfCandidate(tx, candidateId);
  if (exams.busy + bookings.busy + requests.busy > 0) refuse('CANDIDATE_BUSY');
  const isHeld = (await forgetUnkept(tx, { accountId, candidateId })) > 0 || candidate.isHeld;
  if (exams.kept + bookings.kept + requests.kept === 0 && !isHeld) {
    await forgetNow(tx, candidate);
    return { isForgotten: true, waitsUntil: null };
  }
  await restrictCandidate(tx, candidateId);
  await restrictRegistrations(tx, candidateId);
  await restrictBookings(tx, candidateId);
  await restrictRequests(tx, candidateId);
  const [last] = [exams.lastExam, bookings.lastExam, requests.lastExam]
    .flatMap((each) => each ?? [])
    .toSorted((a, b) => b.localeCompare(a));
  const ends = [
    ...(last === undefined ? [] : [keptUntilAfterDate('examRecord', last)]),
    ...(exams.lastLapse === null ? [] : [keptUntilAfter('lapsedOrder', exams.lastLapse)]),
  ];
  const waitsUntil = isHeld ? null : (ends.toSorted((a, b) => b.localeCompare(a))[0] ?? null);
  return { isForgotten: false, waitsUntil };
}

/**
 * Forgets what of a candidate nothing but a hold keeps: lines of the cart, drafts, wizards, and what was never booked. `waitForHolds` and the
 * lock of the account's orders came first.
 * @returns how many of them a hold keeps.
 */
export async function forgetUnkept(
  tx: Tx,
  { accountId, candidateId }: { accountId: string; candidateId: string },
): Promise<number> {
  const lines = await forgetCart(tx, candidateId);
  const wizards = await forgetWizardsNaming(tx, { accountId, candidateId });
  return lines + wizards + (await forgetNeverBooked(tx, candidateId));
}

/** @returns how many lines of the cart, and drafts after an exam, a hold keeps. */
async function forgetCart(tx: Tx, candidateId: string): Promise<number> {
  const cart = await forgetCartOf(tx, { candidateId });
  const drafts = await forgetDraftsOf(tx, candidateId);
  const gone = [...cart.gone, ...drafts.gone].toSorted((a, b) => a.started.localeCompare(b.started));
  if (gone.length > 0) await journalErasure(tx, 'draft', gone);
  return cart.held + drafts.held;
}

/** @returns how many bookings that nobody ever booked a hold keeps. */
async function forgetNeverBooked(tx: Tx, candidateId: string): Promise<number> {
  const { gone, held } = await forgetNeverBookedOf(tx, candidateId);
  if (gone.length > 0) await journalErasure(tx, 'examRecord', gone);
  return held;
}

async function forgetNow(tx: Tx, { id, createdAt }: ToDelete): Promise<void> {
  await forgetCandidates(tx, [id]);
  await journalErasure(tx, 'candidate', [{ id, started: chinaDateOf(createdAt) }]);
}
