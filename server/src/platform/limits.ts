import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { inTransaction } from '#platform/database';
import { refuseForNow } from '#platform/errors';
import { type LimitName, limits, type Window } from '#platform/limit-table';

/**
 * Takes one of what is left for `key` (an account, a number, an address; only its hash is stored). It commits by itself, so
 * that a refusal afterwards gives nothing back: call it before the command's own transaction.
 * @throws Refusal RATE_LIMITED (429) with the seconds until the next take is free.
 */
export async function takeLimit(name: LimitName, key: string): Promise<void> {
  const windows: readonly Window[] = limits[name].windows;
  const hash = hashOf(name, key);
  const longest = Math.max(...windows.map(({ seconds }) => seconds));
  const isFree = sql.join(
    windows.map(
      ({ takes, seconds }) =>
        sql`(select count(*) from unnest(kept.taken_at) t where t > app_now() - make_interval(secs => ${seconds})) < ${takes}`,
    ),
    sql` and `,
  );
  const waitSeconds = await inTransaction(async (tx) => {
    const taken = await sql`
      insert into rate_limit as kept (name, key_hash, taken_at) values (${name}, ${hash}, array[app_now()])
      on conflict (name, key_hash) do update
        set taken_at = array(select t from unnest(kept.taken_at) t where t > app_now() - make_interval(secs => ${longest}) order by t) || app_now()
        where ${isFree}
      returning name`.execute(tx);
    if (taken.rows.length > 0) return null;
    const waits = sql.join(
      windows.map(
        ({ takes, seconds }) => sql`
        extract(epoch from (select t from unnest(kept.taken_at) t order by t desc offset ${takes - 1} limit 1) + make_interval(secs => ${seconds}) - app_now())`,
      ),
    );
    const { rows } = await sql<{ seconds: number | null }>`
      select greatest(${waits}) as seconds from rate_limit kept where name = ${name} and key_hash = ${hash}`.execute(
      tx,
    );
    return Math.max(1, Math.ceil(rows[0]?.seconds ?? 1));
  });
  if (waitSeconds !== null) refuseForNow('RATE_LIMITED', waitSeconds);
}

/** Gives all takes of a key back: a right password ends the count of wrong ones. */
export async function clearLimit(name: LimitName, key: string): Promise<void> {
  await inTransaction(async (tx) => {
    await sql`delete from rate_limit where name = ${name} and key_hash = ${hashOf(name, key)}`.execute(tx);
  });
}

/** Forgets keys that nobody used for a day; run by a cron. */
export async function forgetOldTakes(): Promise<void> {
  await inTransaction(async (tx) => {
    await sql`delete from rate_limit where taken_at[array_upper(taken_at, 1)] < app_now() - interval '1 day'`.execute(
      tx,
    );
  });
}

/** Addresses of one household or firm share a network: /24 for IPv4, /48 for IPv6. */
export function networkOf(ip: string): string {
  const plain = ip.replace(/^::ffff:/, '');
  return plain.includes(':') ? plain.split(':').slice(0, 3).join(':') : plain.split('.').slice(0, 3).join('.');
}

function hashOf(name: LimitName, key: string): Buffer {
  return createHash('sha256').update(`${name}\n${key}`).digest();
}
