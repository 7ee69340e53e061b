import { createCipheriv, createSign, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createWechat } from './wechat.ts';

const channel = generateKeyPairSync('rsa', { modulusLength: 2048 });
const merchant = generateKeyPairSync('rsa', { modulusLength: 2048 });
const settings = {
  mchId: '1900000001',
  appId: 'wx0000000000000001',
  privateKey: merchant.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  serial: '0A',
  publicKey: channel.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  publicKeyId: 'PUB_KEY_ID_1',
  apiV3Key: '0123456789abcdef0123456789abcdef',
  endpoint: 'https://wechat.example',
  notifyUrl: 'https://exams.example/api/payment/notify/wechat',
  returnUrl: 'https://exams.example/api/payment/return/wechat',
  signIn: null,
};
const port = createWechat(settings);

const now = '2026-11-21T08:00:00.000Z';
const timestamp = '1795248000';
const paid = {
  mchid: settings.mchId,
  appid: settings.appId,
  out_trade_no: 'O261121ABCDEF01',
  trade_state: 'SUCCESS',
  transaction_id: '4200000001',
  success_time: '2026-11-21T15:59:58+08:00',
  amount: { total: 150_000, currency: 'CNY' },
};

/** What the channel itself would send: the trade sealed under our key, the whole signed by its own. */
function told(trade: object, signature?: string) {
  const nonce = 'abcdefghijkl';
  const cipher = createCipheriv('aes-256-gcm', settings.apiV3Key, nonce).setAAD(Buffer.from('transaction'));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(trade), 'utf8'), cipher.final(), cipher.getAuthTag()]);
  const resource = {
    algorithm: 'AEAD_AES_256_GCM',
    ciphertext: sealed.toString('base64'),
    nonce,
    associated_data: 'transaction',
  };
  const body = JSON.stringify({ event_type: 'TRANSACTION.SUCCESS', resource });
  const sign = createSign('RSA-SHA256').update(`${timestamp}\n${nonce}\n${body}\n`);
  const headers = {
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
    'wechatpay-serial': settings.publicKeyId,
    'wechatpay-signature': signature ?? sign.sign(channel.privateKey, 'base64'),
  };
  return port.parseNotify(Buffer.from(body), now, headers);
}

describe('a notification of WeChat Pay', () => {
  it('is read with its amount in fen and its instant [C19 T13]', () => {
    expect(told(paid)).toEqual({
      eventKey: '4200000001:paid',
      kind: 'paid',
      tradeNo: 'O261121ABCDEF01',
      payment: { channelTradeNo: '4200000001', amount: 150_000, paidAt: '2026-11-21T07:59:58.000Z' },
    });
  });

  it.each([
    ['another currency', { ...paid, amount: { total: 150_000, currency: 'HKD' } }],
    ['no time', { ...paid, success_time: undefined }],
  ])('of a payment in or with %s is money that staff have to look at [Q3]', (_what, trade) => {
    expect(told(trade)).toMatchObject({ kind: 'unread', tradeNo: 'O261121ABCDEF01', payment: null });
  });

  it.each([
    ['of the channel’s own tries is refused, and no work for staff', 'WECHATPAY/SIGNTEST/abc', 'malformed'],
    ['of somebody else is not believed', 'abcd', 'badSignature'],
  ])('with a signature %s [Q3]', (_what, signature, rejected) => {
    expect(told(paid, signature)).toEqual({ rejected, tradeNo: null });
  });
});
