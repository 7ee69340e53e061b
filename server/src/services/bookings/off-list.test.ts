import { describe, expect, it } from 'vitest';
import { databasePool } from '#platform/database';
import { ask, askStaff, givenStaff, type SignedInStaff } from '#testing';
import {
  act,
  arrangement,
  type Booked,
  bookingOf,
  givenBooking,
  givenConfirmed,
  order,
  paper,
  standing,
  useDesk,
  work,
} from '#testing/bookings-desk';
import { staffRoutes as boardRoutes } from '#office/today';

const desk = useDesk({ staffRoutes: boardRoutes });
const priceReason = 'The family asked for a quiet room.';

const cheapFor = ({ product }: Booked) =>
  arrangement(product, { papers: [paper(product, { localFee: 100, vat: 0 })], priceReason });
const send = (booked: Booked, name: 'confirm' | 'update' = 'confirm') =>
  act(booked, name, { arrangement: cheapFor(booked) });

type Open = { id: string; kind: string }[];
const openOf = async ({ officer, bookingId }: Booked) =>
  (await askStaff(officer, 'bookings.get', { params: { id: bookingId } })).body['openProposals'] as Open;

const colleagueOf = ({ product }: Booked) =>
  givenStaff(desk.server.consoleUrl, { roles: ['examOfficer'], offices: [product.officeId] });

async function decide(staff: SignedInStaff, booked: Booked, how: 'approve' | 'reject' = 'approve') {
  const [proposal] = await openOf(booked);
  const body = how === 'approve' ? {} : { reason: 'Other families pay the price of the list.' };
  return await askStaff(staff, `approvals.${how}`, { params: { id: String(proposal?.id) }, body });
}

const told = async ({ bookingId }: Booked) => {
  const found = await databasePool().query<{ kind: string }>(
    `select kind from message where object_id = $1 and channel = 'sms' order by created_at, id`,
    [bookingId],
  );
  return found.rows.map(({ kind }) => kind);
};

/** What the board of this member of staff says of the booking, and whether a colleague is asked there. */
async function boardOf(staff: SignedInStaff, { bookingId }: Booked): Promise<string[]> {
  const { body } = await askStaff(staff, 'today.search', { body: { pageIndex: 1, pageSize: 100 } });
  const list = body['list'] as { kind: string; objectId: string }[];
  return list.flatMap(({ kind, objectId }) => (objectId === bookingId || kind === 'secondPersonNeeded' ? [kind] : []));
}

describe('a booking arranged at another price than the list’s', () => {
  it('is sent once a second person agrees: until then nobody is told, and nothing can be paid [S-16 9.3#3]', async () => {
    const booked = await givenBooking(desk);
    const colleague = await colleagueOf(booked);

    const asked = await send(booked);
    const board = [await boardOf(booked.officer, booked), await boardOf(colleague, booked)];
    const [before, unpaid] = [await standing(booked), await order(booked)];
    const own = await decide(booked.officer, booked);
    const done = await decide(colleague, booked);
    await work({ sweep: false });

    expect(asked.body).toMatchObject({
      isPriceProposed: true,
      openProposals: [{ kind: 'bookingPrice' }],
      amount: null,
    });
    expect(board).toEqual([[], ['secondPersonNeeded']]);
    expect([before, unpaid.body['code'], own.status, done.status]).toEqual([
      'Initiated/null',
      'ILLEGAL_STATE',
      412,
      204,
    ]);
    expect(await bookingOf(booked)).toMatchObject({ amount: 100, processStatus: 'Confirming' });
    expect(await told(booked)).toEqual(['bookingSubmitted', 'bookingConfirmed']);
    expect([await openOf(booked), await boardOf(colleague, booked)]).toEqual([[], []]);
  });

  it('shows the colleague what it costs, by the list as well, and why [S-16]', async () => {
    const booked = await givenBooking(desk);
    await send(booked);
    const [proposal] = await openOf(booked);

    const seen = await askStaff(await colleagueOf(booked), 'approvals.get', { params: { id: String(proposal?.id) } });

    expect(seen.body).toMatchObject({
      canDecide: true,
      reason: priceReason,
      payload: { amount: 100, listAmount: 153_700 },
    });
  });

  it('changes no more while a colleague is asked; turned down or taken back, it is arranged again [S-16]', async () => {
    const booked = await givenBooking(desk);
    await send(booked);

    const meanwhile = [
      await send(booked),
      await act(booked, 'confirm', { arrangement: arrangement(booked.product) }),
      await act(booked, 'saveDraft', { draft: { papers: [] } }),
    ];
    const rejected = await decide(await colleagueOf(booked), booked, 'reject');
    const board = await boardOf(booked.officer, booked);
    const { body: left } = await askStaff(booked.officer, 'bookings.get', { params: { id: booked.bookingId } });
    const sent = await act(booked, 'confirm', { arrangement: arrangement(booked.product) });

    expect(meanwhile.map(({ body }) => body['code'])).toEqual(['PROPOSAL_OPEN', 'PROPOSAL_OPEN', 'PROPOSAL_OPEN']);
    expect([rejected.status, board, left['isPriceProposed']]).toEqual([204, ['bookingToPrice'], false]);
    expect(left['draft']).toMatchObject({ priceReason });
    expect(sent.body).toMatchObject({ processStatus: 'Confirming', amount: 153_700 });
  });

  it('is not sent to a family that has cancelled meanwhile [S-1 9.3#11]', async () => {
    const booked = await givenBooking(desk);
    await send(booked);
    await ask(booked.browser, 'booking.cancel', { body: { bookingId: booked.bookingId, reason: 'We move away.' } });

    const done = await decide(await colleagueOf(booked), booked);

    expect(done.body['code']).toBe('ILLEGAL_STATE');
    expect(await told(booked)).not.toContain('bookingConfirmed');
  });

  it('ends an open order when it is changed, and is not sent into another that is placed before the colleague agrees [9.3#4 C38]', async () => {
    const booked = await givenConfirmed(desk);
    const first = await order(booked);

    await send(booked, 'update');
    const ended = await ask(booked.browser, 'order.get', { params: { id: String(first.body['id']) } });
    const second = await order(booked);
    const colleague = await colleagueOf(booked);
    const early = await decide(colleague, booked);
    await ask(booked.browser, 'order.giveUp', {
      params: { id: String(second.body['id']), status: 'PaymentExpired' },
      body: {},
    });
    const done = await decide(colleague, booked);

    expect([ended.body['status'], second.status]).toEqual(['PaymentExpired', 200]);
    expect([early.body['code'], done.status]).toEqual(['PAYMENT_IN_PROGRESS', 204]);
    expect(await bookingOf(booked)).toMatchObject({ amount: 100, pendingPaymentStatus: 'Updated' });
  });

  it('is sent once when two colleagues agree at once, or the officer takes it back at that moment [S-1]', async () => {
    const booked = await givenBooking(desk);
    await send(booked);
    const [proposal] = await openOf(booked);
    const params = { id: String(proposal?.id) };
    const [one, two] = [await colleagueOf(booked), await colleagueOf(booked)];

    const answers = await Promise.all([
      askStaff(one, 'approvals.approve', { params, body: {} }),
      askStaff(two, 'approvals.approve', { params, body: {} }),
      askStaff(booked.officer, 'approvals.takeBack', { params, body: { reason: 'It was a slip.' } }),
    ]);
    await work({ sweep: false });

    const isTakenBack = answers[2]?.status === 204;
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect((await told(booked)).filter((kind) => kind === 'bookingConfirmed')).toHaveLength(isTakenBack ? 0 : 1);
  });

  it('takes who may arrange bookings of its office [R-90]', async () => {
    const booked = await givenBooking(desk);
    await send(booked);
    const elsewhere = await givenStaff(desk.server.consoleUrl, {
      roles: ['examOfficer'],
      offices: [(await givenBooking(desk)).product.officeId],
    });
    const finance = await givenStaff(desk.server.consoleUrl, {
      roles: ['financeApprover'],
      offices: [booked.product.officeId],
    });

    const refused = [await decide(elsewhere, booked), await decide(finance, booked)];

    expect(refused.map(({ status }) => status)).toEqual([404, 403]);
  });
});
