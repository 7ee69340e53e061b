import { applicationStates, pickupEditableStates } from '@exam/contract/machines';
import { wire } from '@exam/contract/wire';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, ask, expectExactly, givenSignedIn, type SignedIn } from '#testing';
import { readBooksProblems } from '#books/ledger';
import { reading } from '#platform/database';
import {
  addToCart,
  type CartLine,
  checksums,
  leaveConsents,
  meddle,
  openWorld,
  payOrder,
  placeOrder,
  price,
  submission,
  type World,
} from './world.testing.ts';

let world: World;
let browser: SignedIn;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** What an act came to: a refusal's code, or `done`. */
function cameTo({ status, body }: Answer): string {
  return status < 300 ? 'done' : String(body['code']);
}

type OrderState = 'PaymentPending' | 'PaymentSuccessful' | 'PaymentExpired';
type Sale = CartLine & { orderId: string };

const giveUp = (sale: Sale, status: string) => ask(browser, 'order.giveUp', { params: { id: sale.orderId, status } });

/** An order brought into a state by the calls themselves. */
async function orderIn(state: OrderState): Promise<Sale> {
  browser = await givenSignedIn(world.url);
  const line = await addToCart(browser);
  const sale = { ...line, orderId: await placeOrder(browser, line) };
  if (state === 'PaymentSuccessful') await payOrder(browser, world.bank, sale.orderId);
  if (state === 'PaymentExpired') await giveUp(sale, 'PaymentExpired');
  return sale;
}

const startPaying = ({ orderId }: Sale) =>
  ask(browser, 'payment.start', { body: { orderId, paymentType: 'ALI_SCANCODE_PAY' } });

/** Everything an account owner can do to an order, and the states in which it may be done; elsewhere the code it answers. */
const orderActs: readonly [string, (sale: Sale) => Promise<Answer>, Record<OrderState, string>][] = [
  ['give up', (sale) => giveUp(sale, 'PaymentExpired'), rowOf('done', 'ILLEGAL_STATE', 'ILLEGAL_STATE')],
  [
    'set paid',
    (sale) => giveUp(sale, 'PaymentSuccessful'),
    rowOf('ORDER_STATUS_REFUSED', 'ORDER_STATUS_REFUSED', 'ORDER_STATUS_REFUSED'),
  ],
  [
    'set pending',
    (sale) => giveUp(sale, 'PaymentPending'),
    rowOf('ORDER_STATUS_REFUSED', 'ORDER_STATUS_REFUSED', 'ORDER_STATUS_REFUSED'),
  ],
  [
    'set anything',
    (sale) => giveUp(sale, 'Refunded'),
    rowOf('ORDER_STATUS_REFUSED', 'ORDER_STATUS_REFUSED', 'ORDER_STATUS_REFUSED'),
  ],
  [
    'delete',
    ({ orderId }) => ask(browser, 'order.delete', { params: { id: orderId } }),
    rowOf('done', 'ORDER_PAID_NOT_DELETABLE', 'done'),
  ],
  ['start to pay', startPaying, rowOf('done', 'ORDER_NOT_PAYABLE', 'ORDER_NOT_PAYABLE')],
  [
    'reorder',
    ({ orderId }) => ask(browser, 'application.reorder', { query: { orderId } }),
    rowOf('ILLEGAL_STATE', 'ILLEGAL_STATE', 'done'),
  ],
  [
    'order again',
    ({ applicationId }) =>
      ask(browser, 'order.place', { body: { applicationIds: [applicationId], totalPayAmount: price } }),
    rowOf('CART_CHANGED', 'CART_CHANGED', 'CART_CHANGED'),
  ],
];

function rowOf(pending: string, successful: string, expired: string): Record<OrderState, string> {
  return { PaymentPending: pending, PaymentSuccessful: successful, PaymentExpired: expired };
}

const orderCells = orderActs.flatMap(([act, run, row]) =>
  (['PaymentPending', 'PaymentSuccessful', 'PaymentExpired'] as const).map((state) => ({
    act,
    run,
    state,
    outcome: row[state],
  })),
);

describe('an order', () => {
  it.each(orderCells)(
    'in $state: to $act comes to $outcome [9.4#3 9.4#8 9.4#12 9.4#13 9.1#7 9.1#9 R-47 R-48 R-49 call:order.giveUp call:application.reorder]',
    async ({ run, state, outcome }) => {
      const sale = await orderIn(state);
      const before = await checksums();

      const answer = await run(sale);

      expect(cameTo(answer)).toBe(outcome);
      if (outcome === 'done') expectExactly(await checksums()).not.toEqual(before);
      else {
        expect(answer.status).toBe(412);
        expectExactly(await checksums()).toEqual(before);
      }
      expect(await reading(readBooksProblems)).toEqual([]);
    },
  );

  it('leads only to what its table allows when it is paid, however often, and asked about [9.4#4 9.4#11 9.1#6]', async () => {
    const sale = await orderIn('PaymentSuccessful');
    const { body } = await ask(browser, 'payment.query', { body: { orderId: sale.orderId } });

    expect(body).toMatchObject({ status: 'PaymentSuccessful', actualPayAmount: price, isInProgress: false });
    const shown = await ask(browser, 'order.get', { params: { id: sale.orderId } });
    expect(shown.body).toMatchObject({ canPay: false, canGiveUp: false, canDelete: false, canReorder: false });
  });

  it('offers the buttons that its state allows, no others [9.4#8]', async () => {
    const buttons = async (state: OrderState) => {
      const { orderId } = await orderIn(state);
      const { body } = await ask(browser, 'order.get', { params: { id: orderId } });
      return [body['canPay'], body['canGiveUp'], body['canDelete'], body['canReorder']];
    };

    expect(await buttons('PaymentPending')).toEqual([true, true, true, false]);
    expect(await buttons('PaymentSuccessful')).toEqual([false, false, false, false]);
    expect(await buttons('PaymentExpired')).toEqual([false, false, true, true]);
  });
});

/** Everything an account owner can do to an application, with the states in which it may be done and the refusal elsewhere. */
const applicationActs: readonly [string, (line: CartLine) => Promise<Answer>, readonly string[], string][] = [
  [
    'modify',
    ({ applicationId, exam, candidateId }) =>
      ask(browser, 'application.modify', { body: { id: applicationId, ...submission(exam, candidateId, 'child') } }),
    ['Initiated'],
    'ILLEGAL_STATE',
  ],
  [
    'order',
    ({ applicationId }) =>
      ask(browser, 'order.place', { body: { applicationIds: [applicationId], totalPayAmount: price } }),
    ['Initiated'],
    'CART_CHANGED',
  ],
  [
    'price',
    ({ applicationId }) => ask(browser, 'application.price', { body: { applicationIds: [applicationId] } }),
    ['Initiated'],
    'CART_CHANGED',
  ],
  // Expired here has lapsed in the cart: it was never ordered.
  [
    'delete',
    ({ applicationId }) => ask(browser, 'application.delete', { params: { id: applicationId } }),
    ['Initiated', 'Expired'],
    'ILLEGAL_STATE',
  ],
  [
    'change the pickup of',
    ({ applicationId }) =>
      ask(browser, 'application.changePickup', { body: { applicationId, leaveAlone: true, consents: leaveConsents } }),
    pickupEditableStates,
    'ILLEGAL_STATE',
  ],
];

const applicationCells = applicationActs.flatMap(([act, run, allowed, refusal]) =>
  applicationStates.map((state) => ({ act, run, state, outcome: allowed.includes(state) ? 'done' : refusal })),
);

describe('an application', () => {
  let line: CartLine;
  beforeEach(async () => {
    browser = await givenSignedIn(world.url);
    line = await addToCart(browser, { kind: 'child' });
  });

  it.each(applicationCells)(
    'in $state: to $act it comes to $outcome [9.1#2 9.1#3 9.1#5 9.1#17 R-27 T37 call:application.modify call:application.delete call:application.changePickup]',
    async ({ act, run, state, outcome }) => {
      await meddle('update application set status = $1 where id = $2', [state, line.applicationId]);
      const before = await checksums();

      const answer = await run(line);

      expect(cameTo(answer), answer.text).toBe(outcome);
      const isSame = JSON.stringify(await checksums()) === JSON.stringify(before);
      expect(isSame).toBe(outcome !== 'done' || act === 'price');
    },
  );

  it('is shown and counted in every state by its own word [R-01 enum:MyExamFilter.* call:application.statusCounts]', async () => {
    for (const state of applicationStates.filter((each) => each !== 'Initiated' && each !== 'Expired')) {
      await meddle('update application set status = $1 where id = $2', [state, line.applicationId]);
      const filters = [{ field: 'applicationStatus', value: state }];
      const { body } = await ask(browser, 'application.search', { body: { filters } });
      const counts = await ask(browser, 'application.statusCounts');

      const spelled = wire.applicationStatus[state];
      expect(body, state).toMatchObject({ recordCount: 1, list: [{ applicationStatus: spelled }] });
      expect(JSON.parse(counts.text), state).toEqual([{ status: spelled, count: 1, upcoming: 1 }]);
    }
  });
});
