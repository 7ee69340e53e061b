import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databasePool } from '#platform/database';
import { openTestPlatform } from '#platform/testing/app';
import { givenAccount, givenCartLine, givenExam } from '#testing';
import { placeOrder } from './place.ts';

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openTestPlatform();
});
afterAll(() => close());

const total = 150_000;

/** The texts of all statements that the pool's connections carry while `work` runs. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const client = await databasePool().connect();
  const query = client.query.bind(client);
  Object.assign(client, {
    query: (...sent: [string | { text: string }]) => {
      const [statement] = sent;
      texts.push(typeof statement === 'string' ? statement : statement.text);
      return Reflect.apply(query, client, sent);
    },
  });
  // The only idle connection is taken next.
  client.release();
  await work();
  Object.assign(client, { query });
  return texts;
}

/** From the session's lock to the end: what everybody else who wants the same seats waits for. */
function underLock(texts: readonly string[]): readonly string[] {
  return texts.slice(texts.findIndex((text) => text.includes('from exam_session') && text.includes('for update')) + 1);
}

describe('placing an order', () => {
  it.each([1, 10])('of %i lines asks the database at most ten times between begin and commit [C2]', async (lines) => {
    const { id: accountId } = await givenAccount();
    const exam = await givenExam({ seats: 20 });
    const applicationIds = await Promise.all(Array.from({ length: lines }, () => givenCartLine(accountId, exam)));

    const texts = await statementsOf(() => placeOrder({ accountId, applicationIds, totalPayAmount: lines * total }));

    const [begin, ...further] = texts;
    expect([begin, further.pop()]).toEqual(['begin', 'commit']);
    expect(further.length, further.join('\n')).toBeLessThanOrEqual(10);
    // Taking the seats and the commit.
    expect(underLock(texts)).toHaveLength(2);
  });
});
