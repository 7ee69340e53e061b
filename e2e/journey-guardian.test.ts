import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signIn } from './stage/account.ts';
import { givenChild } from './stage/child.ts';
import { axeFindings, foreignWords, stickingOut } from './stage/findings.ts';
import { messagesTo, messageWith } from './stage/outside.ts';
import { pay, placeOrder } from './stage/programs.ts';
import { appears, goTo, inChinese, inEnglish, readers, useVisitors, type Visitor } from './stage/visitors.ts';

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

/** What the guardian reads and presses on the part of the page that is about the child's data. */
const windowWords = {
  zh: {
    comes: '李*（手机尾号 6789）',
    birthDate: '未成年人出生日期',
    open: '查看',
    noLooks: '目前没有工作人员查看过这些信息。',
    correct: '申请更正信息',
    wish: '哪项信息有误，正确的是什么？',
    send: '提交申请',
    asked: '申请已提交',
  },
  en: {
    comes: '李* (mobile ending in 6789)',
    birthDate: 'Child’s date of birth',
    open: 'Show what is kept',
    noLooks: 'None of our staff has looked at it.',
    correct: 'Have something corrected',
    wish: 'What is wrong, and what is right?',
    send: 'Send request',
    asked: 'Your request is with us',
  },
} as const;

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
    // It can still be read, and has nothing to answer any more.
    await page.getByText(/受理编号为 D\d{6}/).waitFor();
    const buttons = await page.getByRole('main').getByRole('button').allInnerTexts();

    expect(buttons).not.toContain(object);
    expect([opened, after, await wrongs(visitor)]).toEqual([[], [], []]);
    expect(robots).toContain('noindex');
  });
});

describe('a guardian of a child who is collected by somebody else now', () => {
  it.each(readers)(
    'sees who it is, what is kept of the child, and asks for a correction, %s [PIPL-31 PIPL-45]',
    async (_, who) => {
      const mobile = `137${randomInt(10_000_000, 99_999_999)}`;
      const { account, applicationId, idNo } = await givenChild('YUE', mobile);
      await pay(account, await placeOrder(account, [applicationId]));
      const comer = { name: '李雷', idType: 'Passport', idNo: 'E12345678', mobile: '13600136789' } as const;
      const applicationPickupPerson = { ...comer, isFourteenOrOlder: true };
      await account.call('application.changePickup', {
        body: { applicationId, leaveAlone: false, applicationPickupPerson },
      });
      const { text } = await messageWith(mobile, /接送人已变更/);
      const words = windowWords[who.language];
      const visitor = await visit(who);
      const { page } = visitor;
      await goTo(visitor, /\/guardian\/[\w-]{22}/.exec(text)?.[0] ?? '');
      await page.getByText(words.comes).waitFor();

      await page.getByRole('button', { name: words.open, exact: true }).click();
      const born = [idNo.slice(6, 10), idNo.slice(10, 12), idNo.slice(12, 14)];
      const boxes = page.getByRole('group', { name: words.birthDate }).getByRole('textbox');
      for (const [at, digits] of (who.language === 'zh' ? born : born.toReversed()).entries())
        await boxes.nth(at).fill(digits);
      const found = await wrongs(visitor);
      await page.getByRole('button', { name: words.open, exact: true }).click();
      await page.getByText('QIN YUE').waitFor();
      await page.getByText(words.noLooks).waitFor();
      await page.getByText(words.correct).click();
      await page.getByLabel(words.wish).fill('QIN YUEYUE');
      found.push(...(await wrongs(visitor)));
      await page.getByRole('button', { name: words.send, exact: true }).click();
      await page.getByText(words.asked).waitFor();

      expect(found).toEqual([]);
    },
  );
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
