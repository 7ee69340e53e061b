import * as z from 'zod/mini';
import { address, choice, list, phrase, secret, text } from '#platform/config/shapes';

const unionpayWays = ['B2C', 'B2B', 'UNION_SCANCODE_PAY', 'EXPRESS_PAY', 'AGREEMENT_PAY'] as const;

/** The settings of the payment channels beside Alipay; a channel whose settings are absent is not offered. */
export const channelEnvironment = {
  WECHAT_MCH_ID: phrase("WeChat Pay v3: the merchant's number."),
  WECHAT_APP_ID: phrase('The application that pays.'),
  WECHAT_PRIVATE_KEY: secret('Our private key.'),
  WECHAT_SERIAL: phrase('The serial number of our certificate.'),
  WECHAT_PUBLIC_KEY: phrase("WeChat's public key; we use its public-key mode."),
  WECHAT_PUBLIC_KEY_ID: phrase('The number of that key.'),
  WECHAT_API_V3_KEY: secret('Opens what WeChat seals for us.'),
  WECHAT_ENDPOINT: address('Where WeChat Pay is asked.', /^https?:$/, 'https://api.mch.weixin.qq.com'),
  WECHAT_APP_SECRET: secret(
    "The secret of that application, an official account: it signs people in inside WeChat. Without it WeChat Pay is not offered in WeChat's own browser.",
  ),
  WECHAT_SIGN_IN_PAGE: address(
    'The page of that sign-in.',
    /^https?:$/,
    'https://open.weixin.qq.com/connect/oauth2/authorize',
  ),
  WECHAT_SIGN_IN_ENDPOINT: address(
    'Where the code that it gives is exchanged.',
    /^https?:$/,
    'https://api.weixin.qq.com/sns/oauth2/access_token',
  ),
  UNIONPAY_MER_ID: phrase("UnionPay: the merchant's number."),
  UNIONPAY_PRIVATE_KEY: secret('Our private key.'),
  UNIONPAY_CERT_ID: phrase('The number of our certificate.'),
  UNIONPAY_ROOT_CERT: phrase("The root of UnionPay's certificates."),
  UNIONPAY_MIDDLE_CERT: phrase('The certificate between the root and the one that signs.'),
  UNIONPAY_GATEWAY: address('Where UnionPay is asked.', /^https?:$/, 'https://gateway.95516.com/gateway/api'),
  UNIONPAY_PAGES: text(
    'Where its gateway leads a payer on to: origins, separated by spaces. Browsers hold a posted form against them.',
    'https://*.95516.com',
    /^https?:\/\/[\w.*-]+(:\d+)?( https?:\/\/[\w.*-]+(:\d+)?)*$/,
    'must be origins such as https://*.95516.com, separated by spaces',
  ),
  UNIONPAY_SIGNER_NAME: text("The name that UnionPay's own certificate carries.", '中国银联股份有限公司'),
  UNIONPAY_WAYS: list("What the merchant's contract covers.", unionpayWays, 'B2C,B2B,UNION_SCANCODE_PAY,EXPRESS_PAY'),
  STRIPE_SECRET_KEY: secret('International cards: the key to Stripe.'),
  STRIPE_WEBHOOK_SECRET: secret('Proves that a notification is from Stripe.'),
  STRIPE_ENDPOINT: address('Where Stripe is asked.', /^https?:$/, 'https://api.stripe.com'),
  STRIPE_APPLE_PAY: choice(
    "Whether the card page offers Apple Pay: `on` in Apple's own browser, `anywhere` in every one.",
    ['on', 'off', 'anywhere'],
    'off',
  ),
  PAYMENT_LIMITS: text(
    'Amounts in fen between which a way is offered: `EXPRESS_PAY:1-2000000,VISA_Master_AE_JCB:400-`.',
    'VISA_Master_AE_JCB:400-,APPLE_PAY:400-',
    /^$|^\w+:\d+-\d*(,\w+:\d+-\d*)*$/,
    'must be such as EXPRESS_PAY:1-2000000',
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
  ['WECHAT_APP_SECRET', 'WECHAT_SIGN_IN_PAGE', 'WECHAT_SIGN_IN_ENDPOINT'],
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
  const signIn = wechatSignInFrom(given);
  return { mchId, appId, privateKey, serial, publicKey, publicKeyId, apiV3Key, endpoint, signIn };
}

function wechatSignInFrom(given: Settings) {
  const { WECHAT_APP_SECRET: appSecret, WECHAT_SIGN_IN_PAGE: page, WECHAT_SIGN_IN_ENDPOINT: endpoint } = given;
  return appSecret && page && endpoint ? { appSecret, page, endpoint } : null;
}

/** What is wrong with settings that need others, a line each. */
export function channelProblems(given: Settings): string[] {
  const isAlone = given.WECHAT_APP_SECRET !== undefined && given.WECHAT_MCH_ID === undefined;
  return isAlone ? ['WECHAT_MCH_ID must be set when WECHAT_APP_SECRET is.'] : [];
}

function unionpayFrom(given: Settings) {
  const { UNIONPAY_MER_ID: merId, UNIONPAY_PRIVATE_KEY: privateKey, UNIONPAY_CERT_ID: certId } = given;
  const { UNIONPAY_ROOT_CERT: rootCert, UNIONPAY_MIDDLE_CERT: middleCert, UNIONPAY_GATEWAY: gateway } = given;
  if (!merId || !privateKey || !certId || !rootCert || !middleCert || !gateway) return null;
  const ways = given.UNIONPAY_WAYS.split(',').map((each) => each.trim());
  const { UNIONPAY_SIGNER_NAME: signerName, UNIONPAY_PAGES: pages } = given;
  return {
    merId,
    privateKey,
    certId,
    rootCert,
    middleCert,
    signerName,
    ways,
    gateway: gateway.replace(/(?<!\/)\/+$/, ''),
    pages: pages.split(' '),
  };
}

function cardFrom(given: Settings) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_ENDPOINT: endpoint } = given;
  if (!secretKey || !webhookSecret || !endpoint) return null;
  return { secretKey, webhookSecret, endpoint, applePay: given.STRIPE_APPLE_PAY };
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
