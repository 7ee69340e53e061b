import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomId } from '#platform/chance';
import { conflict, databasePool, inTransaction, reading } from '#platform/database';
import { Refusal, refuse } from '#platform/errors';
import { onceByKey, type StoredAnswer } from '#platform/idempotency';
import { callOut } from '#platform/network';
import { openTestPlatform } from '#testing/app';

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openTestPlatform();
  await databasePool().query('create table deed (who uuid not null)');
});
afterAll(() => close());

const requestOf = (ownerId: string) => ({ ownerId, key: 'a-key-of-this-click', endpoint: 'test.deed', input: [] });

const does = (who: string) => inTransaction((tx) => sql`insert into deed (who) values (${who})`.execute(tx));

async function deedsOf(who: string): Promise<number> {
  const { rows } = await databasePool().query('select from deed where who = $1', [who]);
  return rows.length;
}

/** A deed under the key, and what is answered for it. */
function onceDone(who: string, answer = 'done by a repeat'): Promise<StoredAnswer> {
  return onceByKey(requestOf(who), async () => {
    await does(who);
    return { status: 200, answer };
  });
}

/** Another process works under the key, comes to this point and is killed there. */
async function givenKilled(who: string, point: string): Promise<void> {
  const databaseUrl = databasePool().options.connectionString ?? '';
  const child = spawn(process.execPath, [join(import.meta.dirname, 'once-child.testing.ts')], {
    env: { ...process.env, DATABASE_URL: databaseUrl, OWNER: who, STOP_AT: point },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(createInterface({ input: child.stdout }), 'line');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const its = `select from pg_stat_activity where datname = current_database() and state like 'idle in%'`;
  await expect.poll(async () => (await databasePool().query(its)).rows.length, { interval: 10 }).toBe(0);
}

describe('a repeat after the process was killed', () => {
  it.each(['before the work', 'in the work', 'between the work and its answer'])(
    '%s does the work, once, and is answered at once [S-5 C40 F2]',
    async (point) => {
      const who = randomId();
      await givenKilled(who, point);

      const { answer } = await onceDone(who);

      expect([answer, await deedsOf(who)]).toEqual(['done by a repeat', 1]);
    },
  );

  it('after the answer was kept is given that answer [S-5 C40 F2]', async () => {
    const who = randomId();
    await givenKilled(who, 'after the answer was kept');

    const { answer } = await onceDone(who);

    expect([answer, await deedsOf(who)]).toEqual(['done by the first', 1]);
  });
});

describe('one key', () => {
  it('used fifty times at once has one effect and one answer [S-5 C40]', async () => {
    const who = randomId();

    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => onceDone(who, `done by ${index}`)));

    expect(new Set(answers.map(({ answer }) => answer))).toEqual(new Set(['done by 0']));
    expect(await deedsOf(who)).toBe(1);
  });

  it('that another process works under is refused without waiting, and free when that one is over [S-5]', async () => {
    const who = randomId();
    const other = await databasePool().connect();
    await other.query('begin');
    await other.query('select pg_advisory_xact_lock(hashtextextended($1, 4))', [`${who} a-key-of-this-click`]);

    const meanwhile = await onceDone(who).catch((error: unknown) => error);
    await other.query('rollback');
    other.release();

    expect(meanwhile).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT', status: 409 });
    expect([(await onceDone(who)).answer, await deedsOf(who)]).toEqual(['done by a repeat', 1]);
  });

  it('that another process answered meanwhile gives that answer, and undoes what was done here [S-5]', async () => {
    const [who, twin] = [randomId(), randomId()];
    await onceByKey(requestOf(twin), async () => ({ status: 204, answer: null }));
    let rounds = 0;

    const answer = await onceByKey(requestOf(who), async () => {
      rounds += 1;
      await does(who);
      // The answer of the same request elsewhere, whose process was done before this one claimed the key.
      const rename = 'update idempotency_key set account_id = $1, answer = null where account_id = $2';
      await databasePool().query(rename, [who, twin]);
      return { status: 200, answer: 'done here' };
    });

    expect([answer, rounds, await deedsOf(who)]).toEqual([{ status: 204, answer: null }, 1, 0]);
  });
});

describe('an act under a key', () => {
  it('that is refused keeps the parts before the refusal, as the limits it took, and none of the refused part [S-5]', async () => {
    const [who, refused] = [randomId(), randomId()];
    let rounds = 0;
    const act = () =>
      onceByKey(requestOf(who), async () => {
        rounds += 1;
        await does(who);
        await inTransaction(async (tx) => {
          await sql`insert into deed (who) values (${refused})`.execute(tx);
          refuse('SEATS', { count: 1 });
        });
        return { status: 200, answer: null };
      }).catch((error: unknown) => error);

    const answers = [await act(), await act()];

    expect(answers).toMatchObject([
      { code: 'SEATS', values: { count: 1 } },
      { code: 'SEATS', values: { count: 1 } },
    ]);
    expect([rounds, await deedsOf(who), await deedsOf(refused)]).toEqual([1, 1, 0]);
  });

  it('that fails or is too busy keeps nothing, and the key is free [S-5 C4]', async () => {
    const who = randomId();
    const failing = (error: Error) =>
      onceByKey(requestOf(who), async () => {
        await does(who);
        throw error;
      });

    await expect(failing(new TypeError('a fault'))).rejects.toThrow('a fault');
    await expect(failing(new Refusal('BUSY'))).rejects.toMatchObject({ status: 503 });

    expect(await deedsOf(who)).toBe(0);
    expect([(await onceDone(who)).answer, await deedsOf(who)]).toEqual(['done by a repeat', 1]);
  });

  it('is run again as a whole when the database resolves a conflict against one of its parts [S-5]', async () => {
    const who = randomId();
    let rounds = 0;

    await onceByKey(requestOf(who), async () => {
      await does(who);
      await inTransaction(async () => {
        rounds += 1;
        if (rounds < 3) throw conflict('as 40P01 is');
      });
      return { status: 200, answer: null };
    });

    expect([rounds, await deedsOf(who)]).toEqual([3, 1]);
  });

  it('sees what it wrote when it reads afterwards, and asks nobody outside while it holds locks [C3]', async () => {
    const who = randomId();
    const seen: number[] = [];

    const asking = onceByKey(requestOf(who), async () => {
      await does(who);
      seen.push(await reading(async (tx) => (await sql`select from deed where who = ${who}`.execute(tx)).rows.length));
      await callOut('http://localhost:1/', { allowedOrigins: ['http://localhost:1'] });
      return { status: 200, answer: null };
    });

    await expect(asking).rejects.toThrow('while a transaction is open');
    expect([seen, await deedsOf(who)]).toEqual([[1], 0]);
  });
});
