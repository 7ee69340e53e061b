import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { signIn } from './stage/account.ts';
import { wrongsOfConsole } from './stage/console-crawl.ts';
import { axeFindings, foreignWords, stickingOut } from './stage/findings.ts';
import { messageWith } from './stage/outside.ts';
import { newAccount, pay, placeOrder, type Program, tktIntoCart } from './stage/programs.ts';
import { goToConsole, signInStaff } from './stage/staff.ts';
import { appears, goTo, inChinese, toast, useVisitors, type Visitor } from './stage/visitors.ts';

const visit = useVisitors();

const words = {
  see: '查看我的个人信息',
  title: '我的个人信息',
  copy: '获取副本',
  whole: '显示完整证件号码和手机号',
  make: '生成副本',
  save: '保存为文件（JSON）',
  withdraw: /^撤回：.*passed to/,
  confirmWithdrawal: '确定撤回',
  withdrawn: /已撤回，受理编号/,
  receipt: /的凭证$/,
  verified: /^校验通过/,
  delete: '删除考生',
  confirmDeletion: '删除',
  whom: '涉及对象',
  waiting: /信息已停止使用/,
  restricted: '等待删除',
  answer: '我们的答复',
};

/** Two people: one is registered and paid for, the other’s order was given up, so that its record has to be kept. */
async function givenTwo(): Promise<Program> {
  const account = await newAccount();
  const order = async (name: string) => await placeOrder(account, [await tktIntoCart(account, name)]);
  await account.call('order.giveUp', { params: { id: await order('GONE'), status: 'PaymentExpired' } });
  await pay(account, await order('STAYS'));
  return account;
}

/** On a Chinese page the only Latin words are names, codes and what a device calls itself. */
const typed = /^[A-Z0-9*]+$|JSON|SHA|zhao|TKT|M1|chrome|linux|mozilla/i;

async function wrongsOf({ page, language }: Visitor): Promise<string[]> {
  const foreign = language === 'zh' ? (await foreignWords(page)).filter((word) => !typed.test(word)) : [];
  return [...(await axeFindings(page)), ...foreign, ...(await stickingOut(page))];
}

/** Makes a whole copy and saves it. @returns what is wrong with the page, and the file. */
async function saveCopy(visitor: Visitor): Promise<{ wrongs: string[]; text: string; name: string }> {
  const { page } = visitor;
  await page.getByRole('link', { name: words.copy }).click();
  await page.getByRole('checkbox', { name: words.whole }).check();
  await page.getByRole('button', { name: words.make }).click();
  const save = page.getByRole('button', { name: words.save });
  await save.waitFor();
  const wrongs = await wrongsOf(visitor);
  const saving = page.waitForEvent('download');
  await save.click();
  const file = await saving;
  return { wrongs, text: await text(await file.createReadStream()), name: file.suggestedFilename() };
}

async function withdrawFirst({ page }: Visitor): Promise<void> {
  await page.getByRole('button', { name: words.withdraw }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: words.confirmWithdrawal }).click();
  await appears(page.getByText(words.withdrawn));
}

async function askToDelete({ page }: Visitor, name: string): Promise<void> {
  await page.getByRole('button', { name: words.delete }).click();
  const dialog = page.getByRole('dialog', { name: words.delete });
  const whom = dialog.getByLabel(words.whom);
  const option = await whom.locator('option').filter({ hasText: name }).getAttribute('value');
  await whom.selectOption(option ?? '');
  await dialog.getByRole('button', { name: words.confirmDeletion, exact: true }).click();
  await appears(page.getByText(words.waiting));
}

const answer = 'The exam record is kept for four years. 考试记录依法保存四年。';

/** The privacy officer takes the request and answers it. */
async function answerRequest(officer: Visitor, code: string): Promise<string[]> {
  const { page } = officer;
  await goToConsole(officer, '/rights-requests');
  const inbox = await wrongsOfConsole(officer);
  await page.getByRole('link', { name: code }).first().click();
  await page.getByRole('heading', { level: 1, name: code }).waitFor();
  await page.getByRole('button', { name: '受理', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '受理', exact: true }).click();
  await toast(officer, '已由您受理。');
  const before = await wrongsOfConsole(officer);
  await page.getByRole('button', { name: '答复', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('给申请人的答复').fill(answer);
  await dialog.getByRole('button', { name: '答复', exact: true }).click();
  await toast(officer, '已答复，正在通知申请人。');
  return [...inbox, ...before];
}

describe('one’s own data', () => {
  it.each(inChinese)(
    'is seen, copied, taken back and deleted by its owner, and the privacy officer answers, %s [PIPL-15 PIPL-45 PIPL-47 PIPL-50 3-domain 6.1 route:/candidate/account]',
    async (_, who) => {
      const account = await givenTwo();
      const visitor = await visit(who);
      const { page } = visitor;
      await signIn(visitor, account.phone, { at: '/candidate/account' });
      await page.getByRole('link', { name: words.see }).click();
      await page.getByRole('heading', { level: 1, name: words.title }).waitFor();
      await appears(page.getByText('ZHAO STAYS'));
      const seen = await wrongsOf(visitor);

      const copy = await saveCopy(visitor);
      await goTo(visitor, '/candidate/account/privacy');
      await withdrawFirst(visitor);
      await askToDelete(visitor, 'GONE');
      await page.getByText(words.restricted, { exact: true }).waitFor();
      const asked = await wrongsOf(visitor);
      const requests = await account.call('rights.requests', {});
      const code = requests.find(({ kind }) => kind === 'Deletion')?.code ?? '';
      await page.getByRole('link', { name: words.receipt }).first().click();
      await appears(page.getByText(words.verified));
      const receipt = await wrongsOf(visitor);

      const officer = await visit({ language: 'zh' });
      await signInStaff(officer, 'privacy', '/rights-requests');
      const console = await answerRequest(officer, code);
      await messageWith(account.phone, new RegExp(code));
      await goTo(visitor, '/candidate/account/privacy');
      await page.getByText(words.answer).waitFor();

      expect(copy.name).toMatch(/^D\w+\.json$/);
      expect(copy.text).toContain(account.phone);
      expect(copy.text).toContain('STAYS');
      expect(requests.map(({ kind }) => kind).toSorted()).toEqual(['Copy', 'Deletion', 'Withdrawal']);
      expect([seen, copy.wrongs, asked, receipt, console]).toEqual([[], [], [], [], []]);
    },
  );
});
