import type { PickupPersonInput, Recipient } from '@exam/contract/entities';
import {
  checkConsents,
  checkLeaveChoice,
  checkPickupPerson,
  isMinor,
  under,
  type CheckedPickup,
  type PersonCheck,
  type ConsentStatement,
  type TickedConsent,
} from '@exam/contract/rules';
import { candidateForSubmission, type OpenedCandidate, type OpenedGuardian, personKeyOf } from '#people/candidates';
import { isMadeOlder, isOutOfReach } from '#people/guardians';
import type { Tx } from '#platform/database';

/** One candidate of a submission, as sent. */
export type EntryInput = {
  candidateId: string;
  /** A guardian for this registration only, in place of the saved one. */
  guardian?: OpenedGuardian | null;
  leaveAlone?: boolean | null | undefined;
  applicationPickupPerson?: PickupPersonInput | null | undefined;
  consents: readonly TickedConsent[];
};

/** One candidate of a submission with everything decided: what the application will say for ever. */
export type Entry = {
  candidate: OpenedCandidate;
  isMinor: boolean;
  /** Null for adults. */
  guardian: OpenedGuardian | null;
  leaveAlone: boolean | null;
  pickupPerson: CheckedPickup | null;
  statements: ConsentStatement[];
};

/** Refusal codes by path. */
export type Problems = Record<string, string>;

type Dates = { today: string; examDate: string };

/** China dates, and whom the consents name. */
export type Known = Dates & { recipient: Recipient | null };

/**
 * Checks one candidate of a submission: guardian of a minor on the day of submission, who can be asked where they have to agree, leave choice by the age on the exam day
 * pickup person, consents in the version now shown (3-domain 6.1).
 * @returns the entry; what is wrong is added to `problems` under plain paths such as `leaveAlone`.
 * @throws Refusal NOT_FOUND for a candidate that is absent or another account's.
 */
export async function readEntry(
  tx: Tx,
  { accountId, input, known }: { accountId: string; input: EntryInput; known: Known },
  problems: Problems,
): Promise<Entry> {
  const candidate = await candidateForSubmission(tx, { accountId, candidateId: input.candidateId });
  const minor = isMinor(candidate.dob, known.today);
  const guardian = minor ? (input.guardian ?? candidate.guardian) : null;
  if (minor && !guardian) problems['candidateId'] = 'GUARDIAN_REQUIRED';
  const { dob } = candidate;
  if (guardian && (await isOutOfReach(tx, { accountId, dob, mobile: guardian.mobile, today: known.today })))
    problems['applicationGuardian.mobile'] = 'GUARDIAN_MOBILE_ABROAD';
  if (await isMadeOlder(tx, { ...candidate, accountId, today: known.today }))
    problems['candidateId'] = 'AGREEMENT_MISSING';
  const consents = checkConsents(minor, input.consents, known.recipient);
  if (!consents.ok) problems['consents'] = consents.code;
  const leave = readLeave(input, { ...candidate, ...known }, problems);
  return { candidate, isMinor: minor, guardian, ...leave, statements: consents.ok ? consents.given : [] };
}

/**
 * How a candidate leaves the centre: the choice and, if somebody comes, who.
 * @returns what is to be stored; what is wrong is added to `problems` under `leaveAlone` and `applicationPickupPerson.…`.
 */
export function readLeave(
  input: Pick<EntryInput, 'leaveAlone' | 'applicationPickupPerson'>,
  person: Dates & { dob: string; personKey: Buffer; idNo: string },
  problems: Problems,
): { leaveAlone: boolean | null; pickupPerson: CheckedPickup | null } {
  const sent = input.applicationPickupPerson ?? null;
  const { dob, examDate, today } = person;
  const checked = checkLeaveChoice({
    leaveAlone: input.leaveAlone ?? null,
    pickupPerson: sent,
    dob,
    examDate,
    submissionDate: today,
  });
  if (!checked.ok) {
    problems['leaveAlone'] = checked.code;
    return { leaveAlone: null, pickupPerson: null };
  }
  const leaveAlone = checked.choice === null ? null : checked.choice === 'LeavesAlone';
  if (checked.choice !== 'AuthorisedPersonPicksUp' || sent === null) return { leaveAlone, pickupPerson: null };
  const pickup = checkComer(sent, person);
  if (pickup.ok) return { leaveAlone, pickupPerson: pickup.person };
  Object.assign(problems, under('applicationPickupPerson', pickup.fields));
  return { leaveAlone, pickupPerson: null };
}

/** Whoever comes is not the candidate, whatever kind of document the number is said to be of. */
function checkComer(
  { isFourteenOrOlder = false, ...form }: PickupPersonInput,
  { today, idNo, personKey }: { today: string; idNo: string; personKey: Buffer },
): PersonCheck<CheckedPickup> {
  const checked = checkPickupPerson({ ...form, isFourteenOrOlder }, { today });
  if (!checked.ok) return checked;
  const isCandidate = checked.person.idNo === idNo || personKeyOf(checked.person.comparable).equals(personKey);
  return isCandidate ? { ok: false, fields: { idNo: 'PICKUP_IS_CANDIDATE' } } : checked;
}
