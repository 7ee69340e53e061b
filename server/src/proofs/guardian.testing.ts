import { consentVersion } from '@exam/contract/rules';
import { afterAll, beforeAll, expect } from 'vitest';
import { randomDigits } from '#platform/chance';
import { setClockOffset } from '#platform/clock';
import { databasePool } from '#platform/database';
import { createBrowser } from '#testing/app';
import { blindIndex, seal, unseal } from '#platform/vault';
import { ask, givenExam, givenSignedIn, type SignedIn, type TestExam } from '#testing';
import { candidateForm, openWorld, submission, type World } from './world.testing.ts';

/** Rows of the database as stored. */
type Told = { recipient: string; values: { productName: string; until: string; site: string; token: string } };

/** The text messages to guardians about a registration. */
export async function toldOf(objectId: string): Promise<Told[]> {
  const { rows } = await databasePool().query<{ id: string; recipient: Buffer; values: Buffer }>(
    `select message.id, recipient_sealed as recipient, values_sealed as values from message
     join guardian_notice notice on notice.message_id = message.id
     where notice.application_id = $1 and kind = 'guardianNotice' and channel = 'sms' and account_id is null`,
    [objectId],
  );
  return rows.map(({ id, recipient, values }) => ({
    recipient: unseal(recipient, { table: 'message', row: id, column: 'recipient' }),
    values: JSON.parse(unseal(values, { table: 'message', row: id, column: 'values' })),
  }));
}

/** A child of twelve, or born on this day, with a guardian of this number. */
function childForm(mobile: string, dob?: string): Record<string, unknown> {
  const form: Record<string, unknown> = { ...candidateForm('child'), ...(dob === undefined ? {} : { dob }) };
  return { ...form, guardianModel: { ...Object(form['guardianModel']), mobile } };
}

/** Saves such a child. @returns the candidate's id. */
export async function addChild(browser: SignedIn, mobile: string, dob?: string): Promise<string> {
  return String((await ask(browser, 'candidate.add', { body: childForm(mobile, dob) })).body['id']);
}

/** Names a guardian of another number for a saved child: for what is registered from now on. */
export async function nameOther({ browser, candidateId }: Registered, dob?: string): Promise<void> {
  const { idNo: _, ...form } = childForm(`136${randomDigits(8)}`, dob);
  const { status, text } = await ask(browser, 'candidate.modify', { body: { id: candidateId, ...form } });
  expect(status, text).toBeLessThan(300);
}

export type Registered = {
  browser: SignedIn;
  exam: TestExam;
  candidateId: string;
  applicationId: string;
  mobile: string;
};

/** A child in the cart whose guardian has another number than the account. */
export async function givenOther(
  { url }: World,
  shared: { browser?: SignedIn; exam?: TestExam; dob?: string } = {},
): Promise<Registered> {
  await setClockOffset(0);
  const browser = shared.browser ?? (await givenSignedIn(url));
  const exam = shared.exam ?? (await givenExam());
  const mobile = `137${randomDigits(8)}`;
  const candidateId = await addChild(browser, mobile, shared.dob);
  const { body } = await ask(browser, 'application.submit', { body: submission(exam, candidateId, 'child') });
  return { browser, exam, candidateId, applicationId: String(body['id']), mobile };
}

/** The secret of the first link that its guardian was sent. */
export const tokenOf = async ({ applicationId }: Registered) => (await toldOf(applicationId))[0]?.values.token ?? '';

/** Makes the guardian's number that of the account which registered the child. */
export async function giveNumber({ browser: { accountId }, mobile }: { browser: SignedIn; mobile?: string }) {
  await databasePool().query('update account set phone_key = $2, phone_sealed = $3 where id = $1', [
    accountId,
    blindIndex('account.phone', mobile ?? ''),
    seal(mobile ?? '', { table: 'account', row: accountId, column: 'phone' }),
  ]);
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
    object: (token: string) => ask(createBrowser(world.url), 'guardian.object', params(token)),
    agree: (token: string, version = consentVersion, recipientVersion?: number) =>
      agreeAsShown(token, { version, recipientVersion }),
    agreeToLeaving: (token: string, version = consentVersion) =>
      agreeAsShown(token, { version, isLeavingAgreed: true }),
  };
}
