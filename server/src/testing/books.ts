import { staffUrlOf } from '@exam/contract/staff/client';
import { identify, routes as accountRoutes } from '#people/accounts';
import { routes as applicationRoutes } from '#registering/applications';
import { routes as cancellationRoutes, staffRoutes as cancellationStaffRoutes } from '#services/cancellations';
import { routes as orderRoutes } from '#checkout/orders';
import { routes as paymentRoutes, tasks as paymentTasks } from '#checkout/payments';
import { databasePool } from '#platform/database';
import { startTestApp } from '#testing/app';
import { runDueJobs, type Tasks } from '#platform/worker';
import type { StaffRoutes } from '#platform/staff-http';
import { tasks as refundTasks } from '#books/refunds';
import { identifyStaff, staffRoutes as ownStaffRoutes } from '#people/staff';
import {
  ask,
  type Bank,
  type ChannelName,
  givenCartLine,
  givenExam,
  givenSignedIn,
  type SignedInStaff,
  startBank,
} from '#testing';
import { routes as verificationRoutes } from '#people/verification';

/** Money in and out of the channel, and the console that looks at it. */
export async function openBooks(staffRoutes: readonly StaffRoutes[], channels?: readonly ChannelName[]) {
  const bank = await startBank(channels);
  const server = await startTestApp({
    routes: [
      ...accountRoutes,
      ...verificationRoutes,
      ...applicationRoutes,
      ...orderRoutes,
      ...paymentRoutes,
      ...cancellationRoutes,
    ],
    identify,
    staffRoutes: [...ownStaffRoutes, ...cancellationStaffRoutes, ...staffRoutes],
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

const quiet: Tasks = Object.fromEntries(
  ['letters.plan', 'messages.send', 'letters.mail', 'orders.tellPlaced'].map((name) => [name, async () => undefined]),
);

/** Does everything the worker has to do now. */
export async function work(): Promise<void> {
  await runDueJobs({ ...quiet, ...paymentTasks, ...refundTasks });
}

export type Money = { orderIds: string[]; tradeNos: string[]; net: number };

/** Three orders of 1,500.00 at the channel, the last of them paid twice and so given back once: five movements. */
export async function givenMoney({ server, bank }: { server: { url: string }; bank: Bank }): Promise<Money> {
  const orderIds: string[] = [];
  const tradeNos: string[] = [];
  for (const outcome of ['paid', 'paid', 'twice']) {
    const browser = await givenSignedIn(server.url);
    const applicationId = await givenCartLine(browser.accountId, await givenExam());
    const sent = { applicationIds: [applicationId], totalPayAmount: 150_000 };
    const orderId = String((await ask(browser, 'order.place', { body: sent })).body['id']);
    const { body } = await ask(browser, 'payment.start', { body: { orderId, paymentType: 'ALI_SCANCODE_PAY' } });
    await bank.settle(String(body['tradeNo']), outcome);
    orderIds.push(orderId);
    tradeNos.push(String(body['tradeNo']));
  }
  await work();
  const { rows } = await databasePool().query<{ net: number }>(
    `select sum(case kind when 'refund' then -amount else amount end)::integer as net from channel_movement`,
  );
  return { orderIds, tradeNos, net: rows[0]?.net ?? -1 };
}

/** Brings a channel's statement as the console does. */
export async function bringStatement(
  consoleUrl: string,
  {
    staff,
    to,
    text,
  }: { staff: SignedInStaff; to: { channel: string; day: string }; text: string | Uint8Array<ArrayBuffer> },
) {
  const me = await staff.send('GET', '/api/staff/me');
  const token = /"token":"([^"]+)"/.exec(me.text)?.[1] ?? '';
  const form = new FormData();
  form.append('file', new Blob([text]), 'alipay.csv');
  const response = await globalThis.fetch(consoleUrl + staffUrlOf('reconciliation.upload', to), {
    method: 'POST',
    headers: {
      origin: consoleUrl,
      'sec-fetch-site': 'same-origin',
      'x-csrf-token': token,
      cookie: [...staff.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
    body: form,
  });
  const body: Record<string, unknown> = JSON.parse((await response.text()) || '{}');
  return { status: response.status, body };
}
