import type { Authenticators } from './authenticators.ts';
import type { Clock } from './clock.ts';
import type { Faults } from './faults.ts';
import type { Ledger } from './ledger.ts';
import type { AlipayKeys } from './alipay/keys.ts';
import type { Notifier } from './alipay/notify.ts';

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

/** Everything the parts of the outside world share. */
export interface World {
  ledger: Ledger;
  authenticators: Authenticators;
  clock: Clock;
  faults: Faults;
  keys: AlipayKeys;
  merchant: Merchant;
  notifier: Notifier;
  smsAccess: SmsAccess | undefined;
  /** Where buyers reach this process, without a slash at the end. */
  publicUrl(): string;
}
