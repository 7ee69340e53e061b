import type { KeyObject } from 'node:crypto';
import { channelKeys } from '../alipay/keys.ts';
import { certificate } from './certificate.ts';
import type { UnionpayChain } from '../world.ts';

const ROOT = 'UnionPay sandbox root';
const MIDDLE = 'UnionPay sandbox middle';
/** The channel's certificates name it in their third part. */
const SIGNER = '041@Z2026@中国银联股份有限公司@00040000:SIGN';
const TEN_YEARS = 3650;

/** UnionPay's certificates for signing: made at each start of keys that are kept. */
export function unionpayChain(folder: string | undefined): UnionpayChain {
  const keyOf = (name: string): KeyObject => channelKeys(folder, `unionpay-${name}`).privateKey;
  const [root, middle, signer] = [keyOf('root'), keyOf('middle'), keyOf('signer')];
  const vouch = (name: string, issuer: string, own: KeyObject, by: KeyObject): string =>
    certificate({ name, issuer, publicKeyOf: own, signedBy: by, isAuthority: name !== SIGNER, days: TEN_YEARS });
  return {
    privateKey: signer,
    certificate: vouch(SIGNER, MIDDLE, signer, middle),
    middle: vouch(MIDDLE, ROOT, middle, root),
    root: vouch(ROOT, ROOT, root, root),
  };
}
