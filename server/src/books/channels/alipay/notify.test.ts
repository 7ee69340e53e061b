import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createAlipay } from './alipay.ts';

const channel = generateKeyPairSync('rsa', { modulusLength: 2048 });
const application = generateKeyPairSync('rsa', { modulusLength: 2048 });
const settings = {
  appId: '2021000000000042',
  sellerId: '2088000000000001',
  gateway: 'https://gateway.example/gateway.do',
  notifyUrl: 'https://exams.example/api/payment/notify/alipay',
  returnUrl: 'https://exams.example/api/payment/return/alipay',
};
const bare = (key: KeyObject, type: 'pkcs8' | 'spki') => key.export({ type, format: 'der' }).toString('base64');
const port = createAlipay({
  ...settings,
  privateKey: bare(application.privateKey, 'pkcs8'),
  publicKey: bare(channel.publicKey, 'spki'),
});

const now = '2026-11-21T08:00:00.000Z';
const genuine = {
  app_id: settings.appId,
  seller_id: settings.sellerId,
  notify_time: '2026-11-21 16:00:00',
  out_trade_no: 'O261121ABCDEF01',
  trade_no: '2026112122001',
  trade_status: 'TRADE_SUCCESS',
  total_amount: '1500.00',
  gmt_payment: '2026-11-21 15:59:58',
  subject: 'a name with 100 % & 中文',
};

/** What the channel itself would send: every field signed by its own key. */
function sent(fields: Record<string, string>, algorithm: 'RSA2' | 'RSA' = 'RSA2'): Buffer {
  const text = Object.keys(fields)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((name) => `${name}=${fields[name]}`)
    .join('&');
  const hash = algorithm === 'RSA2' ? 'RSA-SHA256' : 'RSA-SHA1';
  const sign = createSign(hash).update(text, 'utf8').sign(channel.privateKey, 'base64');
  return Buffer.from(new URLSearchParams({ ...fields, sign_type: algorithm, sign }).toString());
}

describe('a notification that the channel has signed', () => {
  it('is read with its amount in fen and its instant [C19 T13]', () => {
    expect(port.parseNotify(sent(genuine), now)).toEqual({
      eventKey: '2026112122001:paid',
      kind: 'paid',
      tradeNo: 'O261121ABCDEF01',
      payment: { channelTradeNo: '2026112122001', amount: 150_000, paidAt: '2026-11-21T07:59:58.000Z' },
    });
  });

  it.each([
    ['another application', { app_id: '2021000000000001' }, 'foreign'],
    ['another seller', { seller_id: '2088000000000009' }, 'foreign'],
    ['more than five minutes ago', { notify_time: '2026-11-21 15:54:59' }, 'stale'],
    ['more than five minutes from now', { notify_time: '2026-11-21 16:05:01' }, 'stale'],
    ['at no readable time', { notify_time: 'yesterday' }, 'stale'],
  ])('for or from %s is refused all the same [T13]', (_what, change, rejected) => {
    expect(port.parseNotify(sent({ ...genuine, ...change }), now)).toMatchObject({ rejected });
  });

  it('with SHA-1 only is refused: the weaker algorithm is not ours [T13]', () => {
    expect(port.parseNotify(sent(genuine, 'RSA'), now)).toMatchObject({ rejected: 'badSignature' });
  });

  it.each(['1500', '1500.001', '-1500.00', '1e3', '1,500.00', '０1500.00'])(
    'with the amount %s is read exactly, or told as money that we cannot book [Q3]',
    (amount) => {
      const notice = port.parseNotify(sent({ ...genuine, total_amount: amount }), now);
      if (amount === '1500') expect(notice).toMatchObject({ kind: 'paid', payment: { amount: 150_000 } });
      else expect(notice).toMatchObject({ kind: 'unread', payment: null });
    },
  );

  it('of a refund is not taken for a payment [C21]', () => {
    const refund = {
      ...genuine,
      refund_fee: '1500.00',
      out_biz_no: 'R261121ABCDEF01',
      gmt_refund: '2026-11-21 16:00:00.000',
    };

    expect(port.parseNotify(sent(refund), now)).toMatchObject({ kind: 'refunded', payment: null });
  });
});

describe('a channel without readable keys', () => {
  it('does not start [T13]', () => {
    const keys = { privateKey: bare(application.privateKey, 'pkcs8'), publicKey: 'no key at all' };

    expect(() => createAlipay({ ...settings, ...keys })).toThrow('public key');
  });
});
