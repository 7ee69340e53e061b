import { addSeconds } from '@exam/contract/rules';
import { describe, expect, it } from 'vitest';
import { readBooksProblems } from '#books/ledger';
import { databasePool, inTransaction, reading } from '#platform/database';
import { randomBytes, randomId } from '#platform/chance';
import { theSystem } from '#platform/transition';
import { seal } from '#platform/vault';
import { moveRegistrations } from '#registering/applications';
import { ask, askStaff, givenStaff } from '#testing';
import {
  act,
  arrangement,
  givenConfirmed,
  lastMoment,
  paper,
  startPaying,
  today,
  useDesk,
} from '#testing/bookings-desk';

const desk = useDesk();

/** A document that this person uploaded. */
async function givenDocument(accountId: string): Promise<string> {
  const id = randomId();
  await databasePool().query(
    `insert into file (id, account_id, storage_key, name_sealed, kind, size, sha256, created_at)
     values ($1, $2, $3, $4, 'pdf', 5, $5, app_now())`,
    [id, accountId, randomId(), seal('letter.pdf', { table: 'file', row: id, column: 'name' }), randomBytes(32)],
  );
  return id;
}

describe('a paid booking of several papers', () => {
  it('is cancelled as a whole, but for what has ended already, by whichever paper it is asked for, without proof until its payment deadline, with proof after it [9.2#4 9.1#10 R-70 R-72 C33]', async () => {
    const booked = await givenConfirmed(desk);
    const three = [
      paper(booked.product),
      paper(booked.product, { subject: 'PHYS1002', startTime: '13:00', endTime: '15:00' }),
      paper(booked.product, { subject: 'CHEM1003', startTime: '11:30', endTime: '12:30' }),
    ];
    await act(booked, 'update', { arrangement: arrangement(booked.product, { papers: three }) });
    const { tradeNo } = await startPaying(booked);
    await desk.bank.settle(tradeNo, 'paid');
    const papers = async () =>
      (
        await databasePool().query<{ id: string; status: string }>(
          'select id, status from application where booking_id = $1 order by id',
          [booked.bookingId],
        )
      ).rows;
    const [ended, , last] = await papers();
    const end = { ids: [ended?.id ?? ''], event: 'withdrawWithSession', actor: theSystem, reason: null } as const;
    await inTransaction((tx) => moveRegistrations(tx, end));
    const params = { id: last?.id ?? '' };
    const document = await givenDocument(booked.browser.accountId);
    const quoted = async () => (await ask(booked.browser, 'application.cancellationQuote', { params })).body;
    const payEndAt = (instant: string) =>
      databasePool().query('update booking set pay_end_at = $2 where id = $1', [booked.bookingId, instant]);
    await payEndAt(addSeconds(today, -1));
    const late = await quoted();
    await payEndAt(lastMoment);

    const quote = await ask(booked.browser, 'application.cancellationQuote', { params });
    const asked = await ask(booked.browser, 'application.requestCancellation', {
      query: { applicationId: params.id },
      body: {
        reason: 'The university gave me a place already.',
        expectedAmount: quote.body['amount'],
        documentIds: [document],
      },
    });
    const meanwhile = await papers();
    const { rows } = await databasePool().query<{ id: string }>(
      'select request_id as id from cancellation_item where application_id = $1',
      [params.id],
    );
    const approver = await givenStaff(desk.server.consoleUrl);
    const approved = await askStaff(approver, 'cancellations.approve', {
      params: { id: rows[0]?.id ?? '' },
      body: { version: 1 },
    });

    const { rows: proposals } = await databasePool().query<{ id: string }>(
      'select id from proposal where object_id = $1',
      [rows[0]?.id ?? ''],
    );
    const agreed = await askStaff(await givenStaff(desk.server.consoleUrl), 'approvals.approve', {
      params: { id: proposals[0]?.id ?? '' },
      body: {},
    });

    // above the limit, so that two persons decide (S-16)
    expect([asked.status, approved.status, agreed.status], agreed.text).toEqual([200, 200, 204]);
    // 80 % and 50 % of two local fees with their VAT; the board has no fee here
    expect(quote.body).toMatchObject({ policyRow: 'B1', isDocumentRequired: false, percent: 80, amount: 245_920 });
    expect(quote.body).toMatchObject({ paidAmount: 307_400, next: { isDocumentRequired: true, percent: 50 } });
    expect(late).toMatchObject({ policyRow: 'B2', isDocumentRequired: true, percent: 50, amount: 153_700 });
    expect(quote.body['lines']).toHaveLength(2);
    expect(meanwhile.map(({ status }) => status)).toEqual([
      'Withdrawn',
      ...Array(2).fill('RegisteredCancellationRequested'),
    ]);
    expect((await papers()).map(({ status }) => status)).toEqual(['Withdrawn', 'Cancelled', 'Cancelled']);
    expect(await reading(readBooksProblems)).toEqual([]);
  });
});

describe('the order of a booking', () => {
  it('says before it is paid what a cancellation right after would give back, and until when [R-72 R-70]', async () => {
    const booked = await givenConfirmed(desk);
    const two = [
      paper(booked.product),
      paper(booked.product, { subject: 'PHYS1002', startTime: '13:00', endTime: '15:00' }),
    ];
    await act(booked, 'update', { arrangement: arrangement(booked.product, { papers: two }) });
    const { orderId, tradeNo } = await startPaying(booked);
    const { rows } = await databasePool().query<{ id: string }>(
      'select id from application where booking_id = $1 limit 1',
      [booked.bookingId],
    );

    const order = await ask(booked.browser, 'order.get', { params: { id: orderId } });
    await desk.bank.settle(tradeNo, 'paid');
    const quote = await ask(booked.browser, 'application.cancellationQuote', { params: { id: rows[0]?.id ?? '' } });

    expect(quote.body['amount']).toBeGreaterThan(0);
    expect(order.body['refundOutlook']).toEqual({
      amount: quote.body['amount'],
      until: expect.any(String),
      documentsRequired: false,
    });
  });
});
