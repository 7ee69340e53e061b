import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { randomId } from './chance.ts';
import { databasePool, inTransaction } from './database.ts';
import { openDesk, type Reply, type Wish } from './desk.ts';
import { Refusal } from './errors.ts';
import { onceByKey } from './idempotency.ts';
import { waiting } from './metrics.ts';
import { openTestPlatform } from '#testing/app';

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openTestPlatform();
  await databasePool().query('create table pot (name text primary key); create table served (name text)');
});
afterAll(() => close());

/** How many were served together, group by group. */
const groups: number[] = [];
/** What each group waits for before it is served. */
let gate: Promise<void> | null = null;
beforeEach(async () => {
  groups.length = 0;
  gate = null;
  await databasePool().query('truncate served');
});

type Want = { owner: string; name: string };

/** Writes a name; `full` is refused, `broken` throws, and one that is a pot's needs its lock. */
const desk = openDesk<Want, string>({
  name: 'test',
  ownerOf: ({ owner }) => owner,
  serve: async (tx, wishes: readonly Wish<Want>[], { mayWait }) => {
    groups.push(wishes.length);
    await gate;
    const names = wishes.map(({ input }) => input.name);
    const { rows } = await sql<{ name: string; isPot: boolean }>`
      select name, exists (select from pot where pot.name = wanted.name) as "isPot" from unnest(${names}::text[]) as wanted (name)`.execute(
      tx,
    );
    const pots = rows.flatMap(({ name, isPot }) => (isPot ? [name] : []));
    const held = await sql<{ name: string }>`
      select name from pot where name = any(${pots}) for no key update ${mayWait ? sql`` : sql`skip locked`}`.execute(
      tx,
    );
    if (names.includes('broken')) throw new Error('this one');
    const replies = names.map((name): Reply<string> => {
      if (name === 'full') return { refusal: new Refusal('SEATS') };
      return pots.includes(name) && !held.rows.some((row) => row.name === name) ? { waitsFor: name } : { result: name };
    });
    const taken = replies.flatMap((reply) => (typeof reply === 'object' && 'result' in reply ? [reply.result] : []));
    await sql`insert into served select * from unnest(${taken}::text[])`.execute(tx);
    return replies;
  },
});

const ask = async (name: string, owner = randomId()) => await desk({ owner, name });

async function waitingNow(): Promise<number> {
  const { values } = await waiting.get();
  return values.find(({ labels }) => labels['line'] === 'test')?.value ?? 0;
}

async function served(): Promise<string[]> {
  const { rows } = await databasePool().query<{ name: string }>('select name from served order by name');
  return rows.map(({ name }) => name);
}

/** What several wishes became: their results, or the code or message they were refused with. */
async function outcomes(wishes: readonly Promise<unknown>[]): Promise<unknown[]> {
  const settled = await Promise.allSettled(wishes);
  return settled.map((each) => {
    if (each.status === 'fulfilled') return each.value;
    return each.reason instanceof Refusal ? each.reason.code : String(each.reason.message);
  });
}

describe('a desk', () => {
  it('serves one who comes alone at once, and all who come meanwhile together', async () => {
    const answers = await outcomes(Array.from({ length: 40 }, (_, number) => ask(`n${number + 10}`)));

    expect(answers).toHaveLength(40);
    expect(await served()).toEqual(answers);
    expect(groups.length).toBeLessThanOrEqual(3);
  });

  it('serves only one wish of an owner at a time', async () => {
    const answers = await outcomes(['a', 'b', 'c'].map((name) => ask(name, 'the same')));

    expect(answers).toEqual(['a', 'b', 'c']);
    expect(groups).toEqual([1, 1, 1]);
  });

  it('refuses one without failing its neighbours', async () => {
    expect(await outcomes(['a', 'full', 'b'].map((name) => ask(name)))).toEqual(['a', 'SEATS', 'b']);
    expect(await served()).toEqual(['a', 'b']);
  });

  it('finds one that throws by halving, and serves all the others', async () => {
    const names = Array.from({ length: 32 }, (_, number) => (number === 20 ? 'broken' : `n${number + 10}`));

    const answers = await outcomes(names.map((name) => ask(name)));

    expect(answers).toEqual(names.map((name) => (name === 'broken' ? 'this one' : name)));
    expect(await served()).toHaveLength(31);
    // Two a level at most, and not each of them again.
    expect(groups.length).toBeLessThanOrEqual(12);
  });

  it('keeps nobody up for what somebody else holds', async () => {
    await databasePool().query(`insert into pot values ('held')`);
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
    const holding = inTransaction(async (tx) => {
      await sql`select from pot where name = 'held' for no key update`.execute(tx);
      hold();
      await over;
    });
    await isHeld;

    const waiting = ask('held');
    const others = await outcomes(['a', 'b'].map((name) => ask(name)));
    const before = await served();
    end();

    expect(others).toEqual(['a', 'b']);
    expect(before).toEqual(['a', 'b']);
    expect(await waiting).toBe('held');
    await holding;
  });
});

describe('a desk where something is held for long', () => {
  it('lets those who wait for something else go on, each at a counter of its own [C4]', async () => {
    await databasePool().query(`insert into pot values ('long'), ('short') on conflict do nothing`);
    const [long, short] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const hold = async (name: string, over: Promise<void>, held: () => void) =>
      await inTransaction(async (tx) => {
        await sql`select from pot where name = ${name} for no key update`.execute(tx);
        held();
        await over;
      });
    const isHeld = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = [
      hold('long', long.promise, () => isHeld[0]?.resolve()),
      hold('short', short.promise, () => isHeld[1]?.resolve()),
    ];
    await Promise.all(isHeld.map(({ promise }) => promise));

    const forLong = ask('long');
    // It has come to its own counter before the other comes.
    await expect.poll(() => groups.length).toBe(2);
    const forShort = ask('short');
    await expect.poll(() => groups.length).toBe(4);
    short.resolve();

    expect(await forShort).toBe('short');
    expect(await served()).toEqual(['short']);
    long.resolve();
    expect(await forLong).toBe('long');
    await Promise.all(holding);
  });
});

describe('wishes with idempotency keys', () => {
  const keyed = (name: string, after: (answer: string) => void = () => undefined) => {
    const request = { ownerId: randomId(), key: `key-of-${name}`, endpoint: 'order.place', input: { name } };
    const once = async () => {
      const { answer } = await onceByKey(request, async () => {
        const result = await ask(name);
        after(result);
        return { status: 200, answer: result };
      });
      return answer;
    };
    return { request, once };
  };

  it('are done together, each with its answer kept in the same transaction', async () => {
    const all = Array.from({ length: 20 }, (_, number) => keyed(`n${number + 10}`));

    const { promise, resolve: open } = Promise.withResolvers<void>();
    gate = promise;
    const asked = outcomes(all.map(({ once }) => once()));
    await expect.poll(async () => (groups[0] ?? 0) + (await waitingNow())).toBe(all.length);
    open();
    const first = await asked;
    const again = await outcomes(all.map(({ once }) => once()));

    expect(again).toEqual(first);
    expect(await served()).toEqual(first);
    // In one, where all came before the first connection was there.
    expect([groups.reduce((sum, size) => sum + size, 0), groups.length <= 2]).toEqual([all.length, true]);
  });

  it('are served once also where one comes alone and again', async () => {
    const { once } = keyed('alone');

    const [first, again] = [await once(), await once()];

    expect([again, groups]).toEqual([first, [1]]);
  });

  it('keep a refusal too, and their neighbours', async () => {
    const all = ['a', 'full', 'b'].map((name) => keyed(name));

    expect(await outcomes(all.map(({ once }) => once()))).toEqual(['a', 'SEATS', 'b']);
    expect(await outcomes(all.map(({ once }) => once()))).toEqual(['a', 'SEATS', 'b']);
    expect(await served()).toEqual(['a', 'b']);
  });

  it('are undone together when the rest of one fails, and the others are done again by themselves', async () => {
    const failing = keyed('x', () => {
      throw new Error('after the desk');
    });
    const all = [keyed('a'), failing, keyed('b')];

    expect(await outcomes(all.map(({ once }) => once()))).toEqual(['a', 'after the desk', 'b']);
    expect(await served()).toEqual(['a', 'b']);
  });
});
