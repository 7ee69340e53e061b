import { describe, expect, it } from 'vitest';
import { databasePool } from '#platform/database';
import { locksAwaited } from '#platform/testing/database';
import { ask, givenExam, rowsOf, type TestExam } from '#testing';
import { givenOther, type Registered, useGuardians, toldOf, tokenOf } from './guardian.testing.ts';
import { holdOn } from './lapsed-orders.testing.ts';
import {
  ageInCart,
  cartOf,
  closeAgainFor,
  isPassedOn,
  isWaitedFor,
  lapsedIn,
  makeAnother,
  makeOne,
  makeSecondPaper,
  objectedTo,
  remove,
  statusOf,
  takeBack,
} from './reordered.testing.ts';
import { isNamed, run } from './retention.testing.ts';
import { placeOrder, price } from './world.testing.ts';

const { world, calls } = useGuardians();
const { givenLapsed, orderAndLapse, eraseChild } = lapsedIn(world);

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

describe('late money for a registration that was ordered again, and what else is done at the same moment', () => {
  it.each([
    ['for another exam', () => givenExam(), makeAnother],
    ['for another paper', () => givenExam({ papers: 2 }), makeSecondPaper],
  ])(
    'stays objected to: its copy cannot be made one %s, also at the same moment, and gives the objection back [PIPL-31 R-49 S-3]',
    async (_, exam, change) => {
      const { line, reorder, payLate } = await givenLapsed({ exam: await exam() });
      const copy = await reorder();
      const token = await tokenOf(copy);

      const [objected, changed] = await whileHeld('guardian_notice', copy.applicationId, [
        () => calls.object(token),
        () => change(copy),
      ]);
      await payLate();

      expect([objected, changed]).toMatchObject([
        { status: 200 },
        { status: 412, body: { code: 'CONSENT_WITHDRAWN' } },
      ]);
      expect([await statusOf(line), await objectedTo(line), (await toldOf(line.applicationId)).length]).toEqual([
        'Registered',
        true,
        1,
      ]);
    },
  );

  it('is not ordered again while its guardian objects to it [PIPL-31 R-49]', async () => {
    const { line, reorder } = await givenLapsed();
    const token = await tokenOf(line);

    const [, again] = await whileHeld('guardian_notice', line.applicationId, [() => calls.object(token), reorder]);

    expect(again).toMatchObject({ reason: 'CONSENT_WITHDRAWN' });
  });

  it.each([
    ['with the account, a moment before', closeAgainFor, false],
    ['with the account, a moment too late', closeAgainFor, true],
    ['with the sweep of carts, a moment before', run, false],
    ['with the sweep of carts, a moment too late', run, true],
  ])(
    'is paid, and its guardian waited for, where its copy goes %s [PIPL-31 S-18 R-49 S-3]',
    async (_, forget, isPaidFirst) => {
      const { line, reorder, payLate } = await givenLapsed();
      const copy = await reorder();
      await ageInCart(copy);
      const acts = [async () => await forget(copy), payLate];

      await whileHeld('application', copy.applicationId, isPaidFirst ? acts.toReversed() : acts);

      expect([await statusOf(line), await isWaitedFor(line), await isWaitedFor(copy)]).toEqual([
        'Registered',
        true,
        false,
      ]);
    },
  );

  it.each([
    ['before', false],
    ['after', true],
  ])(
    'counts no agreement that is taken back for its copy as the money comes, a moment %s [PIPL-15 PIPL-31 R-49 S-3]',
    async (_, isPaidFirst) => {
      const { line, reorder, payLate } = await givenLapsed();
      const copy = await reorder();
      await calls.agree(await tokenOf(copy));
      const acts = [() => takeBack(copy, 'guardianAgreed'), payLate];

      await whileHeld('application', line.applicationId, isPaidFirst ? acts.toReversed() : acts);

      expect([await statusOf(line), await isWaitedFor(line)]).toEqual(['Registered', true]);
    },
  );

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

  it.each([
    ['deleted a moment before', false, 204],
    ['deleted a moment too late', true, 404],
  ])(
    'is paid, and its guardian waited for, where its copy is %s [C2 PIPL-31 R-49 S-3]',
    async (_, isPaidFirst, status) => {
      const { line, reorder, payLate } = await givenLapsed();
      const copy = await reorder();
      const acts = [() => remove(copy), payLate];

      const done = await whileHeld('application', copy.applicationId, isPaidFirst ? acts.toReversed() : acts);

      expect(isPaidFirst ? done[1] : done[0]).toMatchObject({ status });
      expect([await statusOf(line), await cartOf(line)]).toEqual(['Registered', []]);
      expect([(await toldOf(line.applicationId)).length, await isWaitedFor(line)]).toEqual([1, true]);
    },
  );

  it.each([
    ['the money comes', 'payLate', false],
    ['the money comes', 'payLate', true],
    ['the copy is deleted', 'remove', false],
    ['the copy is deleted', 'remove', true],
  ] as const)(
    'stays objected to by a guardian who objects to its copy as %s (%s first: %s) [PIPL-31 R-49 S-3]',
    async (_, other, isOtherFirst) => {
      const { line, reorder, payLate } = await givenLapsed();
      const copy = await reorder();
      const token = await tokenOf(copy);
      const acts = [() => calls.object(token), other === 'remove' ? () => remove(copy) : payLate];

      const done = await whileHeld('guardian_notice', copy.applicationId, isOtherFirst ? acts.toReversed() : acts);
      if (other === 'remove') await payLate();

      expect(done[isOtherFirst ? 1 : 0]).toMatchObject({ status: 200 });
      expect([await statusOf(line), await objectedTo(line), await isPassedOn(line)]).toEqual([
        'Registered',
        true,
        false,
      ]);
    },
  );

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

  it('takes back once what its guardian agreed to, however many ask for that at the same moment [C2 PIPL-15 PIPL-31 R-49]', async () => {
    const { line, reorder } = await givenLapsed();
    await calls.agree(await tokenOf(line));
    const copy = await reorder();
    const answers = await rowsOf(
      `select id, account_id from consent where statement_id = 'guardianAgreed' and application_id = any($1)`,
      [[line.applicationId, copy.applicationId]],
    );
    const takeOneBack = ({ id }: Record<string, unknown>) =>
      ask(line.browser, 'consent.withdraw', { params: { id: String(id) } });

    const done = await whileHeld(
      'application',
      line.applicationId,
      answers.map((answer) => () => takeOneBack(answer)),
    );

    expect(done).toMatchObject([{ status: 200 }, { status: 412, body: { code: 'ILLEGAL_STATE' } }]);
    const asked = await rowsOf(`select from rights_request where account_id = $1 and kind = 'Withdrawal'`, [
      answers[0]?.['account_id'],
    ]);
    expect([asked.length, await isPassedOn(copy)]).toEqual([1, false]);
  });
});

describe('an agreement that is taken back while its line is submitted again', () => {
  it.each([
    ['for the same exam, a moment before', false, makeOne],
    ['for the same exam, a moment after', true, makeOne],
    ['for another, a moment before', false, (_: TestExam, line: Registered) => makeAnother(line)],
    ['for another, a moment after', true, (_: TestExam, line: Registered) => makeAnother(line)],
  ] as const)('is waited for again, %s [PIPL-15 PIPL-31]', async (_, isSubmittedFirst, submit) => {
    const line = await givenOther(world);
    await calls.agree(await tokenOf(line));
    const acts = [() => takeBack(line, 'guardianAgreed'), () => submit(line.exam, line)];

    const done = await whileHeld('application', line.applicationId, isSubmittedFirst ? acts.toReversed() : acts);

    expect(done).toContainEqual(expect.objectContaining({ status: 200 }));
    expect(await isWaitedFor(line)).toBe(true);
  });
});

describe('a line of the cart that is due to be forgotten', () => {
  it.each([
    [
      'and is ordered a moment before it is swept, is ordered, and no journal says it went',
      true,
      [200, 'Submitted', true, 0],
    ],
    ['and is ordered a moment too late, is not there any more', false, [404, 'Initiated', false, 1]],
  ])('%s [C2 S-18]', async (_, isOrderedFirst, outcome) => {
    const line = await givenOther(world);
    await ageInCart(line);
    const body = { applicationIds: [line.applicationId], totalPayAmount: price };
    const order = () => ask(line.browser, 'order.place', { body });
    const acts = [async () => await run(), order];

    const done = await whileHeld('application', line.applicationId, isOrderedFirst ? acts.toReversed() : acts);

    const ordered = done[isOrderedFirst ? 0 : 1];
    const gone = await rowsOf('select from erasure where object_id = $1', [line.applicationId]);
    expect(ordered).toMatchObject({ status: outcome[0] });
    expect([await statusOf(line), await isNamed('application', line.applicationId), gone.length]).toEqual(
      outcome.slice(1),
    );
  });

  it('and is given back as it is swept, after its person was to be deleted, is not forgotten [PIPL-47 S-18]', async () => {
    const { line, reorder } = await givenLapsed();
    const copy = await reorder();
    const release = await holdOn('person', { objectId: line.candidateId });
    const refuseDeletion = await eraseChild(line);
    await release();

    await whileHeld('application', copy.applicationId, [refuseDeletion, async () => await run()]);

    expect([await cartOf(line), await isNamed('application', copy.applicationId)]).toEqual([
      [copy.applicationId],
      true,
    ]);
  });
});
