import { paymentTypes } from '@exam/contract/entities';
import { describe, expect, it } from 'vitest';
import { signIn } from './stage/account.ts';
import { settle, trades } from './stage/outside.ts';
import { newAccount, placeOrder, type Program, tktIntoCart } from './stage/programs.ts';
import { desktop, phone, type Screen, useVisitors, type Language, type Visitor, whereIs } from './stage/visitors.ts';

const visit = useVisitors();

const ways = {
  en: {
    more: 'More ways to pay',
    wechat: 'WeChat Pay',
    online: 'Personal online banking',
    card: /^Visa, Mastercard/,
    back: 'Back to the merchant',
  },
  zh: { more: '更多付款方式', wechat: '微信支付', online: '个人网银', card: /^国际信用卡/, back: '返回商户' },
} as const;

/** An unpaid order of one candidate. @returns its id. */
async function anOrder(account: Program): Promise<string> {
  const id = await tktIntoCart(account, 'YI', (sessions) =>
    sessions.find(({ status, isExclusiveSession, seat }) => status === 'Available' && !isExclusiveSession && seat > 3),
  );
  return await placeOrder(account, [id]);
}

/** Somebody with one unpaid order, at its payment page. */
async function atPayment(language: Language, screen: Screen, isInWechat = false): Promise<Visitor> {
  const account = await newAccount();
  const orderId = await anOrder(account);
  const visitor = await visit({ language, screen, isInWechat });
  await signIn(visitor, account.phone, { at: `/payment/pay?orderId=${orderId}` });
  return visitor;
}

/** What WeChat puts into a page a moment after it is there; its sheet asks `atSheet`, by the channel's name of the payment, and says what it answers. */
const bridge = `document.addEventListener('DOMContentLoaded', () => {
  const invoke = (name, fields, tell) => atSheet(name, fields.package).then((said) => tell({ err_msg: said }));
  window.WeixinJSBridge = { invoke };
  document.dispatchEvent(new Event('WeixinJSBridgeReady'));
});`;

/** Chooses a way of paying, of which only the usual ones are unfolded, and starts. */
async function choose({ page, language }: Visitor, way: string | RegExp): Promise<void> {
  await page.locator('summary', { hasText: ways[language].more }).click();
  await page.getByRole('radio', { name: way }).check();
  await page.getByRole('button', { name: /¥/ }).click();
}

describe('the other ways of paying', () => {
  it.each([
    ['en', desktop],
    ['zh', phone],
  ] as const)('by international card lead to the gateway’s page and back, in %s', async (language, screen) => {
    const visitor = await atPayment(language, screen);
    const { page, words } = visitor;

    await choose(visitor, ways[language].card);
    await page.getByRole('button', { name: words.outside.payNow }).click();

    await page.getByRole('heading', { level: 1, name: words.pay.done }).waitFor();
    expect(page.url()).toContain('/payment-success?orderId=');
  });

  it('by online banking are posted to UnionPay, which posts back', async () => {
    const visitor = await atPayment('en', desktop);
    const { page, words } = visitor;

    await choose(visitor, ways.en.online);
    await page.getByRole('button', { name: words.outside.payNow }).click();
    await page.getByRole('button', { name: ways.en.back }).click();

    await page.getByRole('heading', { level: 1, name: words.pay.done }).waitFor();
  });

  it('that the browser keeps from UnionPay’s pages say so, and another can be chosen', async () => {
    const visitor = await atPayment('zh', phone);
    const { page } = visitor;
    await page.route('**/payment/pay*', async (route) => {
      const response = await route.fetch();
      const policy = response.headers()['content-security-policy'] ?? '';
      // The gateway alone, without the host that it leads on to.
      const narrow = policy.replace(/(form-action \S+ \S+)[^;]*/, '$1');
      await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': narrow } });
    });
    await page.reload();

    await choose(visitor, /^已绑定银行卡/);
    await page.getByText('浏览器未能打开付款页面').waitFor();
    await page.getByRole('button', { name: '更换付款方式' }).click();

    await page.getByRole('radio', { name: ways.zh.wechat }).waitFor();
    expect(visitor.complaints.splice(0).join()).toContain('form-action');
  });

  it('are all nine begun in the demonstration [enum:PaymentType.*]', async () => {
    const account = await newAccount();
    const orderId = await anOrder(account);
    const led = [];
    for (const paymentType of paymentTypes) {
      const { redirectUrl, qrCode } = await account.call('payment.start', { body: { orderId, paymentType } });
      led.push([paymentType, redirectUrl !== null || qrCode !== null]);
    }
    expect(led).toEqual(paymentTypes.map((each) => [each, true]));
  });

  it('by Apple Pay and by a saved card pay in the demonstration, in any browser', async () => {
    const apple = await atPayment('en', desktop);
    await choose(apple, /^Apple Pay/);
    await apple.page.getByRole('button', { name: apple.words.outside.payNow }).click();
    await apple.page.getByRole('heading', { level: 1, name: apple.words.pay.done }).waitFor();

    const saved = await atPayment('zh', phone);
    await choose(saved, /^已绑定银行卡/);
    await saved.page.getByRole('button', { name: saved.words.outside.payNow }).click();
    await saved.page.getByRole('button', { name: ways.zh.back }).click();
    await saved.page.getByRole('heading', { level: 1, name: saved.words.pay.done }).waitFor();
  });

  it('inside WeChat are its own sheet, which can be cancelled and opened again, and the result is the channel’s word [S-13 C22]', async () => {
    const visitor = await atPayment('zh', phone, true);
    const { page, words } = visitor;
    const outcomes = ['cancel', 'ok'];
    const asked: string[] = [];
    await page.exposeFunction('atSheet', async (name: string, packed: string) => {
      const trade = (await trades()).find(({ cashierId }) => packed === `prepay_id=wx${cashierId}`);
      const outcome = outcomes.shift() ?? 'fail';
      asked.push(`${name} ${trade?.status ?? 'nothing'} ${outcome}`);
      if (outcome === 'ok') await settle(trade?.tradeNo ?? '', 'paid');
      return `get_brand_wcpay_request:${outcome}`;
    });
    await page.addInitScript({ content: bridge });
    const pay = async () => await page.getByRole('button', { name: /¥/ }).click();

    expect(await page.getByRole('radio', { name: words.pay.alipay }).count()).toBe(0);
    await page.getByRole('radio', { name: ways.zh.wechat }).check();
    await pay();
    await page.getByText('您已取消支付').waitFor();
    expect(whereIs(visitor)).toMatch(/^\/payment\/pay\?orderId=[0-9a-f-]+$/);
    await page.getByRole('radio', { name: ways.zh.wechat }).check();
    await pay();

    await page.getByRole('heading', { level: 1, name: words.pay.done }).waitFor();
    expect(asked).toEqual(['getBrandWCPayRequest WAIT_BUYER_PAY cancel', 'getBrandWCPayRequest WAIT_BUYER_PAY ok']);
    expect(whereIs(visitor)).toMatch(/^\/payment-success\?orderId=/);
  });

  it('by WeChat show a code on a computer and lead to the app’s page on a phone', async () => {
    const sitting = await atPayment('en', desktop);
    const walking = await atPayment('zh', phone);

    await choose(sitting, ways.en.wechat);
    await sitting.page.getByRole('img', { name: sitting.words.pay.qr }).waitFor();
    await choose(walking, ways.zh.wechat);
    await walking.page.getByRole('button', { name: walking.words.outside.payNow }).click();

    await walking.page.getByRole('heading', { level: 1, name: walking.words.pay.done }).waitFor();
    expect(await walking.page.getByRole('radio', { name: ways.zh.online }).count()).toBe(0);
  });
});
