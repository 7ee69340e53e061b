import { identify, routes as accountRoutes } from '#people/accounts';
import { staffRoutes as approvalRoutes } from '#office/approvals';
import { routes as orderRoutes, tasks as orderTasks } from '#checkout/orders';
import { routes as paymentRoutes, tasks as paymentTasks } from '#checkout/payments';
import { databasePool } from '#platform/database';
import { startTestApp } from '#testing/app';
import { runDueJobs, type Tasks } from '#platform/worker';
import { tasks as refundTasks } from '#books/refunds';
import { identifyStaff, staffRoutes as ownStaffRoutes } from '#people/staff';
import { givenUnpaidOrder, startPaying } from '#testing/shopping';
import { askStaff, type Bank, type ExamWishes, type SignedInStaff, startBank } from '#testing';
import { routes as verificationRoutes } from '#people/verification';
import type { StaffRoutes } from '#platform/staff-http';

/** Orders, payments and their console, with the channel beside them. */
export async function openMoneyDesk(
  staffRoutes: readonly StaffRoutes[],
  environment: Readonly<Record<string, string>> = {},
) {
  const bank = await startBank();
  const server = await startTestApp({
    routes: [...accountRoutes, ...verificationRoutes, ...orderRoutes, ...paymentRoutes],
    identify,
    staffRoutes: [...ownStaffRoutes, ...approvalRoutes, ...staffRoutes],
    identifyStaff,
    environment: { TRUSTED_PROXIES: '1', ...bank.environment, ...environment },
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

/** An order that its owner has paid at the channel. */
export async function givenPaidOrder(url: string, bank: Bank, wishes: ExamWishes = {}) {
  const sale = await givenUnpaidOrder(url, wishes);
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

/** A value of the database. */
export async function valueOf<T>(text: string, values: unknown[] = []): Promise<T | null> {
  const { rows } = await databasePool().query<{ value: T }>(`select ${text} as value`, values);
  return rows[0]?.value ?? null;
}

/** The order's page in the console. */
export async function orderPage(staff: SignedInStaff, id: string): Promise<Record<string, unknown>> {
  return (await askStaff(staff, 'orders.get', { params: { id } })).body;
}

/** How often an act on an object is in the audit. */
export const auditsOf = (action: string, objectId: string) =>
  valueOf<number>(`(select count(*)::integer from audit_entry where action = $1 and object_id = $2)`, [
    action,
    objectId,
  ]);
