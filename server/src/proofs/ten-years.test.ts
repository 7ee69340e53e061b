import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addSeconds, keptUntilAfter, lastStart } from '@exam/contract/rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkChain } from '#office/audit';
import { makeBackup, tasks as backupTasks } from '#privacy/backup';
import { randomId } from '#platform/chance';
import { setClockOffset } from '#platform/clock';
import { databasePool, inTransaction, reading } from '#platform/database';
import { forgetDue, retentionSweeps } from '#privacy/retention';
import { ask, askStaff, givenStaff, moveClockTo, rowsOf } from '#testing';
import { makeRoom, restored, type Stand, standingAt, standOfWorld } from './backup.testing.ts';
import {
  closeDaysOf,
  givenAtRest,
  givenMoney,
  givenOrder,
  isThere,
  ledger,
  type Placed,
  tablesNaming,
} from './ten-years.testing.ts';
import { brokenBooks, run } from './retention.testing.ts';
import { meddle, openWorld, type World } from './world.testing.ts';

let world: World;
let stand: Stand;
const room = makeRoom();
beforeAll(async () => {
  world = await openWorld();
  stand = await standOfWorld(room);
});
afterAll(async () => {
  await setClockOffset(0);
  await world.close();
  await rm(room, { recursive: true });
});

/** What a run at an instant would take of a class, held or not. */
async function dueAt(of: 'order' | 'audit', now: string): Promise<Map<string, boolean>> {
  const found = new Map<string, boolean>();
  for (const sweep of retentionSweeps.filter((each) => each.class === of)) {
    const { rows } = await reading((tx) =>
      sql<{
        id: string;
        is_held: boolean;
      }>`select id, is_held from (${sweep.due({ border: lastStart(of, now), now })}) due`.execute(tx),
    );
    for (const { id, is_held } of rows) found.set(id, is_held);
  }
  return found;
}

describe('an order ten years after it was closed', () => {
  it('is due at the second its time is over, and not one before [S-18]', async () => {
    const [order] = [await givenOrder(world, 'twice')];
    const closed = await givenAtRest([order]);
    const border = keptUntilAfter('order', closed);

    const due = async (seconds: number) => (await dueAt('order', addSeconds(border, seconds))).has(order.orderId);

    expect([await due(-1), await due(0), await due(1)]).toEqual([false, true, true]);
  });

  it('goes as a whole; the sums of the books, the reports and the checks stay what they were [S-18 C27 I4 I7]', async () => {
    const orders = await givenMoney(world);
    const young = await givenOrder(world, 'paid');
    const ids = orders.map(({ orderId }) => orderId);
    await closeDaysOf(orders);
    const closed = await givenAtRest(orders);
    // The other's money is younger.
    await meddle(
      `update exam_order set payment_completed_at = payment_completed_at + interval '3 years' where id = $1`,
      [young.orderId],
    );
    const things = await rowsOf(
      `select id from exam_order where id = any($1) union all select id from payment where order_id = any($1)
       union all select id from refund where order_id = any($1) union all select id from fapiao where order_id = any($1)
       union all select id from payment_attempt where order_id = any($1) union all select id from payment_exception where order_id = any($1)`,
      [ids],
    );
    // The bank's receipt of a refund by hand.
    await meddle(
      `insert into file (id, staff_id, storage_key, name_sealed, kind, size, sha256, used_by, object_id, created_at, used_at)
       select gen_random_uuid(), id, 'receipt-' || id, '', 'pdf', 20, sha256('x'), 'refund', id, app_now(), app_now()
       from refund where order_id = any($1)`,
      [ids],
    );
    const before = await ledger();
    const clerkAt = async () => await givenStaff(world.consoleUrl, { roles: ['financeApprover'] });
    await moveClockTo(addSeconds(keptUntilAfter('order', closed), 1));
    const reports = async () => {
      const clerk = await clerkAt();
      return [
        (await askStaff(clerk, 'reports.revenue', { body: { by: 'day' } })).body['list'],
        (await askStaff(clerk, 'reports.refunds', { body: { by: 'day' } })).body['list'],
        (await askStaff(clerk, 'reconciliation.days', { body: { isClosed: true } })).body['list'],
      ];
    };
    const reported = await reports();

    await run();

    expect(things.length).toBeGreaterThan(8);
    expect(reported.map((list) => Array.isArray(list) && list.length > 0)).toEqual([true, true, true]);
    expect(await tablesNaming(things.map(({ id }) => String(id)))).toEqual([]);
    expect(await isThere(young.orderId)).toBe(true);
    expect(await ledger()).toEqual(before);
    expect(await reports()).toEqual(reported);
    expect(await brokenBooks()).toEqual([]);
    const [carry] = await rowsOf('select orders, entries from ledger_carry order by number desc limit 1');
    expect(Number(carry?.['orders'])).toBeGreaterThanOrEqual(2);
    expect(await rowsOf(`select from erasure where class = 'order' and object_id = any($1)`, [ids])).toHaveLength(2);
    expect(
      await rowsOf('select from application where id = any($1)', [orders.flatMap((each) => each.applicationIds)]),
    ).toHaveLength(3);
  });

  it('goes once: a second run carries nothing forward [S-18]', async () => {
    const order = await givenOrder(world, 'twice');
    const closed = await givenAtRest([order]);
    await moveClockTo(addSeconds(keptUntilAfter('order', closed), 1));
    await run();
    const after = async () => [await rowsOf('select * from ledger_carry'), await ledger()];
    const once = await after();

    await run();

    expect(await after()).toEqual(once);
  });

  it('goes in batches: a run that is stopped leaves each order whole or gone, and the next goes on [S-18 C27]', async () => {
    const orders = [
      await givenOrder(world, 'twice'),
      await givenOrder(world, 'paid'),
      await givenOrder(world, 'twice'),
    ];
    await meddle(`delete from fapiao where order_id = $1`, [orders[1]?.orderId]);
    const closed = await givenAtRest(orders);
    await moveClockTo(addSeconds(keptUntilAfter('order', closed), 1));
    const before = await ledger();
    const left = async () => {
      const there: boolean[] = [];
      for (const { orderId } of orders) there.push(await isThere(orderId));
      return there.filter(Boolean).length;
    };
    const endings = retentionSweeps.filter((sweep) => sweep.class === 'order');

    const first = await forgetDue(endings, { perBatch: 1, mostBatches: 1 });
    const between = [await left(), await brokenBooks(), await ledger()];
    await run();

    expect([first, between]).toEqual([1, [2, [], before]]);
    expect([await left(), await brokenBooks(), await ledger()]).toEqual([0, [], before]);
  });

  it('leaves the pages of its registration to staff [S-18]', async () => {
    const order = await givenOrder(world, 'twice');
    const closed = await givenAtRest([order]);
    await moveClockTo(addSeconds(keptUntilAfter('order', closed), 1));
    await run();
    const reader = await givenStaff(world.consoleUrl);

    const page = await askStaff(reader, 'applications.get', { params: { id: order.applicationIds[0] ?? '' } });
    const gone = await askStaff(reader, 'orders.get', { params: { id: order.orderId } });

    expect([page.status, gone.status], page.text).toEqual([200, 404]);
  });

  it('stays while something about its money is open [S-18]', async () => {
    const order = await givenOrder(world, 'twice');
    const closed = await givenAtRest([order]);
    const border = addSeconds(keptUntilAfter('order', closed), 1);
    const opened = [
      [
        `insert into payment_exception (id, order_id, kind, detail, opened_at) values ($1, $2, 'late', '', app_now())`,
        'delete from payment_exception where id = $1',
      ],
      [
        `insert into refund (id, order_id, serial_number, status, cause, policy_row, amount, submitted_at)
        values ($1, $2, $1::uuid::text, 'Pending', 'cancellation', 'P0', 5, app_now())`,
        'delete from refund where id = $1',
      ],
    ] as const;
    const due: boolean[] = [];
    for (const [open, close] of opened) {
      const id = randomId();
      await meddle(open, [id, order.orderId]);
      due.push((await dueAt('order', border)).has(order.orderId));
      await meddle(close, [id]);
    }

    expect([...due, (await dueAt('order', border)).has(order.orderId)]).toEqual([false, false, true]);
  });

  it('goes with a cancellation that nobody ever decided, ten years after that was asked for [S-18]', async () => {
    const { browser, ...order } = await givenOrder(world, 'paid');
    await meddle('delete from fapiao where order_id = $1', [order.orderId]);
    const cancelled = { query: { applicationId: order.applicationIds[0] ?? '' }, body: { reason: 'We are abroad' } };
    const asked = await ask(browser, 'application.requestCancellation', cancelled);
    expect(asked.status, asked.text).toBe(200);
    await meddle(
      `update cancellation_request set requested_at = requested_at + interval '30 days' where order_id = $1`,
      [order.orderId],
    );
    const closed = await givenAtRest([order]);
    const border = keptUntilAfter('order', closed);
    const due = async (seconds: number) => (await dueAt('order', addSeconds(border, seconds))).has(order.orderId);
    expect([await due(-1), await due(0)]).toEqual([false, true]);
    await moveClockTo(addSeconds(border, 1));

    await run();

    expect(await isThere(order.orderId)).toBe(false);
    expect(await rowsOf('select from cancellation_request where order_id = $1', [order.orderId])).toEqual([]);
    expect(await brokenBooks()).toEqual([]);
  });

  it.each([
    ['order', ({ orderId }: Placed) => ['order', orderId, null]],
    ['session', ({ sessionId }: Placed) => ['session', sessionId, null]],
    ['class', () => ['class', null, 'order']],
  ] as const)('stays whole while a hold on its %s is open, and goes after [S-18]', async (_, scopeOf) => {
    const order = await givenOrder(world, 'twice');
    const closed = await givenAtRest([order]);
    await moveClockTo(addSeconds(keptUntilAfter('order', closed), 1));
    const hold = randomId();
    await meddle(
      `insert into legal_hold (id, scope, object_id, class, reason, review_on, opened_at, opened_by, approved_by)
       values ($1, $2, $3, $4, 'A court asked', '2040-01-01', app_now(), gen_random_uuid(), gen_random_uuid())`,
      [hold, ...scopeOf(order)],
    );
    const entries = async () => (await rowsOf('select from ledger_entry where order_id = $1', [order.orderId])).length;
    const whole = await entries();

    await run();
    const held = [await isThere(order.orderId), await entries()];
    await meddle(
      `update legal_hold set released_at = app_now(), released_by = gen_random_uuid(), release_approved_by = gen_random_uuid() where id = $1`,
      [hold],
    );
    await run();

    expect(whole).toBeGreaterThan(0);
    expect([held, await isThere(order.orderId), await entries()]).toEqual([[true, whole], false, 0]);
    expect(await brokenBooks()).toEqual([]);
  });

  it('goes by the run alone: the server’s own user can neither change nor remove what stands in the books [S-18 C27]', async () => {
    const order = await givenOrder(world, 'paid');
    const permit = `select set_config('examport.carrying', pg_current_xact_id()::text, true)`;
    const tried = [
      [`update ledger_entry set amount = amount + 1 where order_id = '${order.orderId}'`],
      [`delete from ledger_entry where order_id = '${order.orderId}'`],
      [permit, `delete from ledger_entry where order_id = '${order.orderId}'`],
      [permit, 'truncate ledger_entry'],
      [`select carry_orders_forward(array['${order.orderId}']::uuid[])`],
      ['delete from ledger_carried'],
      ['update ledger_carry set orders = orders + 1'],
    ];

    for (const statements of tried)
      await expect(
        inTransaction(async (tx) => {
          for (const statement of statements) await sql.raw(statement).execute(tx);
        }),
        statements.join('; '),
      ).rejects.toThrow(/never changed or removed|may not go yet|permission denied/);
  });

  it('is missed by the books when what was carried of it is changed [S-18 C27]', async () => {
    const order = await givenOrder(world, 'twice');
    const closed = await givenAtRest([order]);
    await moveClockTo(addSeconds(keptUntilAfter('order', closed), 1));
    await run();
    const problemsAfter = async (text: string) => {
      const client = await databasePool().connect();
      try {
        await client.query('begin');
        for (const table of ['ledger_carry', 'ledger_carried', 'movement_carried'])
          await client.query(`alter table ${table} disable trigger all`);
        await client.query(text);
        const { rows } = await client.query<{ problem: string }>(
          `select distinct problem from books_problem where problem like 'C27%' order by 1`,
        );
        return rows.map(({ problem }) => problem);
      } finally {
        await client.query('rollback');
        client.release();
      }
    };

    expect(await problemsAfter('select 1')).toEqual([]);
    expect(await problemsAfter('update ledger_carry set orders = orders + 1')).toEqual([
      'C27 carried forward was changed',
    ]);
    expect(
      await problemsAfter(`update ledger_carried set debit = debit + 1 where account = 'channel' and debit > 0`),
    ).toEqual(['C27 carried forward does not balance', 'C27 carried forward was changed']);
    expect(await problemsAfter(`update ledger_carried set account = 'customer' where account = 'revenue'`)).toEqual([
      'C27 carried customer balance open',
      'C27 carried forward was changed',
    ]);
  });
});

describe('a backup that is older than the end of ten years', () => {
  it('brings back neither the order nor the entries of the audit, and is as whole as what it is a copy of [F12 S-18 C27 I9]', async () => {
    const orders = await givenMoney(world);
    const [{ orderId } = { orderId: '' }] = orders;
    const closed = await givenAtRest(orders);
    const folder = join(room, 'before-ten-years');
    await makeBackup(stand.url, folder, () => undefined);
    const before = await ledger();
    await moveClockTo(addSeconds(keptUntilAfter('order', closed), 86_400 * 40));
    await run();
    await backupTasks['retention.journal']?.({});
    const entries = 'select from audit_entry limit 1';
    const here = [await isThere(orderId), (await rowsOf(entries)).length];

    const back = await restored({ folder, from: stand, room, journal: 'none' }, (_, to) =>
      standingAt(to, async () => [await isThere(orderId), (await rowsOf(entries)).length]),
    );
    const again = await restored({ folder, from: stand, room }, ({ findings }, to) =>
      standingAt(to, async () => ({
        findings: findings.filter((line) => !/^I7|^working-day calendar/.test(line)),
        there: [await isThere(orderId), (await rowsOf(entries)).length],
        books: await brokenBooks(),
        ledger: await ledger(),
        chain: await checkChain(to.url),
      })),
    );

    expect([here, back]).toEqual([
      [false, 0],
      [true, 1],
    ]);
    expect(again).toMatchObject({ findings: [], there: [false, 0], books: [], ledger: before, chain: { first: null } });
    expect(again.chain.dropped).toBeGreaterThan(0);
  });
});
