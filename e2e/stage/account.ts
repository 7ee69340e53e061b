import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { passCheck } from './check.ts';
import { codeSentTo, messagesTo } from './outside.ts';
import { bornYearsAgo, newPhone, residentNumber } from './people.ts';
import { goTo, toast, type Visitor } from './visitors.ts';

export const password = 'Kaotu@2026';

/** Types a date into its three boxes, whatever their order. */
async function fillDate(page: Page, legend: string, { words }: Visitor, date: string): Promise<void> {
  const boxes = page.getByRole('group', { name: legend });
  const [year = '', month = '', day = ''] = date.split('-');
  await boxes.getByLabel(words.year, { exact: true }).fill(year);
  await boxes.getByLabel(words.month, { exact: true }).fill(month);
  await boxes.getByLabel(words.day, { exact: true }).fill(day);
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
  await page.getByLabel(words.auth.passwordAgain, { exact: true }).fill(password);
  await fillDate(page, words.auth.birth, visitor, bornYearsAgo(36));
  await page.getByRole('checkbox', { name: words.auth.terms }).check();
  await page.getByRole('main').getByRole('button', { name: words.auth.register, exact: true }).click();
  await toast(visitor, words.auth.registered);
  return phone;
}

/** Signs in by password on the page that asks for it; goes there first unless the visitor is there already. */
export async function signIn(visitor: Visitor, account: string): Promise<void> {
  const { page, words } = visitor;
  if (!page.url().includes('/auth/signin')) await goTo(visitor, '/auth/signin');
  await page.getByRole('tab', { name: words.auth.byPassword }).click();
  await page.getByLabel(words.auth.account, { exact: true }).fill(account);
  await page.getByLabel(words.auth.password, { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: words.auth.signIn, exact: true }).click();
  await expect.poll(() => new URL(page.url()).pathname).not.toBe('/auth/signin');
}

/** Adds a ten-year-old with a guardian to the saved candidates. @returns the child's name as the lists show it. */
export async function addTenYearOld(visitor: Visitor, firstName: string): Promise<string> {
  const { page, words } = visitor;
  await goTo(visitor, '/candidate/my-candidates');
  await page.getByRole('main').getByRole('button', { name: words.candidates.add }).first().click();
  await fillTenYearOld(visitor, firstName);
  await page.getByRole('button', { name: words.candidates.save }).click();
  await toast(visitor, words.candidates.saved);
  return `WANG ${firstName}`;
}

/** Fills the candidate form that is open. */
async function fillTenYearOld({ page, words }: Visitor, firstName: string): Promise<void> {
  const { candidates } = words;
  await page.getByLabel(candidates.number, { exact: true }).fill(residentNumber(bornYearsAgo(10)));
  await page.getByText(candidates.numberIsRight).waitFor();
  await page.getByText(candidates.isTen).waitFor();
  await page.getByLabel(candidates.lastName, { exact: true }).fill('WANG');
  await page.getByLabel(candidates.firstName, { exact: true }).fill(firstName);
  await page.getByLabel(candidates.guardianName, { exact: true }).fill('王建国');
  await page.getByLabel(candidates.relation, { exact: true }).selectOption({ label: candidates.father });
  await page.getByLabel(candidates.guardianNumber, { exact: true }).fill('110101199003077838');
  await page.getByLabel(candidates.guardianMobile, { exact: true }).fill('13800138000');
}
