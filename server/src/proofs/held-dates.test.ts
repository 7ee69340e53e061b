import { addDays, keptUntilAfter, keptUntilAfterDate, retentionTable } from '@exam/contract/rules';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '#testing';
import { type Ground, groundOf } from './planting.testing.ts';
import type { Planting } from './planting.testing.ts';
import { plantings } from './retention-rows.testing.ts';
import { givenRegistered } from './retention.testing.ts';
import { meddle, openWorld, type World } from './world.testing.ts';

let world: World;
let ground: Ground;
beforeAll(async () => {
  world = await openWorld();
  ground = await groundOf(await givenRegistered(world));
});
afterAll(() => world.close());

/** The last day that the page of somebody's own data names for a class. */
async function lastDayShown(of: Planting['class']): Promise<string | null | undefined> {
  const { body } = await ask(ground.browser, 'rights.held');
  type Kept = { class: string; until: string | null };
  const { account, candidates } = body as { account: Kept[]; candidates: { kept: Kept[] }[] };
  const same = [...account, ...candidates.flatMap(({ kept }) => kept)].filter((each) => each.class === of);
  return same
    .map(({ until }) => until)
    .toSorted((one, other) => (one ?? '').localeCompare(other ?? ''))
    .at(-1);
}

/** Each later than whatever was planted before it, so that it is the last of its class. */
const startOf = ({ class: of, isFromMidnight }: Planting, position: number) => {
  const day = addDays('2031-01-01', 3 * position);
  if (retentionTable[of].isByDate) return day;
  return isFromMidnight ? `${day}T16:00:00.000Z` : `${day}T08:17:42.359Z`;
};

/** What the page does not show, or not by the end of a single row. */
const elsewhere: Readonly<Record<string, string>> = {
  candidate: 'each by a line of its own: own-data.test.ts',
  unagreedChild: 'each by a line of its own: child-kept.test.ts',
  unusedAccount: 'the account of whoever reads the page is in use',
  'whom a list showed': 'who looked at whom has a page of its own',
  audit: 'who looked at whom has a page of its own',
  session: 'without an end as long as the one that reads is signed in',
  relativeEvidence: 'of a relative, who has no account',
  'an order that names nobody any more': 'nobody’s',
  'an order whose money came too late': 'nobody’s',
  'a wizard left half way': 'of another account, which is closed',
  'what was agreed to for an account, relied on until it was closed': 'of another account, which is closed',
};

const shown = plantings
  .map((each, position) => [each.class, each.of, position, each] as const)
  .filter(([of, what, , { isAtOnce }]) => !isAtOnce && !(of in elsewhere) && !(what in elsewhere));

describe('the page of somebody’s own data', () => {
  beforeAll(async () => {
    // What was agreed to for the account and its list has no end yet, nor has what waits to be sent.
    await meddle('delete from consent where application_id is null');
    await meddle(`update message set state = 'Sent'`);
  });
  // Evidence keeps the registration that it belongs to, whose end is then not known.
  afterEach(async () => {
    await meddle(`delete from filed_document where class = 'cheatingEvidence'`);
    await meddle('delete from misconduct_case');
  });

  it.each(shown)(
    'names of %s (%s) the end by which the nightly run goes [S-18 PIPL-45]',
    async (of, _, position, planting) => {
      const started = startOf(planting, position);
      await planting.plant(ground, started);

      const end = retentionTable[of].isByDate ? keptUntilAfterDate(of, started) : keptUntilAfter(of, started);
      expect(await lastDayShown(of)).toBe(end);
    },
  );

  it('names the end of an order ten years after the last thing that happened to its money [S-18 PIPL-45]', async () => {
    const completed = '2035-03-01T08:17:42.359Z';
    await meddle(`update refund set completed_at = $1, status = 'Closed' where order_id = $2`, [
      completed,
      ground.orderId,
    ]);

    expect(await lastDayShown('order')).toBe(keptUntilAfter('order', completed));
  });
});
