import { describe, expect, it } from 'vitest';
import { databasePool } from '#platform/database';
import { locksAwaited } from '#platform/testing/database';
import { ask, expectExactly, rowsOf } from '#testing';
import {
  asGuardian,
  givenAsked,
  isWaitedFor,
  toldOf,
  tokenOf,
  useGuardians,
  type Registered,
} from './guardian.testing.ts';
import { ageInCart, cartOf, isPassedOn, lapsedIn, remove, statusOf, takeBack } from './reordered.testing.ts';
import { isNamed, run } from './retention.testing.ts';
import { addToCart, placeOrder, price } from './world.testing.ts';
import { givenSignedIn } from '#testing';

const { world, calls } = useGuardians();
const { givenLapsed, orderAndLapse } = lapsedIn(world);

/** The rows of a registration's cases, as a condition. */
const cases = `id in (select known.id from guardian_case known join sitting_begins thing on known.account_id = thing.account_id
  and known.person_key = thing.person_key and known.sitting = thing.sitting where thing.object_id = $1)`;

/** Does things one after the other while nobody else gets at a row, each waiting for it or for the one before. */
async function whileHeld<Result>(
  table: 'guardian_case' | 'application' | 'exam_session',
  id: string,
  acts: readonly (() => Promise<Result>)[],
): Promise<Result[]> {
  const client = await databasePool().connect();
  try {
    await client.query('begin');
    await client.query(`select from ${table} where ${table === 'guardian_case' ? cases : 'id = $1'} for update`, [id]);
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

/** What a guardian answers by the link, and whoever registered has it sent again. */
type Call = 'agree' | 'object' | 'again';
type Answer = Awaited<ReturnType<typeof ask>>;

/** Makes calls on one link that all come to its case before any has it, and have it in this order. @returns their answers. */
async function atOnce(line: Registered, calling: readonly Call[]): Promise<Answer[]> {
  const token = await tokenOf(line);
  const { body } = await calls.show(token);
  const { browser, applicationId } = line;
  const doing = {
    again: () => ask(browser, 'guardian.sendAgain', { params: { id: applicationId } }),
    agree: () => calls.agreeTo(String(body['subject']), token),
    object: () => calls.object(token),
  };
  return await whileHeld(
    'guardian_case',
    applicationId,
    calling.map((call) => doing[call]),
  );
}

/** What is kept of the answers: the agreements, the objections, and the messages to the account about them by each way. */
async function kept({ applicationId, browser }: Registered) {
  const [row] = await rowsOf(
    `select (select count(*)::integer from consent where application_id = $1 and statement_id = 'guardianAgreed') as agreements,
       (select count(*)::integer from consent_withdrawal ended join consent on consent.id = ended.consent_id
         where application_id = $1 and statement_id = 'guardianAgreed') as ended,
       (select count(*)::integer from rights_request where account_id = $2 and kind = 'Objection') as objections,
       (select coalesce(max(told), 0)::integer from (select count(*) as told from message
         where account_id = $2 and kind = 'guardianObjected' group by channel) by_channel) as told`,
    [applicationId, browser.accountId],
  );
  return row;
}

describe('answers of a guardian at once', () => {
  it.each([
    ['two agreements are one, and both hear when it was', ['agree', 'agree'], [200, 200], { agreements: 1 }],
    [
      'of two objections the second hears that the link is used up',
      ['object', 'object'],
      [200, 404],
      { objections: 1, told: 1 },
    ],
    [
      'who agreed may object all the same',
      ['agree', 'object'],
      [200, 200],
      { agreements: 1, ended: 1, objections: 1, told: 1 },
    ],
    [
      'who agrees after an objection hears that the link is used up',
      ['object', 'agree'],
      [200, 404],
      { objections: 1, told: 1 },
    ],
    ['who agrees by a link that was just replaced hears that it is used up', ['again', 'agree'], [200, 404], {}],
    ['no link is sent again to who has just agreed', ['agree', 'again'], [200, 412], { agreements: 1 }],
  ] as [string, Call[], number[], object][])(
    'have one outcome: %s [PIPL-31 call:guardian.agree call:guardian.object call:guardian.sendAgain]',
    async (_, calling, statuses, outcome) => {
      const line = await givenAsked(world);

      const answers = await atOnce(line, calling);

      expectExactly(answers.map(({ status }) => status)).toEqual(statuses);
      if (calling.every((call) => call === 'agree')) expectExactly(answers[1]?.body).toEqual(answers[0]?.body);
      const none = { agreements: 0, ended: 0, objections: 0, told: 0 };
      expectExactly(await kept(line)).toEqual({ ...none, ...outcome });
      const isOpen = calling.includes('object') || !calling.includes('agree') || calling[0] === 'again';
      expectExactly(await isWaitedFor(line.applicationId)).toBe(isOpen);
    },
  );

  it('of a crowd of taps are one agreement and one objection, whichever come first [PIPL-31]', async () => {
    const line = await givenAsked(world);
    const token = await tokenOf(line);

    const answers = await Promise.all(
      (['agree', 'object', 'agree', 'object', 'agree', 'agree', 'object', 'agree'] as const).map((call) =>
        calls[call](token),
      ),
    );

    expectExactly(answers.filter(({ status }) => ![200, 404].includes(status))).toEqual([]);
    const { agreements, ended, ...rest } = (await kept(line)) ?? {};
    // Nobody may have come to agree before the first objection.
    expectExactly([0, 1]).toContain(agreements);
    expectExactly(ended).toBe(agreements);
    expectExactly(rest).toEqual({ objections: 1, told: 1 });
  });

  it('and the job that asks them, done by two workers, send one link [C2 PIPL-31]', async () => {
    const line = await givenAsked(world);
    const [known] = await rowsOf(`select id from guardian_case where ${cases}`, [line.applicationId]);
    await rowsOf('delete from guardian_answer where case_id = $1', [known?.['id']]);

    await whileHeld('guardian_case', line.applicationId, [
      async () => await calls.askAbout(line.applicationId),
      async () => await calls.askAbout(line.applicationId),
    ]);

    expectExactly(await rowsOf('select kind from guardian_answer where case_id = $1', [known?.['id']])).toEqual([
      { kind: 'asked' },
    ]);
  });
});

describe('late money for a registration that was ordered again, and what else is done at the same moment', () => {
  it('is not held up by a line of another family, nor takes it out of the cart [S-3]', async () => {
    const { line, payLate } = await givenLapsed();
    const theirs = await (await givenLapsed()).reorder();
    const client = await databasePool().connect();
    await client.query('begin');
    await client.query('select from application where id = $1 for update', [theirs.applicationId]);

    await payLate();
    client.release(true);

    expect([await statusOf(line), await cartOf(line)]).toEqual(['Registered', []]);
    expect(await cartOf(theirs)).toEqual([theirs.applicationId]);
  });

  it('has no seat left for it where its copy is being ordered at the same moment: the money goes back [C9 R-49 S-3]', async () => {
    const { line, reorder, payLate } = await givenLapsed();
    const copy = await reorder();

    await whileHeld<unknown>('exam_session', line.exam.sessionId, [() => placeOrder(line.browser, copy), payLate]);

    expect([await statusOf(line), await statusOf(copy)]).toEqual(['Expired', 'Submitted']);
    expect(await isWaitedFor(copy.applicationId)).toBe(true);
  });

  it.each([
    ['deleted a moment before', false, 204],
    ['deleted a moment too late', true, 404],
  ])(
    'is paid, and its guardian waited for, where its copy is %s [C2 PIPL-31 R-49 S-3]',
    async (_, isPaidFirst, status) => {
      const { line, reorder, payLate } = await givenLapsed();
      const copy = await reorder();
      const acts: (() => Promise<unknown>)[] = [() => remove(copy), payLate];

      const done = await whileHeld('application', copy.applicationId, isPaidFirst ? acts.toReversed() : acts);

      expect(isPaidFirst ? done[1] : done[0]).toMatchObject({ status });
      expect([await statusOf(line), await cartOf(line)]).toEqual(['Registered', []]);
      expect([(await toldOf(line.applicationId)).length, await isWaitedFor(line.applicationId)]).toEqual([1, true]);
    },
  );

  it('is paid where its copy is ordered a moment too late, which finds nothing in the cart [C2 R-49 S-3]', async () => {
    const { line, reorder, payLate } = await givenLapsed();
    const copy = await reorder();
    const body = { applicationIds: [copy.applicationId], totalPayAmount: price };
    const order = () => ask(line.browser, 'order.place', { body });

    const [, late] = await whileHeld<unknown>('application', copy.applicationId, [payLate, order]);

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
    expect(await isWaitedFor(line.applicationId)).toBe(true);
  });

  it('stays objected to by a guardian who objects as the money comes [PIPL-31 R-49 S-3]', async () => {
    const { line, payLate } = await givenLapsed();
    const token = await tokenOf(line);

    await Promise.all([calls.object(token), payLate()]);

    // Whichever comes first: against an objection late money goes back.
    expectExactly(['Registered', 'Expired']).toContain(await statusOf(line));
    expectExactly([await isWaitedFor(line.applicationId), await isPassedOn(line)]).toEqual([true, false]);
  });
});

describe('an agreement that is taken back', () => {
  it('is taken back once, however many ask for that at the same moment [C2 PIPL-15 PIPL-31]', async () => {
    const line = await givenAsked(world);
    await calls.agree(await tokenOf(line));
    const [answer] = await rowsOf(
      `select id from consent where statement_id = 'guardianAgreed' and application_id = $1`,
      [line.applicationId],
    );
    const takeOneBack = () => ask(line.browser, 'consent.withdraw', { params: { id: String(answer?.['id']) } });

    const done = await asGuardian(line, () => whileHeld('application', line.applicationId, [takeOneBack, takeOneBack]));

    expect(done).toMatchObject([{ status: 200 }, { status: 412, body: { code: 'ILLEGAL_STATE' } }]);
    const asked = await rowsOf(`select from rights_request where account_id = $1 and kind = 'Withdrawal'`, [
      line.browser.accountId,
    ]);
    expect([asked.length, await isWaitedFor(line.applicationId)]).toEqual([1, true]);
  });

  it('is taken back while its account is being closed, one after the other [C2 PIPL-15 R-25]', async () => {
    const { line } = await givenLapsed();
    await calls.agree(await tokenOf(line));

    const [, closing] = await whileHeld<unknown>('application', line.applicationId, [
      () => takeBack(line, 'guardianAgreed'),
      () => ask(line.browser, 'user.closeAccount'),
    ]);

    const ended = await rowsOf(
      `select from consent join consent_ended on consent_ended.consent_id = consent.id
       where consent.application_id = $1 and consent.statement_id = 'guardianAgreed'`,
      [line.applicationId],
    );
    expect([ended.length, closing]).toMatchObject([1, { status: 204 }]);
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
    const browser = await givenSignedIn(world.url);
    const line = { ...(await addToCart(browser)), browser, mobile: '' };
    await ageInCart(line);
    const body = { applicationIds: [line.applicationId], totalPayAmount: price };
    const order = () => ask(browser, 'order.place', { body });
    const acts: (() => Promise<unknown>)[] = [async () => await run(), order];

    const done = await whileHeld('application', line.applicationId, isOrderedFirst ? acts.toReversed() : acts);

    const ordered = done[isOrderedFirst ? 0 : 1];
    const gone = await rowsOf('select from erasure where object_id = $1', [line.applicationId]);
    expect(ordered).toMatchObject({ status: outcome[0] });
    expect([await statusOf(line), await isNamed('application', line.applicationId), gone.length]).toEqual(
      outcome.slice(1),
    );
  });
});
