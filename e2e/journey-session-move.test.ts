import { addDays, chinaDateOf, instantOf } from '@exam/contract/rules';
import type { StaffClient } from '@exam/contract/staff/client';
import { expect, it } from 'vitest';
import { signIn } from './stage/account.ts';
import { axeFindings, stickingOut } from './stage/findings.ts';
import { staffProgram } from './stage/officers.ts';
import { messageWith, trades } from './stage/outside.ts';
import { newAccount, pay, placeOrder, type Program, tktIntoCart } from './stage/programs.ts';
import { signInStaff } from './stage/staff.ts';
import { desktop, phone, toast, useVisitors, type Visitor } from './stage/visitors.ts';

const visit = useVisitors();

const wrongs = async ({ page }: Visitor) => [...(await axeFindings(page)), ...(await stickingOut(page))];

/** A published session of one module in Beijing, this many days from now. */
async function givenSession(officer: StaffClient, examDate: string): Promise<string> {
  const { products, venues } = await officer('sessions.choices', {});
  const product = products.find(({ code }) => code === 'tkt');
  const subject = product?.subjects.find(({ code }) => code === 'M1');
  const venue = venues.find(({ code }) => code.startsWith('BJ-'));
  const body = {
    productId: product?.id ?? '',
    venueId: venue?.id ?? '',
    examDate,
    publishStartAt: instantOf(addDays(examDate, -200), '09:00'),
    publishEndAt: instantOf(addDays(examDate, -20), '17:00'),
    seat: 10,
    papers: [
      {
        subjectId: subject?.id ?? '',
        startTime: '15:10',
        endTime: '16:30',
        localFee: 60_000,
        boardFee: 35_000,
        vat: 5700,
        tierFees: subject?.fees?.tierFees ?? [],
      },
    ],
  };
  const { id, version } = await officer('sessions.create', { body });
  await officer('sessions.publish', { params: { id }, body: { version } });
  return id;
}

type Paid = { account: Program; applicationId: string; tradeNo: string };

async function register(sessionId: string, firstName: string): Promise<Paid> {
  const account = await newAccount();
  const applicationId = await tktIntoCart(account, firstName, (sessions) =>
    sessions.find(({ id }) => id === sessionId),
  );
  const orderId = await placeOrder(account, [applicationId]);
  return { account, applicationId, tradeNo: await pay(account, orderId) };
}

const examPage = ({ applicationId }: Paid) => `/candidate/application/${applicationId}`;

/** The officer looks at the dry run, gives a reason and moves the session. */
async function moveInConsole(visitor: Visitor, sessionId: string, date: string): Promise<void> {
  const { page } = visitor;
  await signInStaff(visitor, 'officer', `/sessions/${sessionId}`);
  await page.getByRole('button', { name: '改期', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('考试日期', { exact: true }).fill(date);
  await dialog.getByLabel('开始', { exact: true }).fill('09:30');
  await dialog.getByLabel('结束', { exact: true }).fill('10:50');
  await dialog.getByRole('button', { name: '预览影响' }).click();
  await dialog.getByText('涉及 2 项报名，将通知 2 个账户。').waitFor();
  await dialog.getByText(/前考生可选择全额退款，最多退 ¥2,014\.00/).waitFor();
  expect(await wrongs(visitor)).toEqual([]);
  await dialog.getByLabel(/^原因|^理由/).fill('学校当天须使用该礼堂。');
  await dialog.getByRole('button', { name: '改期', exact: true }).click();
  await toast(visitor, '场次已改期，正在通知相关考生。');
}

it('an officer moves a session to another day: the candidates are told old and new time, one has everything back, one keeps the new day [9.7 C33 call:POST /api/application/{id}/move-choice route:/candidate/application/{id}]', async () => {
  const officer = await staffProgram('officer');
  const examDate = addDays(chinaDateOf(new Date().toISOString()), 61);
  const newDate = addDays(examDate, 9);
  const sessionId = await givenSession(officer, examDate);
  const [leaver, stayer] = [await register(sessionId, 'LI'), await register(sessionId, 'LIU')];

  await moveInConsole(await visit({ language: 'zh', screen: desktop }), sessionId, newDate);

  await messageWith(leaver.account.phone, /15:10.*09:30/s);
  const leaving = await visit({ language: 'zh', screen: phone });
  await signIn(leaving, leaver.account.phone, { at: examPage(leaver) });
  await leaving.page.getByRole('heading', { name: '您的考试已改期' }).waitFor();
  expect(await wrongs(leaving)).toEqual([]);
  await leaving.page.getByRole('button', { name: '退还 ¥1,007.00' }).click();
  await leaving.page.getByRole('dialog').getByRole('button', { name: '退还 ¥1,007.00' }).click();
  await toast(leaving, '报名已结束，退款处理中');
  await expect
    .poll(async () => (await trades()).find(({ tradeNo }) => tradeNo === leaver.tradeNo)?.refunds)
    .toMatchObject([{ amountFen: 100_700 }]);

  const staying = await visit({ language: 'en', screen: desktop });
  await signIn(staying, stayer.account.phone, { at: examPage(stayer) });
  await staying.page.getByRole('heading', { name: 'Your exam was moved to another day' }).waitFor();
  expect(await wrongs(staying)).toEqual([]);
  expect(await staying.page.getByRole('button', { name: 'See the refund and cancel' }).count()).toBe(0);
  await staying.page.getByRole('button', { name: 'Keep the new day' }).click();
  await staying.page.getByRole('dialog').getByRole('button', { name: 'Keep the new day' }).click();
  await toast(staying, 'You keep the new day');
  await staying.page.getByText('You have kept the new day.').waitFor();
  await staying.page.getByRole('button', { name: 'See the refund and cancel' }).waitFor();
});
