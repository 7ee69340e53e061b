/** The version of the statements' texts now shown. A new version asks again at the next submission (spec 3-domain 6.1). */
export const consentVersion = '2026-11';

/** What an adult ticks, one box each, all unticked at first (spec 2-rules 5, 3-domain 6.1). */
export const adultStatements = ['terms', 'sensitiveData', 'awardingBody', 'truth'] as const;
/** What a guardian ticks for a minor: the same four in the guardian's voice and the guardian's own. */
export const minorStatements = [
  'childTerms',
  'childSensitiveData',
  'childAwardingBody',
  'childTruth',
  'guardianship',
] as const;

export type ConsentStatement = (typeof adultStatements)[number] | (typeof minorStatements)[number];

/**
 * What was agreed to and may be ended at any time (PIPL 15). The others state facts or accept terms: a registration without them is
 * ended by cancelling it.
 */
const endable: readonly string[] = [
  'sensitiveData',
  'awardingBody',
  'childSensitiveData',
  'childAwardingBody',
  'guardianship',
  'scriptToCandidate',
  'scriptToCentre',
  'passToBody',
];

/** Whether a ticked statement is a consent that its person may withdraw. */
export function isConsentEndable(statementId: string): boolean {
  return endable.includes(statementId);
}

/** The statements without which nobody's data is passed to an awarding body (spec 3-domain 6.2). */
export const passingStatements: readonly string[] = ['awardingBody', 'childAwardingBody', 'passToBody'];

/** Why consents do not suffice. */
export const consentRefusals = ['CONSENT_INCOMPLETE', 'CONSENT_OUTDATED'] as const;

/** A ticked statement as it travels. */
export interface TickedConsent {
  statementId: string;
  version: string;
}

/** The statements a submission needs: five for a minor, four for an adult. */
export function statementsFor(minor: boolean): readonly ConsentStatement[] {
  return minor ? minorStatements : adultStatements;
}

/**
 * Checks the ticked statements of one candidate: every one needed, in the version now shown. What else is ticked counts for nothing.
 * `missing` lists the statements to show (again).
 */
export function checkConsents(
  minor: boolean,
  ticked: readonly TickedConsent[],
):
  | { ok: true; given: ConsentStatement[] }
  | { ok: false; code: (typeof consentRefusals)[number]; missing: ConsentStatement[] } {
  const needed = [...statementsFor(minor)];
  const current = new Set(ticked.filter((each) => each.version === consentVersion).map((each) => each.statementId));
  const ever = new Set(ticked.map((each) => each.statementId));
  const missing = needed.filter((statement) => !current.has(statement));
  if (missing.length === 0) return { ok: true, given: needed };
  const outdated = missing.every((statement) => ever.has(statement));
  return { ok: false, code: outdated ? 'CONSENT_OUTDATED' : 'CONSENT_INCOMPLETE', missing };
}
