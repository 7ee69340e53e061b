import { addSeconds } from '@exam/contract/rules';
import type { Tx } from '#platform/database';
import { refuseForNow } from '#platform/errors';
import { currentCaller } from '#platform/http/request-context';
import { tryLimitWithin } from '#platform/limits';

/** Into how many parts the accounts are divided for the limit of the whole site. */
const parts = 16;

/**
 * Counts a text message to a guardian whom a request names, who need not know of it: by account, by address and on the whole site. What nobody
 * asked for just now, such as a payment that came late, and acts of staff are not counted.
 * @returns from when the message may go: now, or later where the whole site has sent too many.
 * @throws Refusal RATE_LIMITED (429) where the account or the address has named too many; nothing of the request is kept then.
 */
export async function countNotice(tx: Tx, accountId: string, now: string): Promise<string> {
  const caller = currentCaller();
  if (caller === null) return now;
  const part = String(Number.parseInt(accountId.slice(0, 8), 16) % parts);
  const waits = [
    await tryLimitWithin(tx, 'guardianNotice.account', accountId),
    await tryLimitWithin(tx, 'guardianNotice.ip', caller),
  ];
  for (const seconds of waits) if (seconds !== null) refuseForNow('RATE_LIMITED', seconds);
  const seconds = await tryLimitWithin(tx, 'guardianNotice.all', part);
  return seconds === null ? now : addSeconds(now, seconds);
}
