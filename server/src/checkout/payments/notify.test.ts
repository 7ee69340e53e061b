import { createSign, generateKeyPairSync } from 'node:crypto';
import { addMinutes } from '@exam/contract/rules';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readNowAlone } from '#platform/clock';
import { databasePool } from '#platform/database';
import { channelNamed } from '#books/channels';
import { createBrowser } from '#testing/app';
import { booksProblems, count, givenUnpaidOrder, openMoneyShop, orderOf, startPaying, total } from '#testing/shopping';
import { expectExactly, rowsOf } from '#testing';

let shop: Awaited<ReturnType<typeof openMoneyShop>>;
beforeAll(async () => {
  shop = await openMoneyShop();
});
afterAll(() => shop.close());
// The channel's own tries of a notification must not join in while a test delivers it by hand.
afterEach(() => shop.bank.fault('notify', { mode: 'ok' }));

type Fields = Record<string, string>;

/** A notification that the channel really signed for this order, not delivered to us yet. */
async function givenGenuine(): Promise<{
  sale: Awaited<ReturnType<typeof givenUnpaidOrder>>;
  tradeNo: string;
  fields: Fields;
}> {
  const sale = await givenUnpaidOrder(shop.server.url);
  const tradeNo = await startPaying(sale);
  await shop.bank.fault('notify', { mode: 'down' });
  await shop.bank.settle(tradeNo, 'paid');
  const trade = await shop.bank.trade(tradeNo);
  return { sale, tradeNo, fields: trade?.notifications[0]?.fields ?? {} };
}

const form = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };

async function deliver(fields: Fields | string, channel = 'alipay'): Promise<{ status: number; text: string }> {
  const body = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString();
  const { status, text } = await createBrowser(shop.server.url).send('POST', `/api/payment/notify/${channel}`, {
    body,
    headers: form,
  });
  return { status, text };
}

const foreignKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

function signedBy(fields: Fields, algorithm = 'RSA-SHA256'): string {
  const text = Object.keys(fields)
    .filter((name) => name !== 'sign' && name !== 'sign_type')
    .toSorted()
    .map((name) => `${name}=${fields[name]}`)
    .join('&');
  return createSign(algorithm).update(text).sign(foreignKey, 'base64');
}

describe('a notification', () => {
  it('that is genuine is answered with success once the order is paid, in any order of its fields [C19 T13 call:POST /api/payment/notify/{channel}]', async () => {
    const { sale, fields } = await givenGenuine();

    const answer = await deliver(Object.fromEntries(Object.entries(fields).toReversed()));

    expect(answer).toEqual({ status: 200, text: 'success' });
    expect(await orderOf(sale)).toMatchObject({ status: 'PaymentSuccessful', actualPayAmount: total });
  });

  it('that comes again, twenty times at once too, is thanked and changes nothing [T14 C20 F3]', async () => {
    const { sale, fields } = await givenGenuine();

    const answers = await Promise.all(Array.from({ length: 20 }, () => deliver(fields)));
    answers.push(await deliver(fields));

    expect(answers.every(({ text }) => text === 'success')).toBe(true);
    expectExactly(await count('payment where order_id = $1', [sale.orderId])).toBe(1);
    expectExactly(await count(`history where object_id = $1 and event = 'pay'`, [sale.orderId])).toBe(1);
    expectExactly(await booksProblems()).toEqual([]);
  });

  it.each<[string, (fields: Fields) => Fields | string]>([
    ['an amount changed by one fen', (fields) => ({ ...fields, total_amount: '1499.99' })],
    ['another order number', (fields) => ({ ...fields, out_trade_no: 'O261121AAAAAA01' })],
    ['another application', (fields) => ({ ...fields, app_id: '2021000000000001' })],
    ['another seller', (fields) => ({ ...fields, seller_id: '2088999999999999' })],
    ['a status that was not', (fields) => ({ ...fields, trade_status: 'TRADE_FINISHED' })],
    ['no signature', ({ sign: _sign, ...fields }) => fields],
    ['an empty signature', (fields) => ({ ...fields, sign: '' })],
    ['a signature of somebody else', (fields) => ({ ...fields, sign: signedBy(fields) })],
    ['a SHA-1 signature', (fields) => ({ ...fields, sign_type: 'RSA', sign: signedBy(fields, 'RSA-SHA1') })],
    ['the weak algorithm named', (fields) => ({ ...fields, sign_type: 'RSA' })],
    ['an unknown algorithm named', (fields) => ({ ...fields, sign_type: 'NONE' })],
    ['no algorithm named', ({ sign_type: _type, ...fields }) => fields],
    ['a field more', (fields) => ({ ...fields, extra: '1' })],
    ['a field given twice', (fields) => `${new URLSearchParams(fields).toString()}&total_amount=0.01`],
    ['nothing in it', () => ''],
    ['something that is no form', () => '{"trade_status":"TRADE_SUCCESS"}'],
    ['percent signs that decode to nothing', (fields) => `${new URLSearchParams(fields).toString()}&x=%E0%A4%A`],
  ])('with %s is refused and pays nothing [T13 F3]', async (_what, forge) => {
    const { sale, fields } = await givenGenuine();

    const answer = await deliver(forge(fields));

    expect(answer).toEqual({ status: 200, text: 'fail' });
    expect(await orderOf(sale)).toMatchObject({ status: 'PaymentPending', actualPayAmount: 0 });
    expectExactly(await count('payment where order_id = $1', [sale.orderId])).toBe(0);
  });

  it('that is rightly signed but ten minutes old is refused [T13]', async () => {
    const { fields } = await givenGenuine();
    const body = Buffer.from(new URLSearchParams(fields).toString());
    const now = await readNowAlone();

    const parse = (at: string) => channelNamed('alipay')?.parseNotify(body, at);

    expect(parse(now)).toMatchObject({ kind: 'paid' });
    expect(parse(addMinutes(now, 10))).toMatchObject({ rejected: 'stale' });
    expect(parse(addMinutes(now, -10))).toMatchObject({ rejected: 'stale' });
  });

  it('of a channel that we do not have is refused [call:POST /api/payment/notify/{channel}]', async () => {
    const { fields } = await givenGenuine();

    expect((await deliver(fields, 'wechat')).text).toBe('fail');
  });

  it('leaves a trace when it is forged, once per body, and one thing to do for staff, however many there are [T13]', async () => {
    const { sale, fields } = await givenGenuine();
    await databasePool().query(`update payment_exception set closed_at = app_now() where closed_at is null`);
    const rows = () =>
      Promise.all([
        count(`payment_event where kind = 'badSignature'`, []),
        count(`payment_exception where kind = 'badSignature' and closed_at is null`, []),
      ]);
    const [kept] = await rows();

    for (const total_amount of ['0.01', '0.01', '0.02', '0.03']) await deliver({ ...fields, total_amount });

    expectExactly(await rows()).toEqual([kept + 3, 1]);
    expect(await orderOf(sale)).toMatchObject({ status: 'PaymentPending' });

    // Staff have looked at it: the same body says nothing new.
    await databasePool().query(`update payment_exception set closed_at = app_now() where closed_at is null`);
    await deliver({ ...fields, total_amount: '0.01' });
    expectExactly(await rows()).toEqual([kept + 3, 0]);
  });

  it('forged for an order number longer than any of ours is kept with its beginning; of one that no text of the database may hold no trace is kept [T13 F3]', async () => {
    const { fields } = await givenGenuine();
    const kept = async () => await rowsOf('select trade_no from payment_event order by received_at desc limit 1', []);

    const answers = [await deliver({ ...fields, out_trade_no: '9'.repeat(65) })];
    const long = await kept();
    answers.push(await deliver({ ...fields, out_trade_no: '8\u0000' }));

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect([long, await kept()]).toEqual([[{ trade_no: '9'.repeat(64) }], [{ trade_no: '9'.repeat(64) }]]);
  });
});

describe('the way back from the channel', () => {
  it('shows the result page of the order and changes nothing [C22 call:GET /api/payment/return/{channel} call:POST /api/payment/return/{channel}]', async () => {
    const { sale, tradeNo } = await givenGenuine();
    const browser = createBrowser(shop.server.url);
    const fields = new URLSearchParams({
      out_trade_no: tradeNo,
      trade_status: 'TRADE_SUCCESS',
      total_amount: '1500.00',
    });

    const byGet = await browser.send('GET', `/api/payment/return/alipay?${fields.toString()}`);
    const byPost = await browser.send('POST', '/api/payment/return/alipay', { body: fields.toString(), headers: form });
    const strange = ['//evil.example', '1%002'].map((number) =>
      browser.send('GET', `/api/payment/return/alipay?out_trade_no=${number}`),
    );

    const page = `/payment-success?orderId=${sale.orderId}`;
    expect([byGet.status, byGet.headers.get('location')]).toEqual([303, page]);
    expect([byPost.status, byPost.headers.get('location')]).toEqual([303, page]);
    for (const { headers } of await Promise.all(strange)) expect(headers.get('location')).toBe('/payment-success');
    expect(await orderOf(sale)).toMatchObject({ status: 'PaymentPending' });
  });
});
