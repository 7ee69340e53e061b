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
/** A channel that listens, and gives no answer that can be trusted. */
const listener = createServer((request, response) => {
  const { method = '', url: path = '', headers } = request;
  void text(request).then((body) => {
    heard.push({ method, path, headers, body });
    response.writeHead(500).end();
  });
});

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openTestPlatform();
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  openSettings(
    testConfig({
      WECHAT_MCH_ID: '1900000001',
      WECHAT_APP_ID: 'wx0000000000000001',
      WECHAT_PRIVATE_KEY: privateKey,
      WECHAT_SERIAL: '5157F09EFDC096DE15EBE81A47057A7232F1B8E1',
      WECHAT_PUBLIC_KEY: publicKey,
      WECHAT_PUBLIC_KEY_ID: 'PUB_KEY_ID_0000000001',
      WECHAT_API_V3_KEY: '0123456789abcdef0123456789abcdef',
      WECHAT_ENDPOINT: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/wechat`,
    }),
  );
  openChannels();
});
afterAll(async () => {
  listener.close();
  await close();
});

it('WeChat Pay’s usual client finds each of our requests rightly signed [T13]', async () => {
  const channel = channelNamed('wechat');
  const [tradeNo, startedAt] = ['O26112719AKSN01', '2026-11-27T01:00:00.000Z'];
  const start = { tradeNo, startedAt, amount: 150_000, subject: '雅思', expiresAt: '2026-11-27T01:30:00.000Z' };
  const way = { ip: '203.0.113.5', paymentType: 'WEIXIN_SCANCODE_PAY' } as const;
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
