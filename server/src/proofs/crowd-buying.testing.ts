import { randomBetween, randomBytes } from '#platform/chance';
import { databasePool } from '#platform/database';
import { ask, askStaff, expectExactly, givenExam, givenSignedIn, givenStaff, givenVenue } from '#testing';
import { addToCart, placeOrder } from './world.testing.ts';
import { addDays } from '@exam/contract/rules';
import { startPaying } from '#testing/shopping';
import {
  type Act,
  type Buyer,
  count,
  givenBuyer,
  givenOrdered,
  order,
  people,
  type Row,
  several,
  soon,
  times,
} from './crowd-stage.testing.ts';

const soldOf = (sessionId: string) =>
  count(`seat_allocation where session_id = $1 and state in ('Held', 'Taken')`, [sessionId]);

async function versionOf(sessionId: string): Promise<number> {
  const { rows } = await databasePool().query<{ version: number }>('select version from exam_session where id = $1', [
    sessionId,
  ]);
  return rows[0]?.version ?? 0;
}

/** What one session, one cart and one order come to when many want them. */
export const buying: readonly Row[] = [
  {
    act: 'seats of one session',
    scene: async (stage) => {
      const exam = await givenExam({ seats: 20 });
      const buyers = await several(people, () => givenBuyer(stage, [exam]));
      return {
        acts: buyers.map((buyer) => order(buyer)),
        allowed: ['200', '412 SEATS'],
        check: async (heard) => {
          expectExactly(heard.filter((each) => each === '200')).toHaveLength(20);
          expectExactly(await soldOf(exam.sessionId)).toBe(20);
        },
      };
    },
  },
  {
    act: 'carts over five sessions in any order, given up again',
    scene: async (stage) => {
      const exams = await several(5, () => givenExam({ seats: 24 }));
      const buyers = await several(people, () => {
        const wanted = exams.filter(() => randomBetween(0, 2) === 1).toSorted(() => randomBetween(-1, 2));
        return givenBuyer(stage, wanted.length === 0 ? exams.toReversed() : wanted);
      });
      return {
        acts: buyers.map((buyer, index) => (index % 4 === 0 ? order(buyer) : orderAndGiveUp(buyer))),
        allowed: ['200', '412 SEATS'],
        check: async () => {
          for (const { sessionId } of exams) expectExactly(await soldOf(sessionId)).toBeLessThanOrEqual(24);
        },
      };
    },
  },
  {
    act: 'the last seat',
    scene: async (stage) => {
      const exam = await givenExam({ seats: 1 });
      const buyers = await several(people, () => givenBuyer(stage, [exam]));
      return {
        acts: buyers.map((buyer) => order(buyer)),
        allowed: ['200', '412 SEATS'],
        check: (heard) => expectExactly(heard.filter((each) => each === '200')).toHaveLength(1),
      };
    },
  },
  {
    act: 'one person from twenty accounts',
    scene: async (stage) => {
      const exam = await givenExam({ seats: 50 });
      const personKey = randomBytes(32);
      const buyers = await several(20, () => givenBuyer(stage, [exam], personKey));
      return {
        acts: buyers.map((buyer) => order(buyer)),
        allowed: ['200', '412 ALREADY_REGISTERED'],
        check: (heard) => expectExactly(heard.filter((each) => each === '200')).toHaveLength(1),
      };
    },
  },
  {
    act: 'cart lines taken out while they are ordered, and others order',
    scene: async (stage) => {
      const exam = await givenExam({ seats: 100 });
      const buyers = await several(people / 2, () => givenBuyer(stage, [exam]));
      const removals = buyers.map(({ browser, applicationIds }): Act =>
        soon(() => ask(browser, 'application.delete', { params: { id: applicationIds[0] ?? '' } })),
      );
      return {
        acts: [...buyers.map((buyer) => soon(order(buyer))), ...removals],
        allowed: [
          '200',
          '204',
          '404 NOT_FOUND',
          '412 CART_CHANGED',
          '412 APPLICATION_NOT_DELETABLE',
          '412 ILLEGAL_STATE',
        ],
        check: async (heard) => {
          const ordered = heard.slice(0, people / 2).filter((each) => each === '200').length;
          expectExactly(await soldOf(exam.sessionId)).toBe(ordered);
        },
      };
    },
  },
  {
    act: 'orders while staff change capacity and day',
    scene: async (stage) => {
      const exam = await givenExam({ seats: 60 });
      await givenVenue(exam.sessionId);
      const officer = await givenStaff(stage.consoleUrl, { roles: ['examOfficer'] });
      const buyers = await several(people - 6, () => givenBuyer(stage, [exam]));
      const params = { id: exam.sessionId };
      const { rows } = await databasePool().query<{ date: string }>(
        'select exam_date::text as date from exam_session where id = $1',
        [exam.sessionId],
      );
      const reason = 'the hall is larger than we thought';
      const capacity = (seat: number): Act =>
        soon(async () =>
          askStaff(officer, 'sessions.changeCapacity', {
            params,
            body: { version: await versionOf(exam.sessionId), seat, reason },
          }),
        );
      const move = (days: number): Act =>
        soon(async () =>
          askStaff(officer, 'sessions.move', {
            params,
            body: { version: await versionOf(exam.sessionId), reason, examDate: addDays(rows[0]?.date ?? '', days) },
          }),
        );
      return {
        acts: [
          ...buyers.map((buyer) => soon(order(buyer))),
          capacity(70),
          capacity(61),
          capacity(80),
          move(7),
          move(14),
          move(21),
        ],
        allowed: ['200', '409 VERSION_CONFLICT'],
        check: async () => expectExactly(await soldOf(exam.sessionId)).toBe(people - 6),
      };
    },
  },
  {
    act: 'orders while staff change the price, close registration and take the session back',
    scene: async (stage) => {
      const exam = await givenExam({ seats: 60 });
      const officer = await givenStaff(stage.consoleUrl, { roles: ['examOfficer'] });
      const publisher = await givenStaff(stage.consoleUrl, { roles: ['cataloguePublisher'] });
      const buyers = await several(people - 8, () => givenBuyer(stage, [exam]));
      const params = { id: exam.sessionId };
      const reason = 'the awarding body has told us late';
      const fees = { localFee: 50_000, boardFee: 95_334, vat: 9_666 };
      const papers = exam.paperIds.map((sessionSubjectId) => ({ sessionSubjectId, ...fees, lateCharges: [] }));
      const proposed = await askStaff(officer, 'sessions.proposeFees', {
        params,
        body: { version: await versionOf(exam.sessionId), papers, reason },
      });
      const { body: session } = await askStaff(officer, 'sessions.get', { params });
      const approve = () =>
        askStaff(publisher, 'approvals.approve', { params: { id: proposed.body['proposalId'] }, body: {} });
      const act = (name: 'sessions.changeWindow' | 'sessions.takeBack', body: object) => async () =>
        askStaff(officer, name, { params, body: { version: await versionOf(exam.sessionId), reason, ...body } });
      const close = act('sessions.changeWindow', { publishStartAt: session['publishStartAt'], publishEndAt: null });
      return {
        acts: [
          ...buyers.map((buyer) => soon(order(buyer))),
          ...times(3, approve),
          ...times(2, close),
          ...times(3, act('sessions.takeBack', {})),
        ],
        allowed: [
          '200',
          '204',
          '409 VERSION_CONFLICT',
          '412 ILLEGAL_STATE',
          '412 PRICE_CHANGED',
          '412 SEATS',
          '412 SESSION_ENDED',
          '412 SESSION_HAS_PEOPLE',
          '412 SESSION_WITHDRAWN',
        ],
        check: async (heard) => {
          const ordered = heard.slice(0, people - 8).filter((each) => each === '200').length;
          expectExactly(await soldOf(exam.sessionId)).toBe(ordered);
        },
      };
    },
  },
  {
    act: 'orders while staff withdraw the session',
    scene: async (stage) => {
      const exam = await givenExam({ seats: 60 });
      const officer = await givenStaff(stage.consoleUrl, { roles: ['examOfficer'] });
      const approver = await givenStaff(stage.consoleUrl, { roles: ['financeApprover'] });
      const buyers = await several(people - 2, () => givenBuyer(stage, [exam]));
      await order(await givenBuyer(stage, [exam]))();
      const proposed = await askStaff(officer, 'sessions.proposeWithdrawal', {
        params: { id: exam.sessionId },
        body: { version: await versionOf(exam.sessionId), reason: 'the hall is flooded' },
      });
      const approve: Act = soon(() =>
        askStaff(approver, 'approvals.approve', { params: { id: proposed.body['proposalId'] }, body: {} }),
      );
      return {
        acts: [...buyers.map((buyer) => soon(order(buyer))), approve, approve],
        allowed: ['200', '204', '412 SEATS', '412 SESSION_WITHDRAWN', '409 VERSION_CONFLICT'],
        check: (heard) => expectExactly(heard.filter((each) => each === '204')).toHaveLength(1),
      };
    },
  },
  {
    act: 'orders while one person withdraws the session that is still empty',
    scene: async (stage) => {
      const exam = await givenExam({ seats: 60 });
      const officer = await givenStaff(stage.consoleUrl, { roles: ['examOfficer'] });
      const buyers = await several(people - 2, () => givenBuyer(stage, [exam]));
      const body = { version: await versionOf(exam.sessionId), reason: 'the hall is flooded' };
      const withdraw: Act = soon(() =>
        askStaff(officer, 'sessions.proposeWithdrawal', { params: { id: exam.sessionId }, body }),
      );
      const acts = buyers.map((buyer) => soon(order(buyer)));
      return {
        acts: [...acts, withdraw, withdraw],
        allowed: [
          '200',
          '412 SEATS',
          '412 SESSION_WITHDRAWN',
          '412 ILLEGAL_STATE',
          '412 PROPOSAL_OPEN',
          '409 VERSION_CONFLICT',
        ],
        check: async (heard) => {
          const ordered = heard.slice(0, acts.length).filter((each) => each === '200').length;
          const { rows } = await databasePool().query('select status from exam_session where id = $1', [
            exam.sessionId,
          ]);
          expectExactly(rows[0]?.status).toBe(ordered > 0 ? 'Published' : 'Withdrawn');
        },
      };
    },
  },
  {
    act: 'orders given up while they are paid',
    scene: async (stage) => {
      const sales = await several(people / 2, () => givenOrdered(stage));
      const trades = await Promise.all(sales.map(startPaying));
      const give = sales.map(({ browser, orderId }): Act =>
        soon(() => ask(browser, 'order.giveUp', { params: { id: orderId, status: 'PaymentExpired' } })),
      );
      const pay = trades.map((tradeNo): Act =>
        soon(async () => {
          await stage.bank.settle(tradeNo, 'paid').catch(() => undefined);
          return { status: 200, body: {} };
        }),
      );
      return {
        acts: [...give, ...pay],
        allowed: [
          '200',
          '204',
          '412 ORDER_NOT_PAYABLE',
          '412 ILLEGAL_STATE',
          '412 ORDER_ALREADY_PAID',
          '412 PAYMENT_IN_PROGRESS',
        ],
      };
    },
  },
  {
    act: 'one idempotency key fifty times',
    scene: async (stage) => {
      const exam = await givenExam({ seats: 50 });
      const buyer = await givenBuyer(stage, [exam]);
      const act = order(buyer, 'one-press-of-the-button');
      return {
        acts: Array.from({ length: 50 }, () => act),
        allowed: ['200', '409 IDEMPOTENCY_CONFLICT'],
        check: async (heard) => {
          expectExactly(heard).toContain('200');
          expectExactly(await soldOf(exam.sessionId)).toBe(1);
        },
      };
    },
  },
  {
    act: 'an expired order made again',
    scene: async (stage) => {
      const browser = await givenSignedIn(stage.url);
      const orderId = await placeOrder(browser, await addToCart(browser));
      await ask(browser, 'order.giveUp', { params: { id: orderId, status: 'PaymentExpired' } });
      return {
        acts: Array.from(
          { length: people },
          (): Act => () => ask(browser, 'application.reorder', { query: { orderId } }),
        ),
        allowed: ['200', '204', '412 ALREADY_IN_CART', '412 ILLEGAL_STATE', '412 CART_CHANGED'],
        check: async () =>
          expectExactly(
            await count(`application where account_id = $1 and status = 'Initiated' and deleted_at is null`, [
              browser.accountId,
            ]),
          ).toBe(1),
      };
    },
  },
];

function orderAndGiveUp(buyer: Buyer): Act {
  return async () => {
    const placed = await order(buyer)();
    if (placed.status !== 200) return placed;
    const { id } = placed.body;
    return await ask(buyer.browser, 'order.giveUp', { params: { id, status: 'PaymentExpired' } });
  };
}
