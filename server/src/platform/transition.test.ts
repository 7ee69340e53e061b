import { applicationMachine } from '@exam/contract/machines';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomId } from '#platform/chance';
import { inTransaction, reading, type Tx } from '#platform/database';
import { record } from '#platform/history';
import { locksAwaited, openTestDatabase } from '#platform/testing/database';
import { theSystem, transition, transitionAll } from '#platform/transition';

let close: () => Promise<void>;

beforeAll(async () => {
  close = await openTestDatabase();
  // The bare columns: what surrounds a status does not matter here.
  await inTransaction(async (tx) => {
    await sql`drop table application cascade`.execute(tx);
    await sql`create table application (id uuid primary key, status text not null)`.execute(tx);
  });
});
afterAll(() => close());

async function givenApplication(status: string): Promise<string> {
  const id = randomId();
  await inTransaction((tx) => sql`insert into application (id, status) values (${id}, ${status})`.execute(tx));
  return id;
}

const statusOf = (id: string) =>
  reading(
    async (tx) =>
      (await sql<{ status: string }>`select status from application where id = ${id}`.execute(tx)).rows[0]?.status,
  );

const historyOf = (id: string) =>
  reading(
    async (tx) =>
      (
        await sql<{ event: string; from_status: string; to_status: string; actor_kind: string }>`
    select event, from_status, to_status, actor_kind from history where object_id = ${id}`.execute(tx)
      ).rows,
  );

describe('what happens in one transaction, at one instant', () => {
  it('is read in the order in which it happened', async () => {
    const id = randomId();
    const events = Array.from({ length: 30 }, (_, at) => `event${at}`);
    await inTransaction(async (tx) => {
      for (const event of events) await record(tx, { kind: 'session', id, event, actor: theSystem });
    });

    const { rows } = await reading((tx) =>
      sql<{ event: string }>`select event from history where object_id = ${id} order by at, id`.execute(tx),
    );

    expect(rows.map(({ event }) => event)).toEqual(events);
  });
});

describe('a transition', () => {
  const event = 'submit';
  const { from, to } = applicationMachine.events[event];
  const start = from[0] ?? '';
  const actor = { kind: 'candidate', id: randomId() } as const;
  const change = { table: 'application', kind: 'application', event, actor } as const;

  it('writes the new status and one history row together [9.1#5]', async () => {
    const id = await givenApplication(start);

    const moved = await inTransaction((tx) => transition(tx, applicationMachine, { ...change, id }));

    expect(moved).toEqual({ from: start, to });
    expect(await statusOf(id)).toBe(to);
    expect(await historyOf(id)).toEqual([{ event, from_status: start, to_status: to, actor_kind: 'candidate' }]);
  });

  it('refuses an act that waited for another on the same object and finds it moved', async () => {
    const id = await givenApplication(start);
    const move = (tx: Tx) => transition(tx, applicationMachine, { ...change, id });
    const [moved, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];

    const first = inTransaction(async (tx) => {
      await move(tx);
      moved.resolve();
      await go.promise;
    });
    await moved.promise;
    const second = inTransaction(move).catch((error: unknown) => error);
    await expect.poll(locksAwaited, { interval: 10 }).toBe(1);
    go.resolve();
    await first;

    expect(await second).toMatchObject({ code: 'ILLEGAL_STATE', status: 412 });
    expect(await historyOf(id)).toHaveLength(1);
  });

  it.each([
    ['another state', to, actor],
    ['an actor without the right', start, theSystem],
  ])('is refused from %s and changes nothing', async (_, status, by) => {
    const id = await givenApplication(status);

    const attempt = inTransaction((tx) => transition(tx, applicationMachine, { ...change, actor: by, id }));

    await expect(attempt).rejects.toMatchObject({ code: 'ILLEGAL_STATE', status: 412 });
    expect(await statusOf(id)).toBe(status);
    expect(await historyOf(id)).toEqual([]);
  });

  it('moves of many objects those that may move', async () => {
    const ready = await givenApplication(start);
    const done = await givenApplication(to);

    const moved = await inTransaction((tx) => transitionAll(tx, applicationMachine, { ...change, ids: [ready, done] }));

    expect(moved).toEqual([{ id: ready, from: start, to }]);
  });
});
