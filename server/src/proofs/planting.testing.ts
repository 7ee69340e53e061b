import { addSeconds, endOfDay, type RetentionClass } from '@exam/contract/rules';
import { randomBytes, randomCode, randomId } from '#platform/chance';
import { databasePool } from '#platform/database';
import { givenStaffAccount } from '#testing';
import { meddle } from './world.testing.ts';
import type { Registered } from './retention.testing.ts';

/** What planted rows hang on: a registration that the portal's own calls made and that was paid for, and a member of staff. */
export type Ground = Registered & { officerId: string };

/** A kind of row that some class keeps, and how one is made whose clock started at a China date or an instant, as the class counts. */
export type Planting = {
  class: RetentionClass;
  /** What the row is about. */
  of: string;
  plant: (ground: Ground, started: string) => Promise<string>;
  /** It waits for no clock of its own: it goes as soon as what it waited for has gone. */
  isAtOnce?: true;
  /** Its clock starts with the end of a day in China, although its class counts instants. */
  isFromMidnight?: true;
  /** It names nobody any more: a hold on a person is none of its business. */
  isOfNobody?: true;
  /** It is what it is because no order was ever made of it. */
  isNeverOrdered?: true;
  /** A million rows a day: their ids are in no journal. */
  isMass?: true;
};

/** @returns a ground whose member of staff exists. */
export async function groundOf(registered: Registered): Promise<Ground> {
  return { ...registered, officerId: (await givenStaffAccount()).id };
}

/** Writes one row; whatever is not given is null or its default. */
export async function write(table: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  const names = Object.keys(values);
  const places = names.map((_, index) => `$${index + 1}`);
  await meddle(`insert into ${table} (${names.join(', ')}) values (${places.join(', ')})`, Object.values(values));
}

/** Writes a row like another one but for some columns, under an id of its own. @returns that id. */
export async function writeLike(
  table: string,
  like: string,
  changes: Readonly<Record<string, unknown>>,
): Promise<string> {
  const id = randomId();
  const { rowCount } = await databasePool().query(
    `insert into ${table} select (jsonb_populate_record(known, $2::jsonb)).* from ${table} known where id = $1`,
    [like, JSON.stringify({ ...changes, id })],
  );
  if (rowCount !== 1) throw new Error(`There is no ${table} ${like}.`);
  return id;
}

/** A registration for an exam of its own on a China date. */
export async function registrationOn({ applicationId, sessionId }: Ground, examDate: string, changes: object = {}) {
  const [startsAt, endsAt] = [addSeconds(endOfDay(examDate), -15 * 3600), addSeconds(endOfDay(examDate), -12 * 3600)];
  const session = await writeLike('exam_session', sessionId, {
    exam_date: examDate,
    starts_at: startsAt,
    ends_at: endsAt,
    publish_end_at: startsAt,
    publish_start_at: '2001-01-01T00:00:00.000Z',
  });
  return await writeLike('application', applicationId, {
    session_id: session,
    code: randomCode(12),
    letter_code_key: randomBytes(32),
    ...changes,
  });
}

/** A booking for an exam on a China date. */
export async function bookingOn(
  { applicationId, browser, candidateId }: Pick<Ground, 'applicationId' | 'browser' | 'candidateId'>,
  examDate: string,
): Promise<string> {
  const id = randomId();
  await meddle(
    `insert into booking (id, account_id, code, status, product_id, office_id, expected_date, expected_month, candidate_id, person_key,
       id_type, id_no_sealed, first_name, last_name, birth_year, steps_sealed, submitted_at)
     select $1, $2, $3, 'Completed', known.product_id, session.office_id, $4::date, left($5, 7), $6, known.person_key, known.id_type, '',
       known.first_name, known.last_name, known.birth_year, '', '2001-01-01T00:00:00Z'
     from application known join exam_session session on session.id = known.session_id where known.id = $7`,
    [id, browser.accountId, randomCode(12), examDate, examDate, candidateId, applicationId],
  );
  return id;
}

/** A request after results. */
export async function postTest(
  { applicationId, browser, candidateId }: Ground,
  changes: Readonly<Record<string, unknown>>,
) {
  const [id, serviceId] = [randomId(), randomId()];
  await meddle(
    `insert into post_test_service (id, product_id, code, kind, name_en, name_zh, summary_en, summary_zh, is_form_required, turnaround_days, sort)
     select $1, product_id, $2, 'review', 'Review', '复核', '', '', false, 20, 1 from application where id = $3`,
    [serviceId, randomCode(8), applicationId],
  );
  const { rows } = await databasePool().query<{ product_id: string }>(
    'select product_id from post_test_service where id = $1',
    [serviceId],
  );
  const { rows: people } = await databasePool().query<Record<string, unknown>>(
    'select last_name, first_name, birth_key, birth_year, birthday_past_in from candidate where id = $1',
    [candidateId],
  );
  await write('post_test', {
    id,
    ...people[0],
    // Made of name and birth date: a request knows no document.
    person_key: randomBytes(32),
    account_id: browser.accountId,
    code: randomCode(12),
    product_id: rows[0]?.product_id,
    service_id: serviceId,
    created_at: '2001-01-01T00:00:00Z',
    saved_at: '2001-01-01T00:00:00Z',
    ...changes,
  });
  return id;
}

/** Noon in China. */
export const noonOf = (date: string) => `${date}T12:00:00+08:00`;

/** A file with bytes of nobody, sent by the account. */
export async function fileFor({ browser }: Ground, changes: Readonly<Record<string, unknown>>): Promise<string> {
  const id = randomId();
  await write('file', {
    id,
    account_id: browser.accountId,
    storage_key: randomCode(20),
    name_sealed: Buffer.alloc(0),
    kind: 'pdf',
    size: 20,
    sha256: randomBytes(32),
    created_at: '2001-01-01T00:00:00Z',
    ...changes,
  });
  return id;
}

/** A file that was sent with a cancellation of two registrations. */
export async function cancellationPaper(ground: Ground, started: string): Promise<string> {
  const requestId = await cancellationOf(ground, started, {});
  return await fileFor(ground, { used_by: 'cancellation', object_id: requestId, used_at: '2001-01-01T00:00:00Z' });
}

/** Why somebody asked for the cancellation of two registrations. */
export async function cancellationAsked(ground: Ground, started: string): Promise<string> {
  return await cancellationOf(ground, started, { reason_sealed: randomBytes(40) });
}

/** What staff answered to it. */
export async function cancellationAnswered(ground: Ground, started: string): Promise<string> {
  return await cancellationOf(ground, started, { decision_reason: 'No.' });
}

/** The later of the exams counts. */
async function cancellationOf(ground: Ground, started: string, words: object): Promise<string> {
  const requestId = randomId();
  await write('cancellation_request', {
    id: requestId,
    account_id: ground.browser.accountId,
    order_id: ground.orderId,
    attempt: 1,
    ...words,
    requested_at: '2001-01-01T00:00:00Z',
    policy_row: 'C1',
    percent: 100,
    is_document_required: true,
    frozen: '{}',
    documents_due_at: '2001-01-01T00:00:00Z',
    outcome: 'TakenBack',
    decided_at: '2001-01-01T00:00:00Z',
  });
  for (const examDate of ['2001-06-01', started]) {
    const applicationId = await registrationOn(ground, examDate);
    const refundId = randomId();
    await write('refund', {
      id: refundId,
      order_id: ground.orderId,
      application_id: applicationId,
      serial_number: randomCode(16),
      status: 'Closed',
      cause: 'cancellation',
      policy_row: 'C1',
      amount: 0,
      submitted_at: '2001-01-01T00:00:00Z',
    });
    await write('cancellation_item', {
      request_id: requestId,
      application_id: applicationId,
      refund_id: refundId,
      paid_amount: 0,
      quoted_amount: 0,
      is_open: false,
    });
  }
  return requestId;
}

const kindOf: Readonly<Record<string, string>> = { specialArrangement: 'medicalPaper' };

/** A paper that the desk filed; its own clock where it has one, else that of its exam. */
export async function filed(ground: Ground, of: RetentionClass, started: string): Promise<string> {
  const id = randomId();
  const hasOwnClock = of === 'certificate' || of === 'cheatingEvidence';
  const applicationId = await registrationOn(ground, hasOwnClock ? '2001-06-01' : started);
  const caseId = of === 'cheatingEvidence' ? randomId() : null;
  if (caseId)
    await write('misconduct_case', {
      id: caseId,
      application_id: applicationId,
      reason: 'A second phone',
      opened_at: '2001-06-01T00:00:00Z',
      opened_by: ground.officerId,
      closed_at: noonOf(started),
      closed_by: ground.officerId,
      outcome: 'proven',
      status: 'Closed',
    });
  await write('filed_document', {
    id,
    application_id: applicationId,
    class: of,
    kind: kindOf[of] ?? of,
    case_id: caseId,
    issued_on: of === 'certificate' ? started : null,
    filed_at: '2001-06-01T00:00:00Z',
    filed_by: ground.officerId,
  });
  return id;
}

/** A consent of the registration of the ground, unless changed. */
export async function consentOf(
  { applicationId, browser, candidateId }: Ground,
  changes: Readonly<Record<string, unknown>>,
) {
  const id = randomId();
  await write('consent', {
    id,
    account_id: browser.accountId,
    application_id: applicationId,
    candidate_id: candidateId,
    statement_id: 'terms',
    version: 'test',
    language: 'en',
    text_hash: randomBytes(32),
    network: '',
    device: '',
    given_at: '2001-01-01T00:00:00Z',
    ...changes,
  });
  return id;
}

/** A message about nothing. */
export async function message({ browser }: Ground, changes: Readonly<Record<string, unknown>>): Promise<string> {
  const id = randomId();
  await write('message', {
    id,
    message_key: id,
    kind: 'orderPlaced',
    object_id: id,
    account_id: browser.accountId,
    channel: 'sms',
    language: 'en',
    recipient_sealed: Buffer.alloc(0),
    values_sealed: Buffer.alloc(0),
    attempts: 1,
    task: 'messages.send',
    ...changes,
  });
  return id;
}

/** A saved candidate of an account of its own, so that each is a person of its own. */
export async function candidateOf({ candidateId, browser }: Ground, changes: Readonly<Record<string, unknown>>) {
  const accountId = await writeLike('account', browser.accountId, { status: 'Closed', ...emptied });
  return await writeLike('candidate', candidateId, { account_id: accountId, ...changes });
}

/** What a closed account has no more. */
export const emptied = { phone_key: null, phone_sealed: null, email_key: null, email_sealed: null };

const sums =
  'position, original_amount, local_fee_amount, board_fee_amount, other_fee_amount, vat, tier_count, tier_discount_amount, late_entry_charge_amount, pay_amount';

/** An order like that of the ground, with one line for a registration. */
export async function orderFor(
  { orderId }: Ground,
  applicationId: string,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const { account_id: ownerId, ...rest } = changes;
  const id = await writeLike('exam_order', orderId, { code: randomCode(14), request_key: null, ...rest });
  // Nobody's account takes no new order: one is handed to it.
  if (ownerId !== undefined) await meddle('update exam_order set account_id = $1 where id = $2', [ownerId, id]);
  await meddle(
    `insert into order_item (id, order_id, application_id, session_id, ${sums})
     select $1, $2, $3, (select session_id from application where id = $3), ${sums} from order_item where order_id = $4`,
    [randomId(), id, applicationId, orderId],
  );
  return id;
}

/** An entry of the audit in a sealed stretch of its own. */
export async function sealedEntry({ officerId, candidateId }: Ground, started: string): Promise<string> {
  const id = randomId();
  const entry = {
    staff_id: officerId,
    staff_name: 'Ding Yi',
    action: 'orders.look',
    object_kind: 'list',
    object_id: id,
  };
  await write('audit_entry', { id, at: started, ...entry, people: [await personKeyOf(candidateId)] });
  await meddle(
    `insert into audit_segment
     select (select count(*) + 1 from audit_segment), link.sequence, link.sequence, entry.at, entry.at, link.previous, link.hash, entry.at, link.hash
     from audit_link link join audit_entry entry on entry.id = link.entry_id where entry.id = $1`,
    [id],
  );
  return id;
}

/** The keyed hash of a saved candidate's document. */
export async function personKeyOf(candidateId: string): Promise<Buffer | undefined> {
  const { rows } = await databasePool().query<{ person_key: Buffer }>(
    'select person_key from candidate where id = $1',
    [candidateId],
  );
  return rows[0]?.person_key;
}
