import type { PickupPersonInput } from '@exam/contract/entities';
import { letterStates, liveApplicationStates } from '@exam/contract/machines';
import { chinaDateOf, checkCandidate, type CheckedCandidate, isMinor } from '@exam/contract/rules';
import { sql } from 'kysely';
import { personKeyOf } from '#people/candidates';
import {
  askAboutLeaving,
  askGuardians,
  carryCases,
  forgetLeaving,
  guardianWaits,
  isMadeOlder,
  isOutOfReach,
  leavingDoubted,
  openCase,
  tellOfPickup,
} from '#people/guardians';
import { birthKeyOf, dobOf, genderOf } from '#platform/birth';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { enqueue, enqueueAll } from '#platform/outbox';
import { type Actor, record } from '#platform/transition';
import { seal } from '#platform/vault';
import { changePersonOfSeats, sessionsForSale } from '#offer/sessions';
import { lockOnce, takenElsewhere } from './cart/line-problem.ts';
import { bornColumns } from './submission/age-class.ts';
import { readLeave, type Problems } from './submission/entry.ts';
import { type Correction, formOf } from './corrected-form.ts';
import { isSamePerson, openApplications, type OpenedApplication } from './unseal.ts';
import { refuseProblems } from './submission/prepare.ts';
import { writePerson, type WrittenPerson } from './submission/snapshot.ts';

type Correcting = { id: string; version: number; changes: Correction; actor: Actor };

/** The registration before and after; the letter is renewed where it shows what changed. */
export type Corrected = { before: OpenedApplication; after: OpenedApplication; isLetterRenewed: boolean };

/**
 * Corrects the snapshot of a registration (R-27: guardian and candidate need staff). The rules of the wizard hold, with the day of
 * submission deciding who is a minor. A new document number moves the person's places with it (S-14). The saved candidate of
 * the account stays as it is. The caller has locked the order and writes the audit.
 * @throws Refusal NOT_FOUND; VERSION_CONFLICT; ILLEGAL_STATE for what is not a live registration; FIELDS under the names of the input;
 *   a child who is to leave alone without a note of the guardian's consent among them; ALREADY_REGISTERED when the new document has this place already; GUARDIAN_OBJECTED where a child whose guardian has objected
 *   would become somebody of age; CORRECTION_EMPTY when nothing changes.
 */
export async function correctApplication(tx: Tx, { id, version, changes, actor }: Correcting): Promise<Corrected> {
  const before = await lockLive(tx, id, version);
  const { person, leave } = await check(tx, before, changes);
  if (await endsObjection(tx, before, person)) refuse('GUARDIAN_OBJECTED');
  if (await isOlderNow(tx, before, person)) refuseProblems({ dob: 'AGREEMENT_MISSING' });
  const shown = await shownNow(tx, before);
  await writeCandidate(tx, before, { person, examDate: await examDateOf(tx, before.row.session_id) });
  await writeLeave(tx, id, leave);
  if (await isToAskAnew(tx, before, { changes, person, leave }))
    await enqueueAll(tx, [askGuardians([id], { isAnew: true })]);
  const [after = refuse('NOT_FOUND')] = await openApplications(tx, [id]);
  const isLetterRenewed = shown !== (await shownNow(tx, after)) && hasLetter(after);
  // A consent that is noted again ends a doubt, though nothing else changes.
  if (!isLetterRenewed && !changes.leave?.consent && allOf(before) === allOf(after)) refuse('CORRECTION_EMPTY');
  await finish(tx, { id, isLetterRenewed, actor });
  if (leave.isChanged) await tellOfLeave(tx, before, { leave, actor });
  return { before, after, isLetterRenewed };
}

/** Whether a child whose guardian has objected would become somebody of age, for whom no guardian speaks. */
async function endsObjection(tx: Tx, { row }: OpenedApplication, { dob }: CheckedCandidate): Promise<boolean> {
  if (dob === dobOf('application', row) || isMinor(dob, chinaDateOf(row.created_at))) return false;
  return (await guardianWaits(tx, [row.id])).get(row.id)?.hasObjected === true;
}

/** The history says that it was changed; the guardian is told who comes now. */
async function tellOfLeave(
  tx: Tx,
  { row: { id }, pickupPerson: before }: OpenedApplication,
  { leave, actor }: { leave: Leave; actor: Actor },
): Promise<void> {
  await record(tx, { kind: 'application', id, event: 'changePickup', actor });
  if (leave.pickupPerson && !isSamePerson(before, leave.pickupPerson)) await tellOfPickup(tx, id);
}

/** Writes the guardian. @returns whether somebody has to be asked: another number is named, or the child is of another age. */
async function isToAskAnew(
  tx: Tx,
  before: OpenedApplication,
  { changes, ...now }: { changes: Correction; person: CheckedCandidate; leave: Leave },
): Promise<boolean> {
  const isOtherNumber = changes.guardian !== undefined && (await writeGuardian(tx, before, now));
  return isOtherNumber || now.person.dob !== dobOf('application', before.row);
}

/**
 * Another guardian is told, and asked, as at the registration. Nobody has consented to leaving alone on their behalf, but by this correction; who was
 * named before and is named again is asked about that again.
 * @returns whether it is another number.
 */
async function writeGuardian(
  tx: Tx,
  { row, guardian: old }: OpenedApplication,
  { person, leave }: { person: CheckedCandidate; leave: Leave },
): Promise<boolean> {
  if (!person.guardian) return false;
  const { id, account_id: accountId } = row;
  const now = writtenGuardian(person.guardian);
  await replacePerson(tx, id, 'Guardian', now);
  if (!isSomebodyElse(now, old)) return false;
  const guardianKey = await openCase(tx, {
    accountId,
    personKey: personKeyOf(person.comparable),
    birthKey: birthKeyOf(accountId, person.dob),
    lastName: person.lastName,
    letters: person.lastName + person.firstName,
    sitting: sittingOf(row),
    mobile: now.mobile,
    relation: now.type,
  });
  await sql`
    update application set leaving_noted_at = case when ${leave.isNoted} then leaving_noted_at end, leaving_ticked_at = null,
      guardian_changed_at = app_now(), guardian_key = ${guardianKey}
    where id = ${id}`.execute(tx);
  await forgetLeaving(tx, id);
  if (leave.leaveAlone) await askAboutLeaving(tx, id);
  return guardianKey === null || row.guardian_key?.equals(guardianKey) !== true;
}

const sittingOf = (row: OpenedApplication['row']) => row.booking_id ?? row.session_id;

/** A new guardian: another mobile, or another name together with another document or relation. Any other change corrects the same person. */
function isSomebodyElse(now: WrittenPerson, old: OpenedApplication['guardian']): boolean {
  if (old === null || now.mobile !== old.mobile) return true;
  return now.name !== old.name && (now.type !== old.type || now.idNo !== old.idNo());
}

async function lockLive(tx: Tx, id: string, version: number): Promise<OpenedApplication> {
  const [before] = await openApplications(tx, [id], { lock: true });
  if (!before) return refuse('NOT_FOUND');
  if (before.row.desk_version !== version) refuse('VERSION_CONFLICT');
  if (!liveApplicationStates.some((state) => state === before.row.status)) refuse('ILLEGAL_STATE');
  return before;
}

async function finish(tx: Tx, end: { id: string; isLetterRenewed: boolean; actor: Actor }): Promise<void> {
  const { id, isLetterRenewed, actor } = end;
  await sql`
    update application set desk_version = desk_version + 1, letter_version = letter_version + ${isLetterRenewed ? 1 : 0}
    where id = ${id}`.execute(tx);
  // The reason may name people: it stays in the audit.
  await record(tx, { kind: 'application', id, event: 'correct', actor });
  if (isLetterRenewed) await enqueue(tx, 'letters.plan', { applicationId: id }, { jobKey: `letter:${id}` });
}

/** What is right of a correction, and whole. @throws Refusal FIELDS */
async function check(
  tx: Tx,
  before: OpenedApplication,
  changes: Correction,
): Promise<{ person: CheckedCandidate; leave: Leave }> {
  const problems: Problems = {};
  const person = checkPerson(before, changes, problems);
  if (person && (await isGuardianLost(tx, before, { changes, person })))
    problems['guardian.mobile'] = 'GUARDIAN_MOBILE_ABROAD';
  const leave = person && (await checkLeave(tx, { before, changes, person }, problems));
  refuseProblems(problems);
  return person && leave ? { person, leave } : refuse('MALFORMED');
}

function checkPerson(before: OpenedApplication, changes: Correction, problems: Problems): CheckedCandidate | null {
  const today = chinaDateOf(before.row.created_at);
  const checked = checkCandidate(formOf(before, changes, today), { today });
  if (checked.ok) return checked.person;
  for (const [field, code] of Object.entries(checked.fields))
    problems[field.replace('guardianModel', 'guardian')] = code;
  return null;
}

/** Whether a correction of guardian or birth date leaves a child with a guardian who cannot be asked. */
async function isGuardianLost(
  tx: Tx,
  { row }: OpenedApplication,
  { changes, person: { dob, guardian } }: { changes: Correction; person: CheckedCandidate },
): Promise<boolean> {
  if (guardian === null || (changes.guardian === undefined && dob === dobOf('application', row))) return false;
  const today = chinaDateOf(row.created_at);
  return await isOutOfReach(tx, { accountId: row.account_id, dob, mobile: guardian.mobile, today });
}

/** Whether a child under 14 would become older before its guardian has agreed. */
async function isOlderNow(tx: Tx, { row }: OpenedApplication, { dob }: CheckedCandidate): Promise<boolean> {
  const today = chinaDateOf(row.created_at);
  return await isMadeOlder(tx, { accountId: row.account_id, personKey: row.person_key, dob, today });
}

async function examDateOf(tx: Tx, sessionId: string): Promise<string> {
  const [session] = await sessionsForSale(tx, [sessionId]);
  return session?.examDate ?? refuse('NOT_FOUND');
}

type Leave = {
  isChanged: boolean;
  /** The guardian's consent to leaving alone is noted with it. */
  isNoted: boolean;
  leaveAlone: boolean | null;
  pickupPerson: WrittenPerson | null;
};

async function checkLeave(
  tx: Tx,
  { before, changes, person }: { before: OpenedApplication; changes: Correction; person: CheckedCandidate },
  problems: Problems,
): Promise<Leave> {
  const { row, pickupPerson: pickup } = before;
  const asIs: Leave = { isChanged: false, isNoted: false, leaveAlone: row.leave_alone, pickupPerson: null };
  const personKey = personKeyOf(person.comparable);
  if (changes.leave === undefined && person.dob === dobOf('application', row) && personKey.equals(row.person_key))
    return asIs;
  const examDate = await examDateOf(tx, row.session_id);
  const own: Problems = {};
  const kept = pickup && {
    name: pickup.name,
    idType: pickup.idType,
    idNo: pickup.idNo(),
    mobile: pickup.mobile,
    isFourteenOrOlder: true,
  };
  const sent = changes.leave
    ? { leaveAlone: changes.leave.leaveAlone, applicationPickupPerson: seenByStaff(changes.leave.pickupPerson) }
    : { leaveAlone: row.leave_alone, applicationPickupPerson: kept };
  const dates = { dob: person.dob, personKey, idNo: person.idNo, examDate, today: chinaDateOf(row.created_at) };
  const { leaveAlone, pickupPerson } = readLeave(sent, dates, own);
  if (leaveAlone === true && changes.leave && !isNamed(changes.leave.consent, before))
    problems['leave.consent'] = 'CONSENT_INCOMPLETE';
  for (const [field, code] of Object.entries(own))
    problems[
      field.replace('applicationPickupPerson', 'leave.pickupPerson').replace(/^leaveAlone$/, 'leave.leaveAlone')
    ] = code;
  const isChanged = changes.leave !== undefined || leaveAlone !== row.leave_alone;
  return { isChanged, isNoted: leaveAlone === true && changes.leave !== undefined, leaveAlone, pickupPerson };
}

/** Whether it is noted who consented: father, mother or legal guardian, or the other person who is named as the guardian. */
function isNamed(consent: NonNullable<Correction['leave']>['consent'], { guardian }: OpenedApplication): boolean {
  return consent !== undefined && (consent.by !== 'Other' || guardian?.type === 'Other');
}

/** Staff look at the document themselves: nobody else has to declare the age. */
const seenByStaff = (person: PickupPersonInput | null | undefined) =>
  person ? { ...person, isFourteenOrOlder: true } : null;

async function writeCandidate(
  tx: Tx,
  { row, ...opened }: OpenedApplication,
  { person, examDate }: { person: CheckedCandidate; examDate: string },
): Promise<void> {
  const place = (column: string) => ({ table: 'application', row: row.id, column });
  const sealed = (value: string | null, column: string) => (value === null ? null : seal(value, place(column)));
  const isSameDocument = person.idType === opened.idType && person.idNo === opened.idNo();
  const personKey = isSameDocument ? row.person_key : personKeyOf(person.comparable);
  await tx
    .updateTable('application')
    .set({
      last_name: person.lastName,
      first_name: person.firstName,
      name_zh_sealed: sealed(person.nameZh, 'name_zh'),
      ...bornColumns({ ...person, id: row.id, accountId: row.account_id }, { now: row.created_at, examDate }),
      email_sealed: sealed(person.email, 'email'),
      mobile_sealed: sealed(person.mobile, 'mobile'),
      ...(isSameDocument
        ? {}
        : {
            id_type: person.idType,
            id_no_sealed: seal(person.idNo, place('id_no')),
            person_key: personKey,
          }),
    })
    .where('id', '=', row.id)
    .execute();
  await carryCases(tx, {
    accountId: row.account_id,
    from: {
      personKey: row.person_key,
      birthKey: row.birth_key,
      lastName: row.last_name,
      letters: row.last_name + row.first_name,
      sitting: sittingOf(row),
    },
    to: {
      personKey,
      birthKey: birthKeyOf(row.account_id, person.dob),
      lastName: person.lastName,
      letters: person.lastName + person.firstName,
      sitting: sittingOf(row),
    },
  });
  if (personKey.equals(row.person_key)) return;
  await lockOnce(tx, [personKey], { mayWait: true });
  // An exam that is taken once may be in another session; in this one the places would say so, too.
  if ((await takenElsewhere(tx, [row.id])).size > 0) refuse('ALREADY_REGISTERED', {}, { idNo: 'ALREADY_REGISTERED' });
  try {
    await changePersonOfSeats(tx, { applicationId: row.id, personKey });
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && error.constraint === 'seat_allocation_one_person')
      refuse('ALREADY_REGISTERED', {}, { idNo: 'ALREADY_REGISTERED' });
    throw error;
  }
}

function writtenGuardian(guardian: NonNullable<CheckedCandidate['guardian']>): WrittenPerson {
  const { name, idType, idNo, mobile, type } = guardian;
  return { name, idType, idNo, mobile, type: type ?? 'Other' };
}

async function writeLeave(tx: Tx, id: string, { isChanged, isNoted, leaveAlone, pickupPerson }: Leave): Promise<void> {
  if (!isChanged) return;
  await sql`
    update application set leave_alone = ${leaveAlone}, leaving_noted_at = case when ${isNoted} then app_now() end
    where id = ${id}`.execute(tx);
  await replacePerson(tx, id, 'PickupPerson', pickupPerson);
}

async function replacePerson(
  tx: Tx,
  applicationId: string,
  role: 'Guardian' | 'PickupPerson',
  person: WrittenPerson | null,
): Promise<void> {
  await tx
    .deleteFrom('application_person')
    .where('application_id', '=', applicationId)
    .where('role', '=', role)
    .execute();
  if (person) await writePerson(tx, applicationId, role, person);
}

function hasLetter({ row }: OpenedApplication): boolean {
  return letterStates.some((state) => state === row.status);
}

/** What the letter says of people; the number's last characters only, but another number is another document. */
function shownOnLetter({ row, guardian, pickupPerson, ...opened }: OpenedApplication): string {
  const { last_name, first_name, leave_alone } = row;
  // The guardian also comes for a child whose leaving alone is in doubt.
  const comers = leave_alone === null ? [] : [guardian?.name, pickupPerson?.name];
  return JSON.stringify([last_name, first_name, opened.nameZh, opened.idType, opened.idNo(), leave_alone, comers]);
}

/** The same, and whether it says that the guardian comes because no consent is valid. */
async function shownNow(tx: Tx, opened: OpenedApplication): Promise<string> {
  const { id } = opened.row;
  return `${shownOnLetter(opened)}${(await leavingDoubted(tx, [id])).has(id)}`;
}

function allOf(opened: OpenedApplication): string {
  const { row, guardian, pickupPerson, email, mobile } = opened;
  const own = (person: OpenedApplication['guardian']) => person && { ...person, idNo: person.idNo() };
  const born = [genderOf('application', row), dobOf('application', row)];
  return JSON.stringify([shownOnLetter(opened), born, email, mobile, own(guardian), own(pickupPerson)]);
}
