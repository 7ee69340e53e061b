import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { passCheck } from './check.ts';
import { codeSentTo, messagesTo, minutesLater } from './outside.ts';
import { bornYearsAgo, newPhone, residentNumber } from './people.ts';
import { placeOf } from './places.ts';
import { goTo, toast, type Visitor } from './visitors.ts';

export const password = 'Kaotu@2026';

/** Types a date into its three boxes, whatever their order. */
export async function fillDate(page: Page, legend: string, { words }: Visitor, date: string): Promise<void> {
  const boxes = page.getByRole('group', { name: legend });
  const [year = '', month = '', day = ''] = date.split('-');
  await boxes.getByLabel(words.year, { exact: true }).fill(year);
  await boxes.getByLabel(words.month, { exact: true }).fill(month);
  await boxes.getByLabel(words.day, { exact: true }).fill(day);
}

/** Ticks what whoever opens an account agrees to. */
export async function tickConsents({ page, words }: Visitor): Promise<void> {
  for (const name of words.auth.consents) await page.getByRole('checkbox', { name }).check();
}

/** Opens an account with a code from the phone. @returns the phone number. */
export async function register(visitor: Visitor, phone = newPhone()): Promise<string> {
  const { page, words } = visitor;
  await goTo(visitor, '/auth/register');
  await page.getByLabel(words.auth.phone, { exact: true }).fill(phone);
  const before = (await messagesTo(phone)).length;
  await page.getByRole('button', { name: words.send }).click();
  await passCheck(visitor);
  await page.getByLabel(words.auth.code, { exact: true }).fill(await codeSentTo(phone, before));
  await page.getByLabel(words.auth.password, { exact: true }).fill(password);
  await fillDate(page, words.auth.birth, visitor, bornYearsAgo(36));
  await tickConsents(visitor);
  await page.getByRole('main').getByRole('button', { name: words.auth.register, exact: true }).click();
  await toast(visitor, words.auth.registered);
  return phone;
}

/** The cookie by which a browser is known again, by account: one that a person registers or signs in from is trusted from then on. */
const trusted = new Map<string, string>();
const deviceCookie = 'portal-device';

/** Remembers the device on which an account was opened. */
export function keepDevice(account: string, cookies: ReadonlyMap<string, string>): void {
  const value = cookies.get(deviceCookie);
  if (value !== undefined) trusted.set(account, value);
}

/** Comes with the browser that the account has trusted before in this file, if there is one. */
async function bringTrustedDevice({ context }: Visitor, account: string): Promise<void> {
  const value = trusted.get(account);
  if (value !== undefined) await context.addCookies([{ name: deviceCookie, value, url: placeOf('portal') }]);
}

async function keepTrustedDevice({ context }: Visitor, account: string): Promise<void> {
  const cookies = await context.cookies();
  const device = cookies.find(({ name }) => name === deviceCookie);
  if (device) trusted.set(account, device.value);
}

/** Takes the second step of a sign-in and trusts the device. A minute has to pass since the last code to the number. */
async function takeSecondStep(visitor: Visitor, account: string): Promise<void> {
  const { page, words } = visitor;
  const before = (await messagesTo(account)).length;
  await minutesLater(1.1, async () => {
    await page.getByRole('button', { name: words.send }).click();
    await passCheck(visitor);
    await page.getByLabel(words.auth.code, { exact: true }).fill(await codeSentTo(account, before));
  });
  await page.getByRole('checkbox', { name: words.auth.trust }).check();
  await page.getByRole('button', { name: words.auth.confirmCode, exact: true }).click();
}

/**
 * Signs in on a device that the account trusts, and is at `at`; by the form where the page asks for it, or where a second step is due.
 * @param account phone number
 */
export async function signIn(
  visitor: Visitor,
  account: string,
  { at = '/', by = password }: { at?: string; by?: string } = {},
): Promise<void> {
  await bringTrustedDevice(visitor, account);
  const isAsked = visitor.page.url().includes('/auth/signin');
  const isTyped = isAsked || !(await isSignedInByCall(visitor, account, by));
  if (isTyped) await typeIn(visitor, account, by);
  if (!isTyped || at !== '/') await goTo(visitor, at);
  await keepTrustedDevice(visitor, account);
}

/** @returns false when a further step is to be taken. */
async function isSignedInByCall({ context }: Visitor, account: string, by: string): Promise<boolean> {
  if (!trusted.has(account)) return false;
  const origin = placeOf('portal');
  const data = { loginType: 'Password', mobileOrEmail: account, password: by };
  const answer = await context.request.post(`${origin}/api/user/login`, { data, headers: { origin } });
  if (!answer.ok()) throw new Error(`${account} was answered ${answer.status()}: ${await answer.text()}`);
  const { isAuthorized }: { isAuthorized: boolean } = await answer.json();
  return isAuthorized;
}

/** Signs in by the form, with the second step where the device is not trusted yet. */
async function typeIn(visitor: Visitor, account: string, by: string): Promise<void> {
  const { page, words } = visitor;
  if (!page.url().includes('/auth/signin')) await goTo(visitor, '/auth/signin');
  await page.getByRole('tab', { name: words.auth.byPassword }).click();
  await page.getByLabel(words.auth.account, { exact: true }).fill(account);
  await page.getByLabel(words.auth.password, { exact: true }).fill(by);
  await page.getByRole('main').getByRole('button', { name: words.auth.signIn, exact: true }).click();
  const secondStep = page.getByRole('heading', { level: 1, name: words.auth.secondStep });
  const isAtSignIn = () => new URL(page.url()).pathname === '/auth/signin';
  await expect.poll(async () => !isAtSignIn() || (await secondStep.isVisible())).toBe(true);
  if (await secondStep.isVisible()) await takeSecondStep(visitor, account);
  await expect.poll(isAtSignIn).toBe(false);
}

/**
 * Adds a ten-year-old with a guardian to the saved candidates. @returns the child's name as the lists show it.
 * @param guardianMobile of the account's own number nobody is asked: the guardian registers
 */
export async function addTenYearOld(
  visitor: Visitor,
  firstName: string,
  guardianMobile = '13800138000',
): Promise<string> {
  const { page, words } = visitor;
  await goTo(visitor, '/candidate/my-candidates');
  await page.getByRole('main').getByRole('button', { name: words.candidates.add }).first().click();
  await fillTenYearOld(visitor, firstName, guardianMobile);
  await page.getByRole('button', { name: words.candidates.save }).click();
  await toast(visitor, words.candidates.saved);
  return `WANG ${firstName}`;
}

/** Fills the candidate form that is open. */
async function fillTenYearOld({ page, words }: Visitor, firstName: string, guardianMobile: string): Promise<void> {
  const { candidates } = words;
  await page.getByLabel(candidates.number, { exact: true }).fill(residentNumber(bornYearsAgo(10)));
  await page.getByText(candidates.numberIsRight).waitFor();
  await page.getByText(candidates.isTen).waitFor();
  await page.getByLabel(candidates.lastName, { exact: true }).fill('WANG');
  await page.getByLabel(candidates.firstName, { exact: true }).fill(firstName);
  await page.getByLabel(candidates.guardianName, { exact: true }).fill('王建国');
  await page.getByLabel(candidates.relation, { exact: true }).selectOption({ label: candidates.father });
  await page.getByLabel(candidates.guardianNumber, { exact: true }).fill('110101199003077838');
  await page.getByLabel(candidates.guardianMobile, { exact: true }).fill(guardianMobile);
  await page.getByRole('checkbox', { name: candidates.guardianConsents }).check();
}
