import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { consentVersion, statementsFor, statementsForLeave } from '@exam/contract/rules';
import { publicStepIds } from '@exam/contract/wizards';
import { randomDigits } from '#platform/chance';
import { databasePool } from '#platform/database';
import { createBrowser, startTestApp } from '#testing/app';
import {
  childConsents,
  type Answer,
  ask,
  type Bank,
  type Browser,
  type ExamWishes,
  givenExam,
  givenSignedIn,
  type SignedIn,
  startBank,
  type TestExam,
  testPassword,
  trustBrowser,
  upload,
} from '#testing';

/** The whole server as production mounts it, with a payment channel in a process of its own. */
export type World = {
  url: string;
  consoleUrl: string;
  served: string[];
  later: string[];
  bank: Bank;
  close: () => Promise<void>;
};

/** Opens the world; for `beforeAll`. */
export async function openWorld(): Promise<World> {
  const bank = await startBank();
  const server = await startTestApp({ environment: { TRUSTED_PROXIES: '1', ...bank.environment } });
  const close = async () => {
    await server.close();
    await bank.close();
  };
  return { ...server, bank, close };
}

/** The price of an exam of the tests, in fen. */
export const price = 150_000;

const guardianModel = {
  name: '王建国',
  idType: 'IDCard',
  idNo: '11010519491231002X',
  mobile: '13800138000',
  type: 'Father',
};

/** A form for a new person with a passport of their own: an adult, or a child of twelve with a guardian. */
export function candidateForm(kind: 'adult' | 'child' = 'adult'): Record<string, unknown> {
  const names = { lastName: 'ZHANG', firstName: 'SAN', gender: 'Male' };
  const document = { idType: 'Passport', idNo: `E${randomDigits(8)}` };
  return kind === 'adult'
    ? { ...document, ...names, dob: '1990-03-07' }
    : { ...document, ...names, dob: '2014-05-06', guardianModel, consents: childConsents };
}

/** Saves a person in the account's list; a child's guardian is the account's holder, so that nobody is waited for. @returns the candidate's id. */
export async function addCandidate(browser: Browser, kind: 'adult' | 'child' = 'adult'): Promise<string> {
  const mobile = 'phone' in browser ? String(browser.phone) : guardianModel.mobile;
  const guardian = kind === 'child' ? { guardianModel: { ...guardianModel, mobile } } : {};
  return idOf(await ask(browser, 'candidate.add', { body: { ...candidateForm(kind), ...guardian } }));
}

/** A complete submission of the wizard. */
export function submission(exam: TestExam, candidateId: string, kind: 'adult' | 'child' = 'adult') {
  const isMinor = kind === 'child';
  const steps = publicStepIds.filter((step) => step !== 'completed' && (isMinor || step !== 'leaveType'));
  return {
    testInfo: { productId: exam.productId },
    session: { id: exam.sessionId },
    subject: { id: exam.subjectIds[0] ?? '' },
    applicationSteps: steps.map((stepName) => ({ stepName, jsonResult: '{}' })),
    isInformationConfirmed: true,
    applicationCandidate: { candidateId },
    ...(isMinor ? { leaveAlone: false } : {}),
    consents: statementsFor(isMinor).map((statementId) => ({ statementId, version: consentVersion })),
  };
}

/** What a guardian ticks for a child who is to leave alone after payment. */
export const leaveConsents = statementsForLeave('LeavesAlone').map((statementId) => ({
  statementId,
  version: consentVersion,
}));

/** An application in the cart, made by the wizard's own call. */
export type CartLine = { exam: TestExam; candidateId: string; applicationId: string };

/** Puts a new person's registration for a new exam into the cart. */
export async function addToCart(
  browser: Browser,
  { kind = 'adult', wishes = {} }: { kind?: 'adult' | 'child'; wishes?: ExamWishes } = {},
): Promise<CartLine> {
  const exam = await givenExam(wishes);
  const candidateId = await addCandidate(browser, kind);
  const answer = await ask(browser, 'application.submit', { body: submission(exam, candidateId, kind) });
  return { exam, candidateId, applicationId: idOf(answer) };
}

/** Orders one cart line. @returns the order's id. */
export async function placeOrder(browser: Browser, { applicationId }: CartLine, total = price): Promise<string> {
  return idOf(await ask(browser, 'order.place', { body: { applicationIds: [applicationId], totalPayAmount: total } }));
}

/** Pays an order at the channel; the server has been told when this returns. */
export async function payOrder(browser: Browser, bank: Bank, orderId: string): Promise<void> {
  const { text, body } = await ask(browser, 'payment.start', { body: { orderId, paymentType: 'ALI_SCANCODE_PAY' } });
  if (typeof body['tradeNo'] !== 'string') throw new Error(`Starting to pay answered ${text}`);
  await bank.settle(body['tradeNo'], 'paid');
}

/** A person with one of everything that can be owned. */
export type Household = {
  browser: SignedIn;
  /** A saved candidate that no application needs any more. */
  candidateId: string;
  cart: CartLine;
  pending: CartLine & { orderId: string };
  paid: CartLine & { orderId: string };
  /** Another device that is signed in. */
  sessionId: string;
  /** A file of candidates that is read and not saved. */
  importId: string;
};

/** Makes a household: a spare candidate, a cart line, an unpaid and a paid order, a draft. */
export async function givenHousehold({ url, bank }: Pick<World, 'url' | 'bank'>): Promise<Household> {
  const browser = await givenSignedIn(url);
  const pending = await addToCart(browser);
  const paid = await addToCart(browser, { kind: 'child' });
  const household = {
    browser,
    candidateId: await addCandidate(browser),
    cart: await addToCart(browser),
    pending: { ...pending, orderId: await placeOrder(browser, pending) },
    paid: { ...paid, orderId: await placeOrder(browser, paid) },
    sessionId: await signInElsewhere(url, browser),
    importId: await previewFile(url, browser),
  };
  await payOrder(browser, bank, household.paid.orderId);
  await ask(browser, 'draft.save', { params: { kind: 'public' }, body: { json: '{"step":"examInfo"}' } });
  return household;
}

async function previewFile(url: string, browser: SignedIn): Promise<string> {
  const file = readFileSync(join(import.meta.dirname, '../people/imports/fixtures/thirty-candidates.xls'));
  const { text, body } = await upload(url, browser, file);
  if (typeof body['previewId'] !== 'string') throw new Error(`The file was answered ${text}`);
  return body['previewId'];
}

/** Signs the same person in on another device. @returns that session's id. */
async function signInElsewhere(url: string, browser: SignedIn): Promise<string> {
  const body = { loginType: 'Password', mobileOrEmail: browser.phone, password: testPassword };
  const elsewhere = createBrowser(url);
  await trustBrowser(elsewhere, browser.accountId);
  await ask(elsewhere, 'user.signIn', { body });
  const { text } = await ask(browser, 'user.sessions');
  const sessions: { id: string; isCurrent: boolean }[] = JSON.parse(text);
  return sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '';
}

function idOf({ status, text, body }: Answer): string {
  if (status !== 200 || typeof body['id'] !== 'string')
    throw new Error(`A call of the test answered ${status} ${text}`);
  return body['id'];
}

/** What a reader, a signed-in one too, may leave behind: its session's last use, its takes of a limit, its keys, its call in the network log. */
const traces = new Set(['account_session', 'rate_limit', 'idempotency_key', 'captcha', 'network_log']);

/** A checksum of every table but those of mere traces: equal before and after means that no row changed. */
export async function checksums(): Promise<Record<string, string>> {
  const { rows: tables } = await databasePool().query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const counted = tables.filter(({ name }) => !traces.has(name));
  const parts = counted.map(
    ({ name }) => `select '${name}' as name, md5(string_agg(t::text, '|' order by t::text)) as sum from "${name}" t`,
  );
  const { rows } = await databasePool().query<{ name: string; sum: string | null }>(
    `${parts.join(' union all ')} order by name`,
  );
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum ?? 'empty']));
}

/** Writes to the database as nobody can over HTTP. */
export async function meddle(statement: string, values: unknown[] = []): Promise<void> {
  await databasePool().query(statement, values);
}

/** An answer's text without the request's id. */
export function withoutRequestId(text: string): string {
  return text.replace(/"requestId":"[^"]+"/, '"requestId":""');
}
