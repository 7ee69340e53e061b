import { isIP } from 'node:net';
import { addDays, endOfDay, lastStart } from '@exam/contract/rules';
import { sql } from 'kysely';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { addressKey } from '#platform/network-log';
import { unseal } from '#platform/vault';

/** One call as it is told to the privacy officer. */
export type LoggedCall = {
  id: string;
  at: string;
  origin: string;
  method: string;
  route: string | null;
  status: number;
  milliseconds: number;
  accountId: string | null;
  staffId: string | null;
  address: string;
};

/** As many as a file for a person can hold; the latest ones. */
const most = 50_000;

/**
 * The calls of one account of portal or console, of one address, or of one request, newest first, at most 50,000; none that has passed its
 * period and waits for the night.
 * @param asked.of a uuid, or an address as it would be in a socket.
 * @param asked.from,asked.to China dates, both included.
 * @throws Refusal MALFORMED (400) for anything else.
 */
export async function findCalls(
  tx: Tx,
  { of, from, to }: { of: string; from?: string | undefined; to?: string | undefined },
): Promise<{ calls: LoggedCall[]; isAddress: boolean }> {
  const isAddress = isIP(of) !== 0;
  if (!isAddress && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(of)) refuse('MALFORMED');
  const whose = isAddress
    ? sql`address_key = ${addressKey(of)}`
    : sql`(account_id = ${of}::uuid or staff_id = ${of}::uuid or id = ${of}::uuid)`;
  const since = from === undefined ? sql`true` : sql`at >= ${endOfDay(addDays(from, -1))}::timestamptz`;
  const until = to === undefined ? sql`true` : sql`at < ${endOfDay(to)}::timestamptz`;
  const border = lastStart('networkLog', await readNow(tx));
  const { rows } = await sql<Omit<LoggedCall, 'address'> & { sealed: Buffer }>`
    select id, at, origin, method, route, status, milliseconds, account_id as "accountId", staff_id as "staffId",
      address_sealed as sealed
    from network_log where ${whose} and ${since} and ${until} and at > ${border}::timestamptz
    order by at desc, id limit ${most}`.execute(tx);
  const calls = rows.map(({ sealed, ...call }) => ({
    ...call,
    address: unseal(sealed, { table: 'network_log', row: call.id, column: 'address' }),
  }));
  return { calls, isAddress };
}
