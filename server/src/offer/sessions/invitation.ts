import { addMinutes } from '@exam/contract/rules';
import { sql } from 'kysely';
import { useInvitation } from '#offer/invitations';
import { readNow } from '#platform/clock';
import { inTransaction, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { takeLimit } from '#platform/limits';
import { availabilityAt } from './availability.ts';

/** How long a verified code opens its session for the account. */
const ticketMinutes = 120;

/**
 * Opens a session behind an invitation code for an account for two hours. Tries are counted before the code is
 * looked at: 5 in 10 minutes per account and session, 20 an hour per address (T12).
 * @throws Refusal RATE_LIMITED; NOT_FOUND when there is no such session or it needs no code; INVITATION_CODE_WRONG.
 */
export async function verifyInvitation(input: {
  sessionId: string;
  code: string;
  accountId: string;
  ip: string;
}): Promise<void> {
  await takeLimit('invitation.account', `${input.accountId} ${input.sessionId}`);
  await takeLimit('invitation.ip', input.ip);
  await inTransaction(async (tx) => {
    const now = await readNow(tx);
    const session = await tx
      .selectFrom('exam_session as s')
      .leftJoin('venue as v', 'v.id', 's.venue_id')
      .select(['s.is_exclusive', availabilityAt(now).as('availability')])
      .where('s.id', '=', input.sessionId)
      .executeTakeFirst();
    if (!session?.is_exclusive || session.availability === 'NotListed') refuse('NOT_FOUND');
    const { sessionId, code, accountId } = input;
    if (!(await useInvitation(tx, { sessionId, code, accountId, now }))) refuse('INVITATION_CODE_WRONG');
    const expiresAt = addMinutes(now, ticketMinutes);
    await tx
      .insertInto('invitation_ticket')
      .values({ session_id: input.sessionId, account_id: input.accountId, expires_at: expiresAt })
      .onConflict((conflict) => conflict.columns(['session_id', 'account_id']).doUpdateSet({ expires_at: expiresAt }))
      .execute();
  });
}

/** Whether an account has opened any session by a code: what it is shown then is its own. */
export async function hasTickets(tx: Tx, accountId: string): Promise<boolean> {
  const ticket = await tx
    .selectFrom('invitation_ticket')
    .select('session_id')
    .where('account_id', '=', accountId)
    .where('expires_at', '>', sql<string>`app_now()`)
    .executeTakeFirst();
  return ticket !== undefined;
}

/** Whether an account may register for a session: it needs no code, or a code was verified within two hours. */
export async function isInvitationOpen(tx: Tx, input: { sessionId: string; accountId: string }): Promise<boolean> {
  const now = await readNow(tx);
  const session = await tx
    .selectFrom('exam_session as s')
    .leftJoin('invitation_ticket as t', (join) =>
      join.onRef('t.session_id', '=', 's.id').on('t.account_id', '=', input.accountId).on('t.expires_at', '>', now),
    )
    .select(['s.is_exclusive', 't.expires_at'])
    .where('s.id', '=', input.sessionId)
    .executeTakeFirst();
  if (!session) return false;
  return !session.is_exclusive || session.expires_at !== null;
}
