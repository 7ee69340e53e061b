import { ageOn, sensitiveAge } from './ages.ts';
import type { ChinaDate } from './china-date.ts';
import type { LeaveChoice } from './leave.ts';

/** The version of the statements' texts now shown. A new version asks again at the next submission (spec 3-domain 6.1). */
export const consentVersion = '2026-12';

/** What an adult ticks, one box each, all unticked at first (3-domain 6.1). */
export const adultStatements = ['terms', 'sensitiveData', 'awardingBody', 'truth'] as const;
/** What a guardian ticks for a minor: the same four in the guardian's voice and the guardian's own. */
export const minorStatements = [
  'childTerms',
  'childSensitiveData',
  'childAwardingBody',
  'childTruth',
  'guardianship',
] as const;

/** What whoever opens an account ticks: the terms, which the contract needs, and apart from them the consent to the privacy notice (PIPL 13, 14). */
export const accountStatements = ['accountTerms', 'accountPrivacy'] as const;

/** What is ticked before somebody under 14 is kept in an account's list, once for each child (PIPL 31). */
export const childStatements = ['childKept'] as const;

/** The statements that keeping somebody born on a day needs: a child's guardian agrees first; nobody asks them again at 14. */
export function statementsToKeep(dob: ChinaDate, today: ChinaDate): readonly (typeof childStatements)[number][] {
  return ageOn(dob, today) < sensitiveAge ? childStatements : [];
}

/**
 * What a guardian agrees to by the link that we sent to the number named for them, after somebody else's account has registered the child: that it
 * is registered, and apart from that, where it was so chosen, that it leaves alone.
 */
export const answerStatements = ['guardianAgreed', 'guardianLeaving'] as const;

export type ConsentStatement = (typeof adultStatements | typeof minorStatements)[number];

/** Every statement that is kept as evidence of a registration. */
export type RegistrationStatement = ConsentStatement | (typeof answerStatements)[number];

/** Every statement that is kept as evidence, but for those of requests after an exam. */
export type KeptStatement = RegistrationStatement | (typeof accountStatements | typeof childStatements)[number];

/** How long the guardian of somebody aged 14 to 17 may object before anything goes on. */
export const objectionHours = 72;

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
  'guardianAgreed',
  'guardianLeaving',
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
  /** The version of the recipient that was named; our screens always send it where there is one. */
  recipientVersion?: number | undefined;
}

/** The recipient that statements name now; null where none of the catalogue is. */
type Named = { version: number } | null;

/** The ticks of statements that were just shown, with the version of whom they named. */
export function ticksOf<Statement extends string>(
  statements: readonly Statement[],
  { version, recipient }: { version: string; recipient: Named },
): (TickedConsent & { statementId: Statement })[] {
  return statements.map((statementId) => ({
    statementId,
    version,
    ...(recipient !== null && passingStatements.includes(statementId) ? { recipientVersion: recipient.version } : {}),
  }));
}

/** Whether a statement was ticked in the words now shown: in this version, and naming the recipient as its record is today (PIPL 14, 39). */
export function isCurrentTick(
  ticked: TickedConsent,
  { version, recipient }: { version: string; recipient: Named },
): boolean {
  const { recipientVersion } = ticked;
  return ticked.version === version && (recipientVersion === undefined || recipientVersion === recipient?.version);
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
  recipient: Named,
): ConsentCheck<ConsentStatement> {
  return checkTicked(statementsFor(minor), ticked, recipient);
}

/** What the guardian ticks once more when a minor is to leave in another way than was consented to. */
export function statementsForLeave(choice: LeaveChoice | null): readonly ConsentStatement[] {
  return choice === 'LeavesAlone' ? ['guardianship'] : [];
}

/** Checks the statements of a change of the way of leaving, as `checkConsents`; without one needed there is none. */
export function checkLeaveConsents(
  choice: LeaveChoice | null,
  ticked: readonly TickedConsent[],
): ConsentCheck<ConsentStatement> {
  return checkTicked(statementsForLeave(choice), ticked);
}

type ConsentCheck<Statement> =
  | { ok: true; given: Statement[] }
  | { ok: false; code: (typeof consentRefusals)[number]; missing: Statement[] };

/** Checks that each of these statements was ticked in the version now shown; see `checkConsents`. */
export function checkTicked<Statement extends KeptStatement>(
  statements: readonly Statement[],
  ticked: readonly TickedConsent[],
  recipient: Named = null,
): ConsentCheck<Statement> {
  const needed = [...statements];
  const now = { version: consentVersion, recipient };
  const current = new Set(ticked.filter((each) => isCurrentTick(each, now)).map((each) => each.statementId));
  const ever = new Set(ticked.map((each) => each.statementId));
  const missing = needed.filter((statement) => !current.has(statement));
  if (missing.length === 0) return { ok: true, given: needed };
  const outdated = missing.every((statement) => ever.has(statement));
  return { ok: false, code: outdated ? 'CONSENT_OUTDATED' : 'CONSENT_INCOMPLETE', missing };
}
