import { identify, routes as accountRoutes } from '#people/accounts';
import { staffRoutes as approvalRoutes } from '#office/approvals';
import { readBooksProblems } from '#books/ledger';
import { routes as orderRoutes, tasks as orderTasks } from '#checkout/orders';
import { routes as paymentRoutes, tasks as paymentTasks } from '#checkout/payments';
import { databasePool, reading } from '#platform/database';
import { startTestApp } from '#platform/testing/app';
import { runDueJobs, type Tasks } from '#platform/worker';
import { tasks as refundTasks } from '#books/refunds';
import { identifyStaff, staffRoutes as ownStaffRoutes } from '#people/staff';
import {
  ask,
  askStaff,
  type Bank,
  type ExamWishes,
  givenCartLine,
  givenExam,
  givenSignedIn,
  type SignedIn,
  type SignedInStaff,
  startBank,
} from '#testing';
import { routes as verificationRoutes } from '#people/verification';
import type { StaffRoutes } from '#platform/staff-http';

/** Orders, payments and their console, with the channel beside them. */
export async function openMoneyDesk(staffRoutes: readonly StaffRoutes[]) {
  const bank = await startBank();
  const server = await startTestApp({
    routes: [...accountRoutes, ...verificationRoutes, ...orderRoutes, ...paymentRoutes],
    identify,
    staffRoutes: [...ownStaffRoutes, ...approvalRoutes, ...staffRoutes],
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

/** What an order of a test costs, in fen. */
export const total = 150_000;

export type Sale = { browser: SignedIn; orderId: string; code: string; sessionId: string; applicationId: string };

/** A person with one unpaid order of 1,500.00. */
export async function givenOrder(url: string, wishes: ExamWishes = {}): Promise<Sale> {
  const browser = await givenSignedIn(url);
  const exam = await givenExam(wishes);
  const applicationId = await givenCartLine(browser.accountId, exam);
  const sent = { applicationIds: [applicationId], totalPayAmount: total };
  const { body } = await ask(browser, 'order.place', { body: sent });
  return { browser, orderId: String(body['id']), code: String(body['code']), sessionId: exam.sessionId, applicationId };
}

/** Starts paying by Alipay. @returns the trade number. */
export async function startPaying({ browser, orderId }: Sale): Promise<string> {
  const { body } = await ask(browser, 'payment.start', { body: { orderId, paymentType: 'ALI_SCANCODE_PAY' } });
  return String(body['tradeNo']);
}

/** An order that its owner has paid at the channel. */
export async function givenPaidOrder(url: string, bank: Bank, wishes: ExamWishes = {}) {
  const sale = await givenOrder(url, wishes);
  const tradeNo = await startPaying(sale);
  await bank.settle(tradeNo, 'paid');
  return { ...sale, tradeNo };
}

const quiet: Tasks = Object.fromEntries(
  ['letters.plan', 'messages.send', 'letters.mail', 'orders.tellPlaced'].map((name) => [name, async () => undefined]),
);

/** Does everything the worker has to do now. */
export async function work(own: Tasks = {}): Promise<void> {
  await refundTasks['refunds.sweep']?.({});
  await runDueJobs({ ...orderTasks, ...paymentTasks, ...refundTasks, ...own, ...quiet });
}

/** What is wrong with the books; nothing when all is well. */
export const booksProblems = () => reading(readBooksProblems);

/** A value of the database. */
export async function valueOf<T>(text: string, values: unknown[] = []): Promise<T | null> {
  const { rows } = await databasePool().query<{ value: T }>(`select ${text} as value`, values);
  return rows[0]?.value ?? null;
}

/** Takes away the last free seats of the session, as other buyers would. */
export async function fillSession({ sessionId }: Sale): Promise<void> {
  await databasePool().query('update exam_session set seat = registered where id = $1', [sessionId]);
}

/** The order's page in the console. */
export async function orderPage(staff: SignedInStaff, id: string): Promise<Record<string, unknown>> {
  return (await askStaff(staff, 'orders.get', { params: { id } })).body;
}

/** How often an act on an object stands in the audit. */
export const auditsOf = (action: string, objectId: string) =>
  valueOf<number>(`(select count(*)::integer from audit_entry where action = $1 and object_id = $2)`, [
    action,
    objectId,
  ]);
