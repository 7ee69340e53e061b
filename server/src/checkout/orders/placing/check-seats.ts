import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { applicationsForOrder } from '#registering/applications';
import { sessionsForSale } from '#offer/sessions';

export type SeatCheck = {
  isValid: boolean;
  insufficient: { applicationId: string; sessionId: string; freeSeats: number }[];
};

/**
 * Whether the places for these applications are free at this moment: advice only, ordering decides (R-43, C6). Papers are
 * counted as one seat each, so where a session counts candidates the advice is cautious.
 * @throws Refusal NOT_FOUND
 */
export async function checkSeats(
  tx: Tx,
  own: { accountId: string; applicationIds: readonly string[] },
): Promise<SeatCheck> {
  const ids = [...new Set(own.applicationIds)];
  const applications = await applicationsForOrder(tx, { accountId: own.accountId, ids });
  if (applications.length !== ids.length) refuse('NOT_FOUND');
  const sessions = await sessionsForSale(tx, [...new Set(applications.map((application) => application.sessionId))]);
  const left = new Map(sessions.map((session) => [session.id, session.seat - session.registered]));
  const insufficient: SeatCheck['insufficient'] = [];
  for (const application of applications.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))) {
    const session = sessions.find((each) => each.id === application.sessionId);
    const free = left.get(application.sessionId) ?? 0;
    const needed = session?.seatPer === 'Candidate' ? 1 : application.sessionSubjectIds.length;
    left.set(application.sessionId, free - needed);
    if (free < needed)
      insufficient.push({
        applicationId: application.id,
        sessionId: application.sessionId,
        freeSeats: Math.max(0, free),
      });
  }
  return { isValid: insufficient.length === 0, insufficient };
}
