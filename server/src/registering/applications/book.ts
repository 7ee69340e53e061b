import { applicationMachine } from '@exam/contract/machines';
import { applicationCode, applicationCodeBytes, chinaDateOf } from '@exam/contract/rules';
import { randomBytes, randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { seal } from '#platform/vault';
import { record, transitionAll } from '#platform/transition';
import { bornColumns } from './submission/age-class.ts';
import { asksForArrangement } from './submission/answers.ts';
import { letterCodeColumns } from './letter/code.ts';
import { writePerson, type WrittenPerson } from './submission/snapshot.ts';
import type { NewApplication } from './store.ts';

/** The person of a booking as the booking's snapshot has them, opened. */
export type BookedPerson = {
  candidateId: string;
  personKey: Buffer;
  idType: string;
  idNo: string;
  firstName: string;
  lastName: string;
  nameZh: string | null;
  gender: string;
  dob: string;
  email: string | null;
  mobile: string | null;
  leaveAlone: boolean | null;
  /** What the booking keeps of its guardian's number. */
  guardianKey: Buffer | null;
  guardian: WrittenPerson | null;
  pickupPerson: WrittenPerson | null;
};

type Booked = {
  bookingId: string;
  accountId: string;
  productId: string;
  person: BookedPerson;
  formTemplateId: string | null;
  formJson: string | null;
  formFilesId: string | null;
  now: string;
  /** `examDate` China date, `amount` in fen. */
  papers: readonly {
    sessionId: string;
    sessionSubjectId: string;
    subjectId: string;
    examDate: string;
    amount: number;
  }[];
};

/**
 * Makes an application of each paper of a booking whose order is being placed (9.2#1, R-70): Submitted at once, bound as one set by
 * the booking.
 * @returns their ids in the order of `papers`.
 */
export async function createBooked(tx: Tx, { papers, ...booked }: Booked): Promise<string[]> {
  const actor = { kind: 'candidate', id: booked.accountId } as const;
  const ids: string[] = [];
  for (const paper of papers) {
    const id = randomId();
    await tx
      .insertInto('application')
      .values(rowOf(id, booked, paper))
      .execute();
    const place = { application_id: id, session_subject_id: paper.sessionSubjectId, subject_id: paper.subjectId };
    await tx
      .insertInto('application_paper')
      .values({ ...place, sort: 0 })
      .execute();
    const { guardian, pickupPerson } = booked.person;
    if (guardian) await writePerson(tx, id, 'Guardian', guardian);
    if (pickupPerson) await writePerson(tx, id, 'PickupPerson', pickupPerson);
    await record(tx, { kind: 'application', id, event: 'create', actor, to: 'Initiated' });
    ids.push(id);
  }
  await transitionAll(tx, applicationMachine, {
    table: 'application',
    kind: 'application',
    event: 'submit',
    actor,
    ids,
  });
  return ids;
}

function rowOf(
  id: string,
  { person, ...booked }: Omit<Booked, 'papers'>,
  paper: Booked['papers'][number],
): NewApplication {
  const sealed = (value: string | null, column: string) =>
    value === null ? null : seal(value, { table: 'application', row: id, column });
  return {
    id,
    account_id: booked.accountId,
    code: applicationCode('B', chinaDateOf(booked.now), randomBytes(applicationCodeBytes)),
    category: 'Booking',
    status: 'Initiated',
    product_id: booked.productId,
    session_id: paper.sessionId,
    booking_id: booked.bookingId,
    candidate_id: person.candidateId,
    person_key: person.personKey,
    id_type: person.idType,
    id_no_sealed: seal(person.idNo, { table: 'application', row: id, column: 'id_no' }),
    first_name: person.firstName,
    last_name: person.lastName,
    name_zh_sealed: sealed(person.nameZh, 'name_zh'),
    ...bornColumns({ ...person, id, accountId: booked.accountId }, { now: booked.now, examDate: paper.examDate }),
    email_sealed: sealed(person.email, 'email'),
    mobile_sealed: sealed(person.mobile, 'mobile'),
    guardian_key: person.guardianKey,
    leave_alone: person.leaveAlone,
    leaving_ticked_at: person.leaveAlone === true ? booked.now : null,
    form_template_id: booked.formJson === null ? null : booked.formTemplateId,
    form_json_sealed: sealed(booked.formJson, 'form_json'),
    form_files_id: booked.formFilesId,
    has_special_arrangement: asksForArrangement(booked.formJson),
    shown_amount: paper.amount,
    ...letterCodeColumns(id),
    created_at: booked.now,
  };
}
