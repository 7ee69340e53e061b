import { reading, type Tx } from '#platform/database';
import { hashSecret } from '#platform/vault';
import { isKnown } from './devices.ts';
import { targetOfSecondFactor } from '../store.ts';
import { accountOfTicket } from '../tickets.ts';

/** What a browser has of an account: the cookie of a device, and that of a sign-in whose password was right. */
export type Carried = { deviceToken?: string | null; ticket?: string | null };

/** By what whoever asks for a code, or enters one, has shown to hold the account; `key` is what is counted. */
export type Holder = { by: 'device' | 'password'; key: string };

/**
 * Whether a browser is that of the account which holds a number or an address: a device that the account knows, or, where its second step
 * goes there, a sign-in by its password. What strangers use up of the number's own limits does not keep such a one out (T2, T3).
 * @returns null for anybody else.
 */
export async function holderOfTarget(targetKey: Buffer, { deviceToken, ticket }: Carried): Promise<Holder | null> {
  return await reading(async (tx) => {
    const device = await deviceOf(tx, targetKey, deviceToken ?? null);
    if (device !== null) return { by: 'device', key: device };
    const account = await accountOfTicket(tx, ticket ?? null, 'secondFactor');
    return account && targetOfSecondFactor(account).key.equals(targetKey) ? { by: 'password', key: account.id } : null;
  });
}

async function deviceOf(tx: Tx, targetKey: Buffer, token: string | null): Promise<string | null> {
  if (token === null) return null;
  const found = await tx
    .selectFrom('account_device as device')
    .innerJoin('account', 'account.id', 'device.account_id')
    .select('device.id')
    .where('token_hash', '=', hashSecret(token))
    .where((at) => at.or([at('phone_key', '=', targetKey), at('email_key', '=', targetKey)]))
    .where(isKnown)
    .executeTakeFirst();
  return found?.id ?? null;
}
