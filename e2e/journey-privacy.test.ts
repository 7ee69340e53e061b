import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { signIn } from './stage/account.ts';
import { givenChild } from './stage/child.ts';
import { wrongsOfConsole } from './stage/console-crawl.ts';
import { axeFindings, stickingOut } from './stage/findings.ts';
import { staffProgram } from './stage/officers.ts';
import { chinaDay } from './stage/people.ts';
import { agree, goToConsole, signInStaff } from './stage/staff.ts';
import { appears, goTo, phone, toast, useVisitors, type Visitor, whereIs } from './stage/visitors.ts';

const visit = useVisitors();

const words = {
  open: 'See who looked',
  who: 'Who looked at your child’s data',
  role: 'Customer support',
  copy: 'Get a copy',
  whole: 'Show document and telephone numbers in full',
  make: 'Make the copy',
  save: 'Save as a file (JSON)',
  withdraw: /^Withdraw: /,
  confirmWithdrawal: 'Withdraw it',
  withdrawn: /^Withdrawn\. Receipt/,
  close: 'Close the account',
  question: 'Close the account for good?',
  agree: 'I understand, and I want to close the account.',
  closeIt: 'Close it for good',
  closed: 'Your account has been closed',
};

/** Makes a whole copy and saves it. @returns its parts by name, and what the page itself shows of them when it is printed. */
async function takeCopy({ page }: Visitor): Promise<{ parts: Map<string, unknown[]>; page: string }> {
  await page.getByRole('link', { name: words.copy }).click();
  await page.getByRole('checkbox', { name: words.whole }).check();
  await page.getByRole('button', { name: words.make }).click();
  const save = page.getByRole('button', { name: words.save });
  await save.waitFor();
  // What is folded on the screen is printed in full.
  await page.evaluate("window.dispatchEvent(new Event('beforeprint'))");
  const readable = await page.getByRole('main').innerText();
  const saving = page.waitForEvent('download');
  await save.click();
  const file: { parts: { name: string; rows: unknown[] }[] } = JSON.parse(
    await text(await (await saving).createReadStream()),
  );
  return { parts: new Map(file.parts.map(({ name, rows }) => [name, rows])), page: readable };
}

describe('the parent of a child', () => {
  it('reads on a phone who looked at the child, downloads its data, withdraws a consent and closes the account [PIPL-15 PIPL-45 PIPL-47 3-domain 6.3]', async () => {
    const { account, candidateId, idNo } = await givenChild('XIAOYU');
    const support = await staffProgram('support');
    await support('candidates.get', { params: { id: candidateId } });
    const visitor = await visit({ language: 'en', screen: phone });
    const { page } = visitor;
    await signIn(visitor, account.phone);

    await goTo(visitor, '/candidate/account');
    await page.getByRole('link', { name: words.open, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: words.who }).waitFor();
    await page.getByRole('main').getByRole('listitem').filter({ hasText: 'XIAOYU' }).getByText(words.role).waitFor();
    await goTo(visitor, '/candidate/account/privacy');
    const copy = await takeCopy(visitor);
    await goTo(visitor, '/candidate/account/privacy');
    await page.getByRole('button', { name: words.withdraw }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: words.confirmWithdrawal }).click();
    await appears(page.getByText(words.withdrawn));
    const wrongs = [...(await axeFindings(page)), ...(await stickingOut(page))];
    await goTo(visitor, '/candidate/account');
    await page.locator('#close').getByRole('button', { name: words.close }).click();
    const question = page.getByRole('dialog', { name: words.question });
    await question.getByRole('checkbox', { name: words.agree }).check();
    await question.getByRole('button', { name: words.closeIt }).click();
    await toast(visitor, words.closed);
    await expect.poll(() => whereIs(visitor)).toBe('/');

    expect(copy.parts.get('candidates')).toEqual([expect.objectContaining({ firstName: 'XIAOYU', idNo })]);
    // Two of the account, one for keeping the child, and five of the exam.
    expect(copy.parts.get('consents')).toHaveLength(8);
    expect(copy.page).toContain('XIAOYU');
    expect(copy.page).toContain(idNo);
    expect(wrongs).toEqual([]);
    expect(await account.call('user.current', {})).toBeNull();
  });
});

/** What the officer reads, in Chinese. */
const desk = {
  propose: '提议保全',
  code: '订单、报名或申请编号',
  reviewOn: '复核日期',
  reason: '原因',
  proposed: '已提交，等待另一位同事复核。',
  take: '受理',
  taken: '已由您受理。',
  reply: '答复',
  replyLabel: '给申请人的答复',
  replied: '已答复，正在通知申请人。',
  carts: '草稿与购物车',
  candidates: '已保存的考生',
  run: '立即执行',
  running: '任务已在后台开始执行。',
  release: '解除',
  covered: '报名',
  records: '删除记录',
};
/** What the colleague reads, in English. */
const approvals = {
  releaseKind: 'Release of a legal hold',
  open: 'Open',
};

/** Presses a button of the page and the same one of its dialog, with a reason. */
async function act({ page }: Visitor, label: string, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(desk.reason, { exact: true }).fill(reason);
  await dialog.getByRole('button', { name: label, exact: true }).click();
}

/** A colleague approves the one open proposal of a kind. */
async function approve(colleague: Visitor, kind: string): Promise<void> {
  await goToConsole(colleague, '/approvals');
  await colleague.page
    .getByRole('row')
    .filter({ hasText: kind })
    .filter({ hasText: approvals.open })
    .getByRole('link')
    .click();
  await agree(colleague);
}

/** The dry run, then the run. @returns what the dry run says of carts (due, held), and what is wrong with its page. */
async function runNow(officer: Visitor): Promise<{ counts: string; wrongs: string[] }> {
  const { page } = officer;
  await goToConsole(officer, '/retention');
  const row = page.getByRole('row').filter({ hasText: desk.carts });
  await row.waitFor();
  const counts = (await row.getByRole('cell').allInnerTexts()).slice(1, 3).join(' ');
  const wrongs = await wrongsOfConsole(officer);
  await page.getByRole('button', { name: desk.run, exact: true }).click();
  await act(officer, desk.run, 'A deletion that was asked for.');
  await toast(officer, desk.running);
  return { counts, wrongs };
}

async function answerRequest(officer: Visitor, code: string): Promise<void> {
  const { page } = officer;
  await goToConsole(officer, '/rights-requests');
  await page.getByRole('link', { name: code }).first().click();
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: desk.take, exact: true }).click();
  await dialog.getByRole('button', { name: desk.take, exact: true }).click();
  await toast(officer, desk.taken);
  await page.getByRole('button', { name: desk.reply, exact: true }).click();
  await dialog.getByLabel(desk.replyLabel).fill('A court asked us to keep it; it goes afterwards.');
  await dialog.getByRole('button', { name: desk.reply, exact: true }).click();
  await toast(officer, desk.replied);
}

describe('the privacy officer', () => {
  it('holds a person with a colleague, answers the request to delete them, sees in the dry run that they are held, and after the release that the run deletes them [S-18 S-16 PIPL-47 PIPL-50]', async () => {
    const { account, candidateId, code } = await givenChild('HELD');
    const isKept = async () =>
      (await account.call('rights.held', {})).candidates.some((each) => each.id === candidateId);
    const [officer, colleague] = [await visit({ language: 'zh' }), await visit({ language: 'en' })];
    const { page } = officer;
    await signInStaff(officer, 'privacy', '/holds');
    await signInStaff(colleague, 'counsel', '/approvals');

    await page.getByRole('button', { name: desk.propose, exact: true }).click();
    await page.getByRole('dialog').getByLabel(desk.code).fill(code);
    await page.getByRole('dialog').getByLabel(desk.reviewOn).fill(chinaDay(90));
    await act(officer, desk.propose, `A court asked for it: ${code}`);
    await toast(officer, desk.proposed);
    await approve(colleague, code);
    await goToConsole(officer, '/holds');
    await page.getByRole('row').filter({ hasText: code }).getByRole('link').first().click();
    const covered = page.getByRole('row').filter({ hasText: code });
    await appears(covered.getByRole('link', { name: desk.covered }));
    const wrongs = await wrongsOfConsole(officer);
    const asked = await account.call('rights.askDeletion', { body: { candidateId } });
    await answerRequest(officer, asked.code);
    const held = await runNow(officer);
    const keptByHold = await isKept();

    await goToConsole(officer, '/holds');
    const hold = page.getByRole('row').filter({ hasText: code });
    await hold.getByRole('button', { name: desk.release, exact: true }).click();
    await act(officer, desk.release, `The court is done: ${code}`);
    await toast(officer, desk.proposed);
    await approve(colleague, approvals.releaseKind);
    const due = await runNow(officer);
    await expect.poll(isKept).toBe(false);
    await page.getByRole('link', { name: desk.records }).click();
    await appears(page.getByRole('row').filter({ hasText: desk.candidates }));

    expect([asked.status, asked.waitsUntil, keptByHold]).toEqual(['Received', null, true]);
    expect([held.counts, due.counts]).toEqual(['0 1', '1 0']);
    expect([...held.wrongs, ...due.wrongs, ...wrongs]).toEqual([]);
  });
});
