import { checkIdentity, statementsFor, consentVersion } from '@exam/contract/rules';
import { sql } from 'kysely';
import { randomDigits } from '#platform/chance';
import { inTransaction } from '#platform/database';
import { createBrowser } from '#testing/app';
import {
  childConsents,
  ask,
  testPassword,
  type Answer,
  type Browser,
  type SignedIn,
  type TestExam,
  trustBrowser,
} from '#testing';

/** Noon in China on the day by which the tests tell ages; exams of `givenExam` are 60 days later, on 2027-01-20. */
export const today = '2026-11-21T04:00:00.000Z';

let serial = 0;

/** A valid resident number of somebody born on a China date; never the same twice. */
export function residentNumber(dob: string): string {
  serial += 1;
  const start = `11${randomDigits(4)}${dob.replaceAll('-', '')}${String(serial % 1000).padStart(3, '0')}`;
  const found = '0123456789X'
    .split('')
    .find((sign) => checkIdentity('IDCard', start + sign, { today: '2030-01-01' }).ok);
  return start + (found ?? '');
}

export const guardian = {
  name: '王建国',
  idType: 'IDCard',
  idNo: '11010519491231002X',
  mobile: '13800138000',
  type: 'Father',
};

export const pickupPerson = { name: '李娜', idType: 'IDCard', idNo: '310115199502290020', mobile: '13900139000' };

/** A saved candidate of this browser's account, an adult unless born otherwise; minors come with a guardian. */
export async function givenCandidate(browser: Browser, dob = '1990-03-07', changes: object = {}): Promise<string> {
  const person = { idType: 'IDCard', idNo: residentNumber(dob), lastName: 'WANG', firstName: 'XIAOMING', ...changes };
  const body = dob > '2008-11-21' ? { ...person, guardianModel: guardian, consents: childConsents } : person;
  const answer = await ask(browser, 'candidate.add', { body });
  if (answer.status !== 200) throw new Error(`Adding a candidate answered ${answer.text}`);
  return String(answer.body['id']);
}

const stepNames = ['needToKnow', 'selectSubject', 'selectSession', 'candidateInfo', 'examInfo'];

/** The step log of the wizard, with the leave step where a candidate is a minor. */
export function stepLog(withLeave = false): { stepName: string; jsonResult: string }[] {
  return [...stepNames, ...(withLeave ? ['leaveType'] : [])].map((stepName) => ({ stepName, jsonResult: '{}' }));
}

/** Every statement ticked in the version now shown. */
export function ticked(isMinor = false): { statementId: string; version: string }[] {
  return statementsFor(isMinor).map((statementId) => ({ statementId, version: consentVersion }));
}

/** What a submission of this exam chooses, everything confirmed. */
export function choice(exam: TestExam, changes: object = {}): Record<string, unknown> {
  return {
    testInfo: { productId: exam.productId },
    session: { id: exam.sessionId },
    subject: { id: exam.subjectIds[0] },
    applicationSteps: stepLog(),
    isInformationConfirmed: true,
    ...changes,
  };
}

/** A choice as `application.submitGroup` takes it: its sitting as the only one. */
export function ofGroup<Chosen extends { session?: unknown; subject?: unknown }>({
  session,
  subject,
  ...rest
}: Chosen) {
  return { ...rest, sittings: [{ session, subject }] };
}

/** Submits one adult candidate. */
export async function submitAdult(browser: Browser, exam: TestExam, candidateId: string): Promise<Answer> {
  const body = { ...choice(exam), applicationCandidate: { candidateId }, consents: ticked() };
  return await ask(browser, 'application.submit', { body });
}

/** A cart line of a new adult candidate. @returns the application's id. */
export async function givenInCart(browser: Browser, exam: TestExam): Promise<string> {
  const answer = await submitAdult(browser, exam, await givenCandidate(browser));
  if (answer.status !== 200) throw new Error(`Submitting answered ${answer.text}`);
  return String(answer.body['id']);
}

/** A cart line of a new ten-year-old who is picked up by the guardian. @returns the application's id. */
export async function givenChildInCart(browser: Browser, exam: TestExam, dob = '2016-05-04'): Promise<string> {
  const applicationCandidate = { candidateId: await givenCandidate(browser, dob) };
  const body = {
    ...choice(exam, { applicationSteps: stepLog(true) }),
    applicationCandidate,
    leaveAlone: false,
    consents: ticked(true),
  };
  const answer = await ask(browser, 'application.submit', { body });
  if (answer.status !== 200) throw new Error(`Submitting answered ${answer.text}`);
  return String(answer.body['id']);
}

/** The same account in a new browser: sessions end while a test moves the clock. */
export async function signedInAgain(url: string, { phone, accountId }: SignedIn): Promise<SignedIn> {
  const browser = createBrowser(url);
  await trustBrowser(browser, accountId);
  const body = { loginType: 'Password', mobileOrEmail: phone, password: testPassword };
  const { status } = await ask(browser, 'user.signIn', { body });
  if (status !== 200) throw new Error(`Signing in answered ${status}.`);
  return { ...browser, phone, accountId };
}

/** Places an order of these applications. @returns the order's id. */
export async function givenOrder(browser: Browser, applicationIds: string[], totalPayAmount: number): Promise<string> {
  const answer = await ask(browser, 'order.place', { body: { applicationIds, totalPayAmount } });
  if (answer.status !== 200) throw new Error(`Placing an order answered ${answer.text}`);
  return String(answer.body['id']);
}

/**
 * Makes an application Registered by an order without charge; its exam must cost nothing.
 * @param child true for a ten-year-old, or a minor's day of birth
 * @returns its id
 */
export async function givenRegistered(
  browser: Browser,
  exam: TestExam,
  child: boolean | string = false,
): Promise<string> {
  const dob = typeof child === 'string' ? child : undefined;
  const id = child === false ? await givenInCart(browser, exam) : await givenChildInCart(browser, exam, dob);
  await givenOrder(browser, [id], 0);
  return id;
}

/** An exam that costs nothing, so that an order of it is complete at once. */
export const freeOfCharge = { fees: { localFee: 0, boardFee: 0, vat: 0 } };

/** Runs a statement on the database under test. */
export async function run(statement: ReturnType<typeof sql>): Promise<void> {
  await inTransaction((tx) => statement.execute(tx));
}
