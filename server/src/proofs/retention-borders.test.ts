import {
  addDays,
  addSeconds,
  keptUntilAfter,
  keptUntilAfterDate,
  retentionClasses,
  retentionTable,
} from '@exam/contract/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unusedUploads } from '#office/files';
import { randomId } from '#platform/chance';
import { chinaDateOf, readNowAlone, setClockOffset } from '#platform/clock';
import { retentionSweeps } from '#privacy/retention';
import { rowsOf } from '#testing';
import { type Ground, groundOf } from './planting.testing.ts';
import type { Planting } from './planting.testing.ts';
import { plantings } from './retention-rows.testing.ts';
import { dueAt, givenRegistered, run } from './retention.testing.ts';
import { meddle, openWorld, type World } from './world.testing.ts';

let world: World;
let ground: Ground;
beforeAll(async () => {
  world = await openWorld();
  ground = await groundOf(await givenRegistered(world));
});
afterAll(() => world.close());

/** A clock that starts on a leap day, and one that starts in the middle of an hour of it. */
const startOf = ({ class: of, isFromMidnight }: Planting) => {
  if (retentionTable[of].isByDate) return '2024-02-29';
  return isFromMidnight ? '2024-02-29T16:00:00.000Z' : '2024-02-29T08:17:42.359Z';
};
const endOf = ({ class: of }: Planting, started: string) =>
  retentionTable[of].isByDate ? keptUntilAfterDate(of, started) : keptUntilAfter(of, started);

const found = new Set<unknown>();

/** Whether a row is found due, by any sweep of its class, at each of some instants. */
async function isDueAt({ class: of }: Planting, id: string, instants: readonly string[]) {
  const answers: (string | null)[] = [];
  for (const now of instants) {
    let started: string | null = null;
    for (const sweep of retentionSweeps.filter((each) => each.class === of)) {
      const row = (await dueAt(sweep, now)).find((each) => each.id === id);
      if (!row) continue;
      found.add(sweep);
      started = row.started;
    }
    answers.push(started);
  }
  return answers;
}

describe('the end of a period', () => {
  it.each(plantings.filter(({ isAtOnce }) => !isAtOnce).map((each) => [each.class, each.of, each] as const))(
    'of %s: %s is kept until the last second, and not a second longer [S-18]',
    async (_class, _of, planting) => {
      const started = startOf(planting);
      const id = await planting.plant(ground, started);
      const end = endOf(planting, started);

      const due = await isDueAt(planting, id, [addSeconds(end, -1), end, addSeconds(end, 1)]);

      expect(due).toEqual([null, started, started]);
    },
  );

  it('is nothing to a candidate whose deletion waits: it goes once its records have gone [S-18 PIPL-47]', async () => {
    for (const planting of plantings.filter(({ isAtOnce }) => isAtOnce)) {
      const day = '2024-02-29';
      const id = await planting.plant(ground, day);

      expect(await isDueAt(planting, id, ['2024-03-01T00:00:00.000Z'])).toEqual([day]);
      await meddle('update application set candidate_id = $1 where id = $2', [id, ground.applicationId]);
      expect(await isDueAt(planting, id, ['2024-03-01T00:00:00.000Z'])).toEqual([null]);
      await meddle('update application set candidate_id = $1 where id = $2', [
        ground.candidateId,
        ground.applicationId,
      ]);
    }
  });

  it('of an upload that nothing used is a day, to the second [S-18]', async () => {
    const [id, started] = [randomId(), '2024-02-29T08:17:42.359Z'];
    await meddle(
      `insert into file (id, account_id, storage_key, name_sealed, kind, size, sha256, created_at)
       values ($1, $2, $3, '', 'pdf', 20, sha256('x'), $4)`,
      [id, ground.browser.accountId, randomId(), started],
    );
    const end = keptUntilAfter('unusedUpload', started);
    const isDue = async (now: string) => (await dueAt(unusedUploads, now)).some((each) => each.id === id);

    expect([await isDue(addSeconds(end, -1)), await isDue(end), await isDue(addSeconds(end, 1))]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('is shown above for whatever a run looks through [S-18]', () => {
    const unseen = retentionSweeps.filter((sweep) => !found.has(sweep));

    expect(
      unseen.map((sweep) => `${sweep.class}: no row of retention-rows is found by its query ${String(sweep.due)}`),
    ).toEqual([]);
    expect(retentionClasses.filter((of) => !retentionSweeps.some((sweep) => sweep.class === of))).toEqual([]);
  });
});

describe('one run', () => {
  it('forgets of every class what is due, and leaves what is not; it writes both journals, and a second run finds nothing [S-18]', async () => {
    await setClockOffset(0);
    const now = await readNowAlone();
    const today = chinaDateOf(now);
    /** A start long enough ago that the end is that many days from today. */
    const startFor = (planting: Planting, days: number) => {
      let started = addDays(today, days);
      const { period, isByDate } = retentionTable[planting.class];
      const back = 'months' in period ? Math.round(period.months * 30.4375) : period.hours / 24;
      started = addDays(started, -back);
      return isByDate ? started : `${started}T08:00:00.000Z`;
    };
    const planted: { planting: Planting; gone: string; stays: string | null }[] = [];
    for (const planting of plantings.filter(({ isMass }) => !isMass))
      planted.push({
        planting,
        gone: await planting.plant(ground, startFor(planting, -5)),
        stays: planting.isAtOnce ? null : await planting.plant(ground, startFor(planting, 5)),
      });

    await run();
    const erased = new Set(
      (await rowsOf('select class, object_id from erasure')).map(
        (row) => `${String(row['class'])} ${String(row['object_id'])}`,
      ),
    );
    const records = await rowsOf(
      `select class, sum(count)::integer as count from deletion_record where class <> 'networkLog' group by class`,
    );
    const counts = await rowsOf('select class, count(*)::integer as count from erasure group by class');
    const again: string[] = [];
    for (const sweep of retentionSweeps)
      if ((await dueAt(sweep, now)).some((row) => !row.is_held)) again.push(sweep.class);

    const wrong = planted.flatMap(({ planting, gone, stays }) => [
      ...(erased.has(`${planting.class} ${gone}`) ? [] : [`${planting.class}, ${planting.of}: still there`]),
      ...(stays !== null && erased.has(`${planting.class} ${stays}`)
        ? [`${planting.class}, ${planting.of}: too early`]
        : []),
    ]);
    expect(wrong).toEqual([]);
    expect(again).toEqual([]);
    expect(records.toSorted(byClass)).toEqual(counts.toSorted(byClass));
  });
});

const byClass = (one: Record<string, unknown>, other: Record<string, unknown>) =>
  String(one['class']).localeCompare(String(other['class']));
