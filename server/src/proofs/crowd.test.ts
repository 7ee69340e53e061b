import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buying } from './crowd-buying.testing.ts';
import { deciding } from './crowd-deciding.testing.ts';
import { paying } from './crowd-paying.testing.ts';
import { living } from './crowd-people.testing.ts';
import { deadlocks, findings, heardBy, openStage, settled, type Stage, tally } from './crowd-stage.testing.ts';
import { expectExactly } from '#testing';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** How often each row is played: what meets by chance does not meet every time. */
const rounds = 3;

describe('many people at once', () => {
  it.each([...buying, ...paying, ...living, ...deciding])('$act [C2 C4 F1]', async ({ scene }) => {
    for (let round = 0; round < rounds; round++) {
      const played = await scene(stage);
      const heard = await heardBy(played);

      const wrong = heard.filter((each) => !played.allowed.includes(each));
      expect(tally(wrong), JSON.stringify(tally(heard))).toEqual({});
      await settled();
      await played.check?.(heard);
      expectExactly(await findings()).toEqual([]);
      expectExactly(await deadlocks()).toBe(0);
    }
  });
});
