import { expect } from 'vitest';
import { enterAs } from './officers.ts';
import { placeOf } from './places.ts';
import type { Visitor } from './visitors.ts';
import { appears, toast } from './visitors.ts';

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

/** The session that somebody has begun last, by file: a proof of identity is fresh for five minutes, and no file takes as long. */
const sessions = new Map<string, Cookies>();

/** Goes to an address of the console and waits until its heading is shown. */
export async function goToConsole({ page }: Visitor, path: string): Promise<void> {
  await page.goto(placeOf('console') + path);
  await appears(page.getByRole('heading', { level: 1 }));
}

/** Runs in the page: whoever is asked why they open a child's record gives the first reason, at once. */
const giveReasons = `new MutationObserver(() => document.querySelector('[data-ready-reasons] button:not([aria-busy=true])')?.click())
  .observe(document, { childList: true, subtree: true });`;

/**
 * Signs a member of staff in, without the form, and is at `path`. A session of this file that is still open is only taken along.
 * @param wishes.isAsked the question why a child's record is opened waits for the test to answer it
 */
export async function signInStaff(
  visitor: Visitor,
  account: StaffAccount,
  path = '/',
  wishes: { isAsked?: true } = {},
): Promise<void> {
  const { context } = visitor;
  if (!wishes.isAsked) await context.addInitScript({ content: giveReasons });
  const origin = placeOf('console');
  const key = `${expect.getState().testPath} ${account}`;
  await context.addCookies(sessions.get(key) ?? []);
  const me = await context.request.get(`${origin}/api/staff/me`);
  // Nobody is nothing.
  if ((await me.text()) === '') {
    const answer = await enterAs(account, (data) =>
      context.request.post(`${origin}/api/staff/sign-in`, { data, headers: { origin } }),
    );
    if (!answer.ok()) throw new Error(`${account} was answered ${answer.status()}: ${await answer.text()}`);
    sessions.set(key, await context.cookies(origin));
  }
  await goToConsole(visitor, path);
}

/** Signs a member of staff in by the form, with password and code, and is at the board. */
export async function typeStaffIn(visitor: Visitor, account: StaffAccount): Promise<void> {
  const { page, language } = visitor;
  const words = staffWords[language];
  await goToConsole(visitor, '/');
  await enterAs(account, async ({ email, password, code }) => {
    await page.getByLabel(words.email, { exact: true }).fill(email);
    await page.getByLabel(words.password, { exact: true }).fill(password);
    await page.getByRole('button', { name: words.next }).click();
    const field = page.getByLabel(words.code, { exact: true });
    await field.fill(code ?? '');
    await page.getByRole('button', { name: words.enter, exact: true }).click();
    await field.waitFor({ state: 'detached' });
  });
}

/** A colleague agrees to what they have open, in English: one press, and it is done. */
export async function agree(colleague: Visitor): Promise<void> {
  await colleague.page.getByRole('main').getByRole('button', { name: 'Approve', exact: true }).click();
  await toast(colleague, 'Approved and done.');
}
