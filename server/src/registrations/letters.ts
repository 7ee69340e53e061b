import type { StaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { accountContact } from '#accounts';
import { lettersOfSession } from '#applications';
import { audit } from '#audit';
import { catalogueNow } from '#catalogue';
import { tellLetterAgain } from '#letters';
import { inTransaction, reading, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { enqueue } from '#platform/outbox';
import { checkOffice, type StaffActor } from '#platform/staff-http';
import { findDeskRow } from './store.ts';

/** Sends a letter once more. @throws as `tellLetterAgain`; NOT_FOUND outside the staff's offices. */
export async function sendLetter(staff: StaffActor, { id, reason }: { id: string; reason: string }): Promise<void> {
  await reading((tx) => findDeskRow(tx, staff, id));
  const catalogue = await catalogueNow(() => true);
  await inTransaction(async (tx) => {
    await tellLetterAgain(tx, id, catalogue);
    await audit(tx, { staff, action: 'applications.sendLetter', object: { kind: 'application', id }, reason });
  });
}

type Sent = z.output<StaffCalls['applications.sendLetters']['reply']>;
type Sending = { sessionId: string; isDryRun: boolean; isAgain: boolean; reason: string };

/**
 * Has all letters of a session sent, also before their day: those never told and those that failed, with `isAgain`
 * everybody's. The worker sends them; a dry run only counts.
 * @throws Refusal NOT_FOUND; LETTER_UNAVAILABLE for a session without a venue or not published.
 */
export async function sendLetters(staff: StaffActor, sending: Sending): Promise<Sent> {
  const { sessionId, isDryRun, isAgain, reason } = sending;
  const catalogue = await catalogueNow(() => true);
  return await inTransaction(async (tx) => {
    await checkSession(tx, staff, sessionId);
    const letters = await lettersOfSession(tx, sessionId);
    const toSend = letters.filter(
      ({ isTold, emailStatus }) => emailStatus !== 'Sending' && (isAgain || !isTold || emailStatus === 'Failed'),
    );
    const counted = { registrations: letters.length, toSend: toSend.length };
    const sent = { ...counted, withoutAddress: await countWithoutAddress(tx, toSend) };
    if (isDryRun) return sent;
    await sql`update exam_session set can_send = true where id = ${sessionId}`.execute(tx);
    for (const { id, isTold } of toSend) {
      if (isTold) await tellLetterAgain(tx, id, catalogue);
      else await enqueue(tx, 'letters.plan', { applicationId: id }, { jobKey: `letter:${id}` });
    }
    const object = { kind: 'session', id: sessionId };
    await audit(tx, { staff, action: 'applications.sendLetters', object, reason, after: { ...sent, isAgain } });
    return sent;
  });
}

async function checkSession(tx: Tx, staff: StaffActor, sessionId: string): Promise<void> {
  const { rows } = await sql<{ office_id: string; status: string; venue_id: string | null }>`
    select office_id, status, venue_id from exam_session where id = ${sessionId} for update`.execute(tx);
  const session = rows[0] ?? refuse('NOT_FOUND');
  checkOffice(staff, session.office_id);
  if (session.status !== 'Published' || session.venue_id === null) refuse('LETTER_UNAVAILABLE');
}

async function countWithoutAddress(tx: Tx, letters: readonly { accountId: string }[]): Promise<number> {
  const without = new Map<string, boolean>();
  for (const { accountId } of letters)
    if (!without.has(accountId)) {
      const { email, isEmailReceiving } = await accountContact(tx, accountId);
      without.set(accountId, email === null || !isEmailReceiving);
    }
  return letters.filter(({ accountId }) => without.get(accountId)).length;
}
