import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Lane, withRequest } from '#platform/http/request-context';
import { openSettings } from '#platform/settings';
import { testConfig } from '#platform/testing/config';
import type { ChannelPort, TradeState } from './channel.ts';
import { channelNamed, openChannels } from './registry.ts';

/** Questions that have reached the channel, each to be answered by the test. */
const asked: { tradeNo: string; answer: (seconds: number) => void }[] = [];
const clock = vi.spyOn(performance, 'now');

function query(tradeNo: string): Promise<TradeState> {
  const { promise, resolve } = Promise.withResolvers<TradeState>();
  const answer = (seconds: number): void => {
    clock.mockReturnValue(performance.now() + seconds * 1000);
    resolve({ state: 'waiting' });
  };
  asked.push({ tradeNo, answer });
  return promise;
}

beforeEach(() => {
  clock.mockReturnValue(0);
  openSettings(testConfig());
  openChannels([{ name: 'slow', ways: [], open: () => ({ query }) as unknown as ChannelPort }]);
});
afterEach(() => {
  asked.splice(0);
  openChannels();
});

const askAs = (lane: Lane, tradeNo: string) =>
  withRequest({ requestId: tradeNo, lane }, async () => await channelNamed('slow')?.query(tradeNo));

/** A question of a job that the channel answers after so many seconds. */
async function givenAnswer(seconds: number): Promise<void> {
  const answer = askAs('jobs', 'before');
  asked.at(-1)?.answer(seconds);
  await answer;
}

it('a channel that was slow twice is asked by one job at a time, and by people as ever [C23 F11]', async () => {
  await givenAnswer(5);
  await givenAnswer(5);
  const first = askAs('jobs', 'first');

  await expect(askAs('jobs', 'second')).rejects.toThrow('no answer that can be trusted');
  const byPerson = askAs('people', 'third');

  expect(asked.slice(2).map(({ tradeNo }) => tradeNo)).toEqual(['first', 'third']);
  for (const { answer } of asked.slice(2)) answer(5);
  await Promise.all([first, byPerson]);
  // The one before has ended: the next job may ask.
  const next = askAs('jobs', 'next');
  asked.at(-1)?.answer(0);
  await expect(next).resolves.toEqual({ state: 'waiting' });
});

it('one quick answer, and jobs ask side by side again; one slow answer is no reason to stop [C23 F11]', async () => {
  for (const seconds of [5, 5, 0, 5]) await givenAnswer(seconds);

  const both = [askAs('jobs', 'first'), askAs('jobs', 'second')];

  expect(asked.slice(4).map(({ tradeNo }) => tradeNo)).toEqual(['first', 'second']);
  for (const { answer } of asked.slice(4)) answer(0);
  await Promise.all(both);
});
