import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setClockOffset } from '#platform/clock';
import { databasePool } from '#platform/database';
import { locksAwaited } from '#platform/testing/database';
import { ask, givenExam, rowsOf } from '#testing';
import { expire, startPaying } from '#testing/shopping';
import { givenOther, guardianCalls, type Registered, toldOf, tokenOf } from './guardian.testing.ts';
import { meddle, openWorld, placeOrder, price, submission, type World } from './world.testing.ts';

let world: World;
let calls: ReturnType<typeof guardianCalls>;
beforeAll(async () => {
  world = await openWorld();
  calls = guardianCalls(world);
});
afterAll(() => world.close());

/** A child whose order lapsed while a payment for it was begun. */
async function givenLapsed(shared: Parameters<typeof givenOther>[1] = {}) {
  const line = await givenOther(world, shared);
  return { line, ...(await orderAndLapse(line)) };
}

/** Orders what is in the cart and lets its time to pay run out, with a payment begun. `payLate`: its money comes after all (S-3). */
async function orderAndLapse(line: Registered) {
  const { browser } = line;
  const orderId = await placeOrder(browser, line);
  const tradeNo = await startPaying({ browser, orderId });
  await expire(world.bank, { orderId });
  const reorder = async () => {
    const { status, text } = await ask(browser, 'application.reorder', { query: { orderId } });
    const { cloned = [], skipped = [] } = JSON.parse(text);
    return { ...line, status, applicationId: String(cloned[0]?.applicationId), reason: skipped[0]?.reason };
  };
  return { reorder, payLate: () => world.bank.settle(tradeNo, 'late') };
}

const remove = ({ browser, applicationId }: Registered) =>
  ask(browser, 'application.delete', { params: { id: applicationId } });

const makeAnother = async ({ browser, candidateId, applicationId }: Registered) =>
  await ask(browser, 'application.modify', {
    body: { id: applicationId, ...submission(await givenExam(), candidateId, 'child') },
  });

/** Makes a line one for the second paper of its sitting. */
const makeSecondPaper = async ({ browser, candidateId, applicationId, exam }: Registered) =>
  await ask(browser, 'application.modify', {
    body: {
      id: applicationId,
      ...submission({ ...exam, subjectIds: exam.subjectIds.slice(1) }, candidateId, 'child'),
    },
  });

/** Does things one after the other while nobody else gets at a row, each waiting for it or for the one before. */
async function whileHeld(table: string, id: string, acts: readonly (() => Promise<unknown>)[]): Promise<unknown[]> {
  const client = await databasePool().connect();
  try {
    await client.query('begin');
    await client.query(
      `select from ${table} where ${table === 'guardian_notice' ? 'application_id' : 'id'} = $1 for update`,
      [id],
    );
    const doing = [];
    for (const act of acts) {
      doing.push(act());
      await expect.poll(locksAwaited, { interval: 10 }).toBe(doing.length);
    }
    await client.query('commit');
    return await Promise.all(doing);
  } finally {
    client.release(true);
  }
}

const isWaitedFor = async ({ applicationId }: Registered) =>
  (await rowsOf('select from guardian_wait where application_id = $1', [applicationId])).length > 0;

const statusOf = async ({ applicationId }: Registered) =>
  (await rowsOf('select status from application where id = $1', [applicationId]))[0]?.['status'];

const cartOf = async ({ browser }: Registered) => {
  const { text } = await ask(browser, 'application.cart', { body: {} });
  return JSON.parse(text).list.map(({ applicationId }: { applicationId: string }) => applicationId);
};

describe('a registration that is ordered again', () => {
  it('has its guardian asked once, also when it is taken out of the cart and ordered once more [PIPL-31 R-49]', async () => {
    const { reorder } = await givenLapsed();
    const first = await reorder();
    const token = await tokenOf(first);

    await remove(first);
    const second = await reorder();

    expect([(await toldOf(second.applicationId)).length, await tokenOf(second)]).toEqual([1, token]);
    expect(await isWaitedFor(second)).toBe(true);
  });

  it('is not ordered a third time once the guardian has objected to its copy [PIPL-31 R-49]', async () => {
    const { reorder } = await givenLapsed();
    const copy = await reorder();
    await calls.object(await tokenOf(copy));

    await remove(copy);

    expect((await reorder()).reason).toBe('CONSENT_WITHDRAWN');
  });

  it('may be ordered once more where the guardian has objected to the other exam that its copy became [PIPL-31 R-49]', async () => {
    const { reorder } = await givenLapsed();
    const copy = await reorder();
    await makeAnother(copy);
    await calls.object(await tokenOf(copy));

    await remove(copy);
    const again = await reorder();

    expect([again.reason, await isWaitedFor(again)]).toEqual([undefined, true]);
  });
});

describe('a registration that is paid after all when it was ordered again', () => {
  it.each([
    ['takes the answer of its guardian back, and its copy leaves the cart', false],
    ['has its guardian asked again when the copy has become another registration, which stays', true],
  ])('%s [PIPL-31 R-49 S-3]', async (_, isElsewhere) => {
    const { line, reorder, payLate } = await givenLapsed();
    const copy = await reorder();
    const token = await tokenOf(copy);
    await calls.agree(token);
    // One that has not gone yet would be taken back.
    await meddle(
      'update message set attempts = 1 where id = (select message_id from guardian_notice where application_id = $1)',
      [copy.applicationId],
    );
    if (isElsewhere) await makeAnother(copy);

    await payLate();

    const [ofPaid, ofCopy] = [await toldOf(line.applicationId), await toldOf(copy.applicationId)];
    expect([await statusOf(line), await isWaitedFor(line)]).toEqual(['Registered', isElsewhere]);
    expect([ofPaid.length, ofCopy.length]).toEqual([1, isElsewhere ? 1 : 0]);
    expect(ofPaid[0]?.values.token === token).toBe(!isElsewhere);
    expect(await cartOf(line)).toEqual(isElsewhere ? [copy.applicationId] : []);
  });

  it.each([
    ['that lies in the cart', false],
    ['that is ordered', true],
  ])(
    'leaves a copy for another paper, %s, its notice, and has its guardian asked again [PIPL-31 R-49 S-3]',
    async (_, isOrdered) => {
      const { line, reorder, payLate } = await givenLapsed({ exam: await givenExam({ papers: 2 }) });
      const copy = await reorder();
      await makeSecondPaper(copy);
      if (isOrdered) await placeOrder(line.browser, copy);

      await payLate();

      expect([await statusOf(line), await isWaitedFor(line), await isWaitedFor(copy)]).toEqual([
        'Registered',
        true,
        true,
      ]);
      expect([await statusOf(copy), await cartOf(line)]).toEqual(
        isOrdered ? ['Submitted', []] : ['Initiated', [copy.applicationId]],
      );
    },
  );

  it('stays objected to where its copy was deleted after the objection, however long its guardian is silent [PIPL-31 R-49 S-3]', async () => {
    const { line, reorder, payLate } = await givenLapsed({ dob: '2011-05-06' });
    const copy = await reorder();
    await calls.object(await tokenOf(copy));
    await remove(copy);

    await payLate();
    await setClockOffset(4 * 86_400);
    const isWaited = await isWaitedFor(line);
    await setClockOffset(0);

    expect([await statusOf(line), isWaited, (await toldOf(line.applicationId)).length]).toEqual([
      'Registered',
      true,
      1,
    ]);
  });

  it('neither waits for another family’s copy, which lies in another cart, nor takes it out of that [R-49 S-3]', async () => {
    const { line, reorder, payLate } = await givenLapsed();
    await reorder();
    const theirs = await (await givenLapsed()).reorder();
    const client = await databasePool().connect();
    await client.query('begin');
    await client.query('select from application where id = $1 for update', [theirs.applicationId]);

    await payLate();
    client.release(true);

    expect([await statusOf(line), await cartOf(line)]).toEqual(['Registered', []]);
    expect([await cartOf(theirs), await isWaitedFor(theirs)]).toEqual([[theirs.applicationId], true]);
  });

  it('ends the consents of copies, too, when its guardian objects [PIPL-31 R-49 S-3]', async () => {
    const { line, reorder, payLate } = await givenLapsed();
    const second = await orderAndLapse(await reorder());
    await payLate();

    await calls.object(await tokenOf(line));

    expect([await statusOf(line), (await second.reorder()).reason]).toEqual(['Registered', 'CONSENT_WITHDRAWN']);
  });

  it('keeps its guardian waited for when it is ordered again at the same moment, which comes too late [PIPL-31 R-49 S-3]', async () => {
    const { line, reorder, payLate } = await givenLapsed();

    const [, again] = await whileHeld('guardian_notice', line.applicationId, [payLate, reorder]);

    expect([await statusOf(line), again, await cartOf(line)]).toMatchObject(['Registered', { status: 412 }, []]);
    expect([(await toldOf(line.applicationId)).length, await isWaitedFor(line)]).toEqual([1, true]);
  });

  it('has no seat left for it where its copy is being ordered at the same moment: the money goes back [C9 R-49 S-3]', async () => {
    const { line, reorder, payLate } = await givenLapsed();
    const copy = await reorder();

    await whileHeld('exam_session', line.exam.sessionId, [() => placeOrder(line.browser, copy), payLate]);

    expect([await statusOf(line), await statusOf(copy)]).toEqual(['Expired', 'Submitted']);
    expect([(await toldOf(line.applicationId)).length, await isWaitedFor(copy)]).toEqual([0, true]);
  });

  it('is paid where its copy is ordered a moment too late, which finds nothing in the cart [C2 R-49 S-3]', async () => {
    const { line, reorder, payLate } = await givenLapsed();
    const copy = await reorder();
    const body = { applicationIds: [copy.applicationId], totalPayAmount: price };
    const order = () => ask(line.browser, 'order.place', { body });

    const [, late] = await whileHeld('guardian_notice', copy.applicationId, [payLate, order]);

    expect([await statusOf(line), late, await cartOf(line)]).toMatchObject(['Registered', { status: 404 }, []]);
  });

  it('is paid once where late money comes for its copy at the same moment [C9 R-49 S-3]', async () => {
    const { line, reorder, payLate } = await givenLapsed();
    const copy = await reorder();
    const second = await orderAndLapse(copy);

    await whileHeld('application', line.applicationId, [payLate, second.payLate]);

    const paid = [await statusOf(line), await statusOf(copy)];
    expect(paid).toContain('Registered');
    expect(paid).toContain('Expired');
    expect(await isWaitedFor(paid[0] === 'Registered' ? line : copy)).toBe(true);
  });
});
