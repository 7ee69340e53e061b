import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openChannels } from '#books/channels';
import { tableNames } from '#platform/columns/index';
import { databasePool } from '#platform/database';
import { closeLog, openLog } from '#platform/log';
import { openSettings, settings } from '#platform/settings';

import { createBrowser } from '#testing/app';
import { type Answer, ask, type Browser, expectExactly, givenSignedIn } from '#testing';
import {
  booksProblems,
  count,
  givenAnotherOrder,
  givenUnpaidOrder,
  moneyOf,
  openMoneyShop,
  orderOf,
  type Sale,
  total,
  work,
} from '#testing/shopping';

let shop: Awaited<ReturnType<typeof openMoneyShop>>;
beforeAll(async () => {
  shop = await openMoneyShop(['alipay', 'wechat', 'card']);
});
afterAll(() => shop.close());
afterEach(async () => {
  await shop.bank.moveClock(0);
  await shop.bank.fault('gateway', { mode: 'ok' });
  await shop.bank.fault('notify', { mode: 'ok' });
});

const bank = () => shop.bank;
const inside = 'Mozilla/5.0 (Linux; Android 16) Mobile Chrome/140 MicroMessenger/8.0';
const phone = 'Mozilla/5.0 (Linux; Android 16) Mobile Chrome/140';
const desktop = 'Mozilla/5.0 (X11; Linux x64) Chrome/140';

const newSale = () => givenUnpaidOrder(shop.server.url);

/** Starts paying by WeChat from a browser. */
const start = ({ browser, orderId }: Sale, agent = inside) =>
  ask(browser, 'payment.start', {
    body: { orderId, paymentType: 'WEIXIN_SCANCODE_PAY' },
    headers: { 'user-agent': agent },
  });

type SignedIn = { code: string; state: string };

/** Opens the page of the sign-in, as the browser inside WeChat does. @returns what it brings back. */
async function signIn(started: Answer, agent = inside): Promise<SignedIn> {
  const page = String(started.body['redirectUrl']);
  const answer = await globalThis.fetch(page, { redirect: 'manual', headers: { 'user-agent': agent } });
  const back = new URL(answer.headers.get('location') ?? 'none:');
  return { code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' };
}

type At = { agent?: string; language?: string; browser?: Browser };

const openSheet = (sale: Sale, signedIn: SignedIn, { agent = inside, language = 'en', browser }: At = {}) =>
  ask(browser ?? sale.browser, 'payment.sheet', {
    body: { orderId: sale.orderId, ...signedIn },
    headers: { 'user-agent': agent, 'accept-language': language },
  });

/** Everything up to the sheet. */
async function atSheet(sale: Sale, at: At = {}): Promise<{ tradeNo: string; signedIn: SignedIn; sheet: Answer }> {
  const started = await start(sale);
  const signedIn = await signIn(started);
  const sheet = await openSheet(sale, signedIn, at);
  return { tradeNo: String(started.body['tradeNo']), signedIn, sheet };
}

const fieldsOf = ({ body: { fields } }: Answer): Record<string, string> =>
  Object.fromEntries(Array.isArray(fields) ? fields.map(({ name, value }) => [String(name), String(value)]) : []);

const liveTrades = async ({ orderId }: Sale) => {
  const { rows } = await databasePool().query<{ no: string }>(
    `select trade_no as no from payment_attempt where order_id = $1 and status in ('Started', 'Accepted')`,
    [orderId],
  );
  return rows.map(({ no }) => no);
};

async function offered({ browser, orderId }: Sale, agent: string): Promise<string[]> {
  const { body } = await browser.send('GET', `/api/payment/order/${orderId}/types`, {
    headers: { 'user-agent': agent },
  });
  const list: unknown = body;
  return Array.isArray(list)
    ? list.map((one: { paymentType: string; flow: string }) => `${one.paymentType} ${one.flow}`)
    : [];
}

describe('paying inside WeChat', () => {
  it('begins at the sign-in and makes no trade before it; begun again it is the same [9.4#3 C24]', async () => {
    const sale = await newSale();

    const first = await start(sale);
    const again = await start(sale);

    const page = new URL(String(first.body['redirectUrl']));
    expect([page.pathname, page.hash]).toEqual(['/wechat/connect/oauth2/authorize', '#wechat_redirect']);
    expect(page.searchParams.get('redirect_uri')).toBe(
      `${bank().environment['PUBLIC_URL']}/payment/pay?orderId=${sale.orderId}`,
    );
    expect(page.searchParams.get('state')).toMatch(/^[0-9a-f]{32}$/);
    expect(first.body).toMatchObject({ qrCode: null, redirectFields: null, amount: total });
    expect(again.body).toEqual(first.body);
    expect(await bank().trade(String(first.body['tradeNo']))).toBeNull();
  });

  it('opens WeChat’s sheet for whoever signed in, and is paid when the channel says so, not the page [C17 C22 S-13 call:POST /api/payment/sheet]', async () => {
    const sale = await newSale();

    const { tradeNo, sheet } = await atSheet(sale);
    const before = (await orderOf(sale))['status'];
    await bank().settle(tradeNo, 'paid');

    expect([sheet.status, sheet.body['orderId']], sheet.text).toEqual([200, sale.orderId]);
    expect(fieldsOf(sheet)).toEqual({
      appId: 'wx0000000000000001',
      timeStamp: expect.stringMatching(/^\d{10}$/),
      nonceStr: expect.stringMatching(/^[0-9a-f]{32}$/),
      package: expect.stringMatching(/^prepay_id=wx[0-9a-f]+$/),
      signType: 'RSA',
      paySign: expect.stringMatching(/^[A-Za-z0-9+/=]{300,}$/),
    });
    expect([before, (await orderOf(sale))['status']]).toEqual(['PaymentPending', 'PaymentSuccessful']);
    expect(await bank().trade(tradeNo)).toMatchObject({ method: 'jsapi', amountFen: total });
    expectExactly(await moneyOf(bank(), sale)).toEqual({ channel: total, ours: total, customer: 0 });
    expectExactly(await booksProblems()).toEqual([]);
  });

  it('keeps neither who signed in nor the code, and logs neither them nor our secret [T31]', async () => {
    const log = join(mkdtempSync(join(tmpdir(), 'examport-wechat-')), 'log');
    openLog('debug', log);
    const sale = await newSale();
    const { tradeNo, signedIn } = await atSheet(sale);
    const { rows } = await databasePool().query<{ at: string }>(
      `select id::text as at from payment_attempt where trade_no = $1`,
      [tradeNo],
    );
    await bank().fault('gateway', { mode: 'error', code: '40125', only: 'wechat.token' });
    const silent = await openSheet(sale, signedIn);
    await bank().fault('gateway', { mode: 'ok' });
    const used = await openSheet(sale, signedIn);
    await bank().settle(tradeNo, 'paid');
    await work();
    await closeLog();
    openLog('silent');

    expect([silent.body['code'], used.body['code']]).toEqual(['PAYMENT_CHANNEL_DOWN', 'PAYMENT_SIGN_IN_OVER']);
    const openid = (await bank().trade(tradeNo))?.payer ?? '';
    const dumps: string[] = [];
    for (const name of tableNames) {
      const { rows: all } = await databasePool().query<{ row: string }>(`select t::text as row from ${name} t`);
      dumps.push(...all.map(({ row }) => row));
    }
    const [database, lines] = [dumps.join('\n'), readFileSync(log, 'utf8')];
    expect([database.includes(rows[0]?.at ?? ''), lines.includes('channel silent')]).toEqual([true, true]);
    expect(openid).toMatch(/^o/);
    for (const secret of [openid, signedIn.code, bank().environment['WECHAT_APP_SECRET'] ?? ''])
      expect([database.includes(secret), lines.includes(secret)]).toEqual([false, false]);
  });

  it('that was broken off is begun again by another code, for the same trade [C24 9.4#3]', async () => {
    const sale = await newSale();
    const first = await atSheet(sale);

    const second = await atSheet(sale);

    expect(second.tradeNo).toBe(first.tradeNo);
    expect([first.sheet.status, second.sheet.status], second.sheet.text).toEqual([200, 200]);
    expect(fieldsOf(second.sheet)['package']).toBe(fieldsOf(first.sheet)['package']);
    expect(fieldsOf(second.sheet)['nonceStr']).not.toBe(fieldsOf(first.sheet)['nonceStr']);
    expectExactly(await count('payment_attempt where order_id = $1', [sale.orderId])).toBe(1);
  });

  it('goes on from somebody else’s WeChat with a trade of its own [C24]', async () => {
    const sale = await newSale();
    const mother = await atSheet(sale);
    const father = `${inside}.1`;

    const refused = await openSheet(sale, await signIn(await start(sale), father));
    const live = await liveTrades(sale);
    const started = await start(sale);
    const sheet = await openSheet(sale, await signIn(started, father));

    expect([refused.status, refused.body['code']]).toEqual([412, 'PAYMENT_SIGN_IN_OVER']);
    expect(live).toEqual([]);
    expect(started.body['tradeNo']).not.toBe(mother.tradeNo);
    expect(sheet.status, sheet.text).toBe(200);
    expect(await bank().trade(mother.tradeNo)).toMatchObject({ status: 'TRADE_CLOSED' });
  });

  it('that is paid while somebody else signs in is told as paid, and no second trade is made [C24 T17]', async () => {
    const sale = await newSale();
    const { tradeNo } = await atSheet(sale);
    const signedIn = await signIn(await start(sale), `${inside}.1`);
    await bank().settle(tradeNo, 'paid-silent');

    const refused = await openSheet(sale, signedIn);

    expect(refused.body['code']).toBe('ORDER_NOT_PAYABLE');
    expect((await orderOf(sale))['status']).toBe('PaymentSuccessful');
  });

  it('uses no number that was led elsewhere, and elsewhere none of its own [C24]', async () => {
    const sale = await newSale();
    const numbers: unknown[] = [];
    for (const agent of [inside, phone, inside, desktop, inside])
      numbers.push((await start(sale, agent)).body['tradeNo']);

    expect(new Set(numbers).size).toBe(5);
    expect(await liveTrades(sale)).toEqual(numbers.slice(-1));
  });
});

describe('a sign-in inside WeChat', () => {
  const codeOf = (answer: Answer) => [answer.status, answer.body['code']];
  const over = [412, 'PAYMENT_SIGN_IN_OVER'];

  it('is taken by nobody but whoever owns the order, and tells a stranger nothing [T8 ASVS-8.2.2]', async () => {
    const sale = await newSale();
    const signedIn = await signIn(await start(sale));

    const stranger = await openSheet(sale, signedIn, { browser: await givenSignedIn(shop.server.url) });
    const nobody = await openSheet(sale, signedIn, { browser: createBrowser(shop.server.url) });
    const owner = await openSheet(sale, signedIn);

    expect([stranger.status, nobody.status, owner.status]).toEqual([404, 401, 200]);
  });

  it('is for one payment: that of another order, an older one and an invented one are refused [T13]', async () => {
    const sale = await newSale();
    const other = await givenAnotherOrder(sale.browser);
    const old = await signIn(await start(sale));
    await start(sale, desktop);
    const mine = await signIn(await start(sale));
    const foreign = await signIn(await start(other));

    const refused = [
      await openSheet(sale, { ...mine, state: foreign.state }),
      await openSheet(sale, { ...mine, state: old.state }),
      await openSheet(sale, { ...mine, state: '' }),
      await openSheet(sale, { ...mine, state: '0'.repeat(32) }),
      await openSheet(sale, mine, { agent: phone }),
    ];

    expect(refused.map(codeOf)).toEqual(refused.map(() => over));
    const good = await openSheet(sale, mine);
    expect(good.status, 'none of them has used the code up').toBe(200);
  });

  it('whose code was used, is too old or was never given is refused in the reader’s language, and nothing is lost', async () => {
    const sale = await newSale();
    const used = (await atSheet(sale)).signedIn;
    const old = await signIn(await start(sale));

    const again = await openSheet(sale, used, { language: 'zh-CN' });
    const invented = await openSheet(sale, { ...used, code: 'f'.repeat(32) });
    await bank().moveClock(301);
    const late = await openSheet(sale, old);

    expect([again, invented, late].map(codeOf)).toEqual([over, over, over]);
    expect(again.body['userMessage']).toBe('本次支付授权已失效，请重新发起支付。');
    expect((await atSheet(sale)).sheet.status).toBe(200);
  });

  it.each([
    ['down', 'wechat.token'],
    ['garbage', 'wechat.token'],
    ['error', 'wechat.token'],
    ['down', 'wechat.start'],
    ['garbage', 'wechat.start'],
    ['bad-signature', 'wechat.start'],
    ['error', 'wechat.start'],
  ] as const)('that meets the channel %s at %s is told so, and can be made again [C3 F17]', async (mode, only) => {
    const sale = await newSale();
    const started = await start(sale);
    const signedIn = await signIn(started);
    await bank().fault('gateway', { mode, only });

    const refused = await openSheet(sale, signedIn, { language: 'zh-CN' });
    await bank().fault('gateway', { mode: 'ok' });
    const again = await atSheet(sale, { language: 'en' });

    expect(codeOf(refused)).toEqual([412, 'PAYMENT_CHANNEL_DOWN']);
    expect(refused.body['userMessage']).toBe('支付渠道暂时没有响应，您的订单已保留，请稍后再试。');
    expect([again.tradeNo, again.sheet.status]).toEqual([started.body['tradeNo'], 200]);
    await bank().settle(again.tradeNo, 'paid');
    expect(await orderOf(sale)).toMatchObject({ status: 'PaymentSuccessful', actualPayAmount: total });
  });

  it.each(['wechat.token', 'wechat.start'])(
    'leads nobody to a trade that ended while the channel was slow at %s [C12 C24]',
    async (only) => {
      const sale = await newSale();
      const signedIn = await signIn(await start(sale));
      await bank().fault('gateway', { mode: 'slow', delayMs: 60_000, only });

      const opening = openSheet(sale, signedIn);
      await expect.poll(() => bank().waitingCalls()).toBe(1);
      const given = await ask(sale.browser, 'order.giveUp', {
        params: { id: sale.orderId, status: 'PaymentExpired' },
      });
      await bank().fault('gateway', { mode: 'ok' });

      expect([given.status, codeOf(await opening)]).toEqual([200, [412, 'ORDER_NOT_PAYABLE']]);
      expect((await orderOf(sale))['status']).toBe('PaymentExpired');
      expectExactly(await booksProblems()).toEqual([]);
    },
  );
});

describe('inside WeChat', () => {
  it('only what works there is offered: neither Alipay nor Apple Pay, and WeChat Pay by its own sheet [S-11]', async () => {
    const sale = await newSale();

    expect(await offered(sale, inside)).toEqual(['WEIXIN_SCANCODE_PAY sheet', 'VISA_Master_AE_JCB page']);
    expect(await offered(sale, `${inside} Version/26.0 iPhone Safari/604.1`)).not.toContain('APPLE_PAY page');
    const alipay = await ask(sale.browser, 'payment.start', {
      body: { orderId: sale.orderId, paymentType: 'ALI_SCANCODE_PAY' },
      headers: { 'user-agent': inside },
    });
    expect(alipay.body['code']).toBe('PAYMENT_TYPE_UNAVAILABLE');
  });

  it('WeChat Pay is not offered without the secret of our official account, and elsewhere it is', async () => {
    const sale = await newSale();
    const before = settings();
    const { wechat } = before;
    openSettings({ ...before, wechat: wechat && { ...wechat, signIn: null } });
    openChannels();

    const ways = [await offered(sale, inside), await offered(sale, phone)];
    const started = await start(sale);
    openSettings(before);
    openChannels();

    expect(ways[0]).toEqual(['VISA_Master_AE_JCB page']);
    expect(ways[1]).toContain('WEIXIN_SCANCODE_PAY redirect');
    expect(started.body['code']).toBe('PAYMENT_TYPE_UNAVAILABLE');
  });
});
