import { inject } from 'vitest';
import { password } from './account.ts';
import { newCode } from './officers.ts';
import type { Visitor } from './visitors.ts';
import { appears } from './visitors.ts';

/** Members of staff of the demonstration, by the part of their address before the `@`. */
export const staffAccounts = [
  'officer',
  'clerk',
  'approver',
  'admin',
  'publisher',
  'editor',
  'support',
  'privacy',
] as const;
export type StaffAccount = (typeof staffAccounts)[number] | 'officer.sh' | 'officer.new' | 'counsel';

/** The words of the way in, in the two languages. */
export const staffWords = {
  zh: {
    email: '工作邮箱',
    password: '密码',
    code: '身份验证器动态码',
    next: '下一步',
    enter: '登录',
    notAllowed: '您的角色没有此页面的权限',
  },
  en: {
    email: 'Work e-mail',
    password: 'Password',
    code: 'Code of your authenticator',
    next: 'Continue',
    enter: 'Sign in',
    notAllowed: 'Your role does not include this page',
  },
} as const;

type Cookies = Awaited<ReturnType<Visitor['context']['cookies']>>;

/** Sessions of this file's tests: a code counts once, so that whoever signs in again takes the session along. */
const sessions = new Map<StaffAccount, Cookies>();

/** Goes to an address of the console and waits until its heading stands. */
export async function goToConsole({ page }: Visitor, path: string): Promise<void> {
  await page.goto(inject('console') + path);
  await appears(page.getByRole('heading', { level: 1 }));
}

/** Signs a member of staff in, with password and code, and stands at `path`. A second time in one file only takes the session along, unless the clock has moved past it. */
export async function signInStaff(
  visitor: Visitor,
  account: StaffAccount,
  path = '/',
  { isAnew = false } = {},
): Promise<void> {
  const session = isAnew ? undefined : sessions.get(account);
  if (session === undefined) await enter(visitor, account, path);
  else await visitor.context.addCookies(session);
  await goToConsole(visitor, path);
  sessions.set(account, await visitor.context.cookies(inject('console')));
}

async function enter(visitor: Visitor, account: StaffAccount, path: string): Promise<void> {
  const { page, language } = visitor;
  const words = staffWords[language];
  await goToConsole(visitor, path);
  await page.getByLabel(words.email, { exact: true }).fill(`${account}@examport.example`);
  await page.getByLabel(words.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: words.next }).click();
  await giveCode(visitor, account, words.enter);
  await page.getByRole('navigation').first().waitFor({ state: 'attached' });
}

/** Types the code that the authenticator shows, and the next one where another journey has just used it, and presses a button. */
async function giveCode(visitor: Visitor, account: StaffAccount, button: string): Promise<void> {
  const { page, language } = visitor;
  const field = page.getByLabel(staffWords[language].code, { exact: true });
  await field.waitFor();
  for (let tries = 0; tries < 3; tries++) {
    await field.fill(await newCode(`${account}@examport.example`));
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/staff/sign-in'));
    await page.getByRole('button', { name: button, exact: true }).click();
    if ((await answered).ok()) break;
  }
  await field.waitFor({ state: 'detached' });
}
