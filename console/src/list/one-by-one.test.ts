import { CallError } from '@exam/contract/client';
import { describe, expect, it } from 'vitest';
import { oneByOne } from './one-by-one.ts';

const failing = (status: number, userMessage: string) => new CallError({ status, code: 'X', userMessage });

/** Acts on things that answer as their names say. */
async function act(thing: string): Promise<void> {
  await Promise.resolve();
  if (thing === 'changed meanwhile') throw failing(409, 'Somebody was faster.');
  if (thing === 'no answer') throw failing(0, '');
  if (thing === 'busy') throw failing(503, 'Later.');
  if (thing === 'mistake of ours') throw new TypeError('no such thing');
}

describe('several things changed one after the other', () => {
  it('are all tried where one is refused, which is named with its sentence', async () => {
    const tried: number[] = [];

    const outcome = await oneByOne(['one', 'changed meanwhile', 'three'], act, (count) => tried.push(count));

    expect(outcome).toEqual({
      done: ['one', 'three'],
      refused: [{ thing: 'changed meanwhile', reason: 'Somebody was faster.' }],
      lost: null,
    });
    expect(tried).toEqual([1, 2, 3]);
  });

  it.each(['no answer', 'busy'])(
    'end at one without an answer (%s), of which nobody says that it stayed',
    async (lost) => {
      const outcome = await oneByOne(['one', lost, 'three'], act);

      expect(outcome).toEqual({ done: ['one'], refused: [], lost });
    },
  );

  it('hide no mistake of ours', async () => {
    await expect(oneByOne(['mistake of ours'], act)).rejects.toThrow('no such thing');
  });
});
