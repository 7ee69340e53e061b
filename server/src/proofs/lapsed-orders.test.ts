import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addSeconds, lastStart } from '@exam/contract/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBackup, tasks as backupTasks } from '#privacy/backup';
import { randomId } from '#platform/chance';
import { setClockOffset } from '#platform/clock';
import { nobodysAccount } from '#platform/nobody';
import { forgetDue, retentionSweeps } from '#privacy/retention';
import { ask, askStaff, givenStaff, rowsOf } from '#testing';
import { makeRoom, restored, restoredByCommand, type Stand, standingAt, standOfWorld } from './backup.testing.ts';
import {
  givenLapsed,
  givenWaiting,
  giveUp,
  holdOn,
  type Lapsed,
  lapsedSums,
  moveToEnd,
} from './lapsed-orders.testing.ts';
import { brokenBooks, dueAt, givenRegistered, isNamed, run, tablesWith } from './retention.testing.ts';
import { isThere, tablesNaming } from './ten-years.testing.ts';
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

const lapses = retentionSweeps.filter((sweep) => sweep.class === 'lapsedOrder');
const isDue = async ({ orderId }: Lapsed, now: string) => {
  for (const sweep of lapses) if ((await dueAt(sweep, now)).some(({ id }) => id === orderId)) return true;
  return false;
};

/** Whether registrations still have a name and an owner. */
const standOf = async (ids: readonly string[]) =>
  await rowsOf(
    `select first_name <> '' as "isNamed", account_id <> $2 as "isOwned", status from application where id = any($1) order by id`,
    [ids, nobodysAccount],
  );
const gone = { isNamed: false, isOwned: false, status: 'Expired' };

describe('an order that nobody paid', () => {
  it('goes a year after its time to pay with everything of it, its registrations are nobody’s; every number stays [S-18 C27 I1 I6]', async () => {
    const order = await givenLapsed(world);
    const paid = await givenRegistered(world);
    const things = await rowsOf(
      `select id from exam_order where id = $1 union all select id from order_item where order_id = $1
       union all select id from payment_attempt where order_id = $1 union all select id from payment_exception where order_id = $1
       union all select id from payment_event where trade_no = $2`,
      [order.orderId, order.tradeNo],
    );
    const reports = async () => {
      const clerk = await givenStaff(world.consoleUrl, { roles: ['financeApprover'] });
      const officer = await givenStaff(world.consoleUrl);
      const of = async (
        staff: typeof clerk,
        call: 'reports.revenue' | 'reports.refunds' | 'reports.fill' | 'reports.noShows',
      ) => (await askStaff(staff, call, { body: {} })).body['list'];
      return [
        await of(clerk, 'reports.revenue'),
        await of(clerk, 'reports.refunds'),
        await of(officer, 'reports.fill'),
        await of(officer, 'reports.noShows'),
        await rowsOf(
          'select status, product_id, count(*)::integer as count from application group by 1, 2 order by 1, 2',
        ),
      ];
    };
    await moveToEnd(order, -30);
    await run();
    const before = [await isThere(order.orderId), await lapsedSums(), await reports()];

    await moveToEnd(order, 1);
    await run();

    expect(things).toHaveLength(6);
    expect([await isThere(order.orderId), await lapsedSums(), await reports()]).toEqual([false, ...before.slice(1)]);
    expect(before[0]).toBe(true);
    expect(await tablesNaming(things.map(({ id }) => String(id)))).toEqual([]);
    expect(await standOf(order.applicationIds)).toEqual([gone, gone]);
    expect(
      await rowsOf('select from seat_allocation where order_id = $1 and account_id <> $2', [
        order.orderId,
        nobodysAccount,
      ]),
    ).toEqual([]);
    expect([await isThere(paid.orderId), await isNamed('application', paid.applicationId)]).toEqual([true, true]);
    expect(await brokenBooks()).toEqual([]);
    expect(
      await rowsOf(`select from erasure where class = 'lapsedOrder' and object_id = $1`, [order.orderId]),
    ).toHaveLength(1);
  });

  it('takes nothing of another order with it [S-18 C27]', async () => {
    const [order, other] = [await givenLapsed(world), await givenLapsed(world)];
    const wholeOther = async () =>
      await rowsOf(
        `select to_jsonb(each) as row from exam_order each where id = $1
         union all select to_jsonb(each) from order_item each where order_id = $1
         union all select to_jsonb(each) from payment_attempt each where order_id = $1
         union all select to_jsonb(each) from payment_exception each where order_id = $1
         union all select to_jsonb(each) from payment_event each where trade_no = $2
         union all select to_jsonb(each) from seat_allocation each where order_id = $1
         union all select to_jsonb(each) from application each where id = any($3)`,
        [other.orderId, other.tradeNo, other.applicationIds],
      );
    await moveToEnd(other, 1);
    const release = await holdOn('order', { objectId: other.orderId });
    const before = await wholeOther();

    await run();

    expect(await isThere(order.orderId)).toBe(false);
    expect(before.length).toBeGreaterThan(8);
    expect(await wholeOther()).toEqual(before);
    await release();
  });

  it('is kept to the last second of its year, and not a second longer [S-18]', async () => {
    const order = await givenLapsed(world);

    const due = [
      await isDue(order, addSeconds(order.end, -1)),
      await isDue(order, order.end),
      await isDue(order, addSeconds(order.end, 1)),
    ];

    expect(due).toEqual([false, true, true]);
    expect(lastStart('lapsedOrder', order.end) >= order.lapsedAt).toBe(true);
  });

  it('is no more in its owner’s lists, nor to buy again; what was bought again before stands by itself [S-18 R-49]', async () => {
    const order = await givenLapsed(world);
    const again = await ask(order.browser, 'application.reorder', { query: { orderId: order.orderId }, body: {} });
    const [clone] = Object.values(again.body['cloned'] ?? []).map((each) => String(each.applicationId));
    const listed = async () =>
      (await ask(order.browser, 'order.search', { body: { pageIndex: 1, pageSize: 10 } })).body['recordCount'];
    const held = async () => (await ask(order.browser, 'rights.held')).text;
    await moveToEnd(order, -30);
    const before = [await listed(), (await held()).includes('lapsedOrder')];
    await meddle(`update application set created_at = app_now() where id = $1`, [clone]);

    await moveToEnd(order, 1);
    await run();

    expect(again.status, again.text).toBe(200);
    expect([before, await listed(), (await held()).includes('lapsedOrder')]).toEqual([[1, true], 0, false]);
    expect((await ask(order.browser, 'order.get', { params: { id: order.orderId } })).status).toBe(404);
    const tried = await ask(order.browser, 'application.reorder', { query: { orderId: order.orderId }, body: {} });
    expect(tried.status).toBe(404);
    expect(
      await rowsOf(`select cloned_from, first_name <> '' as named from application where id = $1`, [clone]),
    ).toEqual([{ cloned_from: null, named: true }]);
    const reader = await givenStaff(world.consoleUrl);
    const page = await askStaff(reader, 'applications.get', { params: { id: order.applicationIds[0] ?? '' } });
    expect(page.status, page.text).toBe(200);
  });

  it('leaves of a person who is forgotten besides nothing anywhere [S-18]', async () => {
    const order = await givenLapsed(world);
    await moveToEnd(order, 1);
    await run();
    const left = await tablesWith(order.marks);
    await moveToEnd(order, 86_400);
    const asked = await ask(order.browser, 'rights.askDeletion', { body: { candidateId: order.candidateId } });
    await run();

    expect(left).toEqual(expect.arrayContaining(['candidate']));
    expect(left).not.toContain('application');
    expect([asked.status, asked.body['status']]).toEqual([200, 'Answered']);
    expect(await tablesWith(order.marks)).toEqual([]);
  });

  it('goes in batches and once: stopped, each is whole or gone, the next run goes on, and one more counts nothing [S-18]', async () => {
    const orders = [await givenLapsed(world), await givenLapsed(world), await givenLapsed(world)];
    await moveToEnd(orders[2] ?? (await givenLapsed(world)), 1);
    const left = async () => {
      const there: boolean[] = [];
      for (const { orderId } of orders) there.push(await isThere(orderId));
      return there.filter(Boolean).length;
    };
    const sums = await lapsedSums();

    const first = await forgetDue(lapses, { perBatch: 1, mostBatches: 1 });
    const between = await left();
    await run();
    const records = await rowsOf(`select from deletion_record where class = 'lapsedOrder'`);
    await run();

    expect([first, between, await left()]).toEqual([1, 2, 0]);
    expect(await rowsOf(`select from deletion_record where class = 'lapsedOrder'`)).toHaveLength(records.length);
    expect([await lapsedSums(), await brokenBooks()]).toEqual([sums, []]);
  });
});

describe('an order that had money, or of which something is open', () => {
  const id = randomId();
  const opened = [
    [
      'a payment',
      `insert into payment (id, order_id, channel, channel_trade_no, amount, refunded_amount, paid_at, recorded_at)
      values ($1, $2, 'scan', $1::uuid::text, 5, 5, app_now(), app_now())`,
      'payment',
    ],
    [
      'a refund',
      `insert into refund (id, order_id, serial_number, status, cause, policy_row, amount, submitted_at)
      values ($1, $2, $1::uuid::text, 'Closed', 'cancellation', 'P0', 5, app_now())`,
      'refund',
    ],
    [
      'an open exception',
      `insert into payment_exception (id, order_id, kind, detail, opened_at) values ($1, $2, 'channelSilent', '', app_now())`,
      'payment_exception',
    ],
    [
      'money that an exception tells of',
      `insert into payment_exception (id, order_id, kind, detail, opened_at, closed_at, resolution)
      values ($1, $2, 'amountMismatch', '', app_now(), app_now(), 'Sent back.')`,
      'payment_exception',
    ],
    [
      'a notice of money',
      `insert into payment_event (id, channel, event_key, trade_no, kind, outcome, payload_sealed, received_at)
      select $1, 'scan', $1::uuid::text, trade_no, 'paid', 'unknownTrade', '', app_now() from payment_attempt where order_id = $2`,
      'payment_event',
    ],
    [
      'a paper of the desk',
      `insert into filed_document (id, application_id, class, kind, filed_at, filed_by)
      select $1, application_id, 'identityDocument', 'identityDocument', app_now(), $1 from order_item where order_id = $2 limit 1`,
      'filed_document',
    ],
    [
      'a proposal',
      `insert into proposal (id, kind, object_id, payload, reason, status, proposed_by, proposed_by_name, proposed_at, expires_at)
      values ($1, 'refund', $2, '{}', 'Why', 'Open', $1, 'Ding Yi', app_now(), app_now() + interval '1 day')`,
      'proposal',
    ],
  ] as const;

  it('is not what goes after a year [S-18]', async () => {
    const order = await givenLapsed(world);
    const later = addSeconds(order.end, 1);
    const due: [string, boolean][] = [];
    for (const [what, open, table] of opened) {
      await meddle(open, [id, order.orderId]);
      due.push([what, await isDue(order, later)]);
      await meddle(`delete from ${table} where id = $1`, [id]);
    }
    const waiting = await givenWaiting(world);

    expect(due).toEqual(opened.map(([what]) => [what, false]));
    expect([await isDue(order, later), await isDue(waiting, addSeconds(waiting.end, 1))]).toEqual([true, false]);
  });
});

describe('a hold', () => {
  const scopes = [
    ['person', ({ candidateId }: Lapsed) => ({ objectId: candidateId })],
    ['order', ({ orderId }: Lapsed) => ({ objectId: orderId })],
    ['session', ({ sessionIds }: Lapsed) => ({ objectId: sessionIds[1] ?? '' })],
    ['class', () => ({ class: 'lapsedOrder' })],
    ['class', () => ({ class: 'order' })],
    ['class', () => ({ class: 'examRecord' })],
  ] as const;

  it('on its person, a session of it, itself or a class it is part of keeps it whole; overlapping ones all have to be released [S-18]', async () => {
    const order = await givenLapsed(world);
    await moveToEnd(order, 1);
    const releases = [];
    for (const [scope, on] of scopes) releases.push(await holdOn(scope, on(order)));
    const kept: boolean[] = [];
    for (const release of releases) {
      await run();
      kept.push((await isThere(order.orderId)) && (await isNamed('application', order.applicationIds[0] ?? '')));
      await release();
    }

    await run();

    expect(kept).toEqual(scopes.map(() => true));
    expect([await isThere(order.orderId), await standOf(order.applicationIds)]).toEqual([false, [gone, gone]]);
  });
});

describe('a backup that is older than the end of the year', () => {
  it('brings back neither the order nor its people, whether it had lapsed by then or still waited; the numbers are the same [F12 S-18 C27]', async () => {
    const [lapsed, waiting] = [await givenLapsed(world), await givenWaiting(world)];
    const folder = join(room, 'before-year');
    await makeBackup(stand.url, folder, () => undefined);
    await giveUp(waiting);
    await moveToEnd(waiting, 1);
    await run();
    await backupTasks['retention.journal']?.({});
    const ids = [...lapsed.applicationIds, ...waiting.applicationIds];
    const look = async () => [
      await isThere(lapsed.orderId),
      await isThere(waiting.orderId),
      (await standOf(ids)).map(({ isNamed: named }) => named),
    ];
    const [here, sums] = [await look(), await lapsedSums()];

    const back = await restored({ folder, from: stand, room, journal: 'none' }, (_, to) => standingAt(to, look));
    const again = await restored({ folder, from: stand, room }, ({ findings }, to) =>
      standingAt(to, async () => ({
        findings: findings.filter((line) => !/^I7|^working-day calendar/.test(line)),
        look: await look(),
        sums: await lapsedSums(),
        held: await rowsOf(`select from seat_allocation where order_id = $1 and state <> 'Released'`, [
          waiting.orderId,
        ]),
        statuses: new Set((await standOf(ids)).map(({ status }) => status)),
        books: await brokenBooks(),
      })),
    );

    const byCommand = await restoredByCommand({ folder, from: stand }, (to) => standingAt(to, look));

    expect(here).toEqual([false, false, [false, false, false, false]]);
    expect(back).toEqual([true, true, [true, true, true, true]]);
    expect(byCommand.said.output).not.toContain('Error');
    expect([byCommand.said.code === 1, byCommand.found]).toEqual([false, here]);
    expect(again).toEqual({ findings: [], look: here, sums, held: [], statuses: new Set(['Expired']), books: [] });
  });
});
