import { describe, expect, it } from 'vitest';
import { callJson, listen, sandboxForTest, testMerchant } from '../witness.testing.ts';

const merchant = testMerchant();
const payment = {
  outTradeNo: 'O26110112345601',
  tradeNo: 'DEMO-O261101123456',
  subject: 'O261101123456',
  amountFen: 150_000,
  paidAt: '2026-11-01T02:00:00.000Z',
  refunds: [{ outRequestNo: 'R26110112345601', amountFen: 38_480, at: '2026-11-05T02:00:00.000Z' }],
};

describe('a payment of the past', () => {
  it('is entered once, counts what went back of it, and can be refunded for the rest [C30 T18]', async () => {
    await using sandbox = await sandboxForTest({ appPublicKey: merchant.appPublicKey });
    const sdk = merchant.sdkFor(sandbox);

    const first = await callJson(sandbox, '/api/payments', 'PUT', [payment]);
    const again = await callJson(sandbox, '/api/payments', 'PUT', [{ ...payment, refunds: [] }]);
    const refund = (amount: string, no: string) =>
      sdk.exec('alipay.trade.refund', {
        bizContent: { trade_no: payment.tradeNo, refund_amount: amount, out_request_no: no },
      });
    const rest = await refund('1115.20', 'R-2');
    const more = await refund('0.01', 'R-3');

    expect([first.json, again.json]).toEqual([{ stored: 1 }, { stored: 0 }]);
    expect(rest).toMatchObject({ code: '10000', refundFee: '1500.00' });
    expect(more).toMatchObject({ code: '40004' });
  });

  it.each([
    ['without a number', { outTradeNo: '' }],
    ['of nothing', { amountFen: 0 }],
    ['at no time', { paidAt: 'once' }],
    ['that gave back more than it was', { refunds: [{ ...payment.refunds[0], amountFen: 150_001 }] }],
  ])('%s is refused', async (_, change) => {
    await using sandbox = await sandboxForTest();

    const answer = await callJson(sandbox, '/api/payments', 'PUT', [{ ...payment, ...change }]);

    expect(answer.status).toBe(400);
    expect((await callJson(sandbox, '/api/payments')).list.filter((one) => 'tradeNo' in one)).toEqual([]);
  });
});

describe('a refund in the channel’s own console', () => {
  it('has a number of the channel’s, and the merchant is told of it [C32]', async () => {
    await using sandbox = await sandboxForTest({ appPublicKey: merchant.appPublicKey });
    await using ear = await listen();
    const sdk = merchant.sdkFor(sandbox);
    const bizContent = { out_trade_no: 'C-1', total_amount: '10.00', subject: 'TKT' };
    await sdk.exec('alipay.trade.precreate', { notifyUrl: ear.url, bizContent });
    const early = await callJson(sandbox, '/api/payments/C-1/refund', 'POST', { amountFen: 1 });
    await callJson(sandbox, '/api/payments/C-1/settle', 'POST', { outcome: 'paid' });

    const refunded = await callJson(sandbox, '/api/payments/C-1/refund', 'POST', { amountFen: 400 });
    const tooMuch = await callJson(sandbox, '/api/payments/C-1/refund', 'POST', { amountFen: 601 });
    await callJson(sandbox, '/api/payments/C-1/settle', 'POST', { outcome: 'refund-outside' });
    const nothing = await callJson(sandbox, '/api/payments/C-1/settle', 'POST', { outcome: 'refund-outside' });

    expect([early.status, tooMuch.status, nothing.status]).toEqual([409, 409, 409]);
    expect(refunded.json['refunds']).toMatchObject([
      { amountFen: 400, outRequestNo: expect.stringMatching(/^MC\d+$/) },
    ]);
    expect(ear.heard.map((form) => form['refund_fee'])).toEqual([undefined, '4.00', '10.00']);
    expect(ear.heard.at(-1)?.['out_biz_no']).toMatch(/^MC\d+$/);
  });
});
