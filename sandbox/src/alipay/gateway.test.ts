import { describe, expect, it } from 'vitest';
import { callJson, listen, sandboxForTest, testMerchant, until } from '../witness.testing.ts';
import type { AlipaySdk } from 'alipay-sdk';

const merchant = testMerchant();
const checked = { validateSign: true };

function ask(sdk: AlipaySdk, method: string, bizContent: Record<string, string>): Promise<Record<string, unknown>> {
  return sdk.exec(method, { bizContent }, checked);
}

async function precreate(sdk: AlipaySdk, outTradeNo: string, more: Record<string, string> = {}, notifyUrl?: string) {
  const bizContent = { out_trade_no: outTradeNo, total_amount: '1234.50', subject: 'TKT 模块一', ...more };
  return sdk.exec('alipay.trade.precreate', { ...(notifyUrl ? { notifyUrl } : {}), bizContent }, checked);
}

describe('the payment channel', () => {
  it('knows a trade only from the moment a buyer opens it, as the official SDK sees it [C23]', async () => {
    await using sandbox = await sandboxForTest({ appPublicKey: merchant.appPublicKey });
    const sdk = merchant.sdkFor(sandbox);

    const started = await precreate(sdk, 'A-1');
    const before = await ask(sdk, 'alipay.trade.query', { out_trade_no: 'A-1' });
    const page = await fetch(String(started['qrCode']));
    const after = await ask(sdk, 'alipay.trade.query', { out_trade_no: 'A-1' });

    expect(before).toMatchObject({ code: '40004', subCode: 'ACQ.TRADE_NOT_EXIST' });
    expect(page.status).toBe(200);
    expect(after).toMatchObject({ code: '10000', tradeStatus: 'WAIT_BUYER_PAY', totalAmount: '1234.50' });
  });

  it('shows the pay page for a signed page payment and returns the buyer with signed parameters [C22]', async () => {
    await using sandbox = await sandboxForTest({ appPublicKey: merchant.appPublicKey });
    const sdk = merchant.sdkFor(sandbox);
    const bizContent = {
      out_trade_no: 'P-1',
      total_amount: '88.00',
      subject: 'PTE',
      product_code: 'FAST_INSTANT_TRADE_PAY',
    };

    const address = sdk.pageExecute('alipay.trade.page.pay', 'GET', {
      returnUrl: 'http://merchant.test/back?order=1',
      bizContent,
    });
    const page = await fetch(address);
    const paid = await fetch(page.url, {
      method: 'POST',
      body: new URLSearchParams({ action: 'paid' }),
      redirect: 'manual',
    });
    const back = new URL(paid.headers.get('location') ?? '');
    const { order, ...parameters } = Object.fromEntries(back.searchParams);

    expect(await page.text()).toContain('¥88.00');
    expect(paid.status).toBe(303);
    expect(order).toBe('1');
    expect(parameters).toMatchObject({ out_trade_no: 'P-1', total_amount: '88.00', seller_id: sandbox.sellerId });
    expect(sdk.checkNotifySignV2(parameters)).toBe(true);
  });

  it('refuses a call whose content was changed after signing [T13]', async () => {
    await using sandbox = await sandboxForTest({ appPublicKey: merchant.appPublicKey });
    const sdk = merchant.sdkFor(sandbox);
    const bizContent = { out_trade_no: 'T-1', total_amount: '88.00', subject: 'PTE' };
    const signed = sdk.sdkExecute('alipay.trade.precreate', { bizContent });

    const tampered = await fetch(`${sandbox.url}/alipay/gateway.do?${signed.replace('88.00', '0.01')}`, {
      method: 'POST',
    });
    const untouched = await fetch(`${sandbox.url}/alipay/gateway.do?${signed}`, { method: 'POST' });

    expect(await tampered.text()).toContain('isv.invalid-signature');
    expect(await untouched.text()).toContain('"code":"10000"');
    expect((await callJson(sandbox, '/api/payments')).list).toHaveLength(1);
  });

  it('believes nobody while it does not know the application', async () => {
    await using sandbox = await sandboxForTest();

    const answer = await precreate(merchant.sdkFor(sandbox), 'N-1');

    expect(answer).toMatchObject({ code: '40002', subCode: 'isv.missing-app-public-key' });
  });

  it('notifies of a payment with a signature the official SDK accepts, again until it is heard [T14 C19]', async () => {
    await using sandbox = await sandboxForTest({ appPublicKey: merchant.appPublicKey });
    await using ear = await listen();
    const sdk = merchant.sdkFor(sandbox);
    await precreate(sdk, 'S-1', {}, ear.url);
    ear.say = 'fail';

    const settled = await callJson(sandbox, '/api/payments/S-1/settle', 'POST', { outcome: 'paid' });
    // On a busy machine more than one comes between two looks.
    await until(() => ear.heard.length >= 2);
    ear.say = 'success';
    await until(() => ear.heard.length >= 3);

    expect(settled.json).toMatchObject({ tradeNo: 'S-1', status: 'TRADE_SUCCESS', amountFen: 123450 });
    expect(ear.heard.every((form) => sdk.checkNotifySignV2(form))).toBe(true);
    expect(new Set(ear.heard.map((form) => form['notify_id'])).size).toBe(1);
    expect(ear.heard[0]).toMatchObject({
      trade_status: 'TRADE_SUCCESS',
      total_amount: '1234.50',
      seller_id: sandbox.sellerId,
    });
    await until(async () =>
      JSON.stringify((await callJson(sandbox, '/api/payments/S-1')).json).includes('"delivered":true'),
    );
  });

  it('closes an unpaid trade and refuses to close a paid one [C12]', async () => {
    await using sandbox = await sandboxForTest({ appPublicKey: merchant.appPublicKey });
    const sdk = merchant.sdkFor(sandbox);
    await Promise.all([precreate(sdk, 'C-1'), precreate(sdk, 'C-2')]);
    await callJson(sandbox, '/api/payments/C-1/settle', 'POST', { outcome: 'pending' });
    await callJson(sandbox, '/api/payments/C-2/settle', 'POST', { outcome: 'paid-silent' });

    const unpaid = await ask(sdk, 'alipay.trade.close', { out_trade_no: 'C-1' });
    const paid = await ask(sdk, 'alipay.trade.close', { out_trade_no: 'C-2' });
    const again = await callJson(sandbox, '/api/payments/C-1/settle', 'POST', { outcome: 'paid' });

    expect(unpaid).toMatchObject({ code: '10000', outTradeNo: 'C-1' });
    expect(paid).toMatchObject({ code: '40004', subCode: 'ACQ.TRADE_STATUS_ERROR' });
    expect(again).toMatchObject({ status: 409, json: { code: 'CLOSED' } });
  });

  it('closes a trade by its own clock when its time is over [C11]', async () => {
    await using sandbox = await sandboxForTest({ appPublicKey: merchant.appPublicKey });
    const sdk = merchant.sdkFor(sandbox);
    await precreate(sdk, 'E-1', { timeout_express: '14m' });
    await callJson(sandbox, '/api/payments/E-1/settle', 'POST', { outcome: 'pending' });

    await callJson(sandbox, '/api/clock', 'POST', { offsetSeconds: 14 * 60 + 1 });
    const answer = await ask(sdk, 'alipay.trade.query', { out_trade_no: 'E-1' });

    expect(answer).toMatchObject({ tradeStatus: 'TRADE_CLOSED' });
    expect((await callJson(sandbox, '/api/payments/E-1')).json).toMatchObject({ closedBy: 'expiry' });
  });

  it('lets an armed late payment succeed only after the merchant has closed the trade [T16 C17]', async () => {
    await using sandbox = await sandboxForTest({ appPublicKey: merchant.appPublicKey });
    await using ear = await listen();
    const sdk = merchant.sdkFor(sandbox);
    await precreate(sdk, 'L-1', {}, ear.url);
    await callJson(sandbox, '/api/payments/L-1/settle', 'POST', { outcome: 'late' });

    const open = await ask(sdk, 'alipay.trade.query', { out_trade_no: 'L-1' });
    const closed = await ask(sdk, 'alipay.trade.close', { out_trade_no: 'L-1' });
    await callJson(sandbox, '/api/clock', 'POST', { offsetSeconds: 5 });
    await until(() => ear.heard.length === 1);

    expect(open).toMatchObject({ tradeStatus: 'WAIT_BUYER_PAY' });
    expect(closed).toMatchObject({ code: '10000' });
    expect(ear.heard[0]).toMatchObject({ trade_status: 'TRADE_SUCCESS' });
    expect((await callJson(sandbox, '/api/payments/L-1')).json).toMatchObject({
      payments: [{ late: true, amountFen: 123450 }],
    });
  });

  it('pays twice under two numbers and refunds either of them [T15 C17]', async () => {
    await using sandbox = await sandboxForTest({ appPublicKey: merchant.appPublicKey });
    await using ear = await listen();
    const sdk = merchant.sdkFor(sandbox);
    await precreate(sdk, 'D-1', {}, ear.url);

    await callJson(sandbox, '/api/payments/D-1/settle', 'POST', { outcome: 'twice' });
    const numbers = ear.heard.map((form) => form['trade_no'] ?? '');
    const second = numbers.toSorted()[1] ?? '';
    const refunded = await ask(sdk, 'alipay.trade.refund', {
      trade_no: second,
      refund_amount: '1234.50',
      out_request_no: 'R-1',
    });

    expect(new Set(numbers).size).toBe(2);
    expect(refunded).toMatchObject({ code: '10000', fundChange: 'Y', tradeNo: second });
    expect(await ask(sdk, 'alipay.trade.query', { trade_no: second })).toMatchObject({ tradeStatus: 'TRADE_CLOSED' });
    expect(
      await ask(sdk, 'alipay.trade.query', { trade_no: numbers.find((number) => number !== second) ?? '' }),
    ).toMatchObject({
      tradeStatus: 'TRADE_SUCCESS',
    });
  });

  it('refunds once per request number and never more than was paid [T18 C30]', async () => {
    await using sandbox = await sandboxForTest({ appPublicKey: merchant.appPublicKey });
    const sdk = merchant.sdkFor(sandbox);
    await precreate(sdk, 'F-1');
    await callJson(sandbox, '/api/payments/F-1/settle', 'POST', { outcome: 'paid' });
    const refund = (no: string, amount: string) =>
      ask(sdk, 'alipay.trade.refund', { out_trade_no: 'F-1', refund_amount: amount, out_request_no: no });

    const first = await refund('R-1', '1000.00');
    const repeated = await refund('R-1', '1000.00');
    const other = await refund('R-1', '1.00');
    const tooMuch = await refund('R-2', '234.51');
    const asked = await ask(sdk, 'alipay.trade.fastpay.refund.query', { out_trade_no: 'F-1', out_request_no: 'R-1' });

    expect(first).toMatchObject({ fundChange: 'Y', refundFee: '1000.00' });
    expect(repeated).toMatchObject({ code: '10000', fundChange: 'N', refundFee: '1000.00' });
    expect(other).toMatchObject({ subCode: 'ACQ.DISCORDANT_REPEAT_REQUEST' });
    expect(tooMuch).toMatchObject({ subCode: 'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL' });
    expect(asked).toMatchObject({ refundAmount: '1000.00', refundStatus: 'REFUND_SUCCESS' });
  });

  it('sends a forgery that the official SDK rejects, and books nothing for it [T13]', async () => {
    await using sandbox = await sandboxForTest({ appPublicKey: merchant.appPublicKey });
    await using ear = await listen();
    const sdk = merchant.sdkFor(sandbox);
    await precreate(sdk, 'B-1', {}, ear.url);

    const settled = await callJson(sandbox, '/api/payments/B-1/settle', 'POST', { outcome: 'bad-signature' });

    expect(ear.heard[0]).toMatchObject({ trade_status: 'TRADE_SUCCESS', out_trade_no: 'B-1' });
    expect(sdk.checkNotifySignV2(ear.heard[0] ?? {})).toBe(false);
    expect(settled.json).toMatchObject({ status: 'WAIT_BUYER_PAY', payments: [] });
  });

  it('answers 404 for an unknown trade and 400 for an unknown outcome', async () => {
    await using sandbox = await sandboxForTest();

    const unknown = await callJson(sandbox, '/api/payments/none/settle', 'POST', { outcome: 'paid' });
    const nonsense = await callJson(sandbox, '/api/payments/none/settle', 'POST', { outcome: 'gift' });

    expect([unknown.status, nonsense.status]).toEqual([404, 400]);
  });

  it('signs wrongly and loses answers on request, with the work done [C30]', async () => {
    await using sandbox = await sandboxForTest({ appPublicKey: merchant.appPublicKey });
    const sdk = merchant.sdkFor(sandbox);
    // Twice: the official SDK itself asks again when the line breaks.
    await callJson(sandbox, '/api/faults', 'POST', { dependency: 'gateway', mode: 'lost', times: 2 });

    await expect(precreate(sdk, 'X-1')).rejects.toThrow();
    await callJson(sandbox, '/api/faults', 'POST', { dependency: 'gateway', mode: 'bad-signature', times: 1 });
    await expect(precreate(sdk, 'X-1')).rejects.toThrow('验签失败');

    expect(await precreate(sdk, 'X-1')).toMatchObject({ code: '10000' });
    expect((await callJson(sandbox, '/api/payments')).list).toHaveLength(1);
  });
});
