import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signIn } from './stage/account.ts';
import { givenChild, moveToCity } from './stage/child.ts';
import { axeFindings, foreignWords, stickingOut } from './stage/findings.ts';
import { messagesTo, messageWith, settle } from './stage/outside.ts';
import { placeOrder } from './stage/programs.ts';
import { appears, desktop, goTo, phone, useVisitors, type Visitor } from './stage/visitors.ts';

const visit = useVisitors();

/** Somebody else's child in the cart. @returns the path of the link that its guardian was sent. */
async function givenLink(firstName: string): Promise<string> {
  const mobile = `137${randomInt(10_000_000, 99_999_999)}`;
  await givenChild(firstName, mobile);
  const { text } = await messageWith(mobile, /\/guardian\//);
  expect(text).not.toMatch(/QIN|王建国/);
  return /\/guardian\/[\w-]{22}/.exec(text)?.[0] ?? '';
}

/** For axe, in words of the other language, in width on a small phone. */
async function wrongs({ page, language }: Visitor): Promise<string[]> {
  const found = await axeFindings(page);
  if (language === 'zh') found.push(...(await foreignWords(page)));
  return [...found, ...(await stickingOut(page))];
}

const readers = [
  [
    'in Chinese on a phone',
    { language: 'zh', screen: phone },
    'LAN',
    ['不同意报名', '确定提出异议', '您的异议已提交', '此链接无法使用'],
  ],
  [
    'in English on a desktop',
    { language: 'en', screen: desktop },
    'MEI',
    ['I object to the registration', 'Yes, I object', 'You have objected', 'This link cannot be used'],
  ],
] as const;

const agreeing = [
  [
    'in Chinese on a phone',
    { language: 'zh', screen: phone },
    'XIN',
    ['我同意', /本人是孩子的父母/, '请先勾选', '您已于'],
  ],
  [
    'in English on a desktop',
    { language: 'en', screen: desktop },
    'YUE',
    ['I agree', /I am the child’s parent/, 'Please tick the statement first.', 'You agreed on'],
  ],
] as const;

describe('a guardian', () => {
  it.each(agreeing)(
    'agrees by the link, after ticking the statement, %s [PIPL-31]',
    async (_, who, firstName, [agree, statement, missing, agreed]) => {
      const visitor = await visit(who);
      const { page } = visitor;
      await goTo(visitor, await givenLink(firstName));
      await page.getByRole('button', { name: agree, exact: true }).click();
      await page.getByText(missing).waitFor();
      const found = await wrongs(visitor);

      await page.getByRole('checkbox', { name: statement }).check();
      await page.getByRole('button', { name: agree, exact: true }).click();
      await page.getByText(agreed).waitFor();
      found.push(...(await wrongs(visitor)));
      await page.reload();
      await page.getByText(agreed).waitFor();

      expect(found).toEqual([]);
      expect(await page.getByRole('button', { name: agree, exact: true }).count()).toBe(0);
    },
  );

  it.each([
    ['in Chinese on a phone', { language: 'zh', screen: phone }, 'BO', ['我同意', '报名内容已变更', '北京', '您已于']],
    [
      'in English on a desktop',
      { language: 'en', screen: desktop },
      'RAN',
      ['I agree', 'What this link is about has changed meanwhile', 'Beijing', 'You agreed on'],
    ],
  ] as const)(
    'agrees to what they read: where the family has chosen another city meanwhile they read that first, %s [PIPL-31]',
    async (_, who, firstName, [agree, changed, city, agreed]) => {
      const mobile = `137${randomInt(10_000_000, 99_999_999)}`;
      const child = await givenChild(firstName, mobile);
      const { text } = await messageWith(mobile, /\/guardian\//);
      const visitor = await visit(who);
      const { page } = visitor;
      await goTo(visitor, /\/guardian\/[\w-]{22}/.exec(text)?.[0] ?? '');
      await page.getByRole('checkbox').check();

      await moveToCity(child, 'Beijing');
      await page.getByRole('button', { name: agree, exact: true }).click();
      await appears(page.getByText(changed));
      await appears(page.getByRole('main').getByText(city, { exact: true }));
      const found = await wrongs(visitor);
      const isTicked = await page.getByRole('checkbox').isChecked();
      await page.getByRole('checkbox').check();
      await page.getByRole('button', { name: agree, exact: true }).click();
      await page.getByText(agreed).waitFor();

      expect([isTicked, found]).toEqual([false, []]);
    },
  );

  it.each(readers)('objects by the link of the text message, once, %s [PIPL-31]', async (_, who, firstName, words) => {
    const [object, confirm, done, gone] = words;
    const path = await givenLink(firstName);
    const visitor = await visit(who);
    const { page } = visitor;
    await goTo(visitor, path);
    await page.getByRole('button', { name: object, exact: true }).waitFor();
    const opened = await wrongs(visitor);
    const robots = await page.locator('meta[name="robots"]').getAttribute('content');

    await page.getByRole('button', { name: object, exact: true }).click();
    await page.getByRole('button', { name: confirm, exact: true }).click();
    await page.getByText(done).waitFor();
    const after = await wrongs(visitor);
    await goTo(visitor, '/help/childProtection');
    await goTo(visitor, path);
    await page.getByText(gone).waitFor();

    expect([opened, after, await wrongs(visitor)]).toEqual([[], [], []]);
    expect(robots).toContain('noindex');
  });
});

const holders = [
  [
    'in Chinese on a phone',
    { language: 'zh', screen: phone },
    'NING',
    ['重新发送链接', /新链接已发送至监护人尾号 /, '此链接无法使用'],
  ],
  [
    'in English on a desktop',
    { language: 'en', screen: desktop },
    'QING',
    ['Send the link again', /^A new link has been sent to the guardian’s number/, 'This link cannot be used'],
  ],
] as const;

describe('whoever registered a child of somebody else', () => {
  it.each(holders)(
    'has the link sent to the guardian again, and the one before does not work any more, %s [PIPL-31]',
    async (_, who, firstName, [again, sent, gone]) => {
      const mobile = `137${randomInt(10_000_000, 99_999_999)}`;
      const { account, applicationId } = await givenChild(firstName, mobile);
      const orderId = await placeOrder(account, [applicationId]);
      const started = await account.call('payment.start', { body: { orderId, paymentType: 'ALI_SCANCODE_PAY' } });
      await settle(started.tradeNo ?? '', 'paid');
      const first = /\/guardian\/[\w-]{22}/.exec((await messageWith(mobile, /\/guardian\//)).text)?.[0] ?? '';
      const visitor = await visit(who);
      const { page } = visitor;
      await signIn(visitor, account.phone, { at: `/candidate/application/${applicationId}` });

      await page.getByRole('button', { name: again, exact: true }).click();
      await appears(page.getByText(sent));
      const found = await wrongs(visitor);
      await expect.poll(async () => (await messagesTo(mobile)).length).toBe(2);
      await goTo(visitor, first);
      await page.getByText(gone).waitFor();

      expect(found.filter((word) => !word.includes(firstName))).toEqual([]);
    },
  );
});
