import type { StaffCalls } from '@exam/contract/staff';
import { changeSession } from '#offer/sessions';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { reachOf } from '#people/accounts';
import { openRecords } from '#office/access';
import { lettersOfSession } from '#registering/applications';
import { audit } from '#office/audit';
import { catalogueNow } from '#offer/catalogue';
import { tellLetterAgain } from '#registering/letters';
import { randomId } from '#platform/chance';
import { inTransaction, reading, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { enqueueAll } from '#platform/outbox';
import { checkOffice, type StaffActor } from '#platform/staff-http';
import { findDeskRow } from './store.ts';

/** Sends a letter once more. @throws as `tellLetterAgain`; NOT_FOUND outside the staff's offices. */
export async function sendLetter(staff: StaffActor, { id, reason }: { id: string; reason: string }): Promise<void> {
  await reading((tx) => findDeskRow(tx, staff, id));
  const catalogue = await catalogueNow(() => true);
  await inTransaction(async (tx) => {
    await openRecords(tx, staff, {
      kind: 'application',
      ids: [id],
      purpose: 'applications.letter',
      act: 'Changed',
      reason,
    });
    await tellLetterAgain(tx, id, { catalogue, wishId: randomId() });
    await audit(tx, { staff, action: 'applications.sendLetter', object: { kind: 'application', id }, reason });
  });
}

type Sent = z.output<StaffCalls['applications.sendLetters']['reply']>;
type Sending = { sessionId: string; isDryRun: boolean; isAgain: boolean; reason: string };

/**
 * Has all letters of a session sent, also before their day: those never told and those that failed, with `isAgain`
 * everybody's; the session shows that it was done. Each is a job of its own, handed over in one short transaction; a dry run only counts and locks nothing.
 * @throws Refusal NOT_FOUND; LETTER_UNAVAILABLE for a session without a venue or not published.
 */
export async function sendLetters(staff: StaffActor, sending: Sending): Promise<Sent> {
  if (sending.isDryRun) return await reading(async (tx) => (await lettersToSend(tx, staff, sending)).sent);
  return await inTransaction(async (tx) => {
    const { sent, toSend } = await lettersToSend(tx, staff, sending);
    const { sessionId, isAgain, reason } = sending;
    const wishId = randomId();
    await enqueueAll(
      tx,
      toSend.map(({ id, isTold }) => ({
        task: isTold ? 'letters.again' : 'letters.plan',
        payload: { applicationId: id, wishId },
        jobKey: isTold ? `again:${id}` : `letter:${id}`,
      })),
    );
    await changeSession(tx, sessionId, { can_send: true, is_send_email: true });
    const object = { kind: 'session', id: sessionId } as const;
    await audit(tx, { staff, action: 'applications.sendLetters', object, reason, after: { ...sent, isAgain } });
    return sent;
  });
}

type ToSend = { id: string; accountId: string; isTold: boolean };

async function lettersToSend(
  tx: Tx,
  staff: StaffActor,
  { sessionId, isAgain }: Pick<Sending, 'sessionId' | 'isAgain'>,
): Promise<{ sent: Sent; toSend: ToSend[] }> {
  await checkSession(tx, staff, sessionId);
  const letters = await lettersOfSession(tx, sessionId);
  const toSend = letters.filter(
    ({ isTold, emailStatus }) => emailStatus !== 'Sending' && (isAgain || !isTold || emailStatus === 'Failed'),
  );
  const reach = await reachOf(
    tx,
    toSend.map(({ accountId }) => accountId),
  );
  const withoutAddress = toSend.filter(({ accountId }) => reach.get(accountId)?.byMail !== true).length;
  return { sent: { registrations: letters.length, toSend: toSend.length, withoutAddress }, toSend };
}

async function checkSession(tx: Tx, staff: StaffActor, sessionId: string): Promise<void> {
  const { rows } = await sql<{ office_id: string; status: string; venue_id: string | null }>`
    select office_id, status, venue_id from exam_session where id = ${sessionId}`.execute(tx);
  const session = rows[0] ?? refuse('NOT_FOUND');
  checkOffice(staff, session.office_id);
  if (session.status !== 'Published' || session.venue_id === null) refuse('LETTER_UNAVAILABLE');
}
