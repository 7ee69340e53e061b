import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'vitest';
import { signIn } from './stage/account.ts';
import { newAccount, placeOrder, type Program, tktIntoCart } from './stage/programs.ts';
import { goToConsole, signInStaff } from './stage/staff.ts';
import { desktop, goTo, type Language, phone, settled, useVisitors, type Visitor } from './stage/visitors.ts';

const visit = useVisitors();
const folder = join(import.meta.dirname, '../docs/pictures');
const languages: readonly Language[] = ['zh', 'en'];
const screens = { phone, desktop };
const looks = languages.flatMap((language) => (['phone', 'desktop'] as const).map((size) => ({ language, size })));

/** The account and the staff of the demonstration that have the most to show. */
const parent = '13800138000';

/** Stores what can be seen now as `docs/pictures/<site>/<name>-<language>-<size>.webp`, without the notice of cookies. */
async function keep(visitor: Visitor, name: string, size: 'phone' | 'desktop', site = 'portal'): Promise<void> {
  const { page, context, language } = visitor;
  await settled(visitor);
  const notice = page.locator('.cookie-banner button');
  if ((await notice.count()) > 0) {
    await notice.click();
    await page.evaluate('scrollTo(0, 0)');
  }
  await page.evaluate('document.activeElement?.blur()');
  const session = await context.newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
  mkdirSync(join(folder, site), { recursive: true });
  writeFileSync(join(folder, site, `${name}-${language}-${size}.webp`), Buffer.from(data, 'base64'));
}

/** Opens the first page that the list at `path` leads to. */
async function openFirst(visitor: Visitor, path: string, part: string): Promise<void> {
  await goTo(visitor, path);
  const link = visitor.page.getByRole('main').locator(`a[href*="${part}"]`).first();
  await link.waitFor();
  await goTo(visitor, (await link.getAttribute('href')) ?? path);
}

/** The registration of a saved child, from the list of sessions to the page with the statements. */
async function keepRegistration(visitor: Visitor, size: 'phone' | 'desktop'): Promise<void> {
  const { page, words } = visitor;
  await goTo(visitor, '/exam-registration?product=tkt');
  await page.getByRole('checkbox', { name: words.wizard.agree }).check();
  await page.getByRole('checkbox', { name: words.subjects.m1 }).check();
  const session = page.locator('.session-aside').getByRole('button').first();
  await session.waitFor();
  await page.evaluate("document.querySelector('.session-aside')?.scrollIntoView({ block: 'center' })");
  await keep(visitor, 'sessions', size);
  await session.click();
  const child = page.getByRole('main').getByRole('checkbox').first();
  await child.waitFor();
  await child.check();
  await page.locator('main form').waitFor();
  await page.evaluate('scrollTo(0, 0)');
  await keep(visitor, 'registration', size);
}

async function keepOrder(visitor: Visitor, account: Program, size: 'phone' | 'desktop'): Promise<void> {
  const registrations = [await tktIntoCart(account, 'LIN'), await tktIntoCart(account, 'YING')];
  await goTo(visitor, '/candidate/shopping-cart');
  await keep(visitor, 'cart', size);
  const orderId = await placeOrder(account, registrations);
  await goTo(visitor, `/payment/pay?orderId=${orderId}`);
  await keep(visitor, 'payment', size);
}

it.each(looks)('twelve pages of the portal, $language on a $size', async ({ language, size }) => {
  const visitor = await visit({ language, screen: screens[size] });
  await goTo(visitor, '/auth/signin');
  await keep(visitor, 'sign-in', size);
  await signIn(visitor, parent);
  await goTo(visitor, '/');
  await keep(visitor, 'home', size);
  for (const [name, path] of [
    ['all-exams', '/exam-all'],
    ['my-exams', '/candidate/application'],
    ['candidates', '/candidate/my-candidates'],
    ['questions', '/help/question'],
  ] as const) {
    await goTo(visitor, path);
    await keep(visitor, name, size);
  }
  await openFirst(visitor, '/candidate/application', '/candidate/application/');
  await keep(visitor, 'exam', size);
  await openFirst(visitor, '/candidate/booking', '/candidate/booking/');
  await keep(visitor, 'booking', size);
  await keepRegistration(visitor, size);

  const account = await newAccount();
  const buyer = await visit({ language, screen: screens[size] });
  await signIn(buyer, account.phone);
  await keepOrder(buyer, account, size);
});

const desks = [
  ['officer', 'today', '/'],
  ['officer', 'bookings', '/bookings'],
  ['officer', 'sessions', '/sessions'],
  ['officer', 'registrations', '/applications'],
  ['officer', 'one-registration', '/applications/:id'],
  ['officer', 'one-booking', '/bookings/:id'],
  ['officer', 'one-session', '/sessions/:id'],
  ['officer', 'venues', '/venues'],
  ['clerk', 'one-order', '/orders/:id'],
  ['clerk', 'reconciliation', '/reconciliation'],
  ['clerk', 'refunds', '/refunds'],
] as const;

/** Opens the first page of the console that such a link on this one leads to. */
async function openFrom(visitor: Visitor, link: string): Promise<void> {
  const first = visitor.page.getByRole('main').locator(link).first();
  await first.waitFor();
  await goToConsole(visitor, (await first.getAttribute('href')) ?? '/');
}

it.each(looks)('twelve pages of the console, $language on a $size', async ({ language, size }) => {
  for (const account of ['officer', 'clerk'] as const) {
    const visitor = await visit({ language, screen: screens[size] });
    await signInStaff(visitor, account);
    for (const [, name, path] of desks.filter(([of]) => of === account)) {
      const list = path.replace('/:id', '');
      await goToConsole(visitor, list);
      await settled(visitor);
      if (list !== path) {
        await openFrom(visitor, `tbody a[href^="${list}/"]`);
      }
      await keep(visitor, name, size, 'console');
      if (name !== 'one-registration') continue;
      await openFrom(visitor, 'a[href^="/exam-day/"]');
      await keep(visitor, 'exam-day', size, 'console');
    }
  }
});
