import { addSeconds, keptUntilAfter, lastStart } from '@exam/contract/rules';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { audit, type AuditEntry, chainLines, checkChain } from '#office/audit';
import { randomBytes, randomId } from '#platform/chance';
import { databasePool, inTransaction, openDatabase, reading, closeDatabase } from '#platform/database';
import { openSettings } from '#platform/settings';
import { testConfig } from '#platform/testing/config';
import { createTestDatabase } from '#platform/testing/database';
import { moveClockTo, rowsOf } from '#testing';
import { retention, sealMonths } from './index.ts';
import { findAuditMonths } from './queries.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(() => openSettings(testConfig()));
beforeEach(async () => {
  database = await createTestDatabase();
  openDatabase(database.url);
});
afterEach(async () => {
  await closeDatabase();
  await database.drop();
});

const [orderId, person] = [randomId(), randomBytes(32)];
const officer = { id: randomId(), name: 'Officer' };

async function write(changes: Partial<AuditEntry> = {}): Promise<string> {
  const object = { kind: 'refund', id: randomId() } as const;
  return await inTransaction((tx) => audit(tx, { staff: officer, action: 'orders.look', object, ...changes }));
}

/** Three entries in January 2030, four in February, one in March, which is not over; the first two months are sealed. */
async function givenMonths(): Promise<void> {
  await moveClockTo('2030-01-31T15:59:50.000Z');
  for (let entry = 0; entry < 3; entry++) await write();
  // In China it is February.
  await moveClockTo('2030-01-31T16:00:00.000Z');
  for (let entry = 0; entry < 3; entry++) await write();
  await write({ object: { kind: 'order', id: orderId }, people: [person] });
  await moveClockTo('2030-03-20T04:00:00.000Z');
  await write();
  await sealMonths();
}

type Segment = { number: number; entries: number; last_at: string };
const segments = () =>
  rowsOf<Segment>(
    'select number, (last_sequence - first_sequence + 1)::integer as entries, last_at from audit_segment order by number',
  );
const whole = async () => {
  const { first, segments: count, dropped } = await checkChain(database.url);
  return { first, count, dropped };
};
const entries = async () =>
  (await rowsOf<{ n: number }>('select sequence::integer as n from audit_link order by 1')).map(({ n }) => n);

async function dueAt(now: string): Promise<{ id: string; isHeld: boolean }[]> {
  return await reading(async (tx) => {
    const [sweep] = retention;
    if (!sweep) return [];
    const { rows } = await sql<{ id: string; isHeld: boolean }>`
      select id, is_held as "isHeld" from (${sweep.due({ border: lastStart('audit', now), now })}) due order by started, position`.execute(
      tx,
    );
    return rows;
  });
}

/** One batch of a run, of at most this many rows. @returns how many went. */
async function batch(most: number): Promise<number> {
  const [now] = await rowsOf<{ now: string }>('select app_now() as now');
  const ids = (await dueAt(now?.now ?? '')).filter(({ isHeld }) => !isHeld).map(({ id }) => id);
  await inTransaction(async (tx) => await retention[0]?.forget(tx, ids.slice(0, most)));
  return Math.min(most, ids.length);
}

/** A line of the order, without what it points to. */
async function givenLine(id: string, isPostTest: boolean): Promise<void> {
  const client = await databasePool().connect();
  await client.query('begin; set local session_replication_role = replica');
  await client.query(
    `insert into order_item (id, order_id, application_id, session_id, position, original_amount, local_fee_amount, board_fee_amount,
       vat, tier_count, tier_discount_amount, late_entry_charge_amount, pay_amount, is_post_test)
     values (gen_random_uuid(), $1, $2, $3, 1, 0, 0, 0, 0, 1, 0, 0, 0, $4)`,
    [orderId, id, isPostTest ? null : randomId(), isPostTest],
  );
  await client.query('commit');
  client.release();
}

const end = async (number: number) => {
  const [row] = await rowsOf<Segment>('select last_at from audit_segment where number = $1', [number]);
  return keptUntilAfter('audit', row?.last_at ?? '');
};

/** The chain's problems after somebody who owns the database had their way; taken back afterwards. */
async function problemsAfter(...statements: string[]): Promise<string[]> {
  const client = await databasePool().connect();
  try {
    await client.query('begin');
    for (const table of ['audit_entry', 'audit_link', 'audit_head', 'audit_segment', 'audit_segment_drop'])
      await client.query(`alter table ${table} disable trigger all`);
    for (const text of statements) await client.query(text);
    const { rows } = await client.query<{ problem: string }>(
      'select problem from audit_problem order by sequence nulls last',
    );
    return rows.map(({ problem }) => problem);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Changes an entry and everything after it so that the chain itself shows nothing. */
const rewrite = `do $$
  declare
    link audit_link;
    last bytea;
  begin
    update audit_entry set reason = 'another' where id = (select entry_id from audit_link where sequence = 5);
    for link in select * from audit_link where sequence >= 5 order by sequence loop
      last := coalesce(last, link.previous);
      update audit_link set previous = last, hash = audit_hash(last, (select entry from audit_entry entry where entry.id = link.entry_id))
        where sequence = link.sequence returning hash into last;
    end loop;
    update audit_head set hash = last;
  end $$`;

describe('a month of the audit', () => {
  it('is sealed once it is over in China, and never twice [S-18 I9]', async () => {
    await givenMonths();
    const once = await segments();

    const again = await sealMonths();
    await moveClockTo('2030-03-31T16:00:00.000Z');
    const later = await sealMonths();

    expect(once.map(({ number, entries: count }) => [number, count])).toEqual([
      [1, 3],
      [2, 4],
    ]);
    expect([again, later]).toEqual([0, 1]);
    expect(await whole()).toEqual({ first: null, count: 3, dropped: 0 });
  });

  it('is due ten years after its last entry, to the second [S-18]', async () => {
    await givenMonths();
    const border = await end(1);

    const due = async (seconds: number) => (await dueAt(addSeconds(border, seconds))).length;

    expect([await due(-1), await due(0), await due(1)]).toEqual([0, 3, 3]);
  });

  it('goes from its first entry on; a run that is stopped goes on, and the chain is whole at each step [S-18 I9]', async () => {
    await givenMonths();
    await moveClockTo(await end(2));
    const steps: unknown[] = [];

    for (let run = 0; run < 5; run++) {
      const count = await batch(2);
      steps.push([count, await entries(), (await whole()).first]);
    }
    await write();

    expect(steps).toEqual([
      [2, [3, 4, 5, 6, 7, 8], null],
      [2, [5, 6, 7, 8], null],
      [2, [7, 8], null],
      [1, [8], null],
      [0, [8], null],
    ]);
    const check = await checkChain(database.url);
    expect(check).toMatchObject({ first: null, length: 9, segments: 2, dropped: 2 });
    expect(chainLines(check)[1]).toMatch(
      /^2 months are sealed, 2 of them gone after ten years; last seal [0-9a-f]{64}\.$/,
    );
  });

  it('is told to staff with its state and its head, which stays when the rest has gone [S-18 call:POST /api/staff/audit-months/search]', async () => {
    await givenMonths();
    const look = async () => await reading((tx) => findAuditMonths(tx, { pageIndex: 1, pageSize: 10, sort: 'number' }));
    const before = await look();
    await moveClockTo(await end(2));

    await batch(4);
    const going = await look();
    await batch(100);
    const gone = await look();

    const states = ({ list }: typeof before) => list.map(({ state }) => state);
    expect([states(before), states(going), states(gone)]).toEqual([
      ['Kept', 'Kept'],
      ['Gone', 'Going'],
      ['Gone', 'Gone'],
    ]);
    expect(gone.list.map(({ number, entries: count, head, seal }) => [number, count, head, seal])).toEqual(
      before.list.map(({ number, entries: count, head, seal }) => [number, count, head, seal]),
    );
    expect(before.list[0]).toMatchObject({ entries: 3, lastLink: 3, head: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(before.list[0]?.goesAt).toBe(await end(1));
    expect(await reading((tx) => findAuditMonths(tx, { pageIndex: 1, pageSize: 10, state: 'Kept' }))).toMatchObject({
      recordCount: 0,
    });
  });

  it('leaves a chain that goes on when all of it has gone [S-18 I9]', async () => {
    await givenMonths();
    await moveClockTo('2030-04-02T00:00:00.000Z');
    await sealMonths();
    await moveClockTo(await end(3));
    await batch(100);
    const empty = [await entries(), (await whole()).first];

    await write();

    expect(empty).toEqual([[], null]);
    expect([await entries(), (await whole()).first]).toEqual([[9], null]);
    expect(await problemsAfter('update audit_head set sequence = 8')).not.toEqual([]);
  });

  it.each([
    ['person', [null, `\\x${person.toString('hex')}`, null]],
    ['order', [orderId, null, null]],
    ['class', [null, null, 'audit']],
  ] as const)(
    'stays whole while a hold on a %s that it tells of is open; others do not wait for it [S-18]',
    async (scope, on) => {
      await givenMonths();
      await moveClockTo('2030-04-02T00:00:00.000Z');
      await sealMonths();
      await moveClockTo(await end(3));
      const [objectId, key, of] = on;
      await rowsOf(
        `insert into legal_hold (id, scope, object_id, person_key, class, reason, review_on, opened_at, opened_by, approved_by)
       values (gen_random_uuid(), $1, $2, $3::bytea, $4, 'A court asked', '2041-01-01', app_now(), gen_random_uuid(), gen_random_uuid())`,
        [scope, scope === 'person' ? randomId() : objectId, key, of],
      );

      await batch(100);
      const held = [await entries(), (await whole()).first];
      await rowsOf(
        'update legal_hold set released_at = app_now(), released_by = gen_random_uuid(), release_approved_by = gen_random_uuid()',
      );
      await batch(100);

      expect(held).toEqual([scope === 'class' ? [1, 2, 3, 4, 5, 6, 7, 8] : [4, 5, 6, 7], null]);
      expect([await entries(), (await whole()).first]).toEqual([[], null]);
    },
  );

  it.each([
    ['application', false],
    ['postTest', true],
  ] as const)(
    'stays whole for a hold on an order that an entry about its %s is of [S-18]',
    async (kind, isPostTest) => {
      const id = randomId();
      await moveClockTo('2030-01-31T15:59:50.000Z');
      await write({ object: { kind, id } });
      await moveClockTo('2030-03-20T04:00:00.000Z');
      await sealMonths();
      await givenLine(id, isPostTest);
      await rowsOf(
        `insert into legal_hold (id, scope, object_id, reason, review_on, opened_at, opened_by, approved_by)
       values (gen_random_uuid(), 'order', $1, 'A court asked', '2041-01-01', app_now(), gen_random_uuid(), gen_random_uuid())`,
        [orderId],
      );

      expect((await dueAt(await end(1))).map(({ isHeld }) => isHeld)).toEqual([true]);
    },
  );

  it('goes by the run alone, and not before its time [S-18 I9 ASVS-16.4.2]', async () => {
    await givenMonths();
    const permit = `select set_config('examport.dropping', pg_current_xact_id()::text, true)`;
    const ids = (await rowsOf<{ id: string }>('select id from audit_entry')).map(({ id }) => `'${id}'`).join(', ');

    for (const statements of [
      ['delete from audit_entry'],
      ['delete from audit_link'],
      [permit, 'delete from audit_link where sequence = 1'],
      [permit, 'update audit_entry set reason = null'],
      [permit, 'truncate audit_link, audit_entry'],
      ['delete from audit_segment'],
      ['update audit_segment set head = previous'],
      ['delete from audit_segment_drop'],
    ])
      await expect(
        inTransaction(async (tx) => {
          for (const statement of statements) await sql.raw(statement).execute(tx);
        }),
        statements.join('; '),
      ).rejects.toThrow(/never changed or removed|may not go yet|permission denied/);
    await inTransaction((tx) => sql.raw(`select audit_drop_entries(array[${ids}]::uuid[])`).execute(tx));
    expect(await entries()).toHaveLength(8);
  });

  it.each([
    [
      'an entry after the gap is changed',
      [`update audit_entry set reason = 'x' where id = (select entry_id from audit_link where sequence = 5)`],
      'the entry was changed',
    ],
    [
      'the first entry after it is removed',
      ['delete from audit_link where sequence = 4'],
      'a link is missing before it',
    ],
    ['an entry further on is removed', ['delete from audit_link where sequence = 6'], 'a link is missing before it'],
    ['the end is cut off', ['delete from audit_link where sequence = 8'], 'the chain does not end where its head says'],
    [
      'the head of the month is another',
      [`update audit_segment set head = sha256('x') where number = 1`],
      'it does not follow the segment before it',
    ],
    [
      'the times of the month are others',
      [`update audit_segment set last_at = last_at - interval '1 year' where number = 1`],
      'a segment was changed',
    ],
    [
      'the month is no longer told',
      ['delete from audit_segment_drop', 'delete from audit_segment where number = 1'],
      'a link is missing before it',
    ],
    ['that it went is no longer told', ['delete from audit_segment_drop'], 'a link is missing before it'],
    [
      'a young month is removed and called gone',
      ['insert into audit_segment_drop values (2, app_now())', 'delete from audit_link where sequence in (4, 5, 6, 7)'],
      'a segment was dropped before its time',
    ],
    [
      'the chain is written anew from an entry of a sealed month on',
      [rewrite],
      'a segment does not end where its links do',
    ],
  ])('that has gone does not hide that %s [I9 T33]', async (_, statements, problem) => {
    await givenMonths();
    await moveClockTo(addSeconds(await end(1), 1));
    await batch(100);

    expect(await entries()).toEqual([4, 5, 6, 7, 8]);
    expect(await problemsAfter('select 1')).toEqual([]);
    expect(await problemsAfter(...statements)).toContain(problem);
  });

  it('that is going does not hide that what is left of it was changed [I9 T33]', async () => {
    await givenMonths();
    await moveClockTo(await end(1));
    await batch(1);

    expect(await entries()).toEqual([2, 3, 4, 5, 6, 7, 8]);
    expect((await whole()).first).toBeNull();
    expect(await problemsAfter('delete from audit_link where sequence = 3')).toContain('a link is missing before it');
    expect(
      await problemsAfter(
        `update audit_entry set reason = 'x' where id = (select entry_id from audit_link where sequence = 2)`,
      ),
    ).toEqual(['the entry was changed']);
  });
});
