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

/** So many rounds of every scenario, for `npm run faults`; without it those that are not long, once. */
const rounds = Number(process.env['FAULTS'] ?? 0);
const isLong = rounds > 0;

const buyers = { count: 12, each: isLong ? 40 : 8 };

/** Looks at readyz, one a second, after which a server has to be ready again. */
const mostLate = 5;

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

/**
 * Looks at readyz that were wrong, and how many came late after the return. What begins again may be ready before the scene, which waits for it,
 * has heard so; from then on it is ready at every look.
 */
function judge(seen: Seen, { meanwhile }: Scenario) {
  const isRight = {
    ready: (status: number) => status === 200,
    'not ready': (status: number) => status === 503,
    gone: (status: number) => status !== 200,
  };
  const lookedAt = seen.broken.slice(meanwhile === 'ready' ? 0 : grace);
  const ready = seen.beginning.indexOf(200);
  return {
    before: seen.before.filter((status) => status !== 200),
    broken: meanwhile ? lookedAt.filter((status) => !isRight[meanwhile](status)) : [],
    beginning: ready < 0 ? [] : seen.beginning.slice(ready).filter((status) => status !== 200),
    late: Math.max(0, looksUntilReady(seen.after) - mostLate),
  };
}

/** What buyers were told beside yes. */
function heardBy({ heard }: Crowd): string {
  const words = [...heard].filter(([word]) => word !== '200').map(([word, times]) => `${times} x ${word}`);
  return words.join(', ') || 'nothing';
}

/** One line a scenario: what people heard, what was lost, when it was right again, and what told of it. */
function report({ name, says }: Scenario, crowd: Crowd, seen: Seen, orderAfter: number): void {
  const began = seen.beginning.length === 0 ? '' : `there again after ${seen.beginning.length} looks, `;
  say(
    `${name}: heard ${heardBy(crowd)}; lost 0 of ${crowd.placed.size} orders; ${began}ready after ${looksUntilReady(seen.after)} looks, ` +
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
    const said = await scenario.play(stage, () => watch.mark('beginning'));
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
      expect(judge(seen, scenario)).toEqual({ before: [], broken: [], beginning: [], late: 0 });
      await expect.poll(() => examine(stage.direct), { interval: 2000 }).toEqual([]);
      expect(stage.app().said().slice(saidBefore) + told).toMatch(scenario.says);
      const isSame = stage.app().process.pid === before;
      expect([stage.app().process.exitCode, isSame]).toEqual([null, scenario.endsApp !== true]);
    },
  );
});
