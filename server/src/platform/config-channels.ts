import * as z from 'zod/mini';

const phrase = z.optional(z.string().check(z.minLength(1, 'must not be empty'), z.maxLength(10_000, 'is too long')));
const address = (example: string) =>
  z.optional(
    z
      .string()
      .check(
        z.refine(
          (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
          `must be an address such as ${example}`,
        ),
      ),
  );
const list = (allowed: readonly string[], fallback: string) =>
  z._default(
    z
      .string()
      .check(
        z.refine(
          (value) => value.split(',').every((each) => allowed.includes(each.trim())),
          `must be some of ${allowed.join(', ')}, separated by commas`,
        ),
      ),
    fallback,
  );

const unionpayWays = ['B2C', 'B2B', 'UNION_SCANCODE_PAY', 'EXPRESS_PAY', 'AGREEMENT_PAY'] as const;

/** The settings of the payment channels beside Alipay; a channel whose settings are absent is not offered. */
export const channelEnvironment = {
  /** WeChat Pay v3, in public-key mode. */
  WECHAT_MCH_ID: phrase,
  WECHAT_APP_ID: phrase,
  WECHAT_PRIVATE_KEY: phrase,
  /** The serial number of our certificate. */
  WECHAT_SERIAL: phrase,
  WECHAT_PUBLIC_KEY: phrase,
  WECHAT_PUBLIC_KEY_ID: phrase,
  WECHAT_API_V3_KEY: phrase,
  WECHAT_ENDPOINT: address('https://api.mch.weixin.qq.com'),
  UNIONPAY_MER_ID: phrase,
  UNIONPAY_PRIVATE_KEY: phrase,
  UNIONPAY_CERT_ID: phrase,
  UNIONPAY_ROOT_CERT: phrase,
  UNIONPAY_MIDDLE_CERT: phrase,
  UNIONPAY_GATEWAY: address('https://gateway.95516.com/gateway/api'),
  /** The name that UnionPay's own certificate carries. */
  UNIONPAY_SIGNER_NAME: z._default(z.string(), '中国银联股份有限公司'),
  /** What the merchant's contract covers. */
  UNIONPAY_WAYS: list(unionpayWays, 'B2C,B2B,UNION_SCANCODE_PAY,EXPRESS_PAY'),
  STRIPE_SECRET_KEY: phrase,
  STRIPE_WEBHOOK_SECRET: phrase,
  STRIPE_ENDPOINT: address('https://api.stripe.com'),
  /** Whether the card gateway's page offers Apple Pay for this merchant. */
  STRIPE_APPLE_PAY: z._default(z.enum(['on', 'off'], 'must be on or off'), 'off'),
  /** Amounts in fen between which a way is offered: `EXPRESS_PAY:1-2000000,VISA_Master_AE_JCB:400-`. */
  PAYMENT_LIMITS: z._default(
    z.string().check(z.regex(/^$|^\w+:\d+-\d*(,\w+:\d+-\d*)*$/, 'must be such as EXPRESS_PAY:1-2000000')),
    'VISA_Master_AE_JCB:400-,APPLE_PAY:400-',
  ),
};

/** Settings that make sense only together. */
export const channelGroups = [
  [
    'WECHAT_MCH_ID',
    'WECHAT_APP_ID',
    'WECHAT_PRIVATE_KEY',
    'WECHAT_SERIAL',
    'WECHAT_PUBLIC_KEY',
    'WECHAT_PUBLIC_KEY_ID',
    'WECHAT_API_V3_KEY',
    'WECHAT_ENDPOINT',
  ],
  [
    'UNIONPAY_MER_ID',
    'UNIONPAY_PRIVATE_KEY',
    'UNIONPAY_CERT_ID',
    'UNIONPAY_ROOT_CERT',
    'UNIONPAY_MIDDLE_CERT',
    'UNIONPAY_GATEWAY',
  ],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_ENDPOINT'],
] as const;

const shape = z.object(channelEnvironment);
type Settings = z.output<typeof shape>;

/** The channels' settings by what they are; null where one is not configured. */
export function channelsFrom(given: Settings) {
  return { wechat: wechatFrom(given), unionpay: unionpayFrom(given), card: cardFrom(given), limits: limitsFrom(given) };
}

function wechatFrom(given: Settings) {
  const { WECHAT_MCH_ID: mchId, WECHAT_APP_ID: appId, WECHAT_PRIVATE_KEY: privateKey, WECHAT_SERIAL: serial } = given;
  const { WECHAT_PUBLIC_KEY: publicKey, WECHAT_PUBLIC_KEY_ID: publicKeyId } = given;
  const { WECHAT_API_V3_KEY: apiV3Key, WECHAT_ENDPOINT: endpoint } = given;
  if (!mchId || !appId || !privateKey || !serial) return null;
  if (!publicKey || !publicKeyId || !apiV3Key || !endpoint) return null;
  return { mchId, appId, privateKey, serial, publicKey, publicKeyId, apiV3Key, endpoint };
}

function unionpayFrom(given: Settings) {
  const { UNIONPAY_MER_ID: merId, UNIONPAY_PRIVATE_KEY: privateKey, UNIONPAY_CERT_ID: certId } = given;
  const { UNIONPAY_ROOT_CERT: rootCert, UNIONPAY_MIDDLE_CERT: middleCert, UNIONPAY_GATEWAY: gateway } = given;
  if (!merId || !privateKey || !certId || !rootCert || !middleCert || !gateway) return null;
  const ways = given.UNIONPAY_WAYS.split(',').map((each) => each.trim());
  const signerName = given.UNIONPAY_SIGNER_NAME;
  return { merId, privateKey, certId, rootCert, middleCert, gateway: gateway.replace(/\/+$/, ''), signerName, ways };
}

function cardFrom(given: Settings) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_ENDPOINT: endpoint } = given;
  if (!secretKey || !webhookSecret || !endpoint) return null;
  return { secretKey, webhookSecret, endpoint, hasApplePay: given.STRIPE_APPLE_PAY === 'on' };
}

/** Least and greatest amount of a way in fen, by its name. */
function limitsFrom({ PAYMENT_LIMITS: text }: Settings): ReadonlyMap<string, { from: number; to: number }> {
  const parts = text.split(',').filter((part) => part !== '');
  return new Map(
    parts.map((part) => {
      const [name = '', range = ''] = part.split(':');
      const [from = '', to = ''] = range.split('-');
      return [name, { from: Number(from), to: to === '' ? Number.MAX_SAFE_INTEGER : Number(to) }];
    }),
  );
}
