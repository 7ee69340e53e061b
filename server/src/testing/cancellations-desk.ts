import { instantOf } from '@exam/contract/rules';
import { identify, routes as accountRoutes } from '#people/accounts';
import { routes as applicationRoutes } from '#registering/applications';
import { staffRoutes as approvalRoutes } from '#office/approvals';
import { staffRoutes as cashierRoutes } from '#desk/orders';
import { routes as fileRoutes } from '#office/files';
import { readBooksProblems } from '#books/ledger';
import { routes as letterRoutes } from '#registering/letters';
import { routes as orderRoutes } from '#checkout/orders';
import { routes as paymentRoutes, tasks as paymentTasks } from '#checkout/payments';
import { databasePool, reading } from '#platform/database';
import { startTestApp } from '#testing/app';
import { runDueJobs, type Tasks } from '#platform/worker';
import { staffRoutes as refundRoutes, tasks as refundTasks } from '#books/refunds';
import { identifyStaff, staffRoutes as ownStaffRoutes } from '#people/staff';
import {
  ask,
  type Bank,
  type ExamWishes,
  givenCartLine,
  givenExam,
  givenSignedIn,
  type SignedIn,
  startBank,
} from '#testing';
import { routes as verificationRoutes } from '#people/verification';
import { routes, staffRoutes, tasks as ownTasks } from '#services/cancellations';

/** Everything that a cancellation touches, its channel, and the console. */
export async function openDesk() {
  const bank = await startBank();
  const server = await startTestApp({
    routes: [
      ...accountRoutes,
      ...verificationRoutes,
      ...applicationRoutes,
      ...orderRoutes,
      ...paymentRoutes,
      ...fileRoutes,
      ...letterRoutes,
      ...routes,
    ],
    identify,
    staffRoutes: [...ownStaffRoutes, ...staffRoutes, ...refundRoutes, ...approvalRoutes, ...cashierRoutes],
    identifyStaff,
    environment: { TRUSTED_PROXIES: '1', ...bank.environment },
  });
  return {
    server,
    bank,
    close: async () => {
      await server.close();
      await bank.close();
    },
  };
}

export type Registration = {
  browser: SignedIn;
  applicationId: string;
  orderId: string;
  tradeNo: string;
  sessionId: string;
  productId: string;
};

/** A person with a paid registration of 1,500.00: 450.00 local, 953.34 board, 96.66 VAT. */
export async function givenPaid(url: string, bank: Bank, wishes: ExamWishes = {}): Promise<Registration> {
  const browser = await givenSignedIn(url);
  const exam = await givenExam(wishes);
  const applicationId = await givenCartLine(browser.accountId, exam);
  const { localFee, boardFee, vat } = exam.fees;
  const placed = await ask(browser, 'order.place', {
    body: { applicationIds: [applicationId], totalPayAmount: localFee + boardFee + vat },
  });
  const orderId = String(placed.body['id']);
  const started = await ask(browser, 'payment.start', { body: { orderId, paymentType: 'ALI_SCANCODE_PAY' } });
  const tradeNo = String(started.body['tradeNo']);
  await bank.settle(tradeNo, 'paid');
  return { browser, applicationId, orderId, tradeNo, sessionId: exam.sessionId, productId: exam.productId };
}

/** Moves a session to an exam date in China (09:00) with registration open until an instant, and for a day at least. */
export async function schedule({ sessionId }: Registration, examDate: string, publishEndAt: string): Promise<void> {
  const startsAt = instantOf(examDate, '09:00');
  const pool = databasePool();
  await pool.query(
    `update exam_session set exam_date = $2, starts_at = $3, ends_at = $3::timestamptz + interval '3 hours',
       publish_start_at = least(publish_start_at, $4::timestamptz - interval '1 day'), publish_end_at = $4
     where id = $1`,
    [sessionId, examDate, startsAt, publishEndAt],
  );
  await pool.query(
    `update session_subject set starts_at = $2, ends_at = $2::timestamptz + interval '3 hours' where session_id = $1`,
    [sessionId, startsAt],
  );
}

const quiet: Tasks = Object.fromEntries(
  ['letters.plan', 'messages.send', 'letters.mail', 'orders.tellPlaced'].map((name) => [name, async () => undefined]),
);

/** Does everything the worker has to do now. */
export async function work(): Promise<void> {
  await refundTasks['refunds.sweep']?.({});
  await runDueJobs({ ...quiet, ...paymentTasks, ...refundTasks, ...ownTasks });
}

/** What is wrong with the books; nothing when all is well. */
export const booksProblems = () => reading(readBooksProblems);

/** A value of the database. */
export async function valueOf<T>(text: string, values: unknown[]): Promise<T | null> {
  const { rows } = await databasePool().query<{ value: T }>(`select ${text} as value`, values);
  return rows[0]?.value ?? null;
}

/** Asks for a cancellation. */
export const request = ({ browser, applicationId }: Registration, body: object = {}) =>
  ask(browser, 'application.requestCancellation', {
    query: { applicationId },
    body: { reason: 'I am ill on that day.', ...body },
  });

/** The registration's page. */
export const pageOf = async ({ browser, applicationId }: Registration) =>
  (await ask(browser, 'application.get', { params: { id: applicationId } })).body;
