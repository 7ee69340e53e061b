import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { givenChild } from './stage/child.ts';
import { axeFindings, foreignWords, stickingOut } from './stage/findings.ts';
import { messageWith } from './stage/outside.ts';
import { desktop, goTo, phone, useVisitors, type Visitor } from './stage/visitors.ts';

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
    ['我不同意', '确定提出异议', '您的异议已提交', '此链接无法使用'],
  ],
  [
    'in English on a desktop',
    { language: 'en', screen: desktop },
    'MEI',
    ['I object', 'Yes, I object', 'You have objected', 'This link cannot be used'],
  ],
] as const;

describe('a guardian', () => {
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
