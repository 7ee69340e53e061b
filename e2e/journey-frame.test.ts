import { describe, expect, it } from 'vitest';
import { signIn } from './stage/account.ts';
import { axeFindings } from './stage/findings.ts';
import { placeOf } from './stage/places.ts';
import { newAccount, tktIntoCart } from './stage/programs.ts';
import { goTo, inChinese, phone, readers, toast, useVisitors, type Visitor, whereIs } from './stage/visitors.ts';

const visit = useVisitors();

const texts = {
  en: {
    home: 'Home',
    help: 'Help centre',
    myCandidates: 'My candidates',
    register: 'Register',
    signIn: 'Sign in',
    logOut: 'Sign out',
    signedOut: 'You are signed out.',
    remembered: /as of 09:12 \(China time\)/,
    family: 'Professional accountancy',
    everyFamily: 'All families',
    showAll: /^Show all \d+ exams$/,
    showServices: /^Show all \d+ services$/,
    showFewer: 'Show fewer',
    cart: 'Cart, 1 exam',
    centre: 'Candidate centre',
    places: ['Exam registration', 'Bookings', 'Exams', 'Orders', 'Post-test services', 'Cart', 'Candidates', 'Account'],
    submit: 'Submit the order',
  },
  zh: {
    home: '首页',
    help: '帮助中心',
    myCandidates: '我的考生',
    register: '注册',
    signIn: '登录',
    logOut: '退出登录',
    signedOut: '您已退出登录。',
    remembered: /截至 09:12（北京时间）/,
    family: '专业会计',
    everyFamily: '全部类别',
    showAll: /^展开全部 \d+ 项考试$/,
    showServices: /^展开全部 \d+ 项服务$/,
    showFewer: '收起',
    cart: '购物车，1 项考试',
    centre: '考生中心',
    places: ['考试报名', '预约考试', '我的考试', '我的订单', '考后服务', '购物车', '考生管理', '账户管理'],
    submit: '提交订单',
  },
};

/** The function bar; on a phone its menu is opened first. */
async function openBar({ page, words, isPhone }: Visitor) {
  const bar = page.getByRole('banner');
  if (isPhone) await bar.getByText(words.menu, { exact: true }).click();
  return bar;
}

describe('a page whose server gives what it remembers', () => {
  it.each(readers)('says of what moment it is, until it is of now again, %s [C6]', async (_, who) => {
    const visitor = await visit(who);
    const { page, language } = visitor;
    const state = { isAway: true };
    await page.route('**/api/product/all_with_products', async (route) => {
      const response = await route.fetch();
      const age = { age: '240', date: 'Fri, 02 Jan 2026 01:16:00 GMT' };
      await route.fulfill({ response, headers: { ...response.headers(), ...(state.isAway ? age : {}) } });
    });

    await goTo(visitor, '/');
    const notice = page.getByRole('main').getByText(texts[language].remembered);
    await notice.waitFor();
    const findings = await axeFindings(page);
    state.isAway = false;
    await goTo(visitor, '/');
    await page.getByText(texts[language].family).first().waitFor();

    expect(findings).toEqual([]);
    expect(await notice.count()).toBe(0);
  });
});

describe('the home page', () => {
  it.each(readers)(
    'shows every family of exams, one alone, and a long one whole, %s [screen:home.product_lines:_show_all screen:home.product_lines:_expand screen:home.product_lines:_select]',
    async (_, who) => {
      const visitor = await visit(who);
      const { page } = visitor;
      const words = texts[who.language];
      await goTo(visitor, '/');
      const families = page.getByRole('main').locator('section[aria-labelledby^="line-"]');
      const exams = families.getByRole('heading', { level: 4 });
      await page.getByRole('heading', { level: 3, name: words.family }).waitFor();
      const [allFamilies, shortened] = [await families.count(), await exams.count()];

      await page.getByRole('button', { name: words.showServices }).waitFor();
      await page.getByRole('button', { name: words.showAll }).first().click();
      const expanded = await exams.count();
      await page.getByRole('button', { name: words.showFewer }).click();
      await page.getByRole('main').locator('label').filter({ hasText: words.family }).click();
      await expect.poll(() => families.count()).toBe(1);
      const alone = await exams.count();
      await page.getByRole('main').locator('label').filter({ hasText: words.everyFamily }).click();

      await expect.poll(() => families.count()).toBe(allFamilies);
      expect(allFamilies).toBeGreaterThan(2);
      expect(expanded).toBeGreaterThan(shortened);
      expect(alone).toBe(3);
      expect(await exams.count()).toBe(shortened);
    },
  );
});

describe('the frame', () => {
  it.each(readers)(
    'leads a stranger home, to help, to the account pages, and to one’s candidates after signing in, %s [screen:frame.home_link screen:frame.help_centre screen:frame.my_candidates screen:frame.register_and_login_when_signed_out]',
    async (_, who) => {
      const visitor = await visit(who);
      const words = texts[who.language];
      const ways = [
        [words.home, '/'],
        [words.help, '/help/question'],
        [words.myCandidates, '/auth/signin?callbackUrl=%2Fcandidate%2Fmy-candidates'],
        [words.register, '/auth/register'],
        [words.signIn, '/auth/signin'],
      ] as const;
      for (const [name, address] of ways) {
        await goTo(visitor, '/exam-all');
        const bar = await openBar(visitor);
        await bar.getByRole('link', { name, exact: true }).filter({ visible: true }).click();
        await expect.poll(() => whereIs(visitor), { message: name }).toBe(address);
      }
    },
  );

  it('keeps the menu open that somebody opened before the script was there [screen:frame.home_link]', async () => {
    const { page, words } = await visit({ language: 'zh', screen: phone });
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await begun;
      await route.continue();
    });
    await page.goto(`${placeOf('portal')}/exam-all`, { waitUntil: 'commit' });
    await page.getByRole('banner').getByText(words.menu, { exact: true }).click();
    await page.locator(':focus').blur();
    begin();

    // Escape is heard once the script is there, and gives the focus back from a menu that is open.
    const focused = async () => {
      await page.keyboard.press('Escape');
      return await page.locator('summary:focus').count();
    };
    await expect.poll(focused).toBe(1);
  });

  it.each(inChinese)(
    'counts the cart of who is signed in, veils an order under way, and forgets everything on logging out, %s [screen:frame.cart_with_count screen:frame.candidate_menu screen:frame.loading_overlay rule:session.cart_count_after_login rule:session.log_out_clears]',
    async (_, who) => {
      const account = await newAccount();
      await tktIntoCart(account, 'BAR', (sessions) =>
        sessions.find(({ cityName, status }) => cityName === 'Beijing' && status === 'Available'),
      );
      const visitor = await visit(who);
      const { page } = visitor;
      const words = texts[who.language];
      const cart = page.getByRole('banner').getByRole('link', { name: words.cart }).filter({ visible: true });

      await goTo(visitor, '/');
      expect(await cart.count()).toBe(0);
      await signIn(visitor, account.phone);
      await cart.waitFor();
      await goTo(visitor, '/candidate/shopping-cart');
      const menu = page.getByRole('navigation', { name: words.centre });
      expect((await menu.getByRole('link').allInnerTexts()).map((text) => text.replace(/\d+/, '').trim())).toEqual(
        words.places,
      );
      await page.getByRole('link', { name: visitor.words.cart.toOrder }).click();
      await page.getByRole('heading', { level: 1, name: visitor.words.order.confirmTitle }).waitFor();
      await page.route('**/api/order', async (route) => {
        await expect.poll(() => page.locator('.overlay').count()).toBe(1);
        await route.continue();
      });
      await page.getByRole('button', { name: visitor.words.order.submit }).click();
      await page.getByRole('heading', { level: 1, name: visitor.words.pay.title }).waitFor();
      expect(await page.locator('.overlay').count()).toBe(0);
      expect(await axeFindings(page)).toEqual([]);

      await goTo(visitor, '/candidate/order');
      const bar = page.getByRole('banner');
      if (visitor.isPhone) await openBar(visitor);
      else await bar.getByRole('button', { name: /\d{3}\*+\d{4}/ }).click();
      await page.getByText(words.logOut, { exact: true }).filter({ visible: true }).first().click();
      await toast(visitor, words.signedOut);
      await expect.poll(() => whereIs(visitor)).toBe('/');
      await expect.poll(() => bar.getByText(/\d{3}\*+\d{4}/).count()).toBe(0);
      expect(await cart.count()).toBe(0);
    },
  );
});
