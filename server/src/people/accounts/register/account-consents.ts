import { accountStatements, checkTicked, type consentRefusals, type TickedConsent } from '@exam/contract/rules';
import type { Language } from '@exam/contract/messages';
import { consentRows, keepEvidence } from '#people/consents';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import type { Origin } from '../session.ts';

/** What somebody who opens an account agreed to on the wire. */
export type Agreed = { consents?: readonly TickedConsent[] | undefined; isTermsAccepted?: boolean | undefined };

type Missing = 'TERMS_NOT_ACCEPTED' | (typeof consentRefusals)[number];

/** What is missing, by the statement: without statements, only that the terms were refused. */
export function missingConsents({ consents, isTermsAccepted }: Agreed): Record<string, Missing> {
  if (consents === undefined) return isTermsAccepted === false ? { isTermsAccepted: 'TERMS_NOT_ACCEPTED' } : {};
  const checked = checkTicked(accountStatements, consents);
  if (checked.ok) return {};
  return Object.fromEntries(
    checked.missing.map((statement) => [
      statement,
      statement === 'accountTerms' && checked.code === 'CONSENT_INCOMPLETE' ? 'TERMS_NOT_ACCEPTED' : checked.code,
    ]),
  );
}

/** Whether the terms were accepted, either way. */
export function acceptsTerms({ consents, isTermsAccepted }: Agreed): boolean {
  return consents !== undefined || isTermsAccepted === true;
}

/** Keeps what was ticked as evidence; `missingConsents` found nothing. */
export async function keepAccountConsents(
  tx: Tx,
  accountId: string,
  { consents, language, origin }: Pick<Agreed, 'consents'> & { language: Language; origin: Origin },
): Promise<void> {
  if (consents === undefined) return;
  const evidence = { language, recipient: null, ip: origin.ip, device: origin.userAgent };
  const rows = consentRows(
    { evidence, accountId, now: await readNow(tx) },
    { statements: accountStatements, candidate: null, guardian: null },
  );
  await keepEvidence(tx, rows);
}
