import { consentVersion } from '@exam/contract/rules';
import { afterAll, beforeAll, expect } from 'vitest';
import { randomDigits } from '#platform/chance';
import { setClockOffset } from '#platform/clock';
import { databasePool } from '#platform/database';
import { createBrowser, tasks } from '#testing/app';
import { blindIndex, seal, unseal } from '#platform/vault';
import { ask, givenExam, givenSignedIn, rowsOf, type SignedIn, type TestExam } from '#testing';
import { candidateForm, openWorld, payOrder, placeOrder, submission, type World } from './world.testing.ts';

/** Rows of the database as stored. */
type Told = {
  kind: string;
  recipient: string;
  values: { productName: string; until: string; site: string; token: string };
};

/** The text messages to guardians about the sitting of a registration, booking or request, by each number the last. */
export async function toldOf(objectId: string): Promise<Told[]> {
  const { rows } = await databasePool().query<{ id: string; kind: string; recipient: Buffer; values: Buffer }>(
    `select message.id, message.kind, recipient_sealed as recipient, values_sealed as values
     from sitting_begins thing join guardian_case known on known.account_id = thing.account_id and known.person_key = thing.person_key
       and known.sitting = thing.sitting
     join lateral (select message_id from guardian_answer answer where answer.case_id = coalesce(known.carried_from, known.id)
       and token_hash is not null order by at desc, id desc limit 1) link on true
     join message on message.id = link.message_id
     where thing.object_id = $1 and channel = 'sms' and message.account_id is null order by message.created_at, message.id`,
    [objectId],
  );
  return rows.map(({ id, kind, recipient, values }) => ({
    kind,
    recipient: unseal(recipient, { table: 'message', row: id, column: 'recipient' }),
    values: JSON.parse(unseal(values, { table: 'message', row: id, column: 'values' })),
  }));
}

/** Does what has been handed to the queue about guardians. */
export async function askDue(): Promise<void> {
  const { rows } = await databasePool().query<{ payload: object }>(
    `delete from graphile_worker._private_jobs job using graphile_worker._private_tasks task
     where task.id = job.task_id and task.identifier = 'guardians.ask' returning job.payload`,
  );
  for (const { payload } of rows) await tasks['guardians.ask']?.(payload);
}

/** Whether a registration, booking or request waits for a guardian. */
export const isWaitedFor = async (objectId: string) =>
  (await rowsOf('select from guardian_waits where object_id = $1', [objectId])).length > 0;

/** Lets this much time have passed since its guardians were asked and told, and since anything was ordered (an interval of PostgreSQL). */
export async function letPass(objectId: string, time: string): Promise<void> {
  await databasePool().query(
    `update exam_order set created_at = created_at - $2::interval from sitting_begins thing
     where thing.object_id = $1 and exam_order.account_id = thing.account_id`,
    [objectId, time],
  );
  await databasePool().query(
    `update guardian_answer answer set at = at - $2::interval from sitting_begins thing join guardian_case known
       on known.account_id = thing.account_id and is_same_child(thing.person_key, thing.birth_key, thing.last_name, thing.name_letters,
         known.person_key, known.birth_key, known.last_name, known.name_letters)
     where thing.object_id = $1 and answer.case_id = coalesce(known.carried_from, known.id)`,
    [objectId, time],
  );
}

/** What was written to guardians has reached them. */
export async function letArrive(): Promise<void> {
  await databasePool().query(
    `update message set state = 'Sent' where state = 'Waiting' and id in (select message_id from guardian_answer)`,
  );
}

/** What of a child is not as usual. */
type Born = { dob?: string; lastName?: string; firstName?: string; idNo?: string };

/** A child of twelve, or born otherwise, with a guardian of this number. */
function childForm(mobile: string, born: Born = {}): Record<string, unknown> {
  const form: Record<string, unknown> = { ...candidateForm('child'), ...born };
  return { ...form, guardianModel: { ...Object(form['guardianModel']), mobile } };
}

/** Saves such a child. @returns the candidate's id. */
export async function addChild(browser: SignedIn, mobile: string, born: Born | string = {}): Promise<string> {
  const form = childForm(mobile, typeof born === 'string' ? { dob: born } : born);
  return String((await ask(browser, 'candidate.add', { body: form })).body['id']);
}

/** The account names another number for the guardian of a saved child: for what is registered from now on. */
export async function renameGuardian(
  { browser, candidateId }: Registered,
  mobile: string,
  born: Born = {},
): Promise<void> {
  const { idNo: _, ...form } = childForm(mobile, born);
  const { idNo } = born;
  const body = { id: candidateId, ...form, ...(idNo === undefined ? {} : { idNo }) };
  const { status, text } = await ask(browser, 'candidate.modify', { body });
  expect(status, text).toBeLessThan(300);
}

/** Registers a saved child for another exam, orders it, and has its guardians asked. */
export async function registerAgain(line: Registered, exam?: TestExam) {
  const { browser, candidateId } = line;
  const other = exam ?? (await givenExam());
  const { body, text } = await ask(browser, 'application.submit', { body: submission(other, candidateId, 'child') });
  expect(body['id'], text).toBeDefined();
  const next = { ...line, exam: other, applicationId: String(body['id']) };
  const orderId = await placeOrder(browser, next);
  await askDue();
  return { ...next, orderId };
}

export type Registered = {
  browser: SignedIn;
  exam: TestExam;
  candidateId: string;
  applicationId: string;
  mobile: string;
};

/** An exam that begins in so many hours, and when. */
export async function examIn(hours: number): Promise<{ exam: TestExam; begins: string }> {
  await setClockOffset(0);
  const exam = await givenExam({ closesInMinutes: 60 });
  const [row] = await rowsOf(
    `update exam_session set exam_date = (begins at time zone 'Asia/Shanghai')::date, starts_at = begins
     from (select date_trunc('second', app_now()) + make_interval(hours => $2) as begins) exam where id = $1 returning starts_at as begins`,
    [exam.sessionId, hours],
  );
  return { exam, begins: String(row?.['begins']) };
}

/** A child in the cart whose guardian has another number than the account. */
export async function givenOther(
  { url }: World,
  shared: Born & { browser?: SignedIn; exam?: TestExam } = {},
): Promise<Registered> {
  await setClockOffset(0);
  const browser = shared.browser ?? (await givenSignedIn(url));
  const exam = shared.exam ?? (await givenExam());
  const mobile = `137${randomDigits(8)}`;
  const { browser: _, exam: __, ...born } = shared;
  const candidateId = await addChild(browser, mobile, born);
  const { body } = await ask(browser, 'application.submit', { body: submission(exam, candidateId, 'child') });
  return { browser, exam, candidateId, applicationId: String(body['id']), mobile };
}

/** The same ordered, and its guardian asked. */
export async function givenAsked(world: World, shared: Parameters<typeof givenOther>[1] = {}) {
  const line = await givenOther(world, shared);
  const orderId = await placeOrder(line.browser, line);
  await askDue();
  return { ...line, orderId };
}

/** The same paid. */
export async function givenPaid(world: World, shared: Parameters<typeof givenOther>[1] = {}) {
  const line = await givenAsked(world, shared);
  await payOrder(line.browser, world.bank, line.orderId);
  return line;
}

/** The secret of the link that its guardian, or this number, was sent last. */
export async function tokenOf({
  applicationId,
  mobile,
}: Pick<Registered, 'applicationId' | 'mobile'>): Promise<string> {
  const told = await toldOf(applicationId);
  return told.find(({ recipient }) => recipient === mobile)?.values.token ?? '';
}

/** Makes the guardian's number that of the account which registered the child. */
export async function giveNumber({
  browser: { accountId },
  mobile,
}: {
  browser: SignedIn;
  mobile?: string | undefined;
}) {
  await databasePool().query('update account set phone_key = $2, phone_sealed = $3 where id = $1', [
    accountId,
    blindIndex('account.phone', mobile ?? ''),
    seal(mobile ?? '', { table: 'account', row: accountId, column: 'phone' }),
  ]);
}

/** Does something while the account has this guardian's number: only a guardian takes back what they agreed to. */
export async function asGuardian<Result>(
  line: { browser: SignedIn; mobile?: string | undefined },
  act: () => Promise<Result>,
): Promise<Result> {
  const { accountId } = line.browser;
  const { rows } = await databasePool().query('select phone_key, phone_sealed from account where id = $1', [accountId]);
  await giveNumber(line);
  try {
    return await act();
  } finally {
    await databasePool().query('update account set phone_key = $2, phone_sealed = $3 where id = $1', [
      accountId,
      rows[0]?.phone_key,
      rows[0]?.phone_sealed,
    ]);
  }
}

/** A world for the tests of one file, there from the first test on, and what the holder of a link may do in it. */
export function useGuardians() {
  const world = {} as World;
  beforeAll(async () => void Object.assign(world, await openWorld()));
  afterAll(() => world.close());
  return { world, calls: guardianCalls(world) };
}

/** What the holder of a link may do. */
export function guardianCalls(world: Pick<World, 'url'>) {
  const params = (token: string) => ({ params: { token } });
  const show = (token: string) => ask(createBrowser(world.url), 'guardian.notice', params(token));
  const agreeTo = (subject: string, token: string, body: object = {}) =>
    ask(createBrowser(world.url), 'guardian.agree', {
      ...params(token),
      body: { subject, version: consentVersion, ...body },
    });
  /** Agrees to what the link shows. */
  const agreeAsShown = async (token: string, body: object) =>
    await agreeTo(String((await show(token)).body['subject']), token, body);
  return {
    show,
    agreeTo,
    /** What the queue does about one registration. */
    askAbout: async (objectId: string) =>
      await tasks['guardians.ask']?.({ objectIds: [objectId], caller: null, isAnew: false }),
    object: (token: string) => ask(createBrowser(world.url), 'guardian.object', params(token)),
    agree: (token: string, version = consentVersion, recipientVersion?: number) =>
      agreeAsShown(token, { version, recipientVersion }),
    agreeToLeaving: (token: string, version = consentVersion) =>
      agreeAsShown(token, { version, isLeavingAgreed: true }),
  };
}
