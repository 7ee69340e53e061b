import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { signIn } from './stage/account.ts';
import { givenChild } from './stage/child.ts';
import { wrongsOfConsole } from './stage/console-crawl.ts';
import { axeFindings, stickingOut } from './stage/findings.ts';
import { messageWith } from './stage/outside.ts';
import { pay, placeOrder } from './stage/programs.ts';
import { signInStaff } from './stage/staff.ts';
import { appears, goTo, phone, toast, useVisitors, type Visitor } from './stage/visitors.ts';

const visit = useVisitors();

const own = {
  change: '修改离场方式',
  alone: '经监护人同意，自行离场',
  agree: /^本人作为监护人，同意 QIN DAQIANG 考后自行离场/,
  statement: /^本人是孩子的父母或法定监护人/,
  save: '保存',
  missing: '请勾选此项，或选择由他人接走。',
  saved: '修改已保存。',
  comes: '由监护人接走；监护人同意后方可自行离场',
  doubted: '监护人尚未同意考生自行离场',
  agreeing: '我同意',
  agreeingToLeaving: '同意自行离场',
  registered: /^本人是孩子的父母或法定监护人，此手机号由本人使用/,
  leaving: /同意孩子在考试结束后自行离开考点/,
  leavingFirst: '如同意自行离场，请先勾选声明',
  agreed: /同意考生自行离场。$/,
};

it('a child of fourteen is let go alone after payment only with the guardian’s tick and statement, and their agreement by the link [R-27 R-30 6.1 screen:application.leave]', async () => {
  const mobile = `137${randomInt(10_000_000, 99_999_999)}`;
  const { account, applicationId } = await givenChild('DAQIANG', mobile, { age: 14 });
  const orderId = await placeOrder(account, [applicationId]);
  await pay(account, orderId);
  const visitor = await visit({ language: 'zh', screen: phone });
  const { page } = visitor;

  await signIn(visitor, account.phone, { at: `/candidate/application/${applicationId}` });
  await page.getByRole('button', { name: own.change }).click();
  await page.getByRole('radio', { name: own.alone }).check();
  await page.getByRole('button', { name: own.save, exact: true }).click();
  await page.getByText(own.missing).first().waitFor();
  expect([...(await axeFindings(page)), ...(await stickingOut(page))]).toEqual([]);
  const refused = await account.call('application.get', { params: { id: applicationId } });
  await page.getByRole('checkbox', { name: own.agree }).check();
  await page.getByRole('checkbox', { name: own.statement }).check();
  await page.getByRole('button', { name: own.save, exact: true }).click();
  await toast(visitor, own.saved);
  await page.getByText(own.comes, { exact: true }).waitFor();

  const changed = await account.call('application.get', { params: { id: applicationId } });
  expect([refused.leaveAlone, changed.leaveAlone]).toEqual([false, true]);
  await page.getByText(own.doubted).waitFor();

  const guardian = await visit({ language: 'zh', screen: phone });
  const path = /\/guardian\/[\w-]{22}/.exec((await messageWith(mobile, /\/guardian\//)).text)?.[0] ?? '';
  await goTo(guardian, path);
  await agreeTo(guardian, own.agreeing, own.registered);
  await guardian.page.getByRole('button', { name: own.agreeingToLeaving, exact: true }).click();
  await guardian.page.getByText(own.leavingFirst).waitFor();
  expect([...(await axeFindings(guardian.page)), ...(await stickingOut(guardian.page))]).toEqual([]);
  await agreeTo(guardian, own.agreeingToLeaving, own.leaving);
  await guardian.page.getByText(own.agreed).waitFor();
  await page.reload();
  await page.getByText(own.alone, { exact: true }).waitFor();
  expect(await page.getByText(own.doubted).count()).toBe(0);
  expect([visitor.complaints, guardian.complaints]).toEqual([[], []]);
});

async function agreeTo({ page }: Visitor, button: string, statement: RegExp): Promise<void> {
  await page.getByRole('checkbox', { name: statement }).check();
  await page.getByRole('button', { name: button, exact: true }).click();
}

const desk = {
  correct: '更正',
  title: '更正资料',
  choice: /^新的离场方式/,
  alone: '经监护人同意，自行离场',
  by: '由哪位监护人同意',
  father: '父亲',
  way: '以何种方式同意',
  telephone: '电话',
  missing: '请注明由哪位监护人、以何种方式同意。',
  reason: '原因',
  why: '父亲来电说明。',
};

it('staff let a child of fourteen leave alone by noting which guardian consented and how [R-27 R-30 T32]', async () => {
  const { account, applicationId, code } = await givenChild('XIAOQIANG', '13800138000', { age: 14, city: 'Beijing' });
  const orderId = await placeOrder(account, [applicationId]);
  await pay(account, orderId);
  const visitor = await visit({ language: 'zh', screen: phone });
  const { page } = visitor;
  await signInStaff(visitor, 'officer', `/applications/${applicationId}`);
  await appears(page.getByText(code));

  await page.getByRole('button', { name: desk.correct, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: desk.title });
  await dialog.getByLabel(desk.choice).selectOption({ label: desk.alone });
  await dialog.getByLabel(desk.reason).fill(desk.why);
  await dialog.getByRole('button', { name: desk.correct, exact: true }).click();
  await dialog.getByText(desk.missing).first().waitFor();
  expect(await wrongsOfConsole(visitor)).toEqual([]);
  await dialog.getByLabel(desk.by).selectOption({ label: desk.father });
  await dialog.getByLabel(desk.way).selectOption({ label: desk.telephone });
  expect(await wrongsOfConsole(visitor)).toEqual([]);
  await page.setViewportSize(phone);
  await dialog.getByRole('button', { name: desk.correct, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await appears(page.getByText(desk.alone, { exact: true }));

  expect(await account.call('application.get', { params: { id: applicationId } })).toMatchObject({
    leaveAlone: true,
  });
});
