import { addDays } from '@exam/contract/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chinaDateOf, readNowAlone } from '#platform/clock';
import { databasePool } from '#platform/database';
import { askStaff, givenStaff, type SignedInStaff } from '#testing';
import { bringStatement, givenMoney, type Money, openBooks, work } from '#testing/books';
import { staffRoutes } from './index.ts';

let books: Awaited<ReturnType<typeof openBooks>>;
let clerk: SignedInStaff;
let approver: SignedInStaff;
let money: Money;
let first: string;
let second: string;
beforeAll(async () => {
  books = await openBooks(staffRoutes);
  money = await givenMoney(books);
  first = chinaDateOf(await readNowAlone());
  second = addDays(first, 1);
  await books.bank.moveClock(50 * 3600);
  clerk = await givenStaff(books.server.consoleUrl, { roles: ['financeClerk'] });
  approver = await givenStaff(books.server.consoleUrl, { roles: ['financeApprover'] });
});
afterAll(() => books.close());

type Line = { key: string; list: string; tradeNo: string; otherDay: string | null };
const on = (day: string) => ({ channel: 'alipay', day });
const bring = (day: string, text: string) =>
  bringStatement(books.server.consoleUrl, { staff: clerk, to: on(day), text });
const show = async (day: string) => (await askStaff(clerk, 'reconciliation.day', { params: on(day) })).body;
const linesOf = async (day: string) =>
  (await askStaff(clerk, 'reconciliation.lines', { params: on(day), body: {} })).body['list'] as Line[];
const explain = (day: string, key: string) =>
  askStaff(clerk, 'reconciliation.explain', { params: on(day), body: { key, reason: 'Seen with the channel.' } });
const close = async (day: string) => {
  const { statement } = (await show(day)) as { statement: { id: string } };
  const body = { statementId: statement.id, reason: 'Agreed with the statement.' };
  return await askStaff(approver, 'reconciliation.close', { params: on(day), body });
};

/** The statement of the second day with the rows of the first day's that carry a mark. */
async function statementWith(mark: string): Promise<string> {
  const row = (await books.bank.statement(first)).split('\r\n').filter((line) => line.includes(mark));
  const own = await books.bank.statement(second);
  const moved = row.map((line) => line.replaceAll(first, second));
  return own.replace('#-----------------------------------------业务明细列表结束', `${moved.join('\r\n')}\r\n#结束`);
}

/** Money of the first day that our books learn of only now. */
async function recordLate(reference: string): Promise<void> {
  await databasePool().query(
    `insert into payment (id, order_id, attempt_id, channel, channel_trade_no, amount, paid_at, recorded_at)
     select gen_random_uuid(), order_id, attempt_id, channel, $1, 700, paid_at, app_now() from payment order by paid_at limit 1`,
    [reference],
  );
}

describe('a movement of money', () => {
  it('belongs to one day although the channel tells of it on two [3-domain 7]', async () => {
    await bring(first, await books.bank.statement(first));
    await bring(second, await statementWith(money.tradeNos[0] ?? '?'));

    const [one, two] = [await linesOf(first), await linesOf(second)];

    expect(one.map(({ list }) => list)).toEqual(['agree', 'agree', 'agree', 'agree', 'agree']);
    expect(two).toMatchObject([{ list: 'onlyTheirs', tradeNo: money.tradeNos[0], otherDay: first }]);
    expect([(await show(first))['ourNet'], (await show(second))['ourNet']]).toEqual([money.net, 0]);
  });

  it('that was recorded after its day was closed is a late one of the next open day; the closed day stays as it was [T32 3-domain 7]', async () => {
    await bring(second, await books.bank.statement(second));
    expect((await close(first)).status).toBe(204);
    const before = [await show(first), await linesOf(first)];

    await recordLate('late1');

    expect([await show(first), await linesOf(first)]).toEqual(before);
    expect(await linesOf(second)).toMatchObject([{ key: 'payment:late1', list: 'onlyOurs', otherDay: first }]);
    const days = await askStaff(clerk, 'reconciliation.days', { body: {} });
    expect(days.body).toMatchObject({
      list: [
        { day: second, ourCount: 1, ourNet: 700, closedAt: null },
        { day: first, ourCount: 5, ourNet: money.net, closedAt: expect.any(String) },
      ],
    });
  });

  it('moves on once its second day is closed with it, and the next late one waits for an open day again', async () => {
    expect((await close(second)).body['code']).toBe('DIFFERENCES_UNEXPLAINED');
    await explain(second, 'payment:late1');
    expect((await close(second)).status).toBe(204);

    await recordLate('late2');

    const today = addDays(second, 1);
    expect(await linesOf(second)).toMatchObject([{ key: 'payment:late1', explanation: { by: expect.any(String) } }]);
    expect(await linesOf(today)).toMatchObject([{ key: 'payment:late2', list: 'onlyOurs', otherDay: first }]);
  });

  it('is taken back from no day that is closed, by the database itself', async () => {
    for (const statement of [
      'delete from reconciliation_movement',
      'update reconciliation_movement set day = day + 1',
      'truncate reconciliation_movement',
    ])
      await expect(databasePool().query(statement), statement).rejects.toThrow(/never changed|permission/);
  });
});

describe('a refund of ours that was made in the channel’s console', () => {
  it('is paired by the number that the channel gave it [C32 3-domain 7]', async () => {
    const day = chinaDateOf(await readNowAlone());
    const { tradeNos, orderIds } = await givenMoney(books);
    const values = [orderIds[0]];
    await databasePool().query('update payment set refunded_amount = amount where order_id = $1', values);
    await databasePool().query(
      `insert into refund (id, order_id, payment_id, serial_number, status, cause, policy_row, amount, submitted_at)
       select gen_random_uuid(), order_id, id, 'ours1', 'Failed', 'latePayment', 'surplus', amount, app_now()
       from payment where order_id = $1`,
      values,
    );
    await books.bank.refundInConsole(tradeNos[0] ?? '', 150_000);
    await work();
    await bring(day, await books.bank.statement(day));

    const lines = await linesOf(day);

    const { rows } = await databasePool().query(`select status from refund where serial_number = 'ours1'`);
    expect(rows).toEqual([{ status: 'Completed' }]);
    expect(lines.filter(({ key }) => key.startsWith('refund:')).map(({ list }) => list)).toEqual(['agree', 'agree']);
  });
});
