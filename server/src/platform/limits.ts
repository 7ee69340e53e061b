import { sql } from 'kysely';
import { inTransaction, reading, type Tx } from '#platform/database';
import { refuseForNow } from '#platform/errors';
import { callerOf } from '#platform/limits/caller';
import { byAddress } from '#platform/limits/limit';
import { type LimitName, limits } from '#platform/limits/table';
import { blindIndex } from '#platform/vault';

/**
 * Takes one of what is left for `key` (an account, a number, an address; only its keyed hash is stored). It commits by itself, so
 * that a refusal afterwards gives nothing back: call it before the command's own transaction.
 * @throws Refusal RATE_LIMITED (429) with the seconds until the next take is free.
 */
export async function takeLimit(name: LimitName, key: string): Promise<void> {
  const waitSeconds = await tryLimit(name, key);
  if (waitSeconds !== null) refuseForNow('RATE_LIMITED', waitSeconds);
}

/** The same for a caller that answers a full limit with something other than a refusal. @returns null when it took one, else the seconds until the next is free. */
export async function tryLimit(name: LimitName, key: string): Promise<number | null> {
  return await inTransaction((tx) => tryLimitWithin(tx, name, key));
}

/** The same for what happens only with a transaction: what it took is given back when that fails. Takes of one key wait for each other's ends. */
export async function tryLimitWithin(tx: Tx, name: LimitName, key: string): Promise<number | null> {
  const hash = hashOf(name, key);
  const isFree = sql.join(
    waitsOf(name).map(({ takes, seconds, withinSeconds }) => isFreeBy({ takes, seconds, withinSeconds })),
    sql` and `,
  );
  const longest = Math.max(...waitsOf(name).map(({ withinSeconds }) => withinSeconds));
  const taken = await sql`
    insert into rate_limit as kept (name, key_hash, taken_at) values (${name}, ${hash}, array[app_now()])
    on conflict (name, key_hash) do update
      set taken_at = array(select t from unnest(kept.taken_at) t where t > app_now() - make_interval(secs => ${longest}) order by t) || app_now()
      where ${isFree}
    returning name`.execute(tx);
  if (taken.rows.length > 0) return null;
  const waits = sql.join(waitsOf(name).map((wait) => secondsToWait(wait)));
  const { rows } = await sql<{ seconds: number | null }>`
    select greatest(${waits}) as seconds from rate_limit kept where name = ${name} and key_hash = ${hash}`.execute(tx);
  return Math.max(1, Math.ceil(rows[0]?.seconds ?? 1));
}

/**
 * When the next take is free: once the `takes`-th last one is old enough (a window), or once the last one is, if there were
 * that many takes in `withinSeconds` (a delay that grows).
 */
type Wait = { takes: number; seconds: number; withinSeconds: number; isDelay: boolean };

function waitsOf(name: LimitName): Wait[] {
  const { windows, ...more } = limits[name];
  const delays = 'delays' in more ? more.delays : null;
  return [
    ...windows.map(({ takes, seconds }) => ({ takes, seconds, withinSeconds: seconds, isDelay: false })),
    ...(delays?.steps ?? []).map(({ after, seconds }) => ({
      takes: after,
      seconds,
      withinSeconds: delays?.withinSeconds ?? seconds,
      isDelay: true,
    })),
  ];
}

const ago = (seconds: number) => sql`app_now() - make_interval(secs => ${seconds})`;

function isFreeBy({ takes, seconds, withinSeconds }: Omit<Wait, 'isDelay'>) {
  const count = sql`(select count(*) from unnest(kept.taken_at) t where t > ${ago(withinSeconds)}) < ${takes}`;
  const isWaited = sql`kept.taken_at[array_upper(kept.taken_at, 1)] <= ${ago(seconds)}`;
  return withinSeconds === seconds ? count : sql`(${count} or ${isWaited})`;
}

/** A delay that has not begun means no wait: its n-th last take does not exist. */
function secondsToWait({ takes, seconds, isDelay }: Wait) {
  const nth = sql`(select t from unnest(kept.taken_at) t order by t desc offset ${takes - 1} limit 1)`;
  const since = isDelay ? sql`case when ${nth} is not null then kept.taken_at[array_upper(kept.taken_at, 1)] end` : nth;
  return sql`extract(epoch from ${since} + make_interval(secs => ${seconds}) - app_now())`;
}

/** Notes takes that nothing is refused for; only as many as the limit counts are kept. */
export async function noteTake(name: LimitName, key: string, times = 1): Promise<void> {
  const { takes } = limits[name].windows[0];
  await inTransaction(async (tx) => {
    await sql`
      insert into rate_limit as kept (name, key_hash, taken_at) values (${name}, ${hashOf(name, key)}, array_fill(app_now(), array[${times}::int]))
      on conflict (name, key_hash) do update set taken_at = (kept.taken_at || excluded.taken_at)
        [greatest(1, cardinality(kept.taken_at) + cardinality(excluded.taken_at) + 1 - ${takes}::int) :]`.execute(tx);
  });
}

/** Whether as many takes as the limit allows lie in its (first) window. */
export async function isLimitReached(name: LimitName, key: string): Promise<boolean> {
  const { takes, seconds } = limits[name].windows[0];
  const { rows } = await reading((tx) =>
    sql<{ count: number }>`select count(*)::int as count from rate_limit kept, unnest(kept.taken_at) t
      where name = ${name} and key_hash = ${hashOf(name, key)} and t > ${ago(seconds)}`.execute(tx),
  );
  return (rows[0]?.count ?? 0) >= takes;
}

/** How often each of some keys was taken within a limit's longest window; a key that never was is left out. */
export async function takesOf(tx: Tx, name: LimitName, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const longest = Math.max(...waitsOf(name).map(({ withinSeconds }) => withinSeconds));
  const keyOf = new Map(keys.map((key) => [hashOf(name, key).toString('hex'), key]));
  const { rows } = await sql<{ hash: string; count: number }>`
    select encode(key_hash, 'hex') as hash, count(*)::int as count from rate_limit kept, unnest(kept.taken_at) t
    where name = ${name} and key_hash = any(${keys.map((key) => hashOf(name, key))}::bytea[]) and t > ${ago(longest)}
    group by key_hash`.execute(tx);
  return new Map(rows.map(({ hash, count }) => [keyOf.get(hash) ?? '', count]));
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

/** A limit by address counts every caller as `callerOf` tells them apart, whoever takes it. */
function hashOf(name: LimitName, key: string): Buffer {
  const counted = limits[name].by === byAddress ? callerOf(key) : key;
  return blindIndex('rate_limit', `${name}\n${counted}`);
}
