import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from '#platform/config';
import { openSettings } from '#platform/settings';
import { testConfig } from '#platform/testing/config';
import { adapters, availableWays, channelNamed, openChannels } from './registry.ts';

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

    expect(availableWays()).toEqual([{ paymentType: 'ALI_SCANCODE_PAY', channel: 'alipay', group: 'Scan' }]);
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

  it('are none where none is configured', () => {
    openChannels();

    expect([availableWays(), channelNamed('alipay'), channelNamed('free')]).toEqual([[], null, null]);
    expect(adapters.map(({ name }) => name)).toEqual(['alipay']);
  });
});
