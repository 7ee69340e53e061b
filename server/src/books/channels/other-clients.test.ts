import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Formatter, Rsa } from 'wechatpay-axios-plugin';
import { openSettings } from '#platform/settings';
import { openTestPlatform } from '#testing/app';
import { testConfig } from '#platform/testing/config';
import { ChannelSilent } from './channel.ts';
import { channelNamed, openChannels } from './registry.ts';

/** A request as it came over the line. */
type Heard = { method: string; path: string; headers: IncomingHttpHeaders; body: string };

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const heard: Heard[] = [];
/** What the channel says at an address; nothing that can be trusted, unless a test has given it words. */
const words = new Map<string, string>();
const listener = createServer((request, response) => {
  const { method = '', url: path = '', headers } = request;
  void text(request).then((body) => {
    heard.push({ method, path, headers, body });
    const said = words.get(path.split('?')[0] ?? '');
    if (said === undefined) return response.writeHead(500).end();
    const [timestamp, nonce] = [String(Formatter.timestamp()), Formatter.nonce()];
    return response
      .writeHead(200, {
        'wechatpay-timestamp': timestamp,
        'wechatpay-nonce': nonce,
        'wechatpay-serial': 'PUB_KEY_ID_0000000001',
        'wechatpay-signature': Rsa.sign(Formatter.response(timestamp, nonce, said), privateKey),
      })
      .end(said);
  });
});

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openTestPlatform();
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  openSettings(
    testConfig({
      WECHAT_MCH_ID: '1900000001',
      WECHAT_APP_ID: 'wx0000000000000001',
      WECHAT_PRIVATE_KEY: privateKey,
      WECHAT_SERIAL: '5157F09EFDC096DE15EBE81A47057A7232F1B8E1',
      WECHAT_PUBLIC_KEY: publicKey,
      WECHAT_PUBLIC_KEY_ID: 'PUB_KEY_ID_0000000001',
      WECHAT_API_V3_KEY: '0123456789abcdef0123456789abcdef',
      WECHAT_ENDPOINT: `${url}/wechat`,
      WECHAT_APP_SECRET: 'fedcba9876543210fedcba9876543210',
      WECHAT_SIGN_IN_PAGE: `${url}/authorize`,
      WECHAT_SIGN_IN_ENDPOINT: `${url}/access_token`,
    }),
  );
  openChannels();
});
afterAll(async () => {
  listener.close();
  await close();
});

const [tradeNo, startedAt] = ['O26112719AKSN01', '2026-11-27T01:00:00.000Z'];
const back = { url: 'https://exams.example/payment/pay?orderId=7', state: 'a1B2' };
const start = { tradeNo, startedAt, amount: 150_000, subject: '雅思', expiresAt: '2026-11-27T01:30:00.000Z', back };
const way = { ip: '203.0.113.5', paymentType: 'WEIXIN_SCANCODE_PAY' } as const;

it('WeChat Pay’s usual client finds what opens its sheet rightly signed, for whoever the code names [T13]', async () => {
  words.set('/access_token', JSON.stringify({ openid: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o', access_token: 'x' }));
  words.set('/wechat/v3/pay/transactions/jsapi', JSON.stringify({ prepay_id: 'wx201410272009395522657a690389285100' }));

  const opened = await channelNamed('wechat')?.sheet?.({ ...start, ...way, device: 'wechat' }, 'the-code');
  words.clear();

  const fields = opened && 'fields' in opened ? opened.fields : {};
  const signed = ['appId', 'timeStamp', 'nonceStr', 'package'].map((name) => fields[name] ?? '');
  expect(fields).toMatchObject({
    appId: 'wx0000000000000001',
    timeStamp: expect.stringMatching(/^\d{10}$/),
    package: 'prepay_id=wx201410272009395522657a690389285100',
    signType: 'RSA',
  });
  expect(Rsa.verify(Formatter.joinedByLineFeed(...signed), fields['paySign'] ?? '', publicKey)).toBe(true);
  const [asked, made] = heard.splice(0);
  expect(Object.fromEntries(new URLSearchParams(asked?.path.split('?')[1]))).toEqual({
    appid: 'wx0000000000000001',
    secret: 'fedcba9876543210fedcba9876543210',
    code: 'the-code',
    grant_type: 'authorization_code',
  });
  expect(JSON.parse(made?.body ?? '')).toMatchObject({
    out_trade_no: tradeNo,
    amount: { total: 150_000 },
    payer: { openid: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o' },
  });
});

it('WeChat’s sign-in is led to as its documents say: silently, the way back and its mark with it', async () => {
  const started = await channelNamed('wechat')?.start({ ...start, ...way, device: 'wechat' });

  const page = new URL(started?.redirectUrl ?? '');
  expect([page.pathname, page.hash, started?.qrCode]).toEqual(['/authorize', '#wechat_redirect', null]);
  expect([...page.searchParams]).toEqual([
    ['appid', 'wx0000000000000001'],
    ['redirect_uri', back.url],
    ['response_type', 'code'],
    ['scope', 'snsapi_base'],
    ['state', 'a1B2'],
  ]);
  expect(heard).toEqual([]);
});

it.each([
  ['nothing', undefined],
  ['no JSON', '<html>'],
  ['no name', '{"access_token":"x"}'],
  ['a name that is none', '{"openid":"a b"}'],
  ['that our secret is wrong', '{"errcode":40125,"errmsg":"invalid appsecret"}'],
] as const)('WeChat’s sign-in that says %s is a silent channel, and no trade is made', async (_, said) => {
  if (said !== undefined) words.set('/access_token', said);

  const opened = channelNamed('wechat')?.sheet?.({ ...start, ...way, device: 'wechat' }, 'the-code');

  await expect(opened).rejects.toThrow(ChannelSilent);
  words.clear();
  expect(heard.splice(0).map(({ path }) => path.split('?')[0])).toEqual(['/access_token']);
});

it('WeChat Pay’s usual client finds each of our requests rightly signed [T13]', async () => {
  const channel = channelNamed('wechat');
  const refund = {
    tradeNo,
    channelTradeNo: '4200000000000001',
    serialNumber: 'R26112719AKSN01',
    amount: 50_000,
    reason: '考生取消',
    paidAmount: 150_000,
    requestedAt: startedAt,
  };

  const answers = await Promise.allSettled([
    channel?.start({ ...start, ...way, device: 'desktop' }),
    channel?.start({ ...start, ...way, device: 'phone' }),
    channel?.query(tradeNo),
    channel?.close(tradeNo),
    channel?.refund(refund),
    channel?.queryRefund(refund),
  ]);

  expect(answers.map((answer) => answer.status === 'rejected' && answer.reason instanceof ChannelSilent)).toEqual(
    answers.map(() => true),
  );
  expect(heard.length).toBeGreaterThanOrEqual(6);
  for (const { method, path, headers, body } of heard) {
    const fields = new Map(
      [...(headers.authorization ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value ?? '']),
    );
    const [timestamp = '', nonce = '', signature = ''] = ['timestamp', 'nonce_str', 'signature'].map((name) =>
      fields.get(name),
    );
    const signed = Formatter.request(method, path, timestamp, nonce, body);
    expect(Rsa.verify(signed, signature, publicKey), `${method} ${path}`).toBe(true);
  }
});
