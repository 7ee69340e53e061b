import { expect, it } from 'vitest';
import { fillDate, password, tickConsents } from './stage/account.ts';
import { passCheck } from './stage/check.ts';
import { axeFindings, foreignWords, stickingOut } from './stage/findings.ts';
import { codeSentTo, messagesTo, minutesLater } from './stage/outside.ts';
import { bornYearsAgo, newPhone } from './stage/people.ts';
import { goTo, inEnglish, toast, useVisitors, type Visitor, whereIs } from './stage/visitors.ts';

const visit = useVisitors();
const texts = {
  en: {
    byEmail: 'By e-mail',
    trusted: 'Trusted until',
    forget: /^Forget this device/,
    forgotten: 'The device has been forgotten',
  },
  zh: { byEmail: '邮箱', trusted: '信任有效期至', forget: /^取消信任/, forgotten: '已取消对该设备的信任' },
} as const;

async function wrongs({ page, language }: Visitor): Promise<string[]> {
  const foreign = language === 'zh' ? await foreignWords(page) : [];
  return [...(await axeFindings(page)), ...foreign, ...(await stickingOut(page))];
}

/** Has a code sent from the first button of the page that can send one, and gives it. */
async function receive(visitor: Visitor, to: string): Promise<string> {
  const before = (await messagesTo(to)).length;
  await visitor.page.getByRole('button', { name: visitor.words.send }).first().click();
  await passCheck(visitor);
  return await codeSentTo(to, before);
}

/** Opens an account with an address. */
async function registerWith(visitor: Visitor, email: string, number: string): Promise<void> {
  const { page, words } = visitor;
  const { auth } = words;
  await goTo(visitor, '/auth/emailregister');
  await page.getByLabel(auth.email, { exact: true }).fill(email);
  await page.getByLabel(auth.emailCode, { exact: true }).fill(await receive(visitor, email));
  await page.getByLabel(auth.phone, { exact: true }).fill(number);
  await page.getByLabel(auth.code, { exact: true }).fill(await receive(visitor, number));
  await page.getByLabel(auth.password, { exact: true }).fill(password);
  await fillDate(page, auth.birth, visitor, bornYearsAgo(36));
  await tickConsents(visitor);
  await page.getByRole('main').getByRole('button', { name: auth.register, exact: true }).click();
  await toast(visitor, auth.registered);
}

/** At the sign-in page, by a code to the address. */
async function enterByEmail(visitor: Visitor, email: string): Promise<void> {
  const { page, words, language } = visitor;
  await page.getByRole('radio', { name: texts[language].byEmail }).check();
  await page.getByLabel(words.auth.email, { exact: true }).fill(email);
  await page.getByLabel(words.auth.emailCode, { exact: true }).fill(await receive(visitor, email));
  expect(await wrongs(visitor)).toEqual([]);
  await page.getByRole('main').getByRole('button', { name: words.auth.signIn, exact: true }).click();
}

it.each(inEnglish)(
  'a code to the bound address signs in on the trusted device; once that is forgotten the phone is asked for as well, %s [R-17 R-22 route:/auth/signin route:/candidate/account]',
  async (_, who) => {
    const visitor = await visit(who);
    const { page, words, language, context } = visitor;
    const [number, email] = [newPhone(), `reader${newPhone()}@example.org`];
    const mine = texts[language];
    await registerWith(visitor, email, number);
    const session = (await context.cookies()).filter(({ name }) => name.includes('session'));
    expect(session).toHaveLength(1);
    await context.clearCookies({ name: session[0]?.name ?? '' });

    await goTo(visitor, '/auth/signin?callbackUrl=%2Fcandidate%2Faccount');
    await minutesLater(1.1, () => enterByEmail(visitor, email));
    await expect.poll(() => whereIs(visitor)).toBe('/candidate/account');
    const trusted = page.locator('#trusted');
    await trusted.getByText(mine.trusted).waitFor();
    expect(await wrongs(visitor)).toEqual([]);
    await trusted.getByRole('button', { name: mine.forget }).click();
    await page.getByRole('dialog').getByRole('button', { name: mine.forget }).click();
    await toast(visitor, mine.forgotten);
    await expect.poll(() => whereIs(visitor)).toBe('/');

    await goTo(visitor, '/auth/signin');
    await minutesLater(2.3, () => enterByEmail(visitor, email));
    await page.getByRole('heading', { level: 1, name: words.auth.secondStep }).waitFor();
    expect(await wrongs(visitor)).toEqual([]);
  },
);
