import { staffAddressOf, type StaffEndpointName, type RoleName, roleNames } from '@exam/contract/staff';
import { staffUrlOf } from '@exam/contract/staff/client';
import { millisecondsBetween } from '@exam/contract/rules';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { writeApproval } from '#office/access';
import { beginStaffSession, createReadyStaff, identifyStaff, staffRoutes as ownRoutes } from '#people/staff';
import { identify, routes as accountRoutes } from '#people/accounts';
import { randomCode, randomId } from '#platform/chance';
import { readNowAlone } from '#platform/clock';
import { inTransaction } from '#platform/database';
import type { Routes } from '#platform/http';
import type { StaffRoutes } from '#platform/staff-http';
import { createBrowser, startTestApp, type TestApp } from '#testing/app';
import { hashPassword, hashSecret } from '#platform/vault';
import { routes as verificationRoutes } from '#people/verification';
import type { Answer, Browser } from './browser.ts';

type Under = {
  staffRoutes?: readonly StaffRoutes[];
  routes?: readonly Routes[];
  /** Settings on top of those of the tests. */
  environment?: Readonly<Record<string, string>>;
};

/** Starts the console with the staff's own calls and those under test, and the portal with the calls given, beside it. */
export function openTestConsole({ staffRoutes = [], routes = [], environment = {} }: Under = {}): Promise<TestApp> {
  return startTestApp({
    routes: [...accountRoutes, ...verificationRoutes, ...routes],
    identify,
    staffRoutes: [...ownRoutes, ...staffRoutes],
    identifyStaff,
    environment: { TRUSTED_PROXIES: '1', ...environment },
  });
}

type Wishes = {
  roles?: readonly RoleName[];
  handsOn?: readonly RoleName[];
  offices?: readonly string[] | 'all';
  name?: string;
  /** False: no standing approval to open records of minors. */
  opensMinors?: boolean;
  /** False: the last proof of identity was six minutes ago. */
  isFresh?: boolean;
};

/** The password of every member of staff that a test makes. */
export const staffPassword = 'granite#gull7';

let hashed: Promise<string> | null = null;

export type StaffAccount = { id: string; email: string; totpSecret: string };

/** Somebody who can sign in to the console; every role and every office unless wished otherwise. */
export async function givenStaffAccount(wishes: Wishes = {}): Promise<StaffAccount> {
  hashed ??= hashPassword(staffPassword);
  const passwordHash = await hashed;
  const email = `${randomCode(10).toLowerCase()}@staff.example`;
  const totpSecret = new Secret({ size: 20 }).base32;
  const { roles = roleNames, handsOn = [], offices = 'all', name = 'Ding Yi', opensMinors = true } = wishes;
  const person = { name, email, language: 'en', roles, handsOn, offices, passwordHash, totpSecret } as const;
  const id = await inTransaction(async (tx) => {
    const made = await createReadyStaff(tx, person);
    const standing = { givenBy: randomId(), reason: 'Works at the desk each day.', about: null };
    if (made !== null && opensMinors) await writeApproval(tx, { ...standing, staffId: made });
    return made;
  });
  if (id === null) throw new Error('This address is taken.');
  return { id, email, totpSecret };
}

export type SignedInStaff = Browser & { staff: StaffAccount };

/**
 * A browser of somebody signed in to the console, their proof of identity fresh.
 * @param consoleUrl the `consoleUrl` of the server under test.
 */
export async function givenStaff(consoleUrl: string, wishes: Wishes = {}): Promise<SignedInStaff> {
  return await enterConsole(consoleUrl, await givenStaffAccount(wishes), wishes);
}

/** The same for somebody who has an account: a new session of theirs. */
export async function enterConsole(
  consoleUrl: string,
  staff: StaffAccount,
  wishes: Pick<Wishes, 'isFresh'> = {},
): Promise<SignedInStaff> {
  const browser = createBrowser(consoleUrl);
  const token = await inTransaction(async (tx) => {
    const made = await beginStaffSession(tx, staff.id, { ip: '10.2.0.1', userAgent: 'test' });
    if (wishes.isFresh === false)
      await sql`update staff_session set proved_at = app_now() - interval '6 minutes' where id_hash = ${hashSecret(made)}`.execute(
        tx,
      );
    return made;
  });
  browser.enter('console-session', token);
  return { ...browser, staff };
}

/** The code that somebody's authenticator shows `steps` of 30 seconds from now, by the database's clock. */
export async function codeOf({ totpSecret }: Pick<StaffAccount, 'totpSecret'>, steps = 0): Promise<string> {
  const timestamp = millisecondsBetween('1970-01-01T00:00:00.000Z', await readNowAlone()) + steps * 30_000;
  return new TOTP({ secret: Secret.fromBase32(totpSecret), digits: 6, period: 30 }).generate({ timestamp });
}

type Sent = {
  params?: object;
  query?: object;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** The call is made once, though a reason is asked for. */
  withoutReason?: true;
};

/** Why a test's member of staff opens the record of a child. */
const dailyReason = 'The daily work of the desk.';

/**
 * Makes a call of the console and gives whatever it answers. As the console does, it says why a child's record is opened where a standing
 * approval asks for that, unless the test wants to hear the question.
 */
export async function askStaff(browser: Browser, name: StaffEndpointName, sent: Sent = {}): Promise<Answer> {
  const answer = await askOnce(browser, name, sent);
  if (sent.withoutReason === true || answer.body['code'] !== 'MINOR_REASON_NEEDED') return answer;
  await askOnce(browser, 'minors.giveReason', { body: { ...Object(answer.body['details']), reason: dailyReason } });
  return await askOnce(browser, name, sent);
}

async function askOnce(browser: Browser, name: StaffEndpointName, sent: Sent): Promise<Answer> {
  const { method } = staffAddressOf(name);
  const headers = { 'sec-fetch-site': 'same-origin', ...sent.headers };
  const body = method === 'GET' ? undefined : (sent.body ?? {});
  const answer = await browser.send(method, staffUrlOf(name, sent.params, sent.query), { body, headers });
  return { ...answer, body: fieldsOf(answer.body) };
}

function fieldsOf(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {};
}

/** An office with a code of its own. @returns its id. */
export async function givenOffice(): Promise<string> {
  const id = randomId();
  const code = randomCode(8);
  await inTransaction(async (tx) => {
    await sql`insert into office (id, code, name_en, name_zh, email, phone, sort)
      values (${id}, ${code}, ${`Office ${code}`}, ${`办事处${code}`}, 'office@example.cn', '010', 1)`.execute(tx);
  });
  return id;
}
