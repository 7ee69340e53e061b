import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomId } from '#platform/chance';
import { onceByKey } from '#platform/idempotency';
import { openTestPlatform } from '#testing/app';
import { givenAccount, givenCartLine, givenExam, statementsOf } from '#testing';
import { placeOrder } from './placing/place.ts';

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openTestPlatform();
});
afterAll(() => close());

const total = 150_000;

/** From the session's lock to the end: what everybody else who wants the same seats waits for. */
function underLock(texts: readonly string[]): readonly string[] {
  return texts.slice(
    texts.findIndex((text) => text.includes('from exam_session') && text.includes('for no key update')) + 1,
  );
}

describe('placing an order', () => {
  it.each([1, 10])('of %i lines asks the database at most seven times between begin and commit [C2]', async (lines) => {
    const { id: accountId } = await givenAccount();
    const exam = await givenExam({ seats: 20 });
    const applicationIds = await Promise.all(Array.from({ length: lines }, () => givenCartLine(accountId, exam)));

    const texts = await statementsOf(() => placeOrder({ accountId, applicationIds, totalPayAmount: lines * total }));

    const [begin, ...further] = texts;
    expect([begin, further.pop()]).toEqual(['begin', 'commit']);
    expect(further.length, further.join('\n')).toBeLessThanOrEqual(7);
    // Taking the seats, writing the order, and the commit.
    expect(underLock(texts)).toHaveLength(3);
  });

  it('under an idempotency key asks three times more, in the same transaction all but the look for an earlier answer [C2 S-5]', async () => {
    const request = { ownerId: randomId(), key: 'a-key-of-this-click', endpoint: 'order.place', input: {} };

    const texts = await statementsOf(() => onceByKey(request, async () => ({ status: 200, answer: null })));

    expect(texts.map((text) => text.trim().split(' ')[0])).toEqual(['begin', 'select', 'insert', 'commit']);
  });
});
