import { describe, expect, it } from 'vitest';
import { signIn } from './stage/account.ts';
import { placeOf } from './stage/places.ts';
import { appears, desktop, goTo, phone, useVisitors, whereIs } from './stage/visitors.ts';

const visit = useVisitors();

const readers = [
  [
    'in English on a desktop',
    {
      who: { language: 'en', screen: desktop },
      search: 'Search the questions',
      uci: 'What is the UCI number, and why is it refused?',
      answer: /13 characters/,
      nothing: 'Nothing found for “zzzz”',
      count: 'Number of candidates',
      wrong: /whole number from 1 to 50/,
      result: 'Result',
      next: /With 1 more candidate everybody would pay ¥1,461\.52/,
      closed: 'We are closed now',
      open: 'We are open now',
      office: 'Shanghai office',
      title: 'Common questions · Examport 考途',
    },
  ],
  [
    'in Chinese on a phone',
    {
      who: { language: 'zh', screen: phone },
      search: '搜索问题',
      uci: 'UCI 号码是什么？为什么提示有误？',
      answer: /共 13 位/,
      nothing: '没有找到与“zzzz”相关的问题',
      count: '考生人数',
      wrong: /1 至 50 之间的整数/,
      result: '计算结果',
      next: /再增加 1 人，每人只需 ¥1,461\.52/,
      closed: '现在不在服务时间',
      open: '现在是服务时间',
      office: '上海考务办公室',
      title: '常见问题 · 考途',
    },
  ],
] as const;

describe('the help centre', () => {
  it.each(readers)('finds an answer by a word and by its address, %s [route:/help/question]', async (_, words) => {
    const visitor = await visit(words.who);
    const { page } = visitor;
    await goTo(visitor, '/help/question');
    expect(await page.title()).toBe(words.title);

    await page.getByLabel(words.search).fill('uci');
    await expect.poll(() => whereIs(visitor)).toBe('/help/question?q=uci');
    await expect.poll(() => page.getByRole('main').locator('details').count()).toBeLessThan(6);
    await page.getByText(words.uci, { exact: true }).waitFor();
    await page.getByLabel(words.search).fill('zzzz');
    await page.getByText(words.nothing).waitFor();

    await goTo(visitor, '/help/question#uci');
    await page.getByText(words.answer).waitFor();
    expect(await page.locator('details[open]').count()).toBe(1);
  });

  it.each(readers)(
    'works out what a group pays, with the exams on sale, %s [route:/help/group-application R-51]',
    async (_, words) => {
      const visitor = await visit(words.who);
      const { page } = visitor;
      await goTo(visitor, '/help/group-application');
      const count = page.getByLabel(words.count);
      const result = page.getByRole('status', { name: words.result });

      await count.fill('4');
      await appears(result.getByText('¥6,000.00'));
      await result.getByText(words.next).waitFor();
      await count.fill('10');
      await result.getByText('¥14,038.00').waitFor();
      await count.fill('51');
      await page.getByText(words.wrong).waitFor();
      await count.fill('10');
      const tkt = page.locator('main select option', { hasText: 'TKT' }).first();
      await tkt.waitFor({ state: 'attached' });
      await page.locator('main select').selectOption((await tkt.getAttribute('value')) ?? '');

      // TKT: 600 local and 350 of the board; 20 % of the local fee and its VAT go.
      await expect.poll(() => result.innerText()).toContain('¥600.00');
      await expect.poll(() => result.innerText()).toMatch(/-¥1,2\d\d\.\d\d/);
    },
  );

  it('comes to life on a device that is never idle [R-51]', async () => {
    const visitor = await visit({ language: 'en' });
    const { page } = visitor;
    const neverIdle = `window.requestIdleCallback = (act, options) => options?.timeout && setTimeout(act, options.timeout)`;
    await page.addInitScript({ content: neverIdle });

    await goTo(visitor, '/help/group-application');

    await expect.poll(() => page.getByLabel('Number of candidates').isEnabled()).toBe(true);
  });

  it('asks for the exams on sale in the name of who is signed in, however late that is known [R-51 S-2]', async () => {
    const visitor = await visit({ language: 'en' });
    const { page } = visitor;
    await signIn(visitor, '13800138000');
    let isAsked = false;
    const refused: string[] = [];
    page.on('response', (answer) => answer.status() === 403 && refused.push(new URL(answer.url()).pathname));
    await page.route('**/api/user/current', async (route) => {
      isAsked = true;
      await expect.poll(() => page.getByLabel('Number of candidates').isEnabled()).toBe(true);
      await route.continue();
    });

    await goTo(visitor, '/help/group-application');

    await page.locator('main select option', { hasText: 'TKT' }).first().waitFor({ state: 'attached' });
    expect([isAsked, refused]).toEqual([true, []]);
  });

  it.each(readers)(
    'knows whether somebody answers now, and who, %s [route:/help/contact-us call:site.contacts]',
    async (_, words) => {
      const visitor = await visit(words.who);
      const { page } = visitor;

      await goTo(visitor, '/help/contact-us');

      await appears(page.getByText(words.closed).or(page.getByText(words.open)));
      await page.getByRole('heading', { name: words.office }).waitFor();
      expect(await page.getByRole('link', { name: '021-5555 0102' }).getAttribute('href')).toBe('tel:02155550102');
    },
  );

  it('can be read without any script, in the language asked for [R-16]', async () => {
    const answer = await fetch(`${placeOf('portal')}/help/privacy`, { headers: { 'accept-language': 'zh-CN' } });
    const html = await answer.text();

    expect(html).toContain('机考作答内容我们一律不保存');
    expect(html).toContain('隐私政策 · 考途');
  });
});
