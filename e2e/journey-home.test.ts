import { describe, expect, it } from 'vitest';
import { signIn } from './stage/account.ts';
import { axeFindings, stickingOut } from './stage/findings.ts';
import { newAccount, pay, placeOrder, type Program, tktIntoCart } from './stage/programs.ts';
import { goTo, inChinese, readers, settled, useVisitors, type Visitor, whereIs } from './stage/visitors.ts';

const visit = useVisitors();

const bookable = { en: 'Exams you can book next', zh: '近期可报名的考试' };

const own = {
  name: '您的待办与考试',
  payFor: /^去付款：订单 /,
  timeLeft: '剩余时间',
  next: '下一场考试',
  report: /^请于 \d\d:\d\d 前报到$/,
  letterLater: '准考证尚未开放',
};

const wrongs = async ({ page }: Visitor) => [...(await axeFindings(page)), ...(await stickingOut(page))];

/** Orders the latest session of TKT in Chongqing, whose letter cannot be there yet. */
async function orderTkt(account: Program): Promise<string> {
  const id = await tktIntoCart(account, 'HOME', (sessions) =>
    sessions.findLast(({ cityName, status }) => cityName === 'Chongqing' && status === 'Available'),
  );
  return await placeOrder(account, [id]);
}

describe('the first screen of the home page', () => {
  it.each(readers)('shows a stranger an exam with place and price, above the notice of cookies, %s', async (_, who) => {
    const visitor = await visit(who);
    const { page, words } = visitor;
    await goTo(visitor, '/');
    const exam = page.getByRole('region', { name: bookable[who.language] }).getByRole('listitem').first();
    await exam.waitFor();
    const notice = page.getByRole('complementary').filter({ has: page.getByRole('button', { name: words.close }) });
    await notice.waitFor();

    const [ticket, bar] = [await exam.boundingBox(), await notice.boundingBox()];
    expect((ticket?.y ?? Infinity) + (ticket?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    const text = await exam.innerText();
    expect(text).toMatch(/¥[\d,]+\.\d\d/);
    expect(Object.values(words.cities).some((city) => text.includes(city))).toBe(true);
    await exam.getByRole('link').click();
    await expect.poll(() => whereIs(visitor)).toMatch(/^\/exam-registration\?product=/);
  });

  it.each(inChinese)('begins with what is to be paid, and once it is paid with the next exam, %s', async (_, who) => {
    const visitor = await visit(who);
    const { page } = visitor;
    const account = await newAccount();
    const orderId = await orderTkt(account);
    await signIn(visitor, account.phone);
    await settled(visitor);

    const first = page.getByRole('region', { name: own.name });
    await first.getByRole('timer', { name: own.timeLeft }).waitFor();
    expect(await wrongs(visitor)).toEqual([]);
    await page.getByRole('region', { name: bookable.zh }).waitFor();
    await first.getByRole('link', { name: own.payFor }).click();
    await expect.poll(() => whereIs(visitor)).toBe(`/payment/pay?orderId=${orderId}`);

    await pay(account, orderId);
    await goTo(visitor, '/');
    await first.getByText(own.next, { exact: true }).waitFor();
    await first.getByText(own.report).waitFor();
    await first.getByText(own.letterLater).waitFor();
    expect(await first.getByRole('link', { name: own.payFor }).count()).toBe(0);
    expect(await wrongs(visitor)).toEqual([]);
  });
});
