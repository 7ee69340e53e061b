import { randomUUID } from 'node:crypto';
import dysmsapi, { QuerySendDetailsRequest, SendSmsRequest } from '@alicloud/dysmsapi20170525';
import { $OpenApiUtil } from '@alicloud/openapi-core';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Aes, Formatter, Rsa, Wechatpay } from 'wechatpay-axios-plugin';
import { recordOf, textOf } from './reading.ts';
import { callJson, sandboxForTest, testMerchant, until } from './witness.testing.ts';

const merchant = testMerchant();
const wechat = {
  mchId: '1900000001',
  appId: 'wx0000000000000001',
  merchantPublicKey: merchant.appPublicKey,
  merchantSerial: '5157F09EFDC096DE15EBE81A47057A7232F1B8E1',
  apiV3Key: '0123456789abcdef0123456789abcdef',
  appSecret: 'fedcba9876543210fedcba9876543210',
};
const card = { secretKey: 'sk_test_of_this', webhookSecret: 'whsec_of_this', webhookUrl: 'http://127.0.0.1:9/card' };
const smsAccess = { keyId: 'test-key', keySecret: 'test-secret' };

let sandbox: Awaited<ReturnType<typeof sandboxForTest>>;
beforeAll(async () => {
  sandbox = await sandboxForTest({ access: { wechat, card }, smsAccess });
});
afterAll(() => sandbox.close());

const newNumber = () => `T${randomUUID().replaceAll('-', '').slice(0, 20)}`;

async function settle(number: string, outcome: string): Promise<void> {
  const { status } = await callJson(sandbox, `/api/payments/${number}/settle`, 'POST', { outcome });
  expect(status).toBe(200);
}

/** What the merchant was told of a payment, byte for byte. */
async function told(number: string): Promise<{ headers: Headers; body: string }> {
  const find = async () => {
    const { notifications } = (await callJson(sandbox, `/api/payments/${number}`)).json;
    const [first]: unknown[] = Array.isArray(notifications) ? notifications : [];
    return recordOf(recordOf(first)['sent']);
  };
  await until(async () => textOf(await find(), 'body') !== '');
  const sent = await find();
  const lines = Object.entries(recordOf(sent['headers'])).map(([name, value]) => [name, String(value)]);
  return { headers: new Headers(Object.fromEntries(lines)), body: textOf(sent, 'body') };
}

describe('WeChat Pay’s usual client', () => {
  const theirKey = () => Rsa.from(`public.spki://${sandbox.wechat.publicKey}`, Rsa.KEY_TYPE_PUBLIC);
  /** Makes a call of the merchant's; the client throws where it does not believe the answer. */
  async function call(method: 'get' | 'post', path: string, content: object) {
    const client = new Wechatpay({
      baseURL: `${sandbox.url}/wechat/`,
      mchid: wechat.mchId,
      serial: wechat.merchantSerial,
      privateKey: merchant.privateKey,
      certs: { [sandbox.wechat.keyId]: theirKey() },
    });
    const at = client.chain(`v3/${path}`);
    const { status, data } = await (method === 'get' ? at.get({ params: content }) : at.post(content));
    return { status, ...recordOf(data) };
  }
  const begin = (number: string) =>
    call('post', 'pay/transactions/native', {
      mchid: wechat.mchId,
      appid: wechat.appId,
      out_trade_no: number,
      description: 'IELTS',
      notify_url: 'http://127.0.0.1:9/wechat',
      time_expire: new Date(Date.now() + 3_600_000).toISOString(),
      amount: { total: 150_000, currency: 'CNY' },
    });
  const query = (number: string) => call('get', `pay/transactions/out-trade-no/${number}`, { mchid: wechat.mchId });

  it('begins, asks, gives back and closes, and believes every answer [T13]', async () => {
    const [paid, given] = [newNumber(), newNumber()];

    const begun = await begin(paid);
    const waiting = await query(paid);
    await settle(paid, 'paid-silent');
    const state = await query(paid);
    const refund = await call('post', 'refund/domestic/refunds', {
      transaction_id: textOf(state, 'transaction_id'),
      out_refund_no: `${paid}R`,
      amount: { refund: 50_000, total: 150_000, currency: 'CNY' },
    });
    const refunded = await call('get', `refund/domestic/refunds/${paid}R`, {});
    await begin(given);
    const closed = await call('post', `pay/transactions/out-trade-no/${given}/close`, { mchid: wechat.mchId });

    expect(textOf(begun, 'code_url')).toMatch(/^http/);
    expect([waiting, state, await query(given)].map((each) => textOf(each, 'trade_state'))).toEqual([
      'NOTPAY',
      'SUCCESS',
      'CLOSED',
    ]);
    expect([refund.status, refunded.status, closed.status]).toEqual(['PROCESSING', 'SUCCESS', 204]);
  });

  it('names neither end nor currency where it need not, and is refused a description that is too long [T13]', async () => {
    const order = { mchid: wechat.mchId, appid: wechat.appId, notify_url: 'http://127.0.0.1:9/wechat' };
    const least = (description: string) =>
      call('post', 'pay/transactions/native', {
        ...order,
        out_trade_no: newNumber(),
        description,
        amount: { total: 150_000 },
      });

    const begun = await least('雅'.repeat(127));

    expect(textOf(begun, 'code_url')).toMatch(/^http/);
    await expect(least('雅'.repeat(128))).rejects.toMatchObject({ response: { status: 400 } });
  });

  const insideWechat = 'Mozilla/5.0 (Linux; Android 16) Mobile Chrome/140 MicroMessenger/8.0';
  const page = {
    appid: wechat.appId,
    redirect_uri: 'https://merchant.example/pay?orderId=7',
    response_type: 'code',
    scope: 'snsapi_base',
    state: 'a1B2',
  };
  /** Opens the page of the sign-in. @returns where it leads; null for a page that says no. */
  async function signIn(asked: Partial<typeof page> = {}, agent = insideWechat): Promise<URL | null> {
    const query = new URLSearchParams({ ...page, ...asked }).toString();
    const answer = await fetch(`${sandbox.url}/wechat/connect/oauth2/authorize?${query}`, {
      redirect: 'manual',
      headers: { 'user-agent': agent },
    });
    const to = answer.headers.get('location');
    return to === null ? null : new URL(to);
  }
  const codeOf = async (agent?: string) => (await signIn({}, agent))?.searchParams.get('code') ?? '';
  async function exchange(code: string, other: Record<string, string> = {}) {
    const asked = { appid: wechat.appId, secret: wechat.appSecret, code, grant_type: 'authorization_code', ...other };
    const query = new URLSearchParams(asked).toString();
    return (await callJson(sandbox, `/wechat/sns/oauth2/access_token?${query}`)).json;
  }
  const beginInside = (number: string, payer: object) =>
    call('post', 'pay/transactions/jsapi', {
      mchid: wechat.mchId,
      appid: wechat.appId,
      out_trade_no: number,
      description: 'IELTS',
      notify_url: 'http://127.0.0.1:9/wechat',
      amount: { total: 150_000 },
      payer,
    });

  it('begins a payment inside WeChat for whoever signed in there, and for nobody else [T13]', async () => {
    const number = newNumber();
    const openid = textOf(await exchange(await codeOf()), 'openid');
    const another = textOf(await exchange(await codeOf(`${insideWechat}.1`)), 'openid');

    const begun = await beginInside(number, { openid });
    const again = await beginInside(number, { openid });
    await settle(number, 'paid-silent');
    const state = await query(number);
    await begin(`${number}N`);

    expect(textOf(begun, 'prepay_id')).toMatch(/^wx/);
    expect(again).toEqual(begun);
    expect(state).toMatchObject({ trade_state: 'SUCCESS', trade_type: 'JSAPI', payer: { openid } });
    const refusals = [
      [newNumber(), {}, 'PARAM_ERROR'],
      [newNumber(), { openid: 'somebody' }, 'PARAM_ERROR'],
      [`${number}N`, { openid }, 'OUT_TRADE_NO_USED'],
    ] as const;
    for (const [no, payer, code] of refusals)
      await expect(beginInside(no, payer), code).rejects.toMatchObject({ response: { data: { code } } });
    const open = newNumber();
    await beginInside(open, { openid });
    const other = beginInside(open, { openid: another });
    await expect(other).rejects.toMatchObject({ response: { data: { code: 'OUT_TRADE_NO_USED' } } });
  });

  it('signs people in silently: back at once with a code that is good once, for five minutes', async () => {
    const back = await signIn();
    const code = back?.searchParams.get('code') ?? '';
    const refusals = await Promise.all([
      exchange(code, { secret: 'wrong' }),
      exchange(code, { appid: 'wx9' }),
      exchange('f'.repeat(32)),
    ]);
    const first = await exchange(code);
    const second = await exchange(code);
    const old = await codeOf();
    await callJson(sandbox, '/api/clock', 'POST', { offsetSeconds: 301 });
    const tooOld = await exchange(old);
    await callJson(sandbox, '/api/clock', 'POST', { offsetSeconds: 0 });

    expect(`${back?.origin}${back?.pathname}`).toBe('https://merchant.example/pay');
    expect(back?.searchParams.get('orderId')).toBe('7');
    expect(back?.searchParams.get('state')).toBe('a1B2');
    expect(first).toMatchObject({ openid: expect.stringMatching(/^o[\w-]{27}$/), scope: 'snsapi_base' });
    expect([...refusals, second, tooOld].map(({ errcode }) => errcode)).toEqual([40125, 40013, 40029, 40163, 42003]);
  });

  it('has no page of the sign-in for a wrong application, no way back, or another browser', async () => {
    const pages = await Promise.all([
      signIn({ appid: 'wx9' }),
      signIn({ redirect_uri: '' }),
      signIn({ scope: 'snsapi_userinfo' }),
      signIn({ state: 'a-b' }),
      signIn({}, 'Mozilla/5.0 Chrome/140'),
    ]);

    expect(pages).toEqual([null, null, null, null, null]);
  });

  it('believes and opens the news of a payment [T13]', async () => {
    const number = newNumber();
    await begin(number);
    await settle(number, 'paid');

    const { headers, body } = await told(number);
    const header = (name: string) => headers.get(`wechatpay-${name}`) ?? '';
    const signed = Formatter.joinedByLineFeed(header('timestamp'), header('nonce'), body);
    const resource = recordOf(recordOf(JSON.parse(body))['resource']);
    const [ciphertext, nonce, aad] = ['ciphertext', 'nonce', 'associated_data'].map((name) => textOf(resource, name));
    const opened: unknown = JSON.parse(Aes.AesGcm.decrypt(ciphertext ?? '', wechat.apiV3Key, nonce ?? '', aad));

    expect(Rsa.verify(signed, header('signature'), theirKey())).toBe(true);
    expect(opened).toMatchObject({ out_trade_no: number, trade_state: 'SUCCESS', amount: { total: 150_000 } });
  });
});

describe('Stripe’s own client', () => {
  const stripe = new Stripe(card.secretKey, {
    // It knows no path before its own.
    httpClient: Stripe.createFetchHttpClient((address: string | URL | Request, init?: RequestInit) => {
      const { pathname, search } = new URL(address instanceof Request ? address.url : address);
      return fetch(`${sandbox.url}/card${pathname}${search}`, init);
    }),
  });
  const begin = (number: string) =>
    stripe.checkout.sessions.create({
      mode: 'payment',
      client_reference_id: number,
      success_url: 'http://127.0.0.1:9/back',
      line_items: [
        { quantity: 1, price_data: { currency: 'cny', unit_amount: 150_000, product_data: { name: 'IELTS' } } },
      ],
    });

  it('begins, asks, gives back and ends', async () => {
    const number = newNumber();

    const begun = await begin(number);
    await settle(number, 'paid-silent');
    const state = await stripe.checkout.sessions.retrieve(begun.id, { expand: ['payment_intent'] });
    const intent = typeof state.payment_intent === 'object' ? state.payment_intent?.id : state.payment_intent;
    const refund = await stripe.refunds.create({
      payment_intent: intent ?? '',
      amount: 50_000,
      metadata: { request_no: `${number}R` },
    });
    const refunded = await stripe.refunds.retrieve(refund.id);
    const ended = await stripe.checkout.sessions.expire((await begin(newNumber())).id);

    expect([begun.status, state.status, state.payment_status, ended.status]).toEqual([
      'open',
      'complete',
      'paid',
      'expired',
    ]);
    expect([refund.status, refunded.status, refunded.amount]).toEqual(['pending', 'succeeded', 50_000]);
  });

  it('reads a refusal as one', async () => {
    await expect(stripe.checkout.sessions.retrieve('cs_test_none')).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      code: 'resource_missing',
      statusCode: 404,
    });
  });

  it('believes the news of a payment [T13]', async () => {
    const number = newNumber();
    await begin(number);
    await settle(number, 'paid');

    const { headers, body } = await told(number);
    const event = stripe.webhooks.constructEvent(body, headers.get('stripe-signature') ?? '', card.webhookSecret);

    expect(event.type).toBe('checkout.session.completed');
    expect(event.data.object).toMatchObject({ client_reference_id: number, payment_status: 'paid' });
  });
});

describe('Alibaba Cloud’s own client of the SMS service', () => {
  const clientWith = (accessKeySecret: string) => {
    const endpoint = new URL(sandbox.url).host;
    return new dysmsapi.default(
      new $OpenApiUtil.Config({ accessKeyId: smsAccess.keyId, accessKeySecret, endpoint, protocol: 'HTTP' }),
    );
  };
  const message = (outId: string) =>
    new SendSmsRequest({
      phoneNumbers: '13800138001',
      signName: '考途',
      templateCode: 'SMS_1',
      templateParam: '{"code":"123456"}',
      outId,
    });

  it('sends, and asks what became of it', async () => {
    const outId = randomUUID();

    const sent = await clientWith(smsAccess.keySecret).sendSms(message(outId));
    const sendDate = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '');
    const asked = await clientWith(smsAccess.keySecret).querySendDetails(
      new QuerySendDetailsRequest({ phoneNumber: '13800138001', sendDate, pageSize: 10, currentPage: 1 }),
    );

    expect(sent.body).toMatchObject({ code: 'OK' });
    expect(asked.body?.smsSendDetailDTOs?.smsSendDetailDTO).toMatchObject([{ outId, sendStatus: 3 }]);
  });

  it('reads a refusal of its key as one', async () => {
    const refused = clientWith('another-secret').sendSms(message(randomUUID()));

    await expect(refused).rejects.toMatchObject({ code: 'SignatureDoesNotMatch' });
  });
});
