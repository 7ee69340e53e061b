import { childStatements, consentVersion } from '@exam/contract/rules';
import { addressOf, type EndpointName } from '@exam/contract/endpoints';
import { urlOf } from '@exam/contract/client';
import { millisecondsBetween } from '@exam/contract/rules';
import {
  beginSession,
  createAccount,
  identify,
  noteDevice,
  routes as accountRoutes,
  type NewAccount,
} from '#people/accounts';
import { randomDigits } from '#platform/chance';
import { readNowAlone, setClockOffset } from '#platform/clock';
import { inTransaction } from '#platform/database';
import type { Routes } from '#platform/http';
import { createBrowser, startTestApp } from '#testing/app';
import { hashPassword } from '#platform/vault';
import { routes as verificationRoutes } from '#people/verification';

export type Browser = ReturnType<typeof createBrowser>;

/** The address of a server under test and how to stop it. */
export type TestServer = { url: string; close: () => Promise<void> };

/** Starts accounts, captchas and the domains under test. A test may say where it calls from by `x-forwarded-for`. */
export function openTestServer(routes: readonly Routes[] = []): Promise<TestServer> {
  return startTestApp({
    routes: [...accountRoutes, ...verificationRoutes, ...routes],
    identify,
    environment: { TRUSTED_PROXIES: '1' },
  });
}

type Sent = { params?: object; query?: object; body?: unknown; headers?: Readonly<Record<string, string>> };

/** What a call answered: its text as it came, and its fields (none for a 204 or a list). */
export type Answer = { status: number; headers: Headers; text: string; body: Record<string, unknown> };

/** Makes a call of the contract and gives whatever it answers; a browser that signs in remembers its anti-forgery value. */
export async function ask(browser: Browser, name: EndpointName, sent: Sent = {}): Promise<Answer> {
  const { method } = addressOf(name);
  const headers = { 'sec-fetch-site': 'same-origin', ...sent.headers };
  const body = method === 'GET' ? undefined : (sent.body ?? {});
  const answer = await browser.send(method, urlOf(name, sent.params, sent.query), { body, headers });
  const fields = isRecord(answer.body) ? answer.body : {};
  if (typeof fields['token'] === 'string') browser.signedIn(fields['token']);
  return { ...answer, body: fields };
}

/** What a guardian ticks before a child under 14 is kept in a list. */
export const childConsents = childStatements.map((statementId) => ({ statementId, version: consentVersion }));

/** The password of every account that a test makes. */
export const testPassword = 'horse#staple9';

let hashed: Promise<string> | null = null;

/** Each account has a number of its own: of thousands that are drawn two are the same in one run of twenty. */
let lastNumber = Number(randomDigits(8));
const ownNumber = () => `139${String(++lastNumber % 10 ** 8).padStart(8, '0')}`;

/** An adult's account. @returns its id and its number (11 digits). */
export async function givenAccount(changes: Partial<NewAccount> = {}): Promise<{ id: string; phone: string }> {
  hashed ??= hashPassword(testPassword);
  const passwordHash = await hashed;
  const account = {
    phone: ownNumber(),
    passwordHash,
    dateOfBirth: '1985-04-12',
    language: 'en' as const,
    termsVersion: 'test',
    ...changes,
  };
  const id = await inTransaction((tx) => createAccount(tx, account));
  if (id === null) throw new Error('This number has an account already.');
  return { id, phone: account.phone };
}

export type SignedIn = Browser & { accountId: string; phone: string };

/** Makes a browser one that the account trusts: a password is enough there. */
export async function trustBrowser(browser: Browser, accountId: string): Promise<void> {
  const { token } = await inTransaction((tx) => noteDevice(tx, { accountId, token: null, origin, isTrusted: true }));
  browser.cookies.set('portal-device', token);
}

const origin = { ip: '10.1.1.1', userAgent: 'A browser of a test' };

/**
 * A browser whose owner is signed in on a device that is trusted: planted, for signing in by password takes fifty times as long.
 * `accounts/planted.test.ts` holds it against one who typed.
 */
export async function givenSignedIn(url: string, changes: Partial<NewAccount> = {}): Promise<SignedIn> {
  const { id, phone } = await givenAccount(changes);
  const browser = createBrowser(url);
  const { device, session } = await inTransaction(async (tx) => {
    const made = await noteDevice(tx, { accountId: id, token: null, origin, isTrusted: true });
    return { device: made, session: await beginSession(tx, { accountId: id, origin, deviceId: made.id }) };
  });
  browser.cookies.set('portal-device', device.token);
  browser.enter('portal-session', session.token);
  return { ...browser, accountId: id, phone };
}

/** Moves the clock of the database under test to an instant: it is that instant, or less than a second later. */
export async function moveClockTo(instant: string): Promise<void> {
  await setClockOffset(await secondsTo(instant));
}

/** How far the clock has to be moved, in whole seconds, to be at an instant or less than a second after it. */
export async function secondsTo(instant: string): Promise<number> {
  await setClockOffset(0);
  return Math.ceil(millisecondsBetween(await readNowAlone(), instant) / 1000);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
