import { readBooksProblems } from '#books/ledger';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomBytes, randomId } from '#platform/chance';
import { databasePool, reading } from '#platform/database';
import { ask, expectExactly, rounds } from '#testing';
import {
  givenHousehold,
  type Household,
  openWorld,
  addToCart,
  payOrder,
  placeOrder,
  type World,
} from './world.testing.ts';

let world: World;
let home: Household;
beforeAll(async () => {
  world = await openWorld();
  home = await givenHousehold(world);
});
afterAll(() => world.close());

const problemsNow = async () => (await reading(readBooksProblems)).map(({ problem }) => problem);

/** What the books say while rows are falsified; everything is taken back afterwards. */
async function problemsAfter(statements: readonly [string, unknown[]][]): Promise<string[]> {
  const client = await databasePool().connect();
  try {
    await client.query('begin');
    for (const [text, values] of statements) await client.query(text, values);
    const { rows } = await client.query<{ problem: string }>('select distinct problem from books_problem order by 1');
    return rows.map(({ problem }) => problem);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const anotherSeat = `insert into seat_allocation
  select $1, session_id, session_subject_id, application_id, order_id, account_id, $3, weight, state, held_until, null, created_at, null
  from seat_allocation where order_id = $2`;

const refundRow = `insert into refund (id, order_id, serial_number, status, cause, policy_row, amount, submitted_at, next_try_at)
  values ($1, $2, $1::uuid::text, $3, 'cancellation', 'P0', 5, app_now(), $4)`;

const messageRow = `insert into message (id, message_key, kind, object_id, channel, language, recipient_sealed, values_sealed, state, created_at)
  values ($1, $1::uuid::text, 'paid', $1, 'sms', 'en', '', '', 'Waiting', app_now() - interval '4 days')`;

/** A falsification by hand and the rule that must name it. */
const falsifications: readonly [string, string, () => [string, unknown[]][]][] = [
  [
    'a session sells more than it has',
    'I1 oversold',
    () => [['update exam_session set registered = 0, seat = 0 where id = $1', [home.paid.exam.sessionId]]],
  ],
  [
    'a session’s counter is moved',
    'I2 counter differs',
    () => [['update exam_session set registered = registered + 1 where id = $1', [home.paid.exam.sessionId]]],
  ],
  [
    'a paid seat is released',
    'I3 paid without seat',
    () => [[`update seat_allocation set state = 'Released' where order_id = $1`, [home.paid.orderId]]],
  ],
  [
    'an order counts a fen more than was paid',
    'I4 paid amount differs',
    () => [['update exam_order set actual_pay_amount = actual_pay_amount + 1 where id = $1', [home.paid.orderId]]],
  ],
  [
    'a paid order loses its payment',
    'I4 paid amount differs',
    () => [['update payment set settles_order = false where order_id = $1', [home.paid.orderId]]],
  ],
  [
    'an order is called paid',
    'I4 paid order without its money',
    () => [[`update exam_order set status = 'PaymentSuccessful' where id = $1`, [home.pending.orderId]]],
  ],
  [
    'a payment counts a refund that nobody made',
    'I4 refunds differ from payment',
    () => [['update payment set refunded_amount = 1 where order_id = $1', [home.paid.orderId]]],
  ],
  [
    'money of an ended order stays with us',
    'S-3 money without seat or refund',
    () => [
      ['update payment set settles_order = false where order_id = $1', [home.paid.orderId]],
      [`update exam_order set status = 'PaymentExpired' where id = $1`, [home.paid.orderId]],
    ],
  ],
  [
    'an ended order keeps its seats',
    'I8 leaked seat',
    () => [[`update exam_order set status = 'PaymentExpired' where id = $1`, [home.pending.orderId]]],
  ],
  [
    'an unpaid order’s seats are taken for good',
    'I8 leaked seat',
    () => [[`update seat_allocation set state = 'Taken' where order_id = $1`, [home.pending.orderId]]],
  ],
  [
    'an unpaid order is forgotten',
    'I8 leaked seat',
    () => [
      [
        `update exam_order set payment_end_at = app_now() - interval '46 minutes' where id = $1`,
        [home.pending.orderId],
      ],
    ],
  ],
  [
    'a person sits twice',
    'I10 registered twice',
    () => [
      ['drop index seat_allocation_one_person', []],
      [
        'insert into seat_allocation select $1, session_id, session_subject_id, application_id, order_id, account_id, person_key, weight, state, held_until, null, created_at, null from seat_allocation where order_id = $2',
        [randomId(), home.paid.orderId],
      ],
    ],
  ],
  [
    'a posting loses its other half',
    'C27 ledger does not balance',
    () => [
      ['alter table ledger_entry disable trigger all', []],
      [`delete from ledger_entry where order_id = $1 and account = 'revenue'`, [home.paid.orderId]],
    ],
  ],
  [
    'a customer is owed by a closed order',
    'C27 customer balance open',
    () => [
      ['alter table ledger_entry disable trigger all', []],
      [
        `delete from ledger_entry where transaction_id in (select transaction_id from ledger_entry where order_id = $1 and account = 'revenue')`,
        [home.paid.orderId],
      ],
    ],
  ],
  [
    'a registration ends without giving its seat back',
    'I3 seat of nobody registered',
    () => [[`update application set status = 'Cancelled' where id = $1`, [home.paid.applicationId]]],
  ],
  [
    'a payment that the channel was thanked for is gone',
    'I5 acknowledged payment missing',
    () => [[`delete from payment where order_id = $1`, [home.paid.orderId]]],
  ],
  [
    'a status is changed past its machine',
    'I6 status without its history',
    () => [[`update application set status = 'Expired' where id = $1`, [home.cart.applicationId]]],
  ],
  [
    'a step of an order’s history is removed',
    'I6 status without its history',
    () => [[`delete from history where object_id = $1 and to_status = 'PaymentSuccessful'`, [home.paid.orderId]]],
  ],
  [
    'a refund is called done that never left',
    'I7 refund done differs from the ledger',
    () => [[refundRow, [randomId(), home.paid.orderId, 'Completed', null]]],
  ],
  [
    'a refund is forgotten by its worker',
    'I7 refund nobody sends',
    () => [[refundRow, [randomId(), home.paid.orderId, 'Approved', null]]],
  ],
  ['a message waits for days', 'I7 message nobody sends', () => [[messageRow, [randomId()]]]],
  [
    'staff change something and the audit does not tell',
    'I9 act of staff without audit',
    () => [
      [
        `insert into history (id, kind, object_id, event, actor_kind, actor_id, request_id, at)
         values ($1, 'order', $2, 'extend', 'staff', $1, 'r', app_now())`,
        [randomId(), home.paid.orderId],
      ],
    ],
  ],
  [
    'an entry of the audit is changed',
    'I9 audit chain broken',
    () => [
      ['alter table audit_entry disable trigger all', []],
      [
        `insert into audit_entry (id, at, staff_id, staff_name, action, object_kind, object_id)
         values ($1, app_now(), $1, 'Nobody', 'orders.extend', 'order', $2)`,
        [randomId(), home.paid.orderId],
      ],
    ],
  ],
  [
    'a person is registered for a paper twice',
    'I10 registered twice',
    () => [
      [
        `update application set person_key = (select person_key from application where id = $1), session_id = other.session_id,
           status = 'Submitted' from application other where application.id = $2 and other.id = $1`,
        [home.paid.applicationId, home.pending.applicationId],
      ],
      [
        `update application_paper set session_subject_id = (select session_subject_id from application_paper where application_id = $1)
         where application_id = $2`,
        [home.paid.applicationId, home.pending.applicationId],
      ],
    ],
  ],
];

describe('the books', () => {
  it('are empty of problems when everything went its way [C27 I1 I2 I3 I4 I8 I10]', async () => {
    expectExactly(await problemsNow()).toEqual([]);
  });

  it.each(falsifications)(
    'name it when %s: %s [C27 I1 I2 I3 I4 I5 I6 I7 I8 I9 I10 S-3]',
    async (_, problem, falsify) => {
      expectExactly(await problemsAfter(falsify())).toContain(problem);
      expectExactly(await problemsNow()).toEqual([]);
    },
  );

  it('call a seat that somebody slipped in both a wrong counter and a leak by nobody', async () => {
    const slipped: [string, unknown[]] = [anotherSeat, [randomId(), home.pending.orderId, randomBytes(32)]];

    expectExactly(await problemsAfter([slipped])).toEqual(['I2 counter differs']);
  });

  it('cannot be falsified where the database itself says no [C26 C9]', async () => {
    const impossible: readonly [string, unknown[]][] = [
      ['update exam_session set registered = seat + 1 where id = $1', [home.paid.exam.sessionId]],
      ['update exam_order set pay_amount = pay_amount - 1 where id = $1', [home.paid.orderId]],
      ['update order_item set tier_discount_amount = 1 where order_id = $1', [home.paid.orderId]],
      ['update payment set refunded_amount = amount + 1 where order_id = $1', [home.paid.orderId]],
      [
        'insert into seat_allocation select $1, session_id, session_subject_id, application_id, order_id, account_id, person_key, weight, state, held_until, null, created_at, null from seat_allocation where order_id = $2',
        [randomId(), home.paid.orderId],
      ],
    ];

    for (const statement of impossible)
      await expect(problemsAfter([statement]), statement[0]).rejects.toThrow(/violates|duplicate/);
  });

  it('stay healthy through anything a cart can do [C27 I1 I2 I3 I4 I8 I10 9.4#8 9.4#13]', async () => {
    const { browser } = home;
    const acts = ['place', 'place', 'pay', 'giveUp', 'reorder', 'delete', 'query'] as const;

    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...acts), { minLength: 4, maxLength: 8 }), async (sequence) => {
        const line = await addToCart(browser);
        const state = { applicationId: line.applicationId, orderId: home.paid.orderId };
        for (const act of sequence) {
          if (act === 'place') await place(state);
          if (act === 'pay') await payOrder(browser, world.bank, state.orderId).catch(() => undefined);
          if (act === 'giveUp')
            await ask(browser, 'order.giveUp', { params: { id: state.orderId, status: 'PaymentExpired' } });
          if (act === 'reorder') await reorder(state);
          if (act === 'delete') await ask(browser, 'order.delete', { params: { id: state.orderId } });
          if (act === 'query') await ask(browser, 'payment.query', { body: { orderId: state.orderId } });
          expectExactly(await problemsNow(), sequence.join()).toEqual([]);
        }
        await ask(browser, 'order.giveUp', { params: { id: state.orderId, status: 'PaymentExpired' } });
      }),
      { numRuns: rounds(12, 100), endOnFailure: true },
    );
  });
});

type State = { applicationId: string; orderId: string };

async function place(state: State): Promise<void> {
  const line = { ...home.cart, applicationId: state.applicationId };
  state.orderId = await placeOrder(home.browser, line).catch(() => state.orderId);
}

async function reorder(state: State): Promise<void> {
  const { text } = await ask(home.browser, 'application.reorder', { query: { orderId: state.orderId } });
  state.applicationId = /"cloned":\[\{"applicationId":"([^"]+)"/.exec(text)?.[1] ?? state.applicationId;
}
