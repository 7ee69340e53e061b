import { describe, expect, it } from 'vitest';
import { signIn } from './stage/account.ts';
import { axeFindings, stickingOut } from './stage/findings.ts';
import { settle } from './stage/outside.ts';
import { addAdult, intoCart, newAccount, offeredBy, placeOrder, type Program } from './stage/programs.ts';
import { goTo, keepPicture, readers, settled, useVisitors, type Visitor, whereIs } from './stage/visitors.ts';

const visit = useVisitors();

const texts = {
  en: {
    bookable: 'Exams you can book next',
    own: 'Next for you',
    payFor: /^Pay for order /,
    timeLeft: 'Time left',
    next: 'Next exam',
    report: /^Report by \d\d:\d\d$/,
    letterLater: 'Confirmation letter not ready yet',
  },
  zh: {
    bookable: '近期可报名的考试',
    own: '您的待办与考试',
    payFor: /^去付款：订单 /,
    timeLeft: '剩余时间',
    next: '下一场考试',
    report: /^请于 \d\d:\d\d 前报到$/,
    letterLater: '准考证尚未开放',
  },
};

const wrongs = async ({ page }: Visitor) => [...(await axeFindings(page)), ...(await stickingOut(page))];

/** Orders the latest session of TKT in Chongqing, whose letter cannot be there yet. */
async function orderTkt(account: Program): Promise<string> {
  const { product, sessions } = await offeredBy(account, 'tkt');
  const session = sessions.findLast(({ cityName, status }) => cityName === 'Chongqing' && status === 'Available');
  if (!session) throw new Error('No open session in Chongqing.');
  const candidates = [await addAdult(account, 'HOME')];
  return await placeOrder(account, await intoCart(account, { product, session, subject: 'M1', candidates }));
}

describe('the first screen of the home page', () => {
  it.each(readers)('shows a stranger an exam with place and price, above the notice of cookies, %s', async (_, who) => {
    const visitor = await visit(who);
    const { page, words } = visitor;
    await goTo(visitor, '/');
    const exam = page.getByRole('region', { name: texts[who.language].bookable }).getByRole('listitem').first();
    await exam.waitFor();
    const notice = page.getByRole('complementary').filter({ has: page.getByRole('button', { name: words.close }) });
    await notice.waitFor();

    const [ticket, bar] = [await exam.boundingBox(), await notice.boundingBox()];
    expect((ticket?.y ?? Infinity) + (ticket?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    const text = await exam.innerText();
    expect(text).toMatch(/¥[\d,]+\.\d\d/);
    expect(Object.values(words.cities).some((city) => text.includes(city))).toBe(true);
    await keepPicture(visitor, 'home', 'en');
    await exam.getByRole('link').click();
    await expect.poll(() => whereIs(visitor)).toMatch(/^\/exam-registration\?product=/);
  });

  it.each(readers)('begins with what is to be paid, and once it is paid with the next exam, %s', async (_, who) => {
    const visitor = await visit(who);
    const { page } = visitor;
    const own = texts[who.language];
    const account = await newAccount();
    const orderId = await orderTkt(account);
    await signIn(visitor, account.phone);
    await settled(visitor);

    const first = page.getByRole('region', { name: own.own });
    await first.getByRole('timer', { name: own.timeLeft }).waitFor();
    expect(await wrongs(visitor)).toEqual([]);
    await page.getByRole('region', { name: own.bookable }).waitFor();
    await first.getByRole('link', { name: own.payFor }).click();
    await expect.poll(() => whereIs(visitor)).toBe(`/payment/pay?orderId=${orderId}`);

    const { tradeNo } = await account.call('payment.start', { body: { orderId, paymentType: 'ALI_SCANCODE_PAY' } });
    await settle(tradeNo ?? '', 'paid');
    await goTo(visitor, '/');
    await first.getByText(own.next, { exact: true }).waitFor();
    await first.getByText(own.report).waitFor();
    await first.getByText(own.letterLater).waitFor();
    expect(await first.getByRole('link', { name: own.payFor }).count()).toBe(0);
    expect(await wrongs(visitor)).toEqual([]);
  });
});
