import { describe, expect, it } from 'vitest';
import { signIn } from './stage/account.ts';
import { messageWith, minutesLater, settle, trades, type Trade, withFault } from './stage/outside.ts';
import { addAdult, intoCart, newAccount, offeredBy, placeOrder, type Program } from './stage/programs.ts';
import { appears, desktop, goTo, phone, type Screen, toast, useVisitors, type Visitor } from './stage/visitors.ts';

const visit = useVisitors();
const money = (fen: number) => `¥${(fen / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 })}`;
const names = ['YI', 'ER', 'SAN', 'SI', 'WU'];

/** A session of a product in a city: the nearest that is open and not for groups. */
async function sessionIn(account: Program, code: string, city: string, fits: (seat: number) => boolean = () => true) {
  const { product, sessions } = await offeredBy(account, code);
  const found = sessions
    .filter(
      ({ cityName, status, isExclusiveSession }) => cityName === city && status === 'Available' && !isExclusiveSession,
    )
    .find(({ seat }) => fits(seat));
  if (!found) throw new Error(`No open session of ${code} in ${city}.`);
  return { product, session: found };
}

/** An account with this many adults in the cart for one subject of a session. */
async function withCart(city: string, subject: string, count = 1): Promise<{ account: Program; ids: string[] }> {
  const account = await newAccount();
  const chosen = await sessionIn(account, 'tkt', city, city === 'Guangzhou' ? (seat) => seat === 3 : undefined);
  const candidates: string[] = [];
  for (const name of names.slice(0, count)) candidates.push(await addAdult(account, name));
  return { account, ids: await intoCart(account, { ...chosen, subject, candidates }) };
}

async function signedIn(account: Program, screen: Screen = desktop): Promise<Visitor> {
  const visitor = await visit({ language: 'en', screen });
  await signIn(visitor, account.phone);
  return visitor;
}

async function fromCartToOrder(visitor: Visitor): Promise<void> {
  const { page, words } = visitor;
  await goTo(visitor, '/candidate/shopping-cart');
  await page.getByRole('link', { name: words.cart.toOrder }).click();
  await page.getByRole('button', { name: words.order.submit }).waitFor();
}

async function submit({ page, words }: Visitor): Promise<void> {
  await page.getByRole('button', { name: words.order.submit }).click();
  await page.getByRole('heading', { level: 1, name: words.pay.title }).waitFor();
}

/** Starts a payment by Alipay; the page then waits. @returns the trade as the channel has it. */
async function startPaying(visitor: Visitor): Promise<Trade> {
  const { page, words } = visitor;
  const known = new Set((await trades()).map(({ tradeNo }) => tradeNo));
  await page.getByRole('radio', { name: words.pay.alipay }).check();
  await page.getByRole('button', { name: /^Pay ¥/ }).click();
  if (visitor.isPhone) {
    await page.getByRole('button', { name: words.outside.payNow }).waitFor();
    return await newTrade(known);
  }
  await page.getByRole('img', { name: words.pay.qr }).waitFor();
  // The channel learns of a trade when its code is scanned; a desktop's page offers the same address.
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: words.pay.here }).click();
  await (await opened).getByRole('button', { name: words.outside.payNow }).waitFor();
  return await newTrade(known);
}

async function newTrade(known: ReadonlySet<string>): Promise<Trade> {
  const made = (await trades()).find(({ tradeNo }) => !known.has(tradeNo));
  if (!made) throw new Error('The channel knows of no new payment.');
  return made;
}

/** Lets the time to pay pass for everybody, in steps in which the person is still there, and runs then. */
async function afterTheDeadline<T>(account: Program, act: () => Promise<T>): Promise<T> {
  return await minutesLater(16, async () => {
    await account.call('user.current', {});
    return await minutesLater(16, act);
  });
}

describe('the cart and its orders', () => {
  it('gives five candidates the group price and takes it back from four [R-51]', async () => {
    const { account, ids } = await withCart('Shanghai', 'M1', 5);
    const expected = await account.call('application.price', { body: { applicationIds: ids } });
    const visitor = await signedIn(account);
    const { page } = visitor;
    await goTo(visitor, '/candidate/shopping-cart');

    await page.getByText('¥5,035.00').waitFor();
    await page.getByText(money(expected.totalPayAmount)).waitFor();
    await page.getByText(`-${money(expected.totalDiscountAmount)}`).waitFor();
    await page.getByRole('checkbox', { name: /ZHAO WU/ }).uncheck();

    await appears(page.getByText('¥4,028.00'));
    expect(expected.totalDiscountAmount).toBeGreaterThanOrEqual(5 * 4800);
    expect(await page.getByText(visitor.words.cart.discounts).count()).toBe(0);
  });

  it('refuses the last seat to the second buyer with the sentence of the specification [error:sentence.Insufficient_seats]', async () => {
    const [first, second] = [await withCart('Guangzhou', 'M2'), await withCart('Guangzhou', 'M2')];
    const visitor = await signedIn(first.account);
    const { page, words } = visitor;
    await fromCartToOrder(visitor);
    const taken = await placeOrder(second.account, second.ids);

    await page.getByRole('button', { name: words.order.submit }).click();
    await page
      .getByText('Insufficient seats. Please go back to your shopping cart and submit again.')
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Back to the cart' }).first().click();
    await page.getByText('This session is full.').waitFor();

    // The other gives up, and the seat can be had again.
    await second.account.call('order.giveUp', { params: { id: taken, status: 'PaymentExpired' }, body: {} });
    await fromCartToOrder(visitor);
    await submit(visitor);
    await page.getByRole('button', { name: 'Cancel order' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
    await page.getByText('This order has expired').waitFor();
  });

  it('asks again when the price has changed since it was read', async () => {
    const account = await newAccount();
    const { product, sessions } = await offeredBy(account, 'acca');
    const session = sessions.find(({ notice }) => notice?.startsWith('Late entry applies'));
    if (!session) throw new Error('No session in its late entry.');
    const subject = session.sessionSubjects[0]?.subject?.code ?? '';
    const candidates = [await addAdult(account, 'LIU')];
    await intoCart(account, { product, session, subject, candidates });
    const visitor = await signedIn(account);
    const { page, words } = visitor;

    await minutesLater(-5 * 24 * 60, async () => {
      await fromCartToOrder(visitor);
      await appears(page.getByText('¥1,749.00'));
    });
    await page.getByRole('button', { name: words.order.submit }).click();

    await page.getByText('The price has changed', { exact: true }).waitFor();
    await page.getByText('It was ¥1,749.00 and is now ¥3,049.00. Check the new amounts and submit again.').waitFor();
    await submit(visitor);
    await appears(page.getByText('¥3,049.00'));
  });

  it('frees the seats of an order whose time is over, and lets it be ordered again [R-45 R-49 screen:candidate_centre.reorder screen:candidate_centre.delete_an_order error:sentence.Application_or_booking_expired]', async () => {
    const { account, ids } = await withCart('Shanghai', 'M2');
    const id = await placeOrder(account, ids);
    await afterTheDeadline(account, () =>
      expect.poll(async () => (await account.call('order.get', { params: { id } })).status).toBe('PaymentExpired'),
    );
    const visitor = await signedIn(account, phone);
    const { page, words } = visitor;

    await goTo(visitor, `/candidate/order/${id}`);
    await page
      .getByText('This order was not paid in time or was cancelled, and its seats have been released.')
      .waitFor();
    await page.getByRole('button', { name: 'Order again' }).click();
    await page.getByText('1 registration is in your cart again, at today’s price.').waitFor();
    await page.getByRole('dialog').getByRole('link', { name: words.wizard.toCart }).click();
    await page.getByRole('heading', { level: 1, name: words.cart.title }).waitFor();
    await page.getByText('ZHAO YI').waitFor();

    await goTo(visitor, `/candidate/order/${id}`);
    await page.getByRole('button', { name: 'Delete the order' }).click();
    await page.getByText('Are you sure to delete? This action cannot be undone.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the order' }).click();
    await toast(visitor, 'The order has been deleted');
    await page.getByText('No orders yet').waitFor();
    await messageWith(account.phone, /was not paid in time/);
  });

  it('takes money that comes late while the seats are free [S-3]', async () => {
    const { account, ids } = await withCart('Shanghai', 'M3');
    const id = await placeOrder(account, ids);
    const visitor = await signedIn(account);
    const { page } = visitor;
    await goTo(visitor, `/payment/pay?orderId=${id}`);
    const trade = await startPaying(visitor);
    await settle(trade.tradeNo, 'late');
    await page.goto('about:blank');

    await afterTheDeadline(account, () =>
      expect.poll(async () => (await account.call('order.get', { params: { id } })).status).toBe('PaymentSuccessful'),
    );

    await goTo(visitor, `/payment-success?orderId=${id}`);
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    await goTo(visitor, `/candidate/application/${ids[0]}`);
    await page.getByText('Late payment accepted, registered').waitFor();
  });

  it('tells who has paid that the news may lag, and finds the payment by Query [error:sentence.Payment_delayed]', async () => {
    const { account, ids } = await withCart('Shanghai', 'M3');
    const id = await placeOrder(account, ids);
    const visitor = await signedIn(account, phone);
    const { page } = visitor;
    await goTo(visitor, `/payment/pay?orderId=${id}`);
    const trade = await startPaying(visitor);

    await withFault({ dependency: 'gateway', mode: 'down' }, async () => {
      await settle(trade.tradeNo, 'paid-silent');
      await goTo(visitor, `/payment-success?orderId=${id}`);
      await page.getByText(/is being processed. Check again after 10 minutes/).waitFor();
    });
    await page.getByRole('button', { name: 'Query' }).click();

    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
  });

  it('returns what was paid twice', async () => {
    const { account, ids } = await withCart('Shanghai', 'M1');
    const id = await placeOrder(account, ids);
    const visitor = await signedIn(account);
    const { page } = visitor;
    await goTo(visitor, `/payment/pay?orderId=${id}`);
    const trade = await startPaying(visitor);

    await settle(trade.tradeNo, 'twice');

    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    await messageWith(account.phone, /came late or twice/);
    await expect
      .poll(async () => (await trades()).find(({ tradeNo }) => tradeNo === trade.tradeNo)?.refunds.length)
      .toBe(1);
    const books = (await trades()).find(({ tradeNo }) => tradeNo === trade.tradeNo);
    expect(books?.payments.map(({ amountFen }) => amountFen)).toEqual([100_700, 100_700]);
    expect(books?.refunds.map(({ amountFen }) => amountFen)).toEqual([100_700]);
  });
});
