import type { Authenticators } from './authenticators.ts';
import type { Clock } from './clock.ts';
import type { Faults } from './faults.ts';
import type { Ledger } from './ledger.ts';
import type { AlipayKeys } from './alipay/keys.ts';
import type { Notifier } from './trade/notifier.ts';
import type { Channel } from './ledger.ts';
import type { Dialect } from './trade/dialect.ts';
import type { KeyObject } from 'node:crypto';

/** Who the merchant is to the channel. */
export interface Merchant {
  /** Shown on the pay page. */
  name: string;
  /** The one application that may ask; empty: any that signs rightly. */
  appId: string;
  sellerId: string;
  /** PEM of the application's public key; undefined: nobody can be believed. */
  appPublicKey: string | undefined;
}

/** The access key of the SMS service; undefined: nobody may send. */
export interface SmsAccess {
  keyId: string;
  keySecret: string;
}

/** Who the merchant is to WeChat Pay. */
export interface WechatAccess {
  mchId: string;
  appId: string;
  /** PEM; its calls name it by the serial. */
  merchantPublicKey: string;
  merchantSerial: string;
  /** 32 characters that notifications are sealed under. */
  apiV3Key: string;
  /** The official account's secret; undefined: nobody can sign in. */
  appSecret?: string | undefined;
}

/** WeChat Pay's own key, and the id it is named by in signatures. */
export interface WechatKeys {
  privateKey: KeyObject;
  /** In base64 on one line. */
  publicKey: string;
  keyId: string;
}

/** Who the merchant is to UnionPay. */
export interface UnionpayAccess {
  merId: string;
  /** PEM; its calls name it by the certificate's number. */
  merchantPublicKey: string;
  certId: string;
}

/** UnionPay's certificate for signing and those that vouch for it, PEM. */
export interface UnionpayChain {
  privateKey: KeyObject;
  certificate: string;
  middle: string;
  root: string;
}

/** Who the merchant is to the card gateway, and where it is told. */
export interface CardAccess {
  secretKey: string;
  webhookSecret: string;
  webhookUrl: string;
}

/** What each channel but Alipay was told of the merchant; undefined: it believes nobody. */
export interface Access {
  wechat?: WechatAccess | undefined;
  unionpay?: UnionpayAccess | undefined;
  card?: CardAccess | undefined;
}

/** Everything the parts of the outside world share. */
export interface World {
  ledger: Ledger;
  authenticators: Authenticators;
  clock: Clock;
  faults: Faults;
  keys: AlipayKeys;
  merchant: Merchant;
  notifier: Notifier;
  access: Access;
  wechatKeys: WechatKeys;
  unionpayChain(): UnionpayChain;
  dialects: Readonly<Record<Channel, Dialect>>;
  smsAccess: SmsAccess | undefined;
  /** Where buyers reach this process, without a slash at the end. */
  publicUrl(): string;
}
