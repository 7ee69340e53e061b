import { addSeconds } from '@exam/contract/rules';
import { expect } from 'vitest';
import { keepFile } from '#office/files';
import { tasks as paymentTasks } from '#checkout/payments';
import { randomDigits } from '#platform/chance';
import { setClockOffset } from '#platform/clock';
import { nobodysAccount } from '#platform/nobody';
import { runDueJobs, type Tasks } from '#platform/worker';
import { tasks as refundTasks } from '#books/refunds';
import { ask, askStaff, givenExam, givenSignedIn, givenStaff, moveClockTo, rowsOf, type SignedIn } from '#testing';
import { run } from './retention.testing.ts';
import { addCandidate, meddle, price, submission, type World } from './world.testing.ts';

const quiet: Tasks = Object.fromEntries(
  ['letters.plan', 'messages.send', 'letters.mail', 'orders.tellPlaced', 'files.remove'].map((name) => [
    name,
    async () => undefined,
  ]),
);
const work = () => runDueJobs({ ...quiet, ...paymentTasks, ...refundTasks });

/** An order, its registrations, and the session of the last. */
export type Placed = { orderId: string; applicationIds: string[]; sessionId: string };

/** An order of one person with this many lines, brought to an end at the channel. */
export async function givenOrder(
  world: World,
  outcome: 'paid' | 'twice',
  lines = 1,
): Promise<Placed & { tradeNo: string; browser: SignedIn }> {
  await setClockOffset(0);
  const browser = await givenSignedIn(world.url);
  const applicationIds: string[] = [];
  let sessionId = '';
  for (let line = 0; line < lines; line++) {
    const exam = await givenExam();
    sessionId = exam.sessionId;
    const body = submission(exam, await addCandidate(browser));
    applicationIds.push(String((await ask(browser, 'application.submit', { body })).body['id']));
  }
  const sent = { applicationIds, totalPayAmount: price * lines };
  const orderId = String((await ask(browser, 'order.place', { body: sent })).body['id']);
  const { body } = await ask(browser, 'payment.start', { body: { orderId, paymentType: 'ALI_SCANCODE_PAY' } });
  const tradeNo = String(body['tradeNo']);
  await world.bank.settle(tradeNo, outcome);
  await work();
  if (outcome === 'paid') {
    const title = { buyer: 'Personal', title: 'ZHANG SAN', taxNumber: '', email: 'mark@example.com' };
    await ask(browser, 'fapiao.request', { params: { id: orderId }, body: title });
  }
  return { orderId, applicationIds, sessionId, tradeNo, browser };
}

/** Paid twice: the second payment went back; and paid once with a part given back outside, and a fapiao on paper. */
export async function givenMoney(world: World): Promise<Placed[]> {
  const twice = await givenOrder(world, 'twice');
  const part = await givenOrder(world, 'paid', 2);
  await world.bank.refundInConsole(part.tradeNo, 40_000);
  await work();
  await issueFapiao(world, part.orderId);
  return [twice, part];
}

async function issueFapiao(world: World, orderId: string): Promise<void> {
  const clerk = await givenStaff(world.consoleUrl, { roles: ['financeClerk'] });
  const [found] = await rowsOf('select id from fapiao where order_id = $1', [orderId]);
  const { body: page } = await askStaff(clerk, 'fapiao.page', { params: { id: String(found?.['id']) } });
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n%%EOF\n');
  const file = await keepFile({ staffId: clerk.staff.id }, { content: pdf, fileName: 'fapiao.pdf' });
  const paper = {
    version: page['version'],
    number: `26112${randomDigits(15)}`,
    amount: page['amount'],
    fileId: file.id,
  };
  const issued = await askStaff(clerk, 'fapiao.issue', { params: { id: String(found?.['id']) }, body: paper });
  expect(issued.status, issued.text).toBe(204);
}

/** Years later: whoever it names is forgotten, and nothing of it is open. */
export async function givenAtRest(orders: readonly Placed[]): Promise<string> {
  const ids = orders.map(({ orderId }) => orderId);
  await meddle(`update message set state = 'Failed'`);
  await meddle(`update payment_exception set closed_at = app_now(), resolution = 'Seen.' where order_id = any($1)`, [
    ids,
  ]);
  await meddle(`update work_item set closed_at = app_now() where closed_at is null`);
  const closed = await closedAt(ids);
  await moveClockTo(addSeconds(closed, 9 * 365 * 86_400));
  await run();
  expect(
    await rowsOf('select account_id from exam_order where id = any($1) and account_id <> $2', [ids, nobodysAccount]),
  ).toEqual([]);
  return closed;
}

async function closedAt(ids: readonly string[]): Promise<string> {
  const [row] = await rowsOf('select max(order_closed_at(exam_order)) as at from exam_order where id = any($1)', [ids]);
  return String(row?.['at']);
}

/** @returns whether an order is still there. */
export const isThere = async (orderId: string) =>
  (await rowsOf('select from exam_order where id = $1', [orderId])).length === 1;

/** Every table that holds an id, but the journal of erasures and the seats. */
export async function tablesNaming(ids: readonly string[]): Promise<string[]> {
  const columns = await rowsOf(
    `select table_name, column_name from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and udt_name = 'uuid'`,
  );
  const found = new Set<string>();
  for (const { table_name, column_name } of columns)
    if (
      (await rowsOf(`select from ${String(table_name)} where ${String(column_name)} = any($1::uuid[]) limit 1`, [ids]))
        .length > 0
    )
      found.add(String(table_name));
  return [...found].filter((table) => !['erasure', 'seat_allocation', 'seat_event', 'message'].includes(table));
}

/** The sums of the ledger, with those that were carried forward. */
export const ledger = async () =>
  await rowsOf(
    `select left((at at time zone 'Asia/Shanghai')::date::text, 10) as day, office_id, account, kind, sum(debit)::integer as debit, sum(credit)::integer as credit,
       sum(entries)::integer as entries
     from ledger_sum group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  );
/** Closes the days of the channel on which orders moved money. */
export async function closeDaysOf(orders: readonly Placed[]): Promise<void> {
  const moved = 'channel_movement where order_id = any($1)';
  const ids = [orders.map(({ orderId }) => orderId)];
  await meddle(
    `insert into reconciliation_closing (channel, day, lines, reason, closed_by, closed_by_name, closed_at)
     select channel, day, '[]'::jsonb, 'It agrees', gen_random_uuid(), 'Ding Yi', app_now() from ${moved} group by channel, day`,
    ids,
  );
  await meddle(`insert into reconciliation_movement select channel, kind, reference, day from ${moved}`, ids);
}
