import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identify, routes as accountRoutes } from '#people/accounts';
import { routes as applicationRoutes } from '#registering/applications';
import { routes as cancellationRoutes, staffRoutes as cancellationStaffRoutes } from '#services/cancellations';
import { readBooksProblems } from '#books/ledger';
import { staffRoutes as listRoutes, useListHandlers } from '#desk/lists';
import { routes as orderRoutes } from '#checkout/orders';
import { routes as paymentRoutes, tasks as paymentTasks } from '#checkout/payments';
import { databasePool, reading } from '#platform/database';
import { startTestApp, type TestApp } from '#testing/app';
import { runDueJobs, type Tasks } from '#platform/worker';
import { tasks as refundTasks } from '#books/refunds';
import { identifyStaff, staffRoutes as ownStaffRoutes } from '#people/staff';
import {
  ask,
  askStaff,
  type Bank,
  givenCartLine,
  givenExam,
  givenOffice,
  givenSignedIn,
  givenStaff,
  type SignedInStaff,
  startBank,
} from '#testing';
import { routes as verificationRoutes } from '#people/verification';
import { staffRoutes } from './index.ts';

let server: TestApp;
let bank: Bank;
let reader: SignedInStaff;
const price = 150_000;

const quiet: Tasks = Object.fromEntries(
  ['letters.plan', 'messages.send', 'letters.mail', 'orders.tellPlaced'].map((name) => [name, async () => undefined]),
);
const work = () => runDueJobs({ ...quiet, ...paymentTasks, ...refundTasks });

async function givenOrder(outcome: string | null, exam: Awaited<ReturnType<typeof givenExam>>) {
  const browser = await givenSignedIn(server.url);
  const applicationId = await givenCartLine(browser.accountId, exam);
  const sent = { applicationIds: [applicationId], totalPayAmount: price };
  const orderId = String((await ask(browser, 'order.place', { body: sent })).body['id']);
  if (outcome === null) return { browser, orderId, applicationId };
  const { body } = await ask(browser, 'payment.start', { body: { orderId, paymentType: 'ALI_SCANCODE_PAY' } });
  await bank.settle(String(body['tradeNo']), outcome);
  return { browser, orderId, applicationId };
}

beforeAll(async () => {
  bank = await startBank();
  const routes = [...ownStaffRoutes, ...cancellationStaffRoutes, ...listRoutes, ...staffRoutes];
  server = await startTestApp({
    routes: [
      ...accountRoutes,
      ...verificationRoutes,
      ...applicationRoutes,
      ...orderRoutes,
      ...paymentRoutes,
      ...cancellationRoutes,
    ],
    identify,
    staffRoutes: routes,
    identifyStaff,
    environment: { TRUSTED_PROXIES: '1', ...bank.environment },
  });
  useListHandlers(routes);
  const exam = await givenExam({ seats: 10 });
  await givenOrder('paid', exam);
  await givenOrder('twice', exam);
  await givenOrder(null, exam);
  const cancelled = await givenOrder('paid', exam);
  await ask(cancelled.browser, 'application.requestCancellation', {
    query: { applicationId: cancelled.applicationId },
    body: { reason: 'I am ill on that day.' },
  });
  const officer = await givenStaff(server.consoleUrl);
  const { rows } = await databasePool().query<{ id: string }>('select id from cancellation_request');
  await askStaff(officer, 'cancellations.approve', { params: { id: rows[0]?.id ?? '' }, body: { version: 1 } });
  await work();
  const failing = await givenOrder(null, exam);
  const { body } = await ask(failing.browser, 'payment.start', {
    body: { orderId: failing.orderId, paymentType: 'ALI_SCANCODE_PAY' },
  });
  await bank.fault('gateway', { mode: 'error', code: 'ACQ.SELLER_BALANCE_NOT_ENOUGH', only: 'alipay.trade.refund' });
  await bank.settle(String(body['tradeNo']), 'twice');
  await work();
  await bank.fault('gateway', { mode: 'ok' });
  reader = await givenStaff(server.consoleUrl, { roles: ['financeClerk'] });
});
afterAll(async () => {
  await server.close();
  await bank.close();
});

type Row = Record<string, number> & { period: string };
async function report(name: 'reports.revenue' | 'reports.refunds', body: object = {}): Promise<Row[]> {
  return (await askStaff(reader, name, { body })).body['list'] as Row[];
}
const sum = (rows: Row[], field: string) => rows.reduce((total, row) => total + (row[field] ?? 0), 0);
const mark = (applicationId: string | undefined, status: string) =>
  databasePool().query(`insert into attendance (id, status) values ($1, $2)`, [applicationId, status]);
async function one(text: string): Promise<number> {
  return (await databasePool().query<{ value: number }>(`select (${text})::integer as value`)).rows[0]?.value ?? -1;
}

describe('revenue', () => {
  it('is what paid orders stand on less what was given back of them, in whatever periods [I4 C27]', async () => {
    const paid = await one(`select sum(actual_pay_amount) from exam_order where status = 'PaymentSuccessful'`);
    const returned = await one(
      `select sum(amount) from refund where application_id is not null and approved_at is not null`,
    );

    for (const by of ['month', 'day']) {
      const rows = await report('reports.revenue', { by });
      expect([sum(rows, 'earned'), sum(rows, 'returned'), sum(rows, 'net')]).toEqual([paid, returned, paid - returned]);
      expect(sum(rows, 'orders')).toBe(4);
    }
    expect(paid).toBe(4 * price);
    expect(await one(`select -sum(amount) from ledger_entry where account = 'revenue'`)).toBe(paid - returned);
    expect(await reading(readBooksProblems)).toEqual([]);
  });

  it('of other periods and other offices is nothing', async () => {
    const local = await givenStaff(server.consoleUrl, { offices: [await givenOffice()] });

    expect(await report('reports.revenue', { to: '2020-01-01' })).toEqual([]);
    expect((await askStaff(local, 'reports.revenue', { body: {} })).body).toMatchObject({ list: [] });
    expect((await askStaff(local, 'reports.refunds', { body: {} })).body).toMatchObject({ list: [] });
    expect((await askStaff(local, 'reports.fill', { body: {} })).body).toMatchObject({ list: [] });
  });
});

describe('refunds', () => {
  it('are what was approved and what went out; what is still due is what waits at the channel [C29 C31]', async () => {
    const rows = await report('reports.refunds');
    const open = await one(`select sum(amount) from refund where status in ('Approved', 'Processing', 'Failed')`);
    const done = await one(`select sum(amount) from refund where status = 'Completed'`);

    expect(sum(rows, 'ofOrders') + sum(rows, 'ofSurplus')).toBe(open + done);
    expect([sum(rows, 'byChannel'), sum(rows, 'byHand'), rows[0]?.['stillDue']]).toEqual([done, 0, open]);
    expect([sum(rows, 'ofSurplus'), open]).toEqual([2 * price, price]);
  });
});

describe('fill', () => {
  it('counts the seats of each session: taken, in unpaid orders and free [C7]', async () => {
    const { body } = await askStaff(reader, 'reports.fill', { body: { sort: '-percent' } });

    expect(body).toMatchObject({ recordCount: 1, list: [{ seat: 10, taken: 3, held: 1, free: 6, percent: 40 }] });
  });
});

describe('sums', () => {
  it('of a good year are right beyond what an order can cost: above 21.47 million yuan [C27]', async () => {
    const { rows } = await databasePool().query<{ id: string }>('select id from exam_order limit 1');
    const post = (kind: string, accounts: [string, string]) =>
      databasePool().query(
        `insert into ledger_entry (id, transaction_id, order_id, account, amount, kind, at)
         select gen_random_uuid(), gen_random_uuid(), $1, side.account, side.sign * 2000000000, $2, '2019-05-05T04:00:00Z'
         from generate_series(1, 3), (values ($3::text, 1), ($4, -1)) side (account, sign)`,
        [rows[0]?.id, kind, ...accounts],
      );
    await post('orderPaid', ['customer', 'revenue']);
    await post('refundApproved', ['revenue', 'refundDue']);
    await post('refundDone', ['refundDue', 'channel']);
    const span = { from: '2019-01-01', to: '2019-12-31' };

    const [revenue] = await report('reports.revenue', span);
    const [refunds] = await report('reports.refunds', span);

    expect(revenue).toMatchObject({ earned: 6_000_000_000, returned: 6_000_000_000, net: 0 });
    expect(refunds).toMatchObject({ ofOrders: 6_000_000_000, byChannel: 6_000_000_000, stillDue: 0 });
  });
});

describe('no-shows', () => {
  it('are counted of those marked on the day, each session of one’s offices by itself [call:POST /api/staff/reports/no-shows]', async () => {
    const local = await givenStaff(server.consoleUrl, { offices: [await givenOffice()] });
    const before = await askStaff(reader, 'reports.noShows', { body: {} });
    await databasePool().query(
      `update exam_session set exam_date = exam_date - 90, starts_at = starts_at - interval '90 days', ends_at = ends_at - interval '90 days',
         publish_start_at = publish_start_at - interval '90 days', publish_end_at = publish_end_at - interval '90 days'`,
    );
    const { rows } = await databasePool().query<{ id: string }>(
      `select application.id from application where status = 'Registered' order by code`,
    );
    await mark(rows[0]?.id, 'Present');
    const first = await askStaff(reader, 'reports.noShows', { body: { isMarked: false } });
    await mark(rows[1]?.id, 'Absent');
    await mark(rows[2]?.id, 'Late');

    const { body } = await askStaff(reader, 'reports.noShows', { body: { sort: '-percent' } });
    const foreign = await askStaff(local, 'reports.noShows', { body: {} });

    expect(before.body).toMatchObject({ recordCount: 0 });
    expect(first.body).toMatchObject({ list: [{ registered: 3, taken: 1, absent: 0, unmarked: 2, percent: 0 }] });
    expect(body).toMatchObject({ list: [{ registered: 3, taken: 2, absent: 1, unmarked: 0, percent: 33 }] });
    expect(foreign.body).toMatchObject({ recordCount: 0 });
  });

  it('are exported as CSV that holds no formula, and as a spreadsheet', async () => {
    await databasePool().query(`update product set name_en = '=HYPERLINK("x")'`);
    const wish = {
      list: 'reports.noShows',
      body: {},
      columns: [
        { path: 'productNameEn', heading: 'Exam', kind: 'text' },
        { path: 'absent', heading: 'Absent', kind: 'text' },
      ],
      reason: 'For the yearly report',
    };

    const csv = await askStaff(reader, 'lists.export', { body: { ...wish, format: 'csv' } });
    const xlsx = await askStaff(reader, 'lists.export', { body: { ...wish, format: 'xlsx' } });

    expect(csv.text).toContain(`'=HYPERLINK`);
    expect(csv.text).not.toMatch(/^"?=HYPERLINK/m);
    expect([csv.status, xlsx.status, xlsx.text.slice(0, 2)]).toEqual([200, 200, 'PK']);
  });
});

describe('a report', () => {
  it('is exported with the figures on screen as yuan', async () => {
    const [row] = await report('reports.revenue');
    const { status, text } = await askStaff(reader, 'lists.export', {
      body: {
        list: 'reports.revenue',
        body: {},
        columns: [
          { path: 'period', heading: '=Period', kind: 'text' },
          { path: 'net', heading: 'Net', kind: 'money' },
        ],
        format: 'csv',
        reason: 'For the monthly report',
      },
    });

    expect(status).toBe(200);
    expect(text).toContain(`'=Period,Net`);
    expect(text).toContain(`${row?.period},${(row?.['net'] ?? 0) / 100}`);
  });

  it('is exported only by who may', async () => {
    const officer = await givenStaff(server.consoleUrl, { roles: ['examOfficer'] });
    const wish = { list: 'reports.fill', body: {}, columns: [{ path: 'seat', heading: 'Seats', kind: 'text' }] };

    const answer = await askStaff(officer, 'lists.export', { body: { ...wish, format: 'csv', reason: 'For my desk' } });

    expect([(await askStaff(officer, 'reports.fill', { body: {} })).status, answer.status]).toEqual([200, 403]);
  });
});
