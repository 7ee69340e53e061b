import { keptUntilAfterDate } from '@exam/contract/rules';
import type { RightsRequest } from '@exam/contract/entities';
import { sql } from 'kysely';
import { forgetCartOf, registrationsOfCandidate, restrictRegistrations } from '#applications';
import { bookingsOfCandidate, restrictBookings } from '#bookings';
import { forgetCandidates, lockForDeletion, restrictCandidate, type ToDelete } from '#candidates';
import { journalErasure } from '#holds';
import { chinaDateOf } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { openRequest, presentRequest, serveRequest } from './store.ts';

/**
 * Asks staff to correct what the account cannot correct itself.
 * @throws Refusal NOT_FOUND for a candidate that is not the account's; FIELDS when nothing was written.
 */
export async function askCorrection(
  tx: Tx,
  asked: { accountId: string; candidateId: string | null; wish: string },
): Promise<RightsRequest> {
  const wish = asked.wish.trim();
  if (wish === '') refuse('FIELDS', {}, { wish: 'REQUIRED_FIELD' });
  if (asked.candidateId !== null) await checkOwn(tx, asked.accountId, asked.candidateId);
  return await presentRequest(tx, await openRequest(tx, { ...asked, kind: 'Correction', wish }));
}

async function checkOwn(tx: Tx, accountId: string, id: string): Promise<void> {
  const row = await tx
    .selectFrom('candidate')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('restricted_at', 'is', null)
    .where('anonymised_at', 'is', null)
    .executeTakeFirst();
  if (!row) refuse('NOT_FOUND');
}

/**
 * Deletes a candidate (PIPL 47). Where no exam record, booking or hold needs it, it is forgotten at once. Otherwise everything but keeping
 * stops at once: neither its owner nor the staff of the exams find it any more, and it goes by itself with the last record that has to be
 * kept; staff answer the request.
 * @throws Refusal NOT_FOUND when it is not the account's, or is deleted already; CANDIDATE_BUSY while something of it is under way.
 */
export async function askDeletion(
  tx: Tx,
  { accountId, candidateId }: { accountId: string; candidateId: string },
): Promise<RightsRequest> {
  // A hold that is being opened is waited for: it finds the person whole, or gone.
  await sql`lock table legal_hold in share mode`.execute(tx);
  const candidate = await lockForDeletion(tx, { accountId, id: candidateId });
  const exams = await registrationsOfCandidate(tx, candidateId);
  const bookings = await bookingsOfCandidate(tx, candidateId);
  if (exams.busy + bookings.busy > 0) refuse('CANDIDATE_BUSY');
  const request = await openRequest(tx, { accountId, candidateId, kind: 'Deletion' });
  await forgetCart(tx, candidateId);
  if (exams.kept + bookings.kept === 0 && !candidate.isHeld) {
    await forgetNow(tx, candidate);
    return await presentRequest(tx, await serveRequest(tx, request));
  }
  await restrictCandidate(tx, candidateId);
  await restrictRegistrations(tx, candidateId);
  await restrictBookings(tx, candidateId);
  const [last] = [exams.lastExam, bookings.lastExam]
    .flatMap((each) => each ?? [])
    .toSorted((a, b) => b.localeCompare(a));
  const waitsUntil = last === undefined || candidate.isHeld ? null : keptUntilAfterDate('examRecord', last);
  const waiting = await tx
    .updateTable('rights_request')
    .set({ waits_until: waitsUntil })
    .where('id', '=', request.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return await presentRequest(tx, waiting);
}

async function forgetCart(tx: Tx, candidateId: string): Promise<void> {
  const gone = await forgetCartOf(tx, candidateId);
  if (gone.length > 0) await journalErasure(tx, 'draft', gone);
}

async function forgetNow(tx: Tx, { id, createdAt }: ToDelete): Promise<void> {
  await forgetCandidates(tx, [id]);
  await journalErasure(tx, 'candidate', [{ id, started: chinaDateOf(createdAt) }]);
}
