import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Scenario, scenarios } from './faults-table.testing.ts';
import { examine } from '#privacy/doctor';
import {
  type Crowd,
  givenBuyers,
  lookAgainNow,
  type Phase,
  setStage,
  type Stage,
  type Watch,
  watchReady,
  wrongAfter,
} from './faults.testing.ts';
import { isReady } from './fleet.testing.ts';
import { versionBefore } from './faults-versions.testing.ts';

/** How many rounds of every scenario `npm run faults` makes; without it, one round of the short ones. */
const rounds = Number(process.env['FAULTS'] ?? 0);
const isLong = rounds > 0;

const buyers = { count: 12, each: isLong ? 40 : 8 };

/**
 * Looks at readyz, one a second, after which a database has to be back that is left to whoever started it, a server that was started again has
 * to be there, and all has to be ready again.
 */
const most = { returning: 20, beginning: 40, after: 5 };

/** Looks that it has to find out. */
const grace = 2;

let stage: Stage;
beforeAll(async () => {
  stage = await setStage(isLong);
});
afterAll(() => stage.close());

function say(line: string): void {
  if (isLong) process.stdout.write(`${line}\n`);
}

/** What cannot be played here, and why. */
function reasonNot({ beside, name }: Scenario): string | null {
  if (name.includes('version before') && beside && versionBefore() === null)
    return 'the history of the schema is not here';
  if (name.includes('disk') && !stage.isOwnDisk) return 'no file system can be made here to be filled';
  return null;
}

type Seen = Readonly<Record<Phase, readonly number[]>>;

/** How many looks it took until every one after them said ready. */
function looksUntilReady(looks: readonly number[]): number {
  return looks.findLastIndex((status) => status !== 200) + 1;
}

/** Looks of what was started again once it had said ready: to these, or to the scene, which waits for that word. */
function looksOnceReady({ beginning, after }: Seen): readonly number[] {
  if (beginning.length === 0) return [];
  const ready = beginning.indexOf(200);
  return [...(ready < 0 ? [] : beginning.slice(ready)), ...after];
}

/** Looks at readyz that were wrong, and how many more than may be were late. What begins again never goes back once it has said ready. */
function judge(seen: Seen, { meanwhile }: Scenario) {
  const isRight = {
    ready: (status: number) => status === 200,
    'not ready': (status: number) => status === 503,
    gone: (status: number) => status !== 200,
  };
  const lookedAt = seen.broken.slice(meanwhile === 'ready' ? 0 : grace);
  const over = (looks: number, bound: number): number => Math.max(0, looks - bound);
  return {
    before: seen.before.filter((status) => status !== 200),
    broken: meanwhile ? lookedAt.filter((status) => !isRight[meanwhile](status)) : [],
    wentBack: looksOnceReady(seen).filter((status) => status !== 200),
    late: {
      returning: over(seen.returning.length, most.returning),
      beginning: over(seen.beginning.length, most.beginning),
      after: over(looksUntilReady(seen.after), most.after),
    },
  };
}

const allRight = { before: [], broken: [], wentBack: [], late: { returning: 0, beginning: 0, after: 0 } };

/** What buyers were told beside yes. */
function heardBy({ heard }: Crowd): string {
  const words = [...heard].filter(([word]) => word !== '200').map(([word, times]) => `${times} x ${word}`);
  return words.join(', ') || 'nothing';
}

/** One line a scenario: what people heard, what was lost, when it was right again, and what told of it. */
function report({ name, says }: Scenario, crowd: Crowd, seen: Seen, orderAfter: number): void {
  const back = seen.returning.length === 0 ? '' : `database back after ${seen.returning.length} looks, `;
  const began = seen.beginning.length === 0 ? '' : `there again after ${seen.beginning.length} looks, `;
  say(
    `${name}: heard ${heardBy(crowd)}; lost 0 of ${crowd.placed.size} orders; ${back}${began}ready after ${looksUntilReady(seen.after)} looks, ` +
      `an order after ${orderAfter.toFixed(1)} s; told by ${says}`,
  );
}

/** Plays a scenario once people are buying, and waits until they can again and all that they were told has come true. @returns seconds until the next order, and what was said beside the log. */
async function breakUnder(
  crowd: Crowd,
  { scenario, watch }: { scenario: Scenario; watch: Watch },
): Promise<{ orderAfter: number; told: string }> {
  const isBought = (): boolean => crowd.placed.size === buyers.count * buyers.each;
  try {
    await expect.poll(() => crowd.placed.size, { interval: 20 }).toBeGreaterThan(5);
    watch.mark('broken');
    const said = await scenario.play(stage, watch.mark);
    watch.mark('after');
    const [returned, placed] = [performance.now(), crowd.placed.size];
    await expect.poll(() => crowd.placed.size > placed || isBought(), { interval: 20 }).toBe(true);
    const orderAfter = (performance.now() - returned) / 1000;
    await expect.poll(() => isReady(stage.url), { interval: 100 }).toBe(true);
    await crowd.stop();
    await expect
      .poll(
        async () => {
          await lookAgainNow();
          return await wrongAfter(crowd, stage);
        },
        { interval: 500 },
      )
      .toEqual({ orders: 0, payments: 0, messages: 0, twice: 0 });
    return { orderAfter, told: `${said ?? ''}${scenario.beside ? stage.second().said() : ''}` };
  } catch (error) {
    say(`${scenario.name}: failed; heard ${heardBy(crowd)}`);
    throw error;
  } finally {
    await watch.stop();
    await crowd.stop();
    if (scenario.beside) await stage.killSecond();
  }
}

describe('while people buy', () => {
  const words = process.env['SCENARIO'] ?? '';
  const played = scenarios.filter(({ name, isLong: isRare }) => (isLong || !isRare) && name.includes(words));
  const each = Array.from({ length: Math.max(1, rounds) }, () => played).flat();

  it.each(each)(
    '$name: nothing acknowledged is lost, nobody hears a fault, and the same process goes on [F1 F2 F6 F10 F11 F12 F17]',
    async (scenario) => {
      const reason = reasonNot(scenario);
      if (reason !== null) return say(`${scenario.name}: not played, ${reason}`);
      const before = stage.app().process.pid;
      const saidBefore = stage.app().said().length;
      const urls = [stage.url, ...(scenario.beside ? [await scenario.beside(stage)] : [])];
      const crowd = await givenBuyers(stage, urls, buyers);
      const watch = watchReady(stage.url);
      const { orderAfter, told } = await breakUnder(crowd, { scenario, watch });
      const seen = await watch.stop();

      report(scenario, crowd, seen, orderAfter);
      const faults = [...crowd.heard.keys()].filter((word) => word.startsWith('5') && word !== '503 BUSY');
      expect(faults).toEqual([]);
      expect(judge(seen, scenario)).toEqual(allRight);
      await expect.poll(() => examine(stage.direct), { interval: 2000 }).toEqual([]);
      expect(stage.app().said().slice(saidBefore) + told).toMatch(scenario.says);
      const isSame = stage.app().process.pid === before;
      expect([stage.app().process.exitCode, isSame]).toEqual([null, scenario.endsApp !== true]);
    },
  );
});
