import { expect, it } from 'vitest';
import { signIn } from './stage/account.ts';
import { axeFindings, stickingOut } from './stage/findings.ts';
import { addAdult, newAccount } from './stage/programs.ts';
import {
  agree,
  chooseCandidate,
  chooseSession,
  chooseSubject,
  confirmEverything,
  findAndBegin,
} from './stage/registration.ts';
import { goToConsole, signInStaff } from './stage/staff.ts';
import { appears, goTo, inChinese, inEnglish, toast, useVisitors, type Visitor } from './stage/visitors.ts';

const visit = useVisitors();

const own = {
  consent: /^本人单独同意为参加考试和取得成绩/,
  facts: [
    '剑桥大学出版与考评院（剑桥英语）（英国，位于中国内地以外）',
    '联系方式：',
    'www.cambridgeenglish.org',
    '处理目的：',
    '处理方式：',
    '个人信息种类：',
    '向其行使权利的方式：',
  ],
  others: /特许公认会计师公会|证件类型/,
  receipt: /的凭证$/,
  verified: /^校验通过/,
};

const wrongs = async ({ page }: Visitor) => [...(await axeFindings(page)), ...(await stickingOut(page))];

/** What the box says and what it is described by: a line for each fact. */
async function toldAtTheBox({ page }: Visitor): Promise<string> {
  const { consent } = own;
  const described = await page.getByRole('checkbox', { name: consent }).getAttribute('aria-describedby');
  const label = await page.locator('label').filter({ hasText: consent }).innerText();
  return `${label}\n${await page.locator(`[id="${described}"]`).innerText()}`;
}

it.each(inChinese)(
  'whoever registers reads of the recipient what its record tells, and finds the same words on the receipt, %s [PIPL-39 screen:public_wizard.*]',
  async (_, who) => {
    const account = await newAccount();
    await addAdult(account, 'TOLD');
    const visitor = await visit(who);
    const { page, words } = visitor;
    await signIn(visitor, account.phone);
    await findAndBegin(visitor, 'TKT', words.products.tkt);
    await agree(visitor);
    await chooseSubject(visitor, words.subjects.m1);
    await chooseSession(visitor, 4, words.cities.beijing);
    await chooseCandidate(visitor, 'TOLD');
    const told = await toldAtTheBox(visitor);
    const confirming = await wrongs(visitor);
    await confirmEverything(visitor);

    await goTo(visitor, '/candidate/account/privacy');
    await page.getByRole('link', { name: own.receipt }).first().click();
    await appears(page.getByText(own.verified));
    const receipt = await page.getByRole('main').innerText();

    for (const fact of own.facts) expect(told).toContain(fact);
    expect(told).not.toMatch(own.others);
    expect(receipt).toContain(told);
    expect([confirming, await wrongs(visitor)]).toEqual([[], []]);
  },
);

it.each(inEnglish)(
  'an editor writes what consents tell of an awarding body, sees the consent in both languages, and cannot publish it alone, %s [PIPL-39 route:/catalogue/:kind/:id]',
  async (_, who) => {
    const editor = await visit(who);
    const { page } = editor;
    await signInStaff(editor, 'editor', '/catalogue');
    await goToConsole(editor, '/catalogue?kind=body');
    const list = await wrongs(editor);
    await page.getByRole('link', { name: 'PEARSON', exact: true }).first().click();
    const contact = page.getByLabel('Contact for data questions, in English');
    await contact.fill('The data protection officer, data@board.example');
    await page.getByLabel(/^Country or region/).fill('qq');
    await page.getByRole('button', { name: 'Save the draft' }).click();
    await appears(page.getByText('Please give the two letters'));
    const form = await wrongs(editor);
    await page.getByLabel(/^Country or region/).fill('GB');
    await page.getByRole('button', { name: 'Save the draft' }).click();
    await toast(editor, 'The draft is saved.');
    await page.getByRole('tab', { name: 'Preview' }).click();
    await appears(page.getByText('Contact: The data protection officer, data@board.example'));
    await page.getByText('联系方式：').waitFor();

    expect(await page.getByRole('button', { name: 'Publish', exact: true }).count()).toBe(0);
    expect([list, form, await wrongs(editor)]).toEqual([[], [], []]);
  },
);
