import { applicationCode, applicationCodeBytes, chinaDateOf, type CheckedPickup } from '@exam/contract/rules';
import { type ConsentEvidence, consentRows, keepEvidence } from '#people/consents';
import { openCases } from '#people/guardians';
import { birthKeyOf } from '#platform/birth';
import { randomBytes, randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { seal } from '#platform/vault';
import { bornColumns } from './age-class.ts';
import { asksForArrangement } from './answers.ts';
import type { Entry } from './entry.ts';
import type { FilledForm } from './form.ts';
import type { Offer } from '../cart/offer.ts';
import { letterCodeColumns } from '../letter/code.ts';
import type { NewApplication } from '../store.ts';

/** What is the same for every application of a submission. `now` is the instant of the submission. */
export type Submission = {
  accountId: string;
  now: string;
  offer: Offer;
  /** Null where the product has no form. */
  form: FilledForm | null;
  steps: readonly { stepName: string; jsonResult: string }[];
  evidence: ConsentEvidence;
};

/** An entry and what the registration keeps of its guardian's number (`openCases`). */
export type NamedEntry = Entry & { guardianKey: Buffer | null };

/** Opens the cases of the guardians who are named by entries; they are asked once the order is placed. */
export async function nameGuardians(
  tx: Tx,
  { accountId, offer }: Submission,
  entries: readonly Entry[],
): Promise<NamedEntry[]> {
  const keys = await openCases(
    tx,
    accountId,
    entries.map(
      ({ guardian, candidate: { personKey, dob, lastName, firstName } }) =>
        guardian && {
          accountId,
          personKey,
          birthKey: birthKeyOf(accountId, dob),
          lastName,
          letters: lastName + firstName,
          sitting: offer.session.id,
          mobile: guardian.mobile,
          relation: guardian.type,
        },
    ),
  );
  return entries.map((entry, at) => ({ ...entry, guardianKey: keys[at] ?? null }));
}

/** The columns that modifying renews: who the person is and what was chosen. */
export function snapshotColumns(
  id: string,
  { accountId, now, offer, form }: Submission,
  { candidate, leaveAlone, guardianKey }: NamedEntry,
) {
  const sealed = (value: string | null, column: string) =>
    value === null ? null : seal(value, { table: 'application', row: id, column });
  return {
    product_id: offer.product.id,
    session_id: offer.session.id,
    candidate_type: offer.candidateType,
    candidate_id: candidate.id,
    person_key: candidate.personKey,
    id_type: candidate.idType,
    id_no_sealed: seal(candidate.idNo, { table: 'application', row: id, column: 'id_no' }),
    first_name: candidate.firstName,
    last_name: candidate.lastName,
    name_zh_sealed: sealed(candidate.nameZh, 'name_zh'),
    ...bornColumns({ ...candidate, id, accountId }, { now, examDate: offer.session.examDate }),
    email_sealed: sealed(candidate.email, 'email'),
    mobile_sealed: sealed(candidate.mobile, 'mobile'),
    guardian_key: guardianKey,
    leave_alone: leaveAlone,
    leaving_noted_at: null,
    leaving_ticked_at: leaveAlone === true ? now : null,
    form_template_id: form?.templateId ?? null,
    form_json_sealed: sealed(form?.json ?? null, 'form_json'),
    form_files_id: form?.filesId ?? null,
    has_special_arrangement: asksForArrangement(form?.json ?? null),
  } satisfies Partial<NewApplication>;
}

/** A whole new application: in the cart, with codes nobody can guess (R-93, T37). */
export function newApplication(
  submission: Submission,
  entry: NamedEntry,
  given: { code: string; amount: number },
): NewApplication {
  const id = randomId();
  return {
    id,
    account_id: submission.accountId,
    code: given.code,
    category: 'Public',
    status: 'Initiated',
    ...snapshotColumns(id, submission, entry),
    shown_amount: given.amount,
    ...letterCodeColumns(id),
    created_at: submission.now,
  };
}

/** Application codes that are not taken yet. */
export async function freeCodes(tx: Tx, now: string, count: number): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < count) {
    const tries = Array.from({ length: count - codes.size }, () =>
      applicationCode('P', chinaDateOf(now), randomBytes(applicationCodeBytes)),
    );
    const taken = await tx.selectFrom('application').select('code').where('code', 'in', tries).execute();
    for (const code of tries) if (!taken.some((row) => row.code === code)) codes.add(code);
  }
  return [...codes];
}

/** Writes what hangs on an application: papers, people, steps and the evidence of consent. */
export async function writeParts(tx: Tx, id: string, submission: Submission, entry: Entry): Promise<void> {
  const { offer, steps } = submission;
  await tx
    .insertInto('application_paper')
    .values(
      offer.papers.map((paper, sort) => ({
        application_id: id,
        session_subject_id: paper.sessionSubjectId,
        subject_id: paper.subjectId,
        sort,
      })),
    )
    .execute();
  await writePeople(tx, id, entry);
  await tx
    .insertInto('application_step')
    .values(
      steps.map((step, position) => ({
        application_id: id,
        position,
        step_name: step.stepName,
        json_result_sealed: seal(step.jsonResult, stepPlace(id, position)),
      })),
    )
    .execute();
  await writeConsents(tx, id, submission, entry);
}

/** Where a step's content is sealed for. */
export function stepPlace(applicationId: string, position: number) {
  return { table: 'application_step', row: `${applicationId}/${position}`, column: 'json_result' };
}

/** Guardian and pickup person as they are now. */
async function writePeople(
  tx: Tx,
  applicationId: string,
  { guardian, pickupPerson }: Pick<Entry, 'guardian' | 'pickupPerson'>,
): Promise<void> {
  if (guardian) await writePerson(tx, applicationId, 'Guardian', guardian);
  if (pickupPerson) await writePerson(tx, applicationId, 'PickupPerson', pickupPerson);
}

/** What is kept of a guardian or pickup person. */
export type WrittenPerson = Pick<CheckedPickup, 'name' | 'idType' | 'idNo' | 'mobile'> & { type: string };

/** One person of an application; an earlier one in the same role must be gone. */
export async function writePerson(
  tx: Tx,
  applicationId: string,
  role: 'Guardian' | 'PickupPerson',
  person: WrittenPerson,
): Promise<void> {
  const row = randomId();
  const place = (column: string) => ({ table: 'application_person', row, column });
  await tx
    .insertInto('application_person')
    .values({
      id: row,
      application_id: applicationId,
      role,
      name_sealed: seal(person.name, place('name')),
      id_type: person.idType,
      id_no_sealed: seal(person.idNo, place('id_no')),
      mobile_sealed: seal(person.mobile, place('mobile')),
      type: person.type,
    })
    .execute();
}

/** Evidence of each ticked statement: version, language and a hash of the text that was shown (3-domain 6.1). Append-only. */
async function writeConsents(tx: Tx, applicationId: string, submission: Submission, entry: Entry): Promise<void> {
  const rows = consentRows(submission, entry).map((row) => ({ ...row, application_id: applicationId }));
  await keepEvidence(tx, rows);
}
