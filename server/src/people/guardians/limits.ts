import { addSeconds, later, millisecondsBetween } from '@exam/contract/rules';
import { sql } from 'kysely';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuseForNow } from '#platform/errors';
import { tryLimitWithin } from '#platform/limits';
import type { Case } from './links.ts';

/** Into how many parts the accounts are divided for the limit of the whole site. */
const parts = 16;

const day = 86_400;

/** How many messages a day one account has sent to one number; the rest follow on later days. */
const dailyOfPair = 3;

/** How many it has sent in a day at most, where the next would else come too late to be answered. */
const mostOfPair = 5;

type Pair = Pick<Case, 'accountId' | 'numberKey'>;

type Counted = Pair & {
  /** The guardian's number, 11 digits. */
  mobile: string;
  /** A hash of the address that asked for it; null where no request did, such as for money that came late. */
  caller: string | null;
  now: string;
  /** Until when a link that is sent at an instant can be answered. */
  end: (sent: string) => string;
};

/**
 * Counts a text message to a guardian, who need not know of the account: by account, by address, by number and on the whole site (S-23), and by account and
 * number together. Beyond a limit the message goes later, or at once where later would be too late; never more than five a day of one account to one number.
 * What is beyond three is not counted of the number, so that one account does not use it up for the others who name it.
 * @returns when the message goes; null for never: the page of the account shows what waits.
 */
export async function countNotice(tx: Tx, counted: Counted): Promise<string | null> {
  const { accountId, mobile, numberKey, caller, now, end } = counted;
  // First of all: two of one account wait for each other here, so that each counts the other's.
  const ofAccount = await tryLimitWithin(tx, 'guardianNotice.account', accountId);
  const sent = await sentToPair(tx, { accountId, numberKey });
  const free = sent.length < dailyOfPair ? now : later(now, addSeconds(sent[dailyOfPair - 1] ?? now, day));
  const mayHurry = sent.filter((at) => at > addSeconds(now, -day)).length < mostOfPair;
  if (free >= end(free) && !mayHurry) return null;
  const part = String(Number.parseInt(accountId.slice(0, 8), 16) % parts);
  const waits = [
    ofAccount,
    caller === null ? null : await tryLimitWithin(tx, 'guardianNotice.ip', caller),
    free > now ? null : await tryLimitWithin(tx, 'guardianNotice.number', mobile),
    await tryLimitWithin(tx, 'guardianNotice.all', part),
  ];
  const turn = later(free, addSeconds(now, Math.max(0, ...waits.map((seconds) => seconds ?? 0))));
  if (turn < end(turn)) return turn;
  return mayHurry ? now : null;
}

/** @throws Refusal RATE_LIMITED where one account has had five messages sent to a number in a day. */
export async function checkPair(tx: Tx, pair: Pair): Promise<void> {
  const [now, fifth] = [await readNow(tx), (await sentToPair(tx, pair))[mostOfPair - 1]];
  const seconds = fifth === undefined ? 0 : millisecondsBetween(now, addSeconds(fifth, day)) / 1000;
  if (seconds > 0) refuseForNow('RATE_LIMITED', Math.ceil(seconds));
}

/** When one account has had messages sent to a number, and will have, those that come last first; only as many as are counted. One that was taken back has no message. */
async function sentToPair(tx: Tx, { accountId, numberKey }: Pair): Promise<string[]> {
  const { rows } = await sql<{ at: string }>`
    select answer.at from guardian_case known join guardian_answer answer on answer.case_id = known.id
    where known.account_id = ${accountId} and known.mobile_key = ${numberKey} and answer.token_hash is not null and answer.message_id is not null
    order by answer.at desc limit ${mostOfPair}`.execute(tx);
  return rows.map(({ at }) => at);
}
