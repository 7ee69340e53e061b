import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signIn } from './stage/account.ts';
import { givenChild } from './stage/child.ts';
import { axeFindings, foreignWords, stickingOut } from './stage/findings.ts';
import { messagesTo, messageWith } from './stage/outside.ts';
import { pay, placeOrder } from './stage/programs.ts';
import { appears, goTo, inChinese, inEnglish, useVisitors, type Visitor } from './stage/visitors.ts';

const visit = useVisitors();

/** Somebody else's child who is ordered for. @returns the path of the link that its guardian was sent. */
async function givenLink(firstName: string): Promise<string> {
  const mobile = `137${randomInt(10_000_000, 99_999_999)}`;
  const { account, applicationId } = await givenChild(firstName, mobile);
  await placeOrder(account, [applicationId]);
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

describe('a guardian', () => {
  it.each(inChinese)('agrees by the link, after ticking the statement, %s [PIPL-31]', async (_, who) => {
    const agree = '我同意';
    const visitor = await visit(who);
    const { page } = visitor;
    await goTo(visitor, await givenLink('XIN'));
    await page.getByRole('button', { name: agree, exact: true }).click();
    await page.getByText('请先勾选').waitFor();
    const found = await wrongs(visitor);

    await page.getByRole('checkbox', { name: /本人是孩子的父母/ }).check();
    await page.getByRole('button', { name: agree, exact: true }).click();
    await page.getByText('您已于').waitFor();
    found.push(...(await wrongs(visitor)));
    await page.reload();
    await page.getByText('您已于').waitFor();

    expect(found).toEqual([]);
    expect(await page.getByRole('button', { name: agree, exact: true }).count()).toBe(0);
  });

  it.each(inChinese)('objects by the link of the text message, once, %s [PIPL-31]', async (_, who) => {
    const object = '不同意报名';
    const path = await givenLink('LAN');
    const visitor = await visit(who);
    const { page } = visitor;
    await goTo(visitor, path);
    await page.getByRole('button', { name: object, exact: true }).waitFor();
    const opened = await wrongs(visitor);
    const robots = await page.locator('meta[name="robots"]').getAttribute('content');

    await page.getByRole('button', { name: object, exact: true }).click();
    await page.getByRole('button', { name: '确定提出异议', exact: true }).click();
    await page.getByText('您的异议已提交').waitFor();
    const after = await wrongs(visitor);
    await goTo(visitor, '/help/childProtection');
    await goTo(visitor, path);
    await page.getByText('此链接无法使用').waitFor();

    expect([opened, after, await wrongs(visitor)]).toEqual([[], [], []]);
    expect(robots).toContain('noindex');
  });
});

describe('whoever registered a child of somebody else', () => {
  it.each(inEnglish)(
    'has the link sent to the guardian again, and the one before does not work any more, %s [PIPL-31]',
    async (_, who) => {
      const mobile = `137${randomInt(10_000_000, 99_999_999)}`;
      const { account, applicationId } = await givenChild('QING', mobile);
      const orderId = await placeOrder(account, [applicationId]);
      await pay(account, orderId);
      const first = /\/guardian\/[\w-]{22}/.exec((await messageWith(mobile, /\/guardian\//)).text)?.[0] ?? '';
      const visitor = await visit(who);
      const { page } = visitor;
      await signIn(visitor, account.phone, { at: `/candidate/application/${applicationId}` });

      await page.getByRole('button', { name: 'Send the link again', exact: true }).click();
      await appears(page.getByText(/^A new link has been sent to the guardian’s number/));
      const found = await wrongs(visitor);
      await expect.poll(async () => (await messagesTo(mobile)).length).toBe(2);
      await goTo(visitor, first);
      await page.getByText('This link cannot be used').waitFor();

      expect(found).toEqual([]);
    },
  );
});
