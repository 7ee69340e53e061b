import { addDays } from '@exam/contract/rules';
import { keepFile } from '#office/files';
import { openItem } from '#office/work-items';
import { randomBytes, randomCode, randomDigits, randomId } from '#platform/chance';
import { chinaDateOf, readNow, readNowAlone, setClockOffset } from '#platform/clock';
import { inTransaction } from '#platform/database';
import { seal } from '#platform/vault';
import {
  childConsents,
  ask,
  givenBody,
  givenExam,
  givenSignedIn,
  givenStaffAccount,
  givenVenue,
  rowsOf,
} from '#testing';
import { askDue } from './guardian.testing.ts';
import { bookingOn, consentOf, type Ground, postTest, write } from './planting.testing.ts';
import { randomCharacters } from './retention.testing.ts';
import { meddle, payOrder, placeOrder, submission, type World } from './world.testing.ts';

/** A child with one of every record that staff can open, and the ids of each. */
export type Family = Ground & {
  /** Another entry of the same child under another document. */
  twinId: string;
  bookingId: string;
  postTestId: string;
  postTestCode: string;
  cancellationId: string;
  /** The refund that the cancellation would give. */
  refundId: string;
  documentId: string;
  caseId: string;
  fapiaoId: string;
  /** A request of its guardian for a correction. */
  rightsId: string;
  /** A copy that a grandparent asked for and was granted, as if the child had died, and a proof that was filed with it. */
  relativeId: string;
  evidenceId: string;
  /** What a second person decides about the registration, on the board too. */
  proposalId: string;
  /** A hold on its session, released since. */
  holdId: string;
  /** The China date. */
  today: string;
  productId: string;
  /** A China date to which its exam may move. */
  moveDate: string;
  files: Readonly<Record<'application' | 'booking' | 'cancellation' | 'filed' | 'postTest', string>>;
  /** The numbers of the child's documents. */
  idNos: readonly [string, string];
  /** Values that no list may show whole. */
  wholes: string[];
  /** The child's, which masks alone tell of. */
  nameZh: string;
};

const letters = () => randomDigits(8).replace(/\d/g, (digit) => String.fromCodePoint(65 + Number(digit)));

const aFather = () => ({
  name: '王建国',
  idType: 'Passport',
  idNo: `G${randomDigits(8)}`,
  mobile: `137${randomDigits(8)}`,
  type: 'Father',
});

/** What of the child itself is nowhere whole before who has no approval. */
const childContacts = () => ({
  nameZh: randomCharacters(),
  mobile: `139${randomDigits(8)}`,
  email: `child.${randomDigits(8)}@example.com`,
});

/** A paid registration of a child of twelve, by the portal's own calls; what hangs on it is written beside. */
export async function givenFamily(world: World): Promise<Family> {
  await setClockOffset(0);
  const browser = await givenSignedIn(world.url, { email: `holder.${randomDigits(8)}@example.com` });
  const exam = await givenExam();
  await givenVenue(exam.sessionId);
  const name = { lastName: `Q${letters()}`, firstName: `X${letters()}` };
  const contacts = childContacts();
  const idNo = `E${randomDigits(8)}`;
  const guardianModel = aFather();
  const person = {
    ...name,
    ...contacts,
    idType: 'Passport',
    gender: 'Male',
    dob: '2014-05-06',
    guardianModel,
    consents: childConsents,
  };
  const candidateId = String((await ask(browser, 'candidate.add', { body: { ...person, idNo } })).body['id']);
  const twin = { ...person, idNo: `E${randomDigits(8)}` };
  const twinId = String((await ask(browser, 'candidate.add', { body: twin })).body['id']);
  const submitted = await ask(browser, 'application.submit', { body: submission(exam, candidateId, 'child') });
  const applicationId = String(submitted.body['id']);
  const orderId = await placeOrder(browser, { exam, candidateId, applicationId });
  await payOrder(browser, world.bank, orderId);
  await agreeAll(browser.accountId);
  const [row] = await rowsOf('select exam_date from exam_session where id = $1', [exam.sessionId]);
  const ground: Ground = {
    browser,
    applicationId,
    orderId,
    candidateId,
    sessionId: exam.sessionId,
    examDate: String(row?.['exam_date']),
    marks: Object.values(name),
    officerId: (await givenStaffAccount()).id,
  };
  const records = await recordsOf(ground);
  const idNos = [idNo, twin.idNo] as const;
  const wholes = [
    ...idNos,
    ...Object.values(contacts),
    guardianModel.idNo,
    guardianModel.mobile,
    guardianModel.name,
    browser.phone,
  ];
  return {
    ...ground,
    twinId,
    productId: exam.productId,
    moveDate: addDays(ground.examDate, 14),
    ...records,
    idNos,
    wholes,
    nameZh: contacts.nameZh,
  };
}

/** Every guardian of an account who was asked has agreed. */
async function agreeAll(accountId: string): Promise<void> {
  await askDue();
  await meddle(
    `insert into guardian_answer (id, case_id, kind, at)
     select gen_random_uuid(), id, 'agreed', app_now() from guardian_case where account_id = $1`,
    [accountId],
  );
}

/** A hold on the session of the registration that is over. @returns its id. */
async function releasedHold({ applicationId, officerId }: Ground): Promise<string> {
  const id = randomId();
  await meddle(
    `insert into legal_hold (id, scope, object_id, reason, review_on, opened_at, opened_by, approved_by, released_at, released_by,
       release_approved_by)
     select $1, 'session', session_id, 'A court asked', current_date + 100, app_now(), $2, $3, app_now(), $2, $3 from application where id = $4`,
    [id, officerId, randomId(), applicationId],
  );
  return id;
}

/** That a number is not a guardian's waits for a colleague. @returns its id. */
async function proposedFor({ officerId, applicationId }: Ground): Promise<string> {
  const id = randomId();
  const staff = { id: officerId, name: 'Officer' };
  await meddle(
    `insert into proposal (id, kind, object_id, payload, reason, status, proposed_by, proposed_by_name, proposed_at, expires_at)
     values ($1, 'formerGuardian', $2, '{}', 'The number was mistyped', 'Open', $3, $4, app_now(), app_now() + interval '7 days')`,
    [id, applicationId, staff.id, staff.name],
  );
  await inTransaction(async (tx) => {
    const dueAt = await readNow(tx);
    await openItem(tx, {
      kind: 'secondPersonNeeded',
      objectKind: 'proposal',
      objectId: id,
      officeId: null,
      dueAt,
      label: null,
    });
  });
  return id;
}

async function recordsOf(ground: Ground) {
  const { applicationId, browser } = ground;
  await giveAwardingBody(ground);
  const bookingId = await bookingOn(ground, ground.examDate);
  await meddle(`update booking set status = 'Initiated' where id = $1`, [bookingId]);
  const postTestId = await requestOf(ground);
  const [request] = await rowsOf('select code from post_test where id = $1', [postTestId]);
  const { cancellationId, refundId } = await cancellationOf(ground);
  const [documentId, caseId] = [randomId(), randomId()];
  await write('misconduct_case', {
    id: caseId,
    application_id: applicationId,
    reason: 'A second telephone',
    opened_at: '2026-01-01T00:00:00Z',
    opened_by: ground.officerId,
  });
  await write('filed_document', {
    id: documentId,
    application_id: applicationId,
    class: 'examRecord',
    kind: 'examRecord',
    filed_at: '2026-01-01T00:00:00Z',
    filed_by: ground.officerId,
  });
  await meddle('update application set has_special_arrangement = true where id = $1', [applicationId]);
  const asked = await ask(browser, 'fapiao.request', {
    params: { id: ground.orderId },
    body: { buyer: 'Personal', title: '张三', taxNumber: '', email: 'zhang.san@qq.com' },
  });
  if (asked.status >= 300) throw new Error(`The fapiao was answered ${asked.text}`);
  const wish = { candidateId: ground.candidateId, wish: 'The given name is misspelt.' };
  const corrected = await ask(browser, 'rights.askCorrection', { body: wish });
  const [fapiao] = await rowsOf('select id from fapiao where order_id = $1', [ground.orderId]);
  const files = {
    application: await fileOf(ground, 'application', applicationId),
    booking: await fileOf(ground, 'booking', bookingId),
    cancellation: await fileOf(ground, 'cancellation', cancellationId),
    filed: await fileOf(ground, 'filed', documentId),
    postTest: await fileOf(ground, 'postTest', postTestId),
  };
  await meddle('update booking set timetable_file_id = $1 where id = $2', [files.booking, bookingId]);
  return {
    bookingId,
    postTestId,
    cancellationId,
    refundId,
    documentId,
    caseId,
    proposalId: await proposedFor(ground),
    holdId: await releasedHold(ground),
    rightsId: String(corrected.body['id']),
    ...(await relativeOf(ground)),
    today: chinaDateOf(await readNowAlone()),
    fapiaoId: String(fapiao?.['id']),
    postTestCode: String(request?.['code']),
    files,
  };
}

/** A paid request after results for the child. */
async function requestOf(ground: Ground): Promise<string> {
  const id = await postTest(ground, {
    status: 'Registered',
    person_key: randomBytes(32),
    amount: 100,
    submitted_at: '2026-01-01T00:00:00Z',
    registered_at: '2026-01-01T00:00:00Z',
  });
  await meddle(
    `update post_test set last_name = known.last_name, first_name = known.first_name, birth_key = known.birth_key,
       birth_year = known.birth_year, birthday_past_in = known.birthday_past_in, office_id = session.office_id
     from application known join exam_session session on session.id = known.session_id where known.id = $1 and post_test.id = $2`,
    [ground.applicationId, id],
  );
  await consentOf(ground, { application_id: null, candidate_id: null, post_test_id: id, statement_id: 'awardingBody' });
  await meddle(
    `insert into post_test_board (product_id, uci_policy) select product_id, 'none' from post_test where id = $1`,
    [id],
  );
  return id;
}

/** Somebody to whom entries and requests go. */
async function giveAwardingBody({ applicationId }: Ground): Promise<void> {
  const id = await givenBody({ name_en: 'Cambridge', name_zh: '剑桥' });
  await meddle(
    `update product set awarding_body_id = $1 from application where application.product_id = product.id and application.id = $2`,
    [id, applicationId],
  );
}

/** A request to cancel the registration that nobody has decided. */
async function cancellationOf({ browser, orderId, applicationId }: Ground) {
  const [id, refundId] = [randomId(), randomId()];
  await write('cancellation_request', {
    id,
    account_id: browser.accountId,
    order_id: orderId,
    attempt: 1,
    reason_sealed: seal('Ill', { table: 'cancellation_request', row: id, column: 'reason' }),
    requested_at: '2026-01-01T00:00:00Z',
    policy_row: 'P0',
    percent: 100,
    is_document_required: true,
    frozen: '{}',
    documents_due_at: '2026-01-01T00:00:00Z',
  });
  await write('refund', {
    id: refundId,
    order_id: orderId,
    application_id: applicationId,
    serial_number: randomCode(16),
    status: 'Closed',
    cause: 'cancellation',
    policy_row: 'P0',
    amount: 0,
    submitted_at: '2026-01-01T00:00:00Z',
  });
  await write('cancellation_item', {
    request_id: id,
    application_id: applicationId,
    refund_id: refundId,
    paid_amount: 100,
    quoted_amount: 0,
  });
  return { cancellationId: id, refundId };
}

/** The request of a grandparent for a copy, granted, with the proof of kinship. */
async function relativeOf(ground: Ground): Promise<{ relativeId: string; evidenceId: string }> {
  const [relativeId, evidenceId] = [randomId(), randomId()];
  const sealed = (column: string, text: string) => seal(text, { table: 'relative_request', row: relativeId, column });
  await write('rights_request', {
    id: relativeId,
    code: randomCode(13),
    kind: 'Copy',
    status: 'Received',
    account_id: ground.browser.accountId,
    candidate_id: ground.candidateId,
    received_at: '2026-01-01T00:00:00Z',
    alarm_at: '2026-01-02T00:00:00Z',
    due_at: '2026-01-03T00:00:00Z',
    is_by_relative: true,
  });
  await write('relative_request', {
    id: relativeId,
    is_whole_account: false,
    relation: 'Grandparent',
    name_sealed: sealed('name', '王德明'),
    contact_sealed: sealed('contact', '上海市静安区南京西路 1 号'),
    arrived_by: 'Post',
    arrived_on: '2026-01-01',
    opened_by: ground.officerId,
    opened_by_name: 'Officer',
    proposed_by: ground.officerId,
    granted_at: '2026-01-02T00:00:00Z',
    granted_by: randomId(),
    granted_by_name: 'Colleague',
  });
  await write('relative_evidence', {
    id: evidenceId,
    request_id: relativeId,
    kind: 'KinshipProof',
    filed_at: '2026-01-01T00:00:00Z',
    filed_by: ground.officerId,
    filed_by_name: 'Officer',
  });
  const fileId = await fileOf(ground, 'evidence', evidenceId);
  await meddle('update file set account_id = null, staff_id = $1 where id = $2', [ground.officerId, fileId]);
  return { relativeId, evidenceId };
}

async function fileOf({ browser }: Ground, usedBy: string, objectId: string): Promise<string> {
  const upload = { content: Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n'), fileName: 'a.pdf' };
  const { id } = await keepFile({ accountId: browser.accountId }, upload);
  await meddle('update file set used_by = $1, object_id = $2, used_at = app_now() where id = $3', [
    usedBy,
    objectId,
    id,
  ]);
  return id;
}
