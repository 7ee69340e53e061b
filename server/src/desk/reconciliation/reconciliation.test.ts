import { staffUrlOf } from '@exam/contract/staff/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chinaDateOf, readNowAlone } from '#platform/clock';
import { databasePool } from '#platform/database';
import { createBrowser } from '#testing/app';
import { askStaff, givenOffice, givenStaff, type SignedInStaff } from '#testing';
import { bringStatement, givenMoney, type Money, openBooks } from '#testing/books';
import { staffRoutes } from './index.ts';

let books: Awaited<ReturnType<typeof openBooks>>;
let clerk: SignedInStaff;
let approver: SignedInStaff;
let money: Money;
let day: string;
const dayLater = 26 * 3600;
beforeAll(async () => {
  books = await openBooks(staffRoutes);
  money = await givenMoney(books);
  day = chinaDateOf(await readNowAlone());
  // The day is over, and the sessions of staff begin after that.
  await books.bank.moveClock(dayLater);
  clerk = await givenStaff(books.server.consoleUrl, { roles: ['financeClerk'] });
  approver = await givenStaff(books.server.consoleUrl, { roles: ['financeApprover'] });
});
afterAll(() => books.close());

const params = () => ({ channel: 'alipay', day });

const upload = (text: string | Uint8Array<ArrayBuffer>, { staff = clerk, to = params() } = {}) =>
  bringStatement(books.server.consoleUrl, { staff, to, text });

const show = async () => (await askStaff(clerk, 'reconciliation.day', { params: params() })).body;
const lines = async (body: object = {}) =>
  (await askStaff(clerk, 'reconciliation.lines', { params: params(), body })).body as {
    list: { key: string; list: string; reference: string; orderCode: string | null }[];
    recordCount: number;
  };
const explain = (key: string, staff = clerk) =>
  askStaff(staff, 'reconciliation.explain', {
    params: params(),
    body: { key, reason: 'The channel booked it on the next day.' },
  });
const close = async (staff = approver, body: object = {}) => {
  const { statement } = (await show()) as { statement: { id: string } | null };
  return await askStaff(staff, 'reconciliation.close', {
    params: params(),
    body: { statementId: statement?.id ?? money.orderIds[0], reason: 'Agreed with the statement.', ...body },
  });
};
const withoutLine = (text: string, mark: string) =>
  text
    .split('\r\n')
    .filter((line) => !line.includes(mark))
    .join('\r\n');

describe('the statement of a day', () => {
  it('agrees with the books when nothing is missing: payments and refunds [3-domain 7]', async () => {
    const { status, body } = await upload(await books.bank.statement(day));

    expect(status).toBe(200);
    expect(body).toMatchObject({
      counts: { agree: 5, amountDiffers: 0, onlyOurs: 0, onlyTheirs: 0 },
      ourNet: money.net,
      theirNet: money.net,
      unexplained: 0,
      isOver: true,
    });
    const { rows } = await databasePool().query(
      `select sum(amount)::integer as channel from ledger_entry where account = 'channel'`,
    );
    expect(rows).toEqual([{ channel: money.net }]);
    const days = await askStaff(clerk, 'reconciliation.days', { body: { isClosed: false, from: day, to: day } });
    expect(days.body).toMatchObject({ recordCount: 1, list: [{ day, ourNet: money.net, theirNet: money.net }] });
  });

  it('shows what is only ours, only theirs, and whose amount differs', async () => {
    const whole = await books.bank.statement(day);
    const [gone = '', changed = ''] = money.tradeNos;
    const foreign = whole
      .split('\r\n')
      .find((line) => line.includes(gone))
      ?.replaceAll(gone, 'E999')
      .replace(/\d{28,}/, '2026000000000000000000000001');
    const altered = withoutLine(whole, gone)
      .replace(new RegExp(`(${changed}.*?)1500\\.00`), '$11500.01')
      .replace('#-----------------------------------------业务明细列表结束', `${foreign}\r\n#结束`);

    const { body } = await upload(altered);

    expect(body).toMatchObject({
      counts: { agree: 3, amountDiffers: 1, onlyOurs: 1, onlyTheirs: 1 },
      unexplained: 3,
    });
    expect((await lines({ list: 'onlyOurs' })).list).toMatchObject([{ tradeNo: gone, theirAmount: null }]);
    expect((await lines({ list: 'amountDiffers' })).list).toMatchObject([{ ourAmount: 150_000, theirAmount: 150_001 }]);
    expect((await lines({ search: gone })).recordCount).toBe(1);
  });

  it('is read in GB 18030 as well as in UTF-8', async () => {
    const text = await books.bank.statement(day);

    const { status, body } = await upload(inGbk(text));

    expect([status, body['unexplained']]).toEqual([200, 0]);
  });

  it.each([
    ['no table', 'hello', 'STATEMENT_UNREADABLE'],
    ['a row whose amount cannot be read', '1x500', 'STATEMENT_UNREADABLE'],
    ['a row of more money than an amount can be', '30000000.00', 'STATEMENT_UNREADABLE'],
    ['nothing at all', '', 'STATEMENT_UNREADABLE'],
  ])('is refused when it is %s', async (_, text, code) => {
    const whole = await books.bank.statement(day);
    const sent = /^[13]/.test(text) ? whole.replace('1500.00', text) : text;

    expect((await upload(sent)).body['code']).toBe(code);
  });

  it.each([0, 1])('is refused where a number of it holds what no text of the database may, %i', async (column) => {
    const whole = await books.bank.statement(day);
    const [row = ''] = whole.split('\r\n').filter((line) => line.includes(money.tradeNos[0] ?? ''));
    const marked = row.split(',').map((cell, at) => (at === column ? cell.replace('0', '\0') : cell));

    expect((await upload(whole.replace(row, marked.join(',')))).body['code']).toBe('STATEMENT_UNREADABLE');
  });

  it('of another day is refused, and that of another channel cannot be read', async () => {
    const whole = await books.bank.statement(day);

    expect((await upload(whole, { to: { channel: 'alipay', day: '2026-01-01' } })).body['code']).toBe(
      'STATEMENT_OTHER_DAY',
    );
    expect((await upload(whole, { to: { channel: 'wechat', day } })).body['code']).toBe('STATEMENT_UNREADABLE');
  });

  it('is not for staff of single offices, nor for who may only read', async () => {
    const local = await givenStaff(books.server.consoleUrl, { offices: [await givenOffice()] });

    expect((await askStaff(local, 'reconciliation.day', { params: params() })).status).toBe(404);
    expect((await askStaff(local, 'reconciliation.days', { body: {} })).status).toBe(404);
    expect((await upload('x', { staff: approver })).status).toBe(403);
    expect(
      (await createBrowser(books.server.consoleUrl).send('GET', staffUrlOf('reconciliation.day', params()))).status,
    ).toBe(401);
  });
});

describe('a day', () => {
  it('is closed when every difference has an explanation, by somebody else, and never changed again [T32 S-16]', async () => {
    await upload(withoutLine(await books.bank.statement(day), money.tradeNos[0] ?? '?'));
    const early = await close();
    const agreeing = (await lines({ list: 'agree' })).list[0]?.key ?? '';
    const nothingToSay = await explain(agreeing);
    for (const { key } of (await lines({ isExplained: false })).list) await explain(key);
    const stale = await close(
      await givenStaff(books.server.consoleUrl, { roles: ['financeApprover'], isFresh: false }),
    );
    const both = await givenStaff(books.server.consoleUrl);
    await upload(withoutLine(await books.bank.statement(day), money.tradeNos[0] ?? '?'), { staff: both });
    const own = await close(both);
    const other = await close(approver, { statementId: money.orderIds[0] });

    const answers = await Promise.all([close(), close()]);

    expect([early.body['code'], nothingToSay.status]).toEqual(['DIFFERENCES_UNEXPLAINED', 404]);
    expect([stale.body['code'], own.body['code'], other.status]).toEqual(['REAUTH', 'SECOND_PERSON_NEEDED', 409]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 412]);
    expect(await show()).toMatchObject({ closedBy: 'Ding Yi', counts: { onlyOurs: 1 }, unexplained: 0 });
  });

  it('that is closed takes no statement and no explanation, and the database says no as well', async () => {
    const before = await lines();
    const again = await upload(await books.bank.statement(day));
    const explained = await explain(before.list[0]?.key ?? '');

    expect([again.body['code'], explained.body['code']]).toEqual(['DAY_CLOSED', 'DAY_CLOSED']);
    for (const statement of [
      `update reconciliation_closing set reason = 'x'`,
      'delete from reconciliation_closing',
      'delete from channel_statement',
      `update reconciliation_explanation set reason = 'x'`,
    ])
      await expect(databasePool().query(statement), statement).rejects.toThrow(/closed|never changed|permission/);
    await databasePool().query('update payment set paid_at = paid_at - interval $$1 hour$$');
    expect(await lines()).toEqual(before);
  });

  it('that is not over cannot be closed', async () => {
    day = chinaDateOf(await readNowAlone());
    await upload(await books.bank.statement(day));

    expect((await close()).body['code']).toBe('DAY_NOT_OVER');
  });

  it('may move more than 21.47 million yuan', async () => {
    await databasePool().query(
      `insert into payment (id, order_id, attempt_id, channel, channel_trade_no, amount, paid_at, recorded_at)
       select gen_random_uuid(), order_id, attempt_id, channel, 'great' || number, 2000000000, '2019-05-05T04:00:00Z', paid_at
       from generate_series(1, 3) number, (select * from payment limit 1) one`,
    );

    const { status, body } = await askStaff(clerk, 'reconciliation.days', { body: { to: '2019-12-31' } });
    const great = await askStaff(clerk, 'reconciliation.day', { params: { channel: 'alipay', day: '2019-05-05' } });

    expect([status, great.status]).toEqual([200, 200]);
    expect(body).toMatchObject({ list: [{ day: '2019-05-05', ourCount: 3, ourNet: 6_000_000_000 }] });
    expect(great.body).toMatchObject({ ourNet: 6_000_000_000 });
    await databasePool().query(`delete from payment where channel_trade_no like 'great%'`);
  });

  it('leaves its trace in the audit: who brought, explained and closed', async () => {
    const { rows } = await databasePool().query(
      `select distinct action from audit_entry where object_kind = 'reconciliation' order by action`,
    );

    expect(rows.map(({ action }) => action)).toEqual([
      'reconciliation.close',
      'reconciliation.explain',
      'reconciliation.upload',
    ]);
  });
});

const gbk = new TextDecoder('gb18030');
/** Every character of two bytes: the platform decodes this encoding and cannot write it. */
const pairs = new Map(
  Array.from({ length: 126 }, (_, lead) => lead + 0x81).flatMap((lead) =>
    Array.from({ length: 191 }, (_, trail): [string, number[]] => {
      const bytes = [lead, trail + 0x40];
      return [gbk.decode(Uint8Array.from(bytes)), bytes];
    }),
  ),
);

/** The bytes that the channel's own website gives. */
const inGbk = (text: string) =>
  Uint8Array.from(Array.from(text).flatMap((sign) => pairs.get(sign) ?? [...Buffer.from(sign)]));
