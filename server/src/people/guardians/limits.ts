import { addSeconds } from '@exam/contract/rules';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { tryLimitWithin } from '#platform/limits';

/** Into how many parts the accounts are divided for the limit of the whole site. */
const parts = 16;

/** How many messages a day one account has sent to one number; the rest follow on later days. */
const dailyOfPair = 3;

type Counted = {
  accountId: string;
  /** The guardian's number, 11 digits, and the key under which the account has it. */
  mobile: string;
  numberKey: Buffer;
  /** A hash of the address that asked for it; null where no request did, such as for money that came late. */
  caller: string | null;
  now: string;
};

/**
 * Counts a text message to a guardian, who need not know of the account: by account, by address, by number and on the whole site (S-23). Nobody is
 * refused anything: beyond a limit the message goes later. One account alone does not use up a number for the others who name it.
 * @returns from when the message may go.
 */
export async function countNotice(tx: Tx, { accountId, mobile, numberKey, caller, now }: Counted): Promise<string> {
  const part = String(Number.parseInt(accountId.slice(0, 8), 16) % parts);
  const waits = [
    await tryLimitWithin(tx, 'guardianNotice.account', accountId),
    caller === null ? null : await tryLimitWithin(tx, 'guardianNotice.ip', caller),
    await tryLimitWithin(tx, 'guardianNotice.number', mobile),
    await tryLimitWithin(tx, 'guardianNotice.all', part),
  ];
  const latest = Math.max(0, ...waits.map((seconds) => seconds ?? 0));
  const free = await pairFree(tx, { accountId, numberKey });
  const then = addSeconds(now, latest);
  return free !== null && free > then ? free : then;
}

/** When an account that has had one number told of too much in a day may have it told again; null: now. */
async function pairFree(
  tx: Tx,
  { accountId, numberKey }: Pick<Counted, 'accountId' | 'numberKey'>,
): Promise<string | null> {
  const { rows } = await sql<{ at: string }>`
    select freed.at from (
      select answer.at + interval '1 day' as at from guardian_case known join guardian_answer answer on answer.case_id = known.id
      where known.account_id = ${accountId} and known.mobile_key = ${numberKey} and answer.kind in ('asked', 'told')
      order by answer.at desc offset ${dailyOfPair - 1} limit 1) freed
    where freed.at > app_now()`.execute(tx);
  return rows[0]?.at ?? null;
}
