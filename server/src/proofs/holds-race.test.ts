import { addDays, keptUntilAfterDate, type RetentionClass } from '@exam/contract/rules';
import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decide } from '#office/approvals';
import { chinaDateOf, readNowAlone } from '#platform/clock';
import { inTransaction } from '#platform/database';
import { forgetDue, retentionSweeps } from '#privacy/retention';
import { proposeHold } from '#office/holds';
import { randomId } from '#platform/chance';
import { type Ground, groundOf, orderFor, registrationOn, write } from './planting.testing.ts';
import { givenRegistered } from './retention.testing.ts';
import { meddle, openWorld, type World } from './world.testing.ts';
import { expectExactly, rounds, rowsOf } from '#testing';

let world: World;
let ground: Ground;
beforeAll(async () => {
  world = await openWorld();
  ground = await groundOf(await givenRegistered(world));
});
afterAll(() => world.close());

/** How many holds are opened beside one run. */
const atOnce = 10;
const examDate = '2009-03-02';

/** A registration whose period is over, in three tables. */
async function plant(): Promise<string> {
  const id = await registrationOn(ground, examDate);
  await write('application_person', {
    id: randomId(),
    application_id: id,
    role: 'Guardian',
    name_sealed: Buffer.from('x'),
    id_type: 'Passport',
    id_no_sealed: Buffer.from('x'),
    mobile_sealed: Buffer.from('x'),
    type: 'Father',
  });
  const note = {
    id: randomId(),
    object_kind: 'application',
    object_id: id,
    text: 'Rang',
    written_by: ground.officerId,
  };
  await write('note', { ...note, written_by_name: 'Ding Yi', written_at: '2009-03-02T00:00:00Z' });
  return id;
}

/** What races with a run: what is planted, what a hold is opened on, and what a planted thing looks like whole and gone. */
type Race = {
  of: RetentionClass;
  times: number;
  plant: () => Promise<string>;
  scope: 'session' | 'order';
  heldBy: (id: string) => Promise<string>;
  found: string;
  whole: string;
  gone: string;
};

/** Opens holds beside runs. @returns how often which came first, and whatever was found half. */
async function raceOf({ of, times, plant, scope, heldBy, found, whole, gone }: Race) {
  const racing = retentionSweeps.filter((sweep) => sweep.class === of);
  const colleague = {
    name: 'Wu Er',
    permissions: new Set(['privacy:approve'] as const),
    offices: 'all',
    language: 'en',
  } as const;
  const opener = { ...colleague, id: ground.officerId };
  const second = { ...colleague, id: (await groundOf(ground)).officerId };
  const reviewOn = addDays(chinaDateOf(await readNowAlone()), 100);
  const propose = async (id: string) => {
    const asked = { scope, objectId: await heldBy(id), reviewOn, reason: 'A court asked' };
    return await inTransaction((tx) => proposeHold(tx, opener, asked));
  };
  const outcomes = { kept: 0, gone: 0, half: [] as unknown[] };
  // Milliseconds within which the holds are opened: as long as the run takes to come to the row, which the rounds find out on any machine.
  let within = 20;
  for (let round = 0; round < times / atOnce; round++) {
    const ids = await Promise.all(Array.from({ length: atOnce }, plant));
    const proposals = await Promise.all(ids.map(propose));

    const opened = new Map<string, string>();
    await Promise.all([
      ...proposals.map(async (proposalId, index) => {
        await wait(randomInt(Math.ceil(within)));
        await inTransaction((tx) => decide(tx, { proposalId, staff: second, isApproved: true }));
        const [atOpening] = await rowsOf(found, [[ids[index]]]);
        opened.set(ids[index] ?? '', JSON.stringify(atOpening));
      }),
      wait(randomInt(15)).then(() => forgetDue(racing)),
    ]);

    const before = { ...outcomes };
    for (const row of await rowsOf(found, [ids])) {
      const is = JSON.stringify(row);
      // What was there when the hold was open is there now.
      if (is !== opened.get(String(row['id'])))
        outcomes.half.push({ atOpening: opened.get(String(row['id'])), now: row });
      else if (is.endsWith(whole)) outcomes.kept += 1;
      else if (is.endsWith(gone)) outcomes.gone += 1;
      else outcomes.half.push(row);
    }
    within *= outcomes.kept - before.kept > outcomes.gone - before.gone ? 1.25 : 0.8;
    within = Math.max(within, 1);
    // Nothing of one round is in the way of the next.
    await meddle(
      'update legal_hold set released_at = app_now(), released_by = opened_by, release_approved_by = approved_by where released_at is null',
    );
    await meddle('update application set anonymised_at = coalesce(anonymised_at, app_now()) where id = any($1)', [ids]);
    await meddle(
      'update exam_order set payment_end_at = app_now() where id in (select order_id from order_item where application_id = any($1))',
      [ids],
    );
  }
  return outcomes;
}

it('a hold that is opened in the same moment as the run finds its registration whole or gone, hundreds of times, never half [S-18]', async () => {
  const times = rounds(300, 1000);
  expect(keptUntilAfterDate('examRecord', examDate) < (await readNowAlone())).toBe(true);

  const outcomes = await raceOf({
    of: 'examRecord',
    times,
    plant,
    scope: 'session',
    heldBy: sessionOf,
    found: `
      select id, first_name <> '' as named, anonymised_at is null as kept,
        (select count(*)::integer from application_person where application_id = application.id) as people,
        (select count(*)::integer from note where object_id = application.id) as notes,
        (select count(*)::integer from erasure where object_id = application.id) as erased,
        (select count(*)::integer from legal_hold where object_id = application.session_id and released_at is null) as holds
      from application where id = any($1)`,
    whole: '"named":true,"kept":true,"people":1,"notes":1,"erased":0,"holds":1}',
    gone: '"named":false,"kept":false,"people":0,"notes":0,"erased":1,"holds":1}',
  });

  expectExactly(outcomes.half).toEqual([]);
  expectExactly(outcomes.kept + outcomes.gone).toBe(times);
  // Both came first often enough: otherwise it was not a race.
  expect(Math.min(outcomes.kept, outcomes.gone)).toBeGreaterThan(times / 50);
});

it('a hold that is opened in the same moment as the run finds an unpaid order whole or gone with its registration, never half [S-18]', async () => {
  const times = rounds(100, 300);
  const ofOrder = new Map<string, string>();
  const plantOrder = async () => {
    const registrationId = await registrationOn(ground, '2099-06-01', { status: 'Expired', registered_at: null });
    const ended = { status: 'PaymentExpired', payment_completed_at: null, actual_pay_amount: 0 };
    const orderId = await orderFor(ground, registrationId, { ...ended, payment_end_at: '2009-03-02T08:00:00.000Z' });
    ofOrder.set(registrationId, orderId);
    return registrationId;
  };

  const outcomes = await raceOf({
    of: 'lapsedOrder',
    times,
    plant: plantOrder,
    scope: 'order',
    heldBy: async (id) => ofOrder.get(id) ?? '',
    found: `
      select application.id, first_name <> '' as named, anonymised_at is null as kept,
        (select count(*)::integer from order_item item where item.registration_id = application.id) as lines,
        (select count(*)::integer from exam_order placed join order_item item on item.order_id = placed.id
          where item.registration_id = application.id) as orders
      from application where id = any($1)`,
    whole: '"named":true,"kept":true,"lines":1,"orders":1}',
    gone: '"named":false,"kept":false,"lines":0,"orders":0}',
  });

  expectExactly(outcomes.half).toEqual([]);
  expectExactly(outcomes.kept + outcomes.gone).toBe(times);
  expect(Math.min(outcomes.kept, outcomes.gone)).toBeGreaterThan(times / 50);
});

const sessionOf = async (id: string) =>
  String((await rowsOf('select session_id from application where id = $1', [id]))[0]?.['session_id']);
