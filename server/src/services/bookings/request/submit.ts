import { applicationCode, applicationCodeBytes, chinaDateOf, dobFromWire } from '@exam/contract/rules';
import type { Recipient } from '@exam/contract/entities';
import type { Language } from '@exam/contract/messages';
import { replayBooking } from '@exam/contract/wizards';
import { checkAdultAccount } from '#people/accounts';
import {
  type Entry,
  entryOf,
  type FilledForm,
  keepFormFiles,
  type PersonInput,
  type Problems,
  readAnswers,
  readEntry,
  refuseProblems,
} from '#registering/applications';
import { candidateForSubmission } from '#people/candidates';
import { productForOffer, type ProductRow, recipientFor } from '#offer/catalogue';
import { consentRows, keepEvidence } from '#people/consents';
import { askGuardians, openCase } from '#people/guardians';
import { birthKeyOf } from '#platform/birth';
import { randomBytes, randomId } from '#platform/chance';
import { readNow } from '#platform/clock';
import { inTransaction, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { enqueueAll } from '#platform/outbox';
import { record } from '#platform/transition';
import { readWorkingCalendar } from '#office/working-days';
import { openItem } from '#office/work-items';
import { dueInWorkingDays } from './due.ts';
import { sealAnswers, snapshotOf, writePeople } from './person.ts';
import { takeServiceDate } from '../arrangement/service-dates.ts';
import { tellSubmitted } from '../notify.ts';

export type SubmitInput = PersonInput & {
  accountId: string;
  language: Language;
  ip: string;
  device: string;
  registrationTemplateId?: string | null | undefined;
  productId: string;
  officeId: string;
  productLastModifiedOn: string;
  /** A China date, or the instant of its midnight. */
  expectTestDate: string;
  registrationForm?: string | null | undefined;
  applicationSteps: readonly { stepName: string; jsonResult: string }[];
  isInformationConfirmed?: boolean | undefined;
};

type Request = {
  product: ProductRow;
  expectedDate: string;
  entry: Entry;
  form: FilledForm | null;
  now: string;
};

/**
 * A request for a booked exam (9.3#1). Staff find it on their board, the person gets an acknowledgement.
 * @throws Refusal BIRTH_DATE_REQUIRED, UNDER_AGE_TO_REGISTER; PRODUCT_NOT_OPEN; PRODUCT_CHANGED when the product changed since its notice
 *   was read; NOT_FOUND; SERVICE_DATE_CLOSED, SERVICE_DATE_FULL; what is wrong with the person, leave choice, consents and
 *   form by path; INFORMATION_NOT_CONFIRMED; STEPS_INCOMPLETE.
 */
export async function submitBooking(input: SubmitInput): Promise<{ bookingId: string; code: string }> {
  return await inTransaction(async (tx) => {
    const request = await readRequest(tx, input);
    return await insert(tx, { input, request });
  });
}

async function readRequest(tx: Tx, input: SubmitInput): Promise<Insert['request']> {
  await checkAdultAccount(tx, input.accountId);
  await checkOwnCandidate(tx, input);
  const now = await readNow(tx);
  const today = chinaDateOf(now);
  const product = await offeredProduct(tx, input);
  const expectedDate = dobFromWire(input.expectTestDate);
  if (expectedDate === null) refuse('FIELDS', {}, { expectTestDate: 'INVALID_FORMAT' });
  await takeServiceDate(tx, { productId: product.id, officeId: input.officeId, date: expectedDate });
  const problems: Problems = {};
  const person = await entryOf(tx, input);
  const recipient = await recipientFor(tx, product.id, input.language);
  const known = { today, examDate: expectedDate, recipient };
  const entry = await readEntry(tx, { accountId: input.accountId, input: person, known }, problems);
  const answers = await readAnswers(tx, {
    accountId: input.accountId,
    templateId: product.form_template_id,
    formJson: input.registrationForm ?? null,
    chosen: { examDate: expectedDate, candidates: 1 },
  });
  if (!answers.ok)
    for (const [field, code] of Object.entries(answers.fields)) problems[`registrationForm.${field}`] = code;
  refuseProblems(problems);
  if (input.isInformationConfirmed !== true)
    refuse('INFORMATION_NOT_CONFIRMED', {}, { isInformationConfirmed: 'INFORMATION_NOT_CONFIRMED' });
  const replayed = replayBooking(entry.isMinor, input.applicationSteps);
  if (!replayed.ok) refuse('STEPS_INCOMPLETE', {}, { applicationSteps: replayed.code });
  return { product, expectedDate, entry, form: answers.ok ? answers.form : null, now, recipient };
}

/** Before anything else that can be wrong: an id of another account answers as one that nobody has (T8). @throws Refusal NOT_FOUND */
async function checkOwnCandidate(tx: Tx, { accountId, applicationCandidate: sent }: SubmitInput): Promise<void> {
  if ('candidateId' in sent) await candidateForSubmission(tx, { accountId, candidateId: sent.candidateId });
}

async function offeredProduct(tx: Tx, input: SubmitInput): Promise<ProductRow> {
  const product = await productForOffer(tx, input.productId);
  if (product.category !== 'Booking') refuse('PRODUCT_NOT_OPEN');
  const seen = input.registrationTemplateId ?? null;
  const isSame =
    product.last_modified_at === input.productLastModifiedOn && (seen === null || seen === product.form_template_id);
  return isSame ? product : refuse('PRODUCT_CHANGED');
}

type Insert = { input: SubmitInput; request: Request & { recipient: Recipient | null } };

async function insert(tx: Tx, { input, request }: Insert): Promise<{ bookingId: string; code: string }> {
  const { product, expectedDate, entry, form, now, recipient } = request;
  const { accountId, officeId, language, ip, device, applicationSteps: steps } = input;
  const { id: bookingId, code } = await writeBooking(tx, {
    accountId,
    officeId,
    product,
    expectedDate,
    entry,
    form,
    steps,
    now,
  });
  const evidence = { language, recipient, ip, device };
  const consents = consentRows({ evidence, accountId, now }, entry).map((row) => ({ ...row, booking_id: bookingId }));
  await keepEvidence(tx, consents);
  if (entry.isMinor) await enqueueAll(tx, [askGuardians([bookingId])]);
  await tellSubmitted(tx, bookingId);
  return { bookingId, code };
}

type NewBooking = Request & {
  accountId: string;
  officeId: string;
  steps: readonly { stepName: string; jsonResult: string }[];
};

/** So soon staff look at a request: the portal says so. */
const answerWorkingDays = 2;

/** Writes a booking that was checked, with its people, its history and the task for staff; consents and words are the caller's. */
export async function writeBooking(tx: Tx, booking: NewBooking): Promise<{ id: string; code: string }> {
  const { accountId, officeId, product, expectedDate, entry, form, steps, now } = booking;
  const formJson = form?.json ?? null;
  const id = randomId();
  const code = applicationCode('B', chinaDateOf(now), randomBytes(applicationCodeBytes));
  const { candidate, guardian } = entry;
  const guardianKey = await openCase(
    tx,
    guardian && {
      accountId,
      personKey: candidate.personKey,
      birthKey: birthKeyOf(accountId, candidate.dob),
      lastName: candidate.lastName,
      letters: candidate.lastName + candidate.firstName,
      sitting: id,
      mobile: guardian.mobile,
      relation: guardian.type,
    },
  );
  await tx
    .insertInto('booking')
    .values({
      id,
      account_id: accountId,
      code,
      status: 'Initiated',
      product_id: product.id,
      office_id: officeId,
      expected_date: expectedDate,
      expected_month: expectedDate.slice(0, 7),
      ...snapshotOf({ id, accountId, today: chinaDateOf(now), guardianKey }, entry),
      form_template_id: form?.templateId ?? null,
      form_files_id: form?.filesId ?? null,
      ...sealAnswers(id, { formJson, steps }),
      submitted_at: now,
    })
    .execute();
  await writePeople(tx, id, entry);
  await keepFormFiles(tx, accountId, form);
  const actor = { kind: 'candidate', id: accountId } as const;
  await record(tx, { kind: 'booking', id, event: 'submit', actor, to: 'Initiated' });
  const dueAt = dueInWorkingDays(await readWorkingCalendar(tx), now, answerWorkingDays);
  await openItem(tx, { kind: 'bookingToPrice', objectKind: 'booking', objectId: id, officeId, label: code, dueAt });
  return { id, code };
}
