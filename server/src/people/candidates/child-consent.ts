import type { IncomingHttpHeaders } from 'node:http';
import type { Language } from '@exam/contract/messages';
import { checkTicked, statementsToKeep, type TickedConsent } from '@exam/contract/rules';
import { type ConsentEvidence, consentRows, isConsentedToKeep, keepEvidence } from '#people/consents';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';

/** Who wants somebody kept in their list, what they ticked, and whence. */
export type Keeping = {
  accountId: string;
  consents: readonly TickedConsent[] | undefined;
  evidence: Omit<ConsentEvidence, 'recipient'>;
};

type Call = {
  account: { id: string };
  body: { consents?: readonly TickedConsent[] | undefined };
  language: Language;
  ip: string;
  headers: IncomingHttpHeaders;
};

/** What a call says of who wants somebody kept. */
export function keepingOf({ account, body, language, ip, headers }: Call): Keeping {
  const device = (headers['user-agent'] ?? '').slice(0, 200);
  return { accountId: account.id, consents: body.consents, evidence: { language, ip, device } };
}

type Person = { dob: string; guardian: { type: string | null } | null };

/**
 * Refuses to keep a child whose guardian has not consented (PIPL 31).
 * @throws Refusal CONSENT_INCOMPLETE or CONSENT_OUTDATED, at `childKept`.
 */
export function checkGuardianConsents({ consents = [] }: Keeping, { dob }: Person, today: string): void {
  const checked = checkTicked(statementsToKeep(dob, today), consents);
  if (!checked.ok) refuse(checked.code, undefined, { childKept: checked.code });
}

/** Keeps what was ticked for people just added, each with a receipt of their own; `checkGuardianConsents` has passed them. */
export async function keepGuardianConsents(
  tx: Tx,
  { accountId, evidence }: Keeping,
  added: readonly { id: string; person: Person }[],
  today: string,
): Promise<void> {
  const given = { evidence: { ...evidence, recipient: null }, accountId, now: await readNow(tx) };
  const rows = added.flatMap(({ id, person: { dob, guardian } }) =>
    consentRows(given, { statements: statementsToKeep(dob, today), candidate: { id }, guardian }),
  );
  await keepEvidence(tx, rows);
}

/** The same of somebody who is changed: whoever's guardian consented before is not asked again. */
export async function consentToChange(
  tx: Tx,
  keeping: Keeping,
  changed: { id: string; person: Person },
  today: string,
): Promise<void> {
  if (await isConsentedToKeep(tx, changed.id)) return;
  checkGuardianConsents(keeping, changed.person, today);
  await keepGuardianConsents(tx, keeping, [changed], today);
}
