import { readFileSync } from 'node:fs';
import { wire } from '@exam/contract/wire';
import { describe, expect, it } from 'vitest';
import { signIn } from './stage/account.ts';
import { axeFindings, foreignWords, squeezed, stickingOut } from './stage/findings.ts';
import { placeOf } from './stage/places.ts';
import { follow, goTo, phone, readers, settled, useVisitors, type Visitor, whereIs } from './stage/visitors.ts';

const visit = useVisitors();

/** An account of the demonstration with exams, orders and a cart. */
const parent = '13800138000';
const nobody = '00000000-0000-4000-8000-000000000000';

const specified = readFileSync(new URL('../contract/spec/routes.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('\t')[0] ?? '');

const addressOf = (route: string) => route.replace('{id}', nobody).replace('{product}', 'tkt');

/** What is wrong with the page as it is now: for axe, in words of the other language, in width on a small phone, and with large text. */
async function wrongs(visitor: Visitor): Promise<string[]> {
  const { page, language, words } = visitor;
  await settled(visitor);
  const found = await axeFindings(page);
  if ((await page.locator('html').getAttribute('lang')) !== words.lang) found.push('wrong language of the document');
  if (language === 'zh') found.push(...(await foreignWords(page)).map((word) => `not Chinese: ${word}`));
  const size = page.viewportSize() ?? phone;
  await page.setViewportSize({ width: 320, height: 640 });
  found.push(...(await stickingOut(page)).map((part) => `sticks out at 320 px: ${part}`));
  found.push(...(await squeezed(page)).map((text) => `squeezed at 320 px: ${text}`));
  await page.setViewportSize(phone);
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
  // Parts that come when they are near are nearer now.
  await settled(visitor);
  found.push(...(await stickingOut(page)).map((part) => `sticks out with text of 200 %: ${part}`));
  await page.evaluate("document.documentElement.style.fontSize = ''");
  await page.setViewportSize(size);
  return found;
}

/** The addresses of the account's own things, found as a person finds them: by the links of the lists. */
async function ownAddresses(visitor: Visitor): Promise<string[]> {
  const { page } = visitor;
  const firstLink = async (path: string, part: string) => {
    await goTo(visitor, path);
    await settled(visitor);
    const link = page.getByRole('main').locator(`a[href*="${part}"]`).first();
    // The demonstration's unpaid order lives ten minutes, less when another journey moved the clock: then its list stands for it.
    return (await link.count()) > 0 ? ((await link.getAttribute('href')) ?? path) : path;
  };
  const examOf = (status: string) => firstLink(`/candidate/application?status=${status}`, '/candidate/application/');
  const cancelled = await examOf('Cancelled');
  return [
    await examOf('RegisteredCancellationRequested'),
    await examOf('RegisteredCancellationRejected'),
    cancelled,
    await firstLink(cancelled, '/candidate/order/'),
    await firstLink('/candidate/application', '/candidate/application/'),
    await firstLink('/candidate/order', '/candidate/order/'),
    await firstLink('/candidate/order', '/payment/pay?'),
    await firstLink('/candidate/shopping-cart', '/candidate/shopping-cart/application/'),
    await firstLink('/candidate/shopping-cart', '/candidate/order/confirm'),
  ];
}

const open = [
  '/',
  '/exam-all',
  '/auth/signin',
  '/auth/register',
  '/auth/emailregister',
  '/auth/forget-password',
  '/exam-registration?product=tkt',
  '/exam-registration?product=university-exam',
  '/exam-registration?product=results-pearson',
  '/help/question',
  '/help/question?q=UCI',
  '/help/question?q=20991231',
  '/help/group-application',
  '/help/contact-us',
  '/help/protection',
  '/help/privacy',
  '/help/privacyCookie',
  '/help/childProtection',
  wire.paths.businessLicence,
];
const own = [
  '/candidate/application',
  '/candidate/booking',
  '/candidate/order',
  '/candidate/posttestservice',
  '/candidate/posttestservice?status=Drafts',
  '/candidate/shopping-cart',
  '/candidate/my-candidates',
  '/candidate/account',
  '/candidate/account/privacy',
];
const empty = [
  '/candidate/my-candidates?form=new',
  '/exam-all?q=ZZZZ',
  '/exam-registration?product=none',
  '/payment/pay',
  '/payment-success',
  '/post-test-payment-success',
  `/post-test-payment-success?orderId=${nobody}`,
  `/candidate/order/posttest/${nobody}`,
  `/candidate/posttestservice/${nobody}`,
  `/payment-success?orderId=${nobody}`,
  `/candidate/order/${nobody}`,
  `/candidate/application/${nobody}`,
  `/candidate/booking/${nobody}`,
  `/candidate/shopping-cart/application/${nobody}`,
  '/candidate/order/confirm',
  '/verify/ABCDEFGHJKMNPQRS',
  '/guardian/AbCdEfGhJkMnPqRsTuVwXy',
  '/no-such-page',
];

/** By a link, or as a new page where only the search differs, as a link to the same page would leave its heading. */
async function leadTo(visitor: Visitor, path: string): Promise<void> {
  const isSamePage = whereIs(visitor).split('?')[0] === path.split('?')[0];
  await (isSamePage ? goTo(visitor, path) : follow(visitor, placeOf('portal') + path));
}

async function wrongsOf(visitor: Visitor, paths: readonly string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const path of paths) {
    await leadTo(visitor, path);
    const here = await wrongs(visitor);
    if (here.length > 0) found[path] = here;
  }
  return found;
}

describe('every screen', () => {
  it.each(readers)(
    'open to everybody is whole, %s [route:/ route:/exam-all route:/auth/signin route:/help/question route:/help/group-application route:/help/contact-us route:/help/protection route:/help/privacy route:/help/privacyCookie route:/help/childProtection route:/business-licence screen:frame.footer screen:frame.cookie_banner]',
    async (_, who) => {
      const visitor = await visit(who);
      await goTo(visitor, '/');
      const first = await wrongs(visitor);
      await visitor.page.getByRole('complementary').getByRole('button', { name: visitor.words.close }).click();

      const found = await wrongsOf(visitor, open);

      expect({ 'with the cookie banner': first, ...found }).toEqual({ 'with the cookie banner': [] });
    },
  );

  it.each(readers)(
    'of the candidate centre is whole, %s [route:/candidate/posttestservice route:/candidate/order route:/candidate/order/{id} route:/candidate/shopping-cart route:/candidate/shopping-cart/application/{id} route:/candidate/my-candidates screen:candidate_centre.my_orders_list screen:candidate_centre.my_order_detail screen:candidate_centre.shopping_cart]',
    async (_, who) => {
      const visitor = await visit(who);
      await signIn(visitor, parent);
      await visitor.page.getByRole('complementary').getByRole('button', { name: visitor.words.close }).click();

      const found = await wrongsOf(visitor, [...own, ...(await ownAddresses(visitor))]);

      expect(found).toEqual({});
    },
  );

  it.each(readers)(
    'that has nothing to show says so and is whole, %s [route:/post-test-payment-success route:/candidate/order/posttest/{id} route:/candidate/posttestservice/{id}]',
    async (_, who) => {
      const visitor = await visit(who);
      await signIn(visitor, parent);
      await visitor.page.getByRole('complementary').getByRole('button', { name: visitor.words.close }).click();

      const found = await wrongsOf(visitor, empty);

      expect(found).toEqual({});
    },
  );

  it.each(readers)('with mistakes in its form is whole, %s', async (_, who) => {
    const visitor = await visit(who);
    const { page, words } = visitor;
    const found: Record<string, string[]> = {};
    const press = async (path: string, name: string) => {
      await goTo(visitor, path);
      await settled(visitor);
      await page.getByRole('main').getByRole('button', { name, exact: true }).last().click();
      await page.getByRole('heading', { name: words.problems }).waitFor();
      const here = await wrongs(visitor);
      if (here.length > 0) found[path] = here;
    };

    await press('/auth/register', words.auth.register);
    await press('/auth/signin', words.auth.signIn);
    await signIn(visitor, parent);
    await press('/candidate/my-candidates?form=new', words.candidates.save);

    expect(found).toEqual({});
  });
});

describe('every address', () => {
  it('of the specification is answered in the language asked for', async () => {
    const answers = await Promise.all(
      specified.map(async (route) => {
        const answer = await fetch(placeOf('portal') + addressOf(route), { headers: { 'accept-language': 'zh-CN' } });
        return { route, status: answer.status, isChinese: (await answer.text()).includes('<html lang="zh-CN"') };
      }),
    );

    expect(answers).toEqual(specified.map((route) => ({ route, status: 200, isChinese: true })));
  });

  it.each([
    ['/auth', '/auth/signin'],
    ['/help', '/help/question'],
    ['/payment', '/auth/signin?callbackUrl=%2Fpayment%2Fpay'],
    ['/business-licence', wire.paths.businessLicence],
    ['/tkt/step-3/confirm', '/'],
    ['/candidate/order', '/auth/signin?callbackUrl=%2Fcandidate%2Forder'],
  ])(
    '%s leads a stranger to %s [route:/auth route:/help route:/payment route:/{product}/step-3/confirm R-06]',
    async (from, to) => {
      const visitor = await visit({ language: 'en' });

      await goTo(visitor, from);

      await expect.poll(() => whereIs(visitor)).toBe(to);
    },
  );

  it('that nobody has is a page of its own with status 404', async () => {
    const visitor = await visit({ language: 'zh' });

    const answer = await visitor.page.goto(`${placeOf('portal')}/no-such-page`);

    expect(answer?.status()).toBe(404);
    await visitor.page.getByRole('heading', { level: 1, name: '页面不存在' }).waitFor();
  });
});
