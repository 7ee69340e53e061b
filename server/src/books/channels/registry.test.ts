import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from '#platform/config';
import { openSettings } from '#platform/settings';
import { testConfig } from '#platform/testing/config';
import type { ChannelPort } from './channel.ts';
import { adapters, availableWays, channelNamed, openChannels, usualTypeOf } from './registry.ts';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const privatePem = rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const publicPem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const oldPrivatePem = rsa.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
const ellipticPem = elliptic.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const bareOf = (pem: string) => pem.replaceAll(/-----[^-]+-----|\s/g, '');

function givenAlipay(keys: { privateKey?: string; publicKey?: string }): void {
  openSettings(
    testConfig({
      ALIPAY_APP_ID: '2021000000000042',
      ALIPAY_PRIVATE_KEY: keys.privateKey ?? privatePem,
      ALIPAY_PUBLIC_KEY: keys.publicKey ?? publicPem,
      ALIPAY_GATEWAY: 'https://gateway.example/gateway.do',
      ALIPAY_SELLER_ID: '2088000000000001',
    }),
  );
}

function problemsOf(open: () => void): readonly string[] {
  try {
    open();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

const aboutPrivate = 'ALIPAY_PRIVATE_KEY must be an RSA private key, in PEM or as bare base64.';
const aboutPublic = "ALIPAY_PUBLIC_KEY must be Alipay's RSA public key, in PEM or as bare base64.";

describe('the channels at start-up', () => {
  beforeEach(() => openSettings(testConfig()));

  it.each([
    ['PEM', { privateKey: privatePem, publicKey: publicPem }],
    ['the older PEM', { privateKey: oldPrivatePem }],
    ['PEM in one line', { privateKey: privatePem.replaceAll('\n', '\\n') }],
    ['bare base64', { privateKey: bareOf(privatePem), publicKey: bareOf(publicPem) }],
    ['older bare base64', { privateKey: bareOf(oldPrivatePem) }],
  ])('take keys written as %s [T13]', (_notation, keys) => {
    givenAlipay(keys);

    openChannels();

    expect(availableWays()).toMatchObject([{ paymentType: 'ALI_SCANCODE_PAY', channel: 'alipay', group: 'Scan' }]);
  });

  it.each([
    ['a private key that is none', { privateKey: 'MIIEvQ' }, [aboutPrivate]],
    ['a public key that is none', { publicKey: 'not a key' }, [aboutPublic]],
    ['two that are none', { privateKey: 'x', publicKey: 'y' }, [aboutPrivate, aboutPublic]],
    ['our private key in the place of theirs', { publicKey: privatePem }, [aboutPublic]],
    ['their public key in the place of ours', { privateKey: publicPem }, [aboutPrivate]],
    ['a key of another kind', { privateKey: ellipticPem }, [aboutPrivate]],
  ])('refuse %s in one line that names the setting [T13]', (_what, keys, problems) => {
    givenAlipay(keys);

    expect(problemsOf(() => openChannels())).toEqual(problems);
  });

  it('refuse what cannot be a key or a certificate of WeChat Pay and UnionPay, a line each [T13]', () => {
    openSettings(
      testConfig({
        WECHAT_MCH_ID: '1900000001',
        WECHAT_APP_ID: 'wx1',
        WECHAT_PRIVATE_KEY: privatePem,
        WECHAT_SERIAL: '5157',
        WECHAT_PUBLIC_KEY: privatePem,
        WECHAT_PUBLIC_KEY_ID: 'PUB_KEY_ID_1',
        WECHAT_API_V3_KEY: 'too short',
        WECHAT_ENDPOINT: 'https://api.example',
      }),
    );
    const atWechat = problemsOf(() => openChannels());
    openSettings(
      testConfig({
        UNIONPAY_MER_ID: '1',
        UNIONPAY_PRIVATE_KEY: publicPem,
        UNIONPAY_CERT_ID: '1',
        UNIONPAY_ROOT_CERT: 'none',
        UNIONPAY_MIDDLE_CERT: 'none',
        UNIONPAY_GATEWAY: 'https://gateway.example/api',
      }),
    );
    const atUnionpay = problemsOf(() => openChannels());

    expect(atWechat).toEqual([
      "WECHAT_PUBLIC_KEY must be WeChat Pay's RSA public key, in PEM or as bare base64.",
      'WECHAT_API_V3_KEY must be 32 characters long.',
    ]);
    expect(atUnionpay.map((line) => line.split(' ')[0])).toEqual([
      'UNIONPAY_PRIVATE_KEY',
      'UNIONPAY_ROOT_CERT',
      'UNIONPAY_MIDDLE_CERT',
    ]);
  });

  it('have each a type that a trade counts as of which only the channel is known [C17]', () => {
    const port = (): ChannelPort => ({}) as unknown as ChannelPort;
    const scan = { paymentType: 'WEIXIN_SCANCODE_PAY', group: 'Scan' } as const;
    openChannels([
      { name: 'wechat', ways: [scan], open: port },
      { name: 'card', usualType: 'VISA_Master_AE_JCB', ways: [scan], open: port },
      { name: 'alipay', ways: [scan], open: () => null },
    ]);

    expect(['wechat', 'card', 'alipay', 'free'].map(usualTypeOf)).toEqual([
      'WEIXIN_SCANCODE_PAY',
      'VISA_Master_AE_JCB',
      null,
      null,
    ]);
  });

  it('are none where none is configured', () => {
    openChannels();

    expect([availableWays(), channelNamed('alipay'), channelNamed('free')]).toEqual([[], null, null]);
    expect(adapters.map(({ name }) => name)).toEqual(['alipay', 'wechat', 'unionpay', 'card']);
  });
});
