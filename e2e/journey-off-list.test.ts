import { expect, it } from 'vitest';
import { signIn } from './stage/account.ts';
import { request } from './stage/booking.ts';
import { wrongsOfConsole } from './stage/console-crawl.ts';
import { staffProgram } from './stage/officers.ts';
import { addAdult, newAccount } from './stage/programs.ts';
import { agree, signInStaff } from './stage/staff.ts';
import { appears, toast, useVisitors } from './stage/visitors.ts';

const visit = useVisitors();

/** What the officer reads. */
const zh = {
  subject: '科目或课程',
  city: '城市',
  start: '开始',
  end: '结束',
  list: '价目表：',
  fee: '考务费（元）',
  vat: '增值税（元）',
  why: '价格与价目表不同的原因',
  send: '发送给考生',
  ask: '请同事复核',
  asked: '已请同事复核。',
  waits: '等待另一位同事复核：以价目表外的价格安排预约',
  arrange: '安排并报价',
};
/** What the colleague reads. */
const en = {
  waits: 'Waits for a colleague: Booking arranged off the list price',
  price: '¥1.00 instead of ',
  status: 'Waits for payment',
};

it('a booking at another price than the list’s is sent once a colleague agrees, on its page [S-16 9.3#3]', async () => {
  const account = await newAccount();
  await addAdult(account, 'YUQI');
  const family = await visit({ language: 'en' });
  await signIn(family, account.phone);
  await request(family, 'ZHAO YUQI');
  const staff = await staffProgram('officer');
  const { list } = await staff('bookings.search', { body: { keyword: 'ZHAO YUQI', pageIndex: 1, pageSize: 1 } });
  const path = `/bookings/${list[0]?.bookingId ?? ''}`;

  const [officer, colleague] = [await visit({ language: 'zh' }), await visit({ language: 'en' })];
  const { page } = officer;
  const field = (name: string) => page.getByLabel(name, { exact: true });
  await signInStaff(officer, 'officer', path);
  await field(zh.subject).fill('Calculus');
  await field(zh.city).selectOption({ label: '北京' });
  await field(zh.start).fill('09:00');
  await field(zh.end).fill('11:00');
  await appears(page.getByText(zh.list));
  await field(zh.fee).fill('1');
  await field(zh.vat).fill('0');
  await field(zh.why).fill('考生家庭经济困难，学校来函说明。');
  await page.getByRole('button', { name: zh.send, exact: true }).click();
  const wrongs = await wrongsOfConsole(officer);
  await page.getByRole('dialog').getByRole('button', { name: zh.ask, exact: true }).click();
  await toast(officer, zh.asked);
  await appears(page.getByText(zh.waits));
  const isEdited = await page.getByRole('heading', { level: 2, name: zh.arrange }).isVisible();
  wrongs.push(...(await wrongsOfConsole(officer)));

  await signInStaff(colleague, 'officer.new', path);
  const its = colleague.page;
  await appears(its.getByText(en.waits));
  await appears(its.getByText(en.price));
  wrongs.push(...(await wrongsOfConsole(colleague)));
  await agree(colleague);
  await appears(its.getByRole('banner').or(its.locator('.page-head')).getByText(en.status).first());
  await family.page.reload();

  expect(isEdited).toBe(false);
  expect(wrongs).toEqual([]);
});
