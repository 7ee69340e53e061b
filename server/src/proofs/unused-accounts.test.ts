import { addDays, addSeconds, instantOf, keptUntilAfterDate } from '@exam/contract/rules';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setClockOffset } from '#platform/clock';
import { tasks } from '#testing/app';
import { givenAccount, givenCartLine, givenExam, moveClockTo, rowsOf } from '#testing';
import { run } from './retention.testing.ts';
import { meddle, openWorld, type World } from './world.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await setClockOffset(0);
  await world.close();
});

const lastUsed = '2027-01-31';
const end = keptUntilAfterDate('unusedAccount', lastUsed);
const lastDay = addDays(end.slice(0, 10), 0);

/** An account of which only the month of the last session is left. */
async function givenUnused(): Promise<string> {
  const { id } = await givenAccount();
  await meddle(`update account set created_at = '2026-02-03', last_used_month = '2027-01-01' where id = $1`, [id]);
  return id;
}

const toldTimes = async (id: string) =>
  (await rowsOf(`select from reminder where kind = 'accountUnused' and object_id = $1`, [id])).length;
const messages = async (id: string) =>
  (await rowsOf(`select distinct created_at from message where kind = 'accountUnused' and account_id = $1`, [id]))
    .length;
const kept = async (id: string) =>
  await rowsOf(
    'select status, phone_sealed is not null as "hasPhone", password_hash is not null as "hasPassword" from account where id = $1',
    [id],
  );

async function noon(day: string): Promise<void> {
  await moveClockTo(instantOf(day, '12:00'));
  await tasks['accounts.tellUnused']?.({});
}

it('an account that nobody uses is closed after two years, and its holder told sixty and fourteen days before; one with an order, and one that is used again, stay [S-18 R-25 PIPL-19 PIPL-47]', async () => {
  const [unused, usedAgain, ordered] = [await givenUnused(), await givenUnused(), await givenUnused()];
  const line = await givenCartLine(ordered, await givenExam());
  await meddle(`update application set status = 'Registered' where id = $1`, [line]);
  const told: number[] = [];
  for (const days of [61, 60, 15, 14]) {
    await noon(addDays(lastDay, -days));
    told.push(await toldTimes(unused));
    if (days === 60) await meddle(`update account set last_used_month = '2028-12-01' where id = $1`, [usedAgain]);
  }
  await moveClockTo(addSeconds(end, -60));
  await run();
  const before = await kept(unused);

  await moveClockTo(addSeconds(end, 43_200));
  await run();

  expect(told).toEqual([0, 1, 1, 2]);
  expect([await messages(unused), await toldTimes(usedAgain), await toldTimes(ordered)]).toEqual([2, 1, 0]);
  expect(before).toEqual([{ status: 'Active', hasPhone: true, hasPassword: true }]);
  expect(await kept(unused)).toEqual([{ status: 'Closed', hasPhone: false, hasPassword: false }]);
  expect([await kept(usedAgain), await kept(ordered)]).toEqual([before, before]);
});

it('a session leaves the month in which it was used to its account [S-18]', async () => {
  const { id } = await givenAccount();
  await meddle(
    `insert into account_session (id, id_hash, account_id, created_at, last_seen_at, proved_at, expires_at, device, network)
     values (gen_random_uuid(), sha256('unused'), $1, '2026-05-01', '2026-05-17T03:00:00Z', '2026-05-01', '2026-05-18', '', '')`,
    [id],
  );

  await meddle(`update account set last_used_month = '2026-02-01' where id = $1`, [id]);

  await run();

  expect(await rowsOf('select last_used_month::text as month from account where id = $1', [id])).toEqual([
    { month: '2026-05-01' },
  ]);
});
