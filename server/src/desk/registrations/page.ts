import { letterStates, liveApplicationStates } from '@exam/contract/machines';
import {
  ageOn,
  candidateAgeType,
  chinaDateOf,
  leaveChoiceOf,
  maskEmail,
  maskIdNumber,
  maskName,
  maskPhone,
} from '@exam/contract/rules';
import { isFieldShown, type RegistrationPage } from '@exam/contract/staff';
import { sql } from 'kysely';
import { accountContact } from '#people/accounts';
import { idOnList } from '#people/candidates';
import {
  filesOfAnswers,
  letterFacts,
  openApplications,
  type OpenedApplication,
  type OpenedPerson,
  shownAnswers,
  templateOf,
} from '#registering/applications';
import { changesOf } from '#office/audit';
import { filesOf } from '#office/files';
import { mailsAbout } from '#people/messages';
import { dobOf, genderOf } from '#platform/birth';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { formerGuardians, guardianEvents, leavingDoubted, wrongNumbers } from '#people/guardians';
import { refuse } from '#platform/errors';
import { may, type StaffActor } from '#platform/staff-http';
import { refundsOfApplications } from '#books/refunds';
import { numberKinds } from './end-former.ts';
import { itemsOf } from './list.ts';
import { findDeskRow } from './store.ts';

/**
 * A registration as staff see it: who is registered and for what, what was consented to, where its money and letters are, and what
 * happened to it. Documents, telephones and addresses are masked.
 * @throws Refusal NOT_FOUND outside the staff's offices.
 */
export async function findRegistration(tx: Tx, staff: StaffActor, id: string): Promise<RegistrationPage> {
  const desk = await findDeskRow(tx, staff, id);
  const [item = refuse('NOT_FOUND')] = await itemsOf(tx, [id]);
  const [opened = refuse('NOT_FOUND')] = await openApplications(tx, [id]);
  const letters = await lettersOf(tx, id);
  return {
    ...item,
    ...(await placesOf(tx, desk.sessionId)),
    candidateType: opened.row.candidate_type,
    candidateId: await idOnList(tx, opened.row.candidate_id),
    ...(await peopleOf(tx, opened)),
    formerGuardians: letters.guardianWait === null ? [] : await formerGuardians(tx, id),
    wrongNumbers: await wrongNumbers(tx, id),
    leaveChoice: leaveChoiceOf({ leaveAlone: opened.row.leave_alone, pickupPerson: opened.pickupPerson }) ?? 'None',
    isLeavingDoubted: (await leavingDoubted(tx, [id])).has(id),
    consents: await consentsOf(tx, opened),
    form: await formOf(tx, opened),
    files: [...((await filesOf(tx, [id])).get(id) ?? []), ...(await filesOfForm(tx, opened))],
    money: isFieldShown('amount', staff.permissions) ? await moneyOf(tx, id) : null,
    letters,
    withdrawReason: opened.row.withdraw_reason,
    ...(await waitingOf(tx, id)),
    timeline: await timelineOf(tx, id),
    audit: await changesOf(tx, id),
    can: canOf(staff, desk.status, letters.isAvailable),
  };
}

function canOf(staff: StaffActor, status: string, isLetterAvailable: boolean): RegistrationPage['can'] {
  const isWriter = may(staff, 'applications:write');
  const isSeated = status !== 'Submitted' && liveApplicationStates.some((state) => state === status);
  return {
    correct: isWriter && liveApplicationStates.some((state) => state === status),
    move: isWriter && letterStates.some((state) => state === status),
    withdraw: isWriter && isSeated,
    endFormer: isWriter && liveApplicationStates.some((state) => state === status),
    sendLetter: isWriter && isLetterAvailable,
  };
}

type Places = Pick<RegistrationPage, 'officeNameEn' | 'officeNameZh' | 'venueNameEn' | 'venueNameZh'>;

async function placesOf(tx: Tx, sessionId: string): Promise<Places> {
  const { rows } = await sql<Places>`
    select office_name_en as "officeNameEn", office_name_zh as "officeNameZh",
      venue_name_en as "venueNameEn", venue_name_zh as "venueNameZh"
    from session_place where session_id = ${sessionId}`.execute(tx);
  return rows[0] ?? refuse('NOT_FOUND');
}

async function peopleOf(
  tx: Tx,
  opened: OpenedApplication,
): Promise<Pick<RegistrationPage, 'candidate' | 'guardian' | 'pickupPerson' | 'account'>> {
  const { row, idType, email, mobile } = opened;
  const contact = await accountContact(tx, row.account_id);
  const dob = dobOf('application', row);
  return {
    candidate: {
      lastName: row.last_name,
      firstName: row.first_name,
      nameZh: opened.nameZh,
      idType,
      idNo: maskIdNumber(opened.idNo()),
      gender: genderOf('application', row),
      dob,
      ageType: candidateAgeType(ageOn(dob, chinaDateOf(await readNow(tx)))),
      email: email && maskEmail(email),
      mobile: mobile && maskPhone(mobile),
    },
    guardian: shown(opened.guardian),
    pickupPerson: shown(opened.pickupPerson),
    account: {
      id: row.account_id,
      phone: contact.phone && maskPhone(contact.phone),
      email: contact.email && maskEmail(contact.email),
    },
  };
}

function shown(person: OpenedPerson | null): RegistrationPage['guardian'] {
  if (person === null) return null;
  const { name, idType, mobile, type } = person;
  return { name: maskName(name), idType, idNo: maskIdNumber(person.idNo()), mobile: maskPhone(mobile), type };
}

async function consentsOf(tx: Tx, { row }: OpenedApplication): Promise<RegistrationPage['consents']> {
  const { rows } = await sql<RegistrationPage['consents'][number]>`
    select statement_id as "statementId", version, language, given_at as "givenAt", guardian_relation as "guardianRelation"
    from consent where application_id = ${row.id} or booking_id = ${row.booking_id}
    order by given_at, statement_id`.execute(tx);
  return rows;
}

async function formOf(tx: Tx, { row, formJson }: OpenedApplication): Promise<RegistrationPage['form']> {
  const template = await templateOf(tx, row.form_template_id);
  if (formJson === null || template === null) return null;
  return { templateNumber: template.number, templateVersion: template.version, json: shownAnswers(formJson) };
}

async function filesOfForm(tx: Tx, { row, formJson }: OpenedApplication): Promise<RegistrationPage['files']> {
  return await filesOfAnswers(tx, { filesId: row.form_files_id, json: formJson });
}

async function moneyOf(tx: Tx, id: string): Promise<RegistrationPage['money']> {
  type Money = Omit<NonNullable<RegistrationPage['money']>, 'refundStatus' | 'refundAmount'>;
  const { rows } = await sql<Money>`
    select order_id as "orderId", order_code as "orderCode", local_fee_amount as "localFee", board_fee_amount as "boardFee", vat,
      late_entry_charge_amount as "lateEntryCharge", other_fee_amount as "otherFee", pay_amount as "payAmount"
    from application_paid where application_id = ${id}`.execute(tx);
  const [money] = rows;
  if (!money) return null;
  const refund = (await refundsOfApplications(tx, [id])).get(id);
  return { ...money, refundStatus: refund?.status ?? 'None', refundAmount: refund?.amount ?? null };
}

async function lettersOf(tx: Tx, id: string): Promise<RegistrationPage['letters']> {
  const facts = await letterFacts(tx, { applicationId: id });
  return {
    version: facts?.letterVersion ?? 1,
    announcedVersion: facts?.announcedVersion ?? 0,
    isAvailable: facts?.standing.isAvailable ?? false,
    availableFrom: facts?.standing.availableFrom ?? null,
    guardianWait: facts?.standing.guardianWait ?? null,
    mails: await mailsAbout(tx, { objectId: id, kind: 'letterReady' }),
  };
}

type Waiting = Pick<RegistrationPage, 'cancellationRequestId' | 'withdrawalProposalId' | 'numbersProposed'>;

async function waitingOf(tx: Tx, id: string): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select
      (select request_id from application_cancellation where application_id = ${id} and outcome is null) as "cancellationRequestId",
      (select id from proposal where object_id = ${id} and kind = 'registrationWithdrawal' and status = 'Open') as "withdrawalProposalId",
      array(select payload ->> 'caseId' from proposal where object_id = ${id} and kind = any(${numberKinds}) and status = 'Open' and payload ? 'caseId') as "numbersProposed"
    `.execute(tx);
  return rows[0] ?? { cancellationRequestId: null, withdrawalProposalId: null, numbersProposed: [] };
}

async function timelineOf(tx: Tx, id: string): Promise<RegistrationPage['timeline']> {
  const { rows } = await sql<RegistrationPage['timeline'][number]>`
    select history.event, history.at, history.actor_kind as actor, history.reason, staff.name as "staffName"
    from history left join staff_colleague staff on staff.id = history.actor_id and history.actor_kind = 'staff'
    where history.object_id = ${id} and history.kind in ('application', 'letter', 'attendance', 'specialArrangement')
    order by history.at desc, history.id desc limit 200`.execute(tx);
  const events = await guardianEvents(tx, id);
  const answers = events.map((event) => ({ ...event, actor: 'guardian', staffName: null }));
  return [...rows, ...answers].toSorted((a, b) => b.at.localeCompare(a.at));
}
