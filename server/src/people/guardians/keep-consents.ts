import { type GivenConsent, keepEvidence } from '#people/consents';
import type { Tx } from '#platform/database';
import { noticeGuardian } from './notice.ts';

/** Writes the evidence of what the account ticked, and tells the guardian of a minor, once a registration, where the account is somebody else's. */
export async function keepConsents(tx: Tx, given: readonly GivenConsent[]): Promise<void> {
  await keepEvidence(tx, given);
  const ofOne = new Map(given.map((each) => [each.application_id ?? each.booking_id ?? each.post_test_id, each]));
  for (const each of ofOne.values()) await noticeGuardian(tx, each);
}
