import { dobOf, genderOf } from '#platform/birth';
import { readWorkingCalendar } from '#office/working-days';
import { openChineseName, openIdNo } from '../unseal.ts';
import type { Application, GuardianWait, MaskedCandidate, MaskedPerson, StoredFile } from '@exam/contract/entities';
import type { Language } from '@exam/contract/messages';
import { ageOn, candidateAgeType, chinaDateOf, maskIdNumber, type WorkingCalendar } from '@exam/contract/rules';
import { accountContact } from '#people/accounts';
import { nameIn, placeOf, productById, subjectsByIds, type Catalogue, type ProductRow } from '#offer/catalogue';
import { guardianEvents, guardianWaits, leavingDoubted } from '#people/guardians';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { unseal } from '#platform/vault';
import {
  findOwnSession,
  type FoundSession,
  papersByIds,
  presentOwnSession,
  sessionsForSale,
  type Paper,
  type SessionForSale,
} from '#offer/sessions';
import { filesOfAnswers, templateOf } from '../submission/form.ts';
import { titled } from '../letter/facts.ts';
import { readPayments, type PaymentFacts } from './payment-facts.ts';
import { type End, ownReason, presentEnd, readEnd } from './end.ts';
import { readMove, type Move } from './session-move.ts';
import { presentTold, readTold, type Told } from './desk-decisions.ts';
import { priceAlone } from '../submission/prepare.ts';
import { stepPlace } from '../submission/snapshot.ts';
import { letterAvailability, pickupEditableUntil } from '../letter/availability.ts';
import {
  findApplication,
  idTypeOf,
  peopleOf,
  sessionSubjectIdsOf,
  type ApplicationPersonRow,
  type ApplicationRow,
} from '../store.ts';

/** All that one application's page says, as the database has it. */
export type Detail = {
  application: ApplicationRow;
  people: ApplicationPersonRow[];
  steps: Application['applicationSteps'];
  timeline: Application['timeline'];
  product: ProductRow;
  session: SessionForSale;
  /** The same as its lists show it. */
  listed: FoundSession;
  papers: Paper[];
  subjects: { id: string; name_en: string; name_zh: string }[];
  payment: PaymentFacts | null;
  template: { number: string; version: number } | null;
  /** The answers as JSON, with the files they hold. */
  form: { json: string; files: StoredFile[] } | null;
  phoneNumber: string;
  calendar: WorkingCalendar;
  end: End;
  told: Told;
  move: Move | null;
  guardianWait: GuardianWait | null;
  isLeavingDoubted: boolean;
  now: string;
};

/** Reads one application of the account. @throws Refusal NOT_FOUND */
export async function readDetail(tx: Tx, { accountId, id }: { accountId: string; id: string }): Promise<Detail> {
  const application = (await findApplication(tx, { accountId, id })) ?? refuse('NOT_FOUND');
  const [session] = await sessionsForSale(tx, [application.session_id]);
  if (!session) return refuse('NOT_FOUND');
  const paperIds = (await sessionSubjectIdsOf(tx, [id])).get(id) ?? [];
  const papers = await papersByIds(tx, paperIds);
  const subjects = await subjectsByIds(
    tx,
    papers.map((paper) => paper.subjectId),
  );
  const product = (await productById(tx, application.product_id)) ?? refuse('NOT_FOUND');
  return {
    application,
    people: await peopleOf(tx, id),
    steps: await readSteps(tx, id),
    timeline: await readTimeline(tx, id),
    product,
    session,
    listed: (await findOwnSession(tx, session.id)) ?? refuse('NOT_FOUND'),
    papers,
    subjects: papers.flatMap((paper) => {
      const subject = subjects.get(paper.subjectId);
      return subject ? [titled(subject, paper)] : [];
    }),
    payment: (await readPayments(tx, [id])).get(id) ?? null,
    template: await templateOf(tx, application.form_template_id ?? product.form_template_id),
    form: await readForm(tx, application),
    phoneNumber: (await accountContact(tx, accountId)).phone ?? '',
    calendar: await readWorkingCalendar(tx),
    end: await readEnd(tx, id),
    told: await readTold(tx, id),
    move: await readMove(tx, id),
    guardianWait: (await guardianWaits(tx, [id])).get(id) ?? null,
    isLeavingDoubted: (await leavingDoubted(tx, [id])).has(id),
    now: await readNow(tx),
  };
}

async function readSteps(tx: Tx, id: string): Promise<Detail['steps']> {
  const rows = await tx
    .selectFrom('application_step')
    .selectAll()
    .where('application_id', '=', id)
    .orderBy('position')
    .execute();
  return rows.map((row) => ({
    stepName: row.step_name,
    jsonResult: unseal(row.json_result_sealed, stepPlace(id, row.position)),
  }));
}

async function readTimeline(tx: Tx, id: string): Promise<Detail['timeline']> {
  const events = await tx
    .selectFrom('history')
    .select(['event', 'at', 'reason'])
    .where('kind', '=', 'application')
    .where('object_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute();
  return [...events, ...(await guardianEvents(tx, id))].toSorted((a, b) => a.at.localeCompare(b.at));
}

type Reader = { catalogue: Catalogue; language: Language };

/** The application's page on the wire. The venue is told once the person has a place there and the session is published. */
export function presentDetail(detail: Detail, reader: Reader): Application {
  const { application, session, payment, now } = detail;
  const { product, calendar, people, papers, guardianWait } = detail;
  const facts = { application, session, product, calendar, now, guardianWait };
  const letter = letterAvailability(facts);
  const editableUntil = pickupEditableUntil(application, papers);
  const presented = papers.map((paper) => presentPaper(paper, detail, reader.language));
  const pickupPerson = people.find((person) => person.role === 'PickupPerson');
  const guardian = people.find((person) => person.role === 'Guardian');
  return {
    id: application.id,
    registrationTemplateId: application.form_template_id,
    code: application.code,
    category: application.category,
    emailStatus: application.email_status,
    leaveAlone: application.leave_alone,
    withdrawReason: application.withdraw_reason,
    cancellationRequestReason: ownReason(detail.end.request),
    cancellationRejectReason: application.cancellation_reject_reason,
    registrationDate: application.registered_at,
    status: application.status,
    payment: payment && { orderId: payment.orderId, orderCode: payment.orderCode, paidAt: payment.paidAt },
    amount: payment?.amount ?? (papers.length > 0 ? priceAlone({ papers }, now) : application.shown_amount),
    ...presentExam(detail, reader),
    applicationCandidate: presentCandidate(detail),
    applicationGuardian: guardian ? presentPerson(guardian) : null,
    applicationPickupPerson: pickupPerson ? presentPerson(pickupPerson) : null,
    applicationSteps: detail.steps,
    user: { phoneNumber: detail.phoneNumber },
    sessionSubject: presented[0] ?? refuse('SUBJECT_NOT_OFFERED'),
    papers: presented,
    testRelatedInfo: presentForm(detail),
    publishStatus: session.status,
    bookingId: application.booking_id,
    timeline: detail.timeline,
    letter: { ...letter, version: application.letter_version },
    pickupEditableUntil: editableUntil,
    canEditPickup: editableUntil !== null && now < editableUntil,
    leaveCheck: leaveCheckOf(detail, { mayChoose: editableUntil !== null && now < editableUntil }),
    ...presentEnd(detail),
    move: detail.move,
    ...presentTold(detail.told, reader.language),
  };
}

/**
 * Leaving alone is doubted while no consent to it is valid, also when it cannot be changed any more; a move asks for the way a minor leaves once
 * more, until somebody has chosen it again.
 */
function leaveCheckOf(
  { application, timeline, move, isLeavingDoubted }: Detail,
  { mayChoose }: { mayChoose: boolean },
): Application['leaveCheck'] {
  if (application.leave_alone === null) return 'None';
  if (isLeavingDoubted) return 'Doubted';
  if (!mayChoose) return 'None';
  const lastOf = (name: string) => timeline.findLast(({ event }) => event === name)?.at ?? '';
  const chosenAt = lastOf('changePickup');
  if (lastOf('resetLeave') > chosenAt) return 'Reset';
  return lastOf('move') > chosenAt || (move?.movedAt ?? '') > chosenAt ? 'Asked' : 'None';
}

type Exam = Pick<Application, 'session' | 'testInfo' | 'subject' | 'examInfo'>;

function presentExam(detail: Detail, { catalogue, language }: Reader): Exam {
  const { session, product, papers } = detail;
  const office = catalogue.offices.get(session.officeId) ?? refuse('NOT_FOUND');
  const subject = joinedSubject(detail, language);
  const times = papers.map((paper) => [paper.startTime, paper.endTime] as const);
  return {
    session: {
      ...presentOwnSession(detail.listed, { catalogue, language, now: detail.now }),
      officeEmail: office.email,
    },
    testInfo: {
      productId: product.id,
      productCode: product.code,
      productName: nameIn(language, product),
      registrationTemplateNumber: numberOf(detail.template),
    },
    subject,
    examInfo: {
      productCode: product.code,
      productName: nameIn(language, product),
      subjectName: subject.subjectName,
      examDate: session.examDate,
      startTime: times.map(([start]) => start).toSorted()[0] ?? session.startTime,
      endTime:
        times
          .map(([, end]) => end)
          .toSorted()
          .at(-1) ?? session.endTime,
      specialNoticeCn: product.special_notice_zh,
      specialNoticeEn: product.special_notice_en,
      venue: session.status === 'Published' ? placeOf(session, { catalogue, language }) : null,
    },
  };
}

function numberOf(template: Detail['template']): string | null {
  return template && template.number;
}

/** The subject of a set is its first paper's, under the names of all. */
function joinedSubject({ subjects }: Detail, language: Language): Application['subject'] {
  const nameEn = subjects.map((subject) => subject.name_en).join(' + ');
  const nameCn = subjects.map((subject) => subject.name_zh).join(' + ');
  return {
    id: subjects[0]?.id ?? refuse('SUBJECT_NOT_OFFERED'),
    subjectName: language === 'zh' ? nameCn : nameEn,
    nameEn,
    nameCn,
  };
}

function presentPaper(paper: Paper, { subjects }: Detail, language: Language): Application['sessionSubject'] {
  const subject = subjects.find((each) => each.id === paper.subjectId);
  const { sessionSubjectId, subjectId, startTime, endTime, localFee, boardFee, vat, total } = paper;
  const subjectName = subject ? nameIn(language, subject) : paper.subjectCode;
  return { sessionSubjectId, subjectId, subjectName, startTime, endTime, localFee, boardFee, vat, total };
}

function presentCandidate({ application, people, now }: Detail): MaskedCandidate {
  const open = (sealed: Buffer | null, column: string) =>
    sealed ? unseal(sealed, { table: 'application', row: application.id, column }) : null;
  const guardian = people.find((person) => person.role === 'Guardian');
  const dob = dobOf('application', application);
  return {
    id: application.id,
    idType: idTypeOf(application.id_type),
    gender: genderOf('application', application),
    firstName: application.first_name,
    lastName: application.last_name,
    nameZh: openChineseName(application),
    idNo: maskIdNumber(openIdNo(application)),
    email: open(application.email_sealed, 'email'),
    mobile: open(application.mobile_sealed, 'mobile'),
    dob,
    candidateId: application.candidate_id,
    candidateAgeType: candidateAgeType(ageOn(dob, chinaDateOf(now))),
    guardianModel: guardian ? presentPerson(guardian) : null,
  };
}

function presentPerson(person: ApplicationPersonRow): MaskedPerson {
  const place = (column: string) => ({ table: 'application_person', row: person.id, column });
  return {
    id: person.id,
    idType: idTypeOf(person.id_type),
    name: unseal(person.name_sealed, place('name')),
    idNo: maskIdNumber(unseal(person.id_no_sealed, place('id_no'))),
    mobile: unseal(person.mobile_sealed, place('mobile')),
    type: person.type,
    candidateId: null,
  };
}

async function readForm(tx: Tx, row: ApplicationRow): Promise<Detail['form']> {
  if (row.form_json_sealed === null) return null;
  const json = unseal(row.form_json_sealed, { table: 'application', row: row.id, column: 'form_json' });
  return { json, files: await filesOfAnswers(tx, { filesId: row.form_files_id, json }) };
}

function presentForm({ form, template }: Detail): Application['testRelatedInfo'] {
  if (form === null || template === null) return null;
  const attachments = form.files.map(({ id, fileName, fileSize, fileType }) => ({ id, fileName, fileSize, fileType }));
  return {
    templateNumber: template.number,
    templateVersion: template.version,
    json: form.json,
    registrationFormAttachments: attachments,
  };
}
