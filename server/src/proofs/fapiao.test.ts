import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tasks as fapiaoTasks } from '#books/fapiao';
import { keepFile, sendOwnFile } from '#office/files';
import { tasks as messageTasks } from '#people/messages';
import { tasks as paymentTasks } from '#checkout/payments';
import { chinaDateOf, readNowAlone } from '#platform/clock';
import { databasePool } from '#platform/database';
import { runDueJobs, type Tasks } from '#platform/worker';
import { tasks as refundTasks } from '#books/refunds';
import { ask, askStaff, givenOffice, givenSignedIn, givenStaff, type SignedIn, type SignedInStaff } from '#testing';
import { addToCart, openWorld, placeOrder, price, type World } from './world.testing.ts';

let world: World;
let clerk: SignedInStaff;
beforeAll(async () => {
  world = await openWorld();
  clerk = await givenStaff(world.consoleUrl, { roles: ['financeClerk'] });
});
afterAll(() => world.close());

const quiet: Tasks = Object.fromEntries(
  ['letters.plan', 'letters.mail', 'orders.tellPlaced'].map((name) => [name, async () => undefined]),
);
const work = () => runDueJobs({ ...messageTasks, ...paymentTasks, ...refundTasks, ...fapiaoTasks, ...quiet });

const company = {
  buyer: 'Company',
  title: '北京考途科技有限公司',
  taxNumber: '91350100M000100Y43',
  email: 'accounts@example.cn',
};

type Paid = { browser: SignedIn; orderId: string; tradeNo: string };

async function givenOrder(): Promise<{ browser: SignedIn; orderId: string }> {
  const browser = await givenSignedIn(world.url);
  return { browser, orderId: await placeOrder(browser, await addToCart(browser)) };
}

async function givenPaid(): Promise<Paid> {
  const { browser, orderId } = await givenOrder();
  const { body } = await ask(browser, 'payment.start', { body: { orderId, paymentType: 'ALI_SCANCODE_PAY' } });
  await world.bank.settle(String(body['tradeNo']), 'paid');
  return { browser, orderId, tradeNo: String(body['tradeNo']) };
}

type Own = Pick<Paid, 'browser' | 'orderId'>;
const see = async ({ browser, orderId }: Own) => (await ask(browser, 'fapiao.get', { params: { id: orderId } })).body;
const request = ({ browser, orderId }: Own, body: object = company) =>
  ask(browser, 'fapiao.request', { params: { id: orderId }, body });

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n%%EOF\n');
const uploaded = async ({ staff }: SignedInStaff, fileName = 'fapiao.pdf') =>
  (await keepFile({ staffId: staff.id }, { content: pdf, fileName })).id;
let last = 0;
const nextNumber = () => `2611200000${String(++last).padStart(10, '0')}`;

type Row = { id: string; version: number; status: string; amount: number; redDue: number };
async function rowOf({ orderId }: Own): Promise<Row> {
  const { rows } = await databasePool().query<{ id: string }>('select id from fapiao where order_id = $1', [orderId]);
  return (await askStaff(clerk, 'fapiao.page', { params: { id: rows[0]?.id ?? '' } })).body as Row;
}
/** Does what a clerk does on the page; `seen` is the row as the page showed it, by default as it is now. */
async function act(
  own: Own,
  name: 'fapiao.issue' | 'fapiao.redIssue' | 'fapiao.refuse',
  body: object = {},
  seen?: Row,
) {
  const row = seen ?? (await rowOf(own));
  const paper =
    name === 'fapiao.refuse'
      ? { reason: 'The title is not the registered name of this company.' }
      : {
          number: nextNumber(),
          amount: name === 'fapiao.issue' ? row.amount : row.redDue,
          fileId: await uploaded(clerk),
        };
  return await askStaff(clerk, name, { params: { id: row.id }, body: { version: row.version, ...paper, ...body } });
}
async function boardOf(own: Own): Promise<string[]> {
  const { rows } = await databasePool().query<{ kind: string }>(
    `select kind from work_item where object_kind = 'fapiao' and closed_at is null
       and object_id = (select id from fapiao where order_id = $1)`,
    [own.orderId],
  );
  return rows.map(({ kind }) => kind);
}
async function toldOf(own: Own): Promise<string[]> {
  const { rows } = await databasePool().query<{ told: string }>(
    `select kind || ' ' || channel as told from message where kind like 'fapiao%' and account_id = $1 order by created_at, 1`,
    [own.browser.accountId],
  );
  return rows.map(({ told }) => told);
}
async function giveInConsole({ tradeNo }: Paid, amount: number): Promise<void> {
  await world.bank.refundInConsole(tradeNo, amount);
  await work();
}

describe('the fapiao of a paid order', () => {
  it('is asked for, issued by staff with number and file, and had by the candidate, by mail as well [3-domain 7 call:GET /api/order/{id}/fapiao call:POST /api/order/{id}/fapiao]', async () => {
    const paid = await givenPaid();
    const before = await see(paid);

    const asked = await request(paid, { ...company, taxNumber: ' 91350100m000100y43' });
    const board = await boardOf(paid);
    const issued = await act(paid, 'fapiao.issue');
    await work();

    expect(before).toMatchObject({ request: null, canRequest: true, amount: price });
    expect(asked.body).toMatchObject({ canRequest: true, request: { status: 'Requested', ...company, papers: [] } });
    expect([board, issued.status, await boardOf(paid)]).toEqual([['fapiaoToIssue'], 204, []]);
    const after = await see(paid);
    expect(after).toMatchObject({
      canRequest: false,
      request: { status: 'Issued', papers: [{ isRed: false, amount: price, file: { fileName: 'fapiao.pdf' } }] },
    });
    const { papers } = after['request'] as { papers: { file: { id: string } }[] };
    const file = await sendOwnFile({ accountId: paid.browser.accountId }, papers[0]?.file.id ?? '');
    expect(file.content).toEqual(pdf);
    expect(await toldOf(paid)).toEqual(['fapiaoIssued mail', 'fapiaoIssued sms']);
  });

  it('is one for each order: asked for twice at once it stands once, and once issued it cannot be changed', async () => {
    const paid = await givenPaid();

    const answers = await Promise.all([request(paid), request(paid), request(paid)]);
    await act(paid, 'fapiao.issue');
    const again = await request(paid);

    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(answers.every(({ status }) => status === 200 || status === 412)).toBe(true);
    expect(again.body['code']).toBe('FAPIAO_ISSUED');
  });

  it('is refused for an unpaid order, after twelve months, for another’s order, and with a wrong taxpayer number', async () => {
    const unpaid = await givenOrder();
    const paid = await givenPaid();
    const stranger = await givenSignedIn(world.url);

    const answers = [
      await request(unpaid),
      await request({ ...paid, browser: stranger }),
      await request(paid, { ...company, taxNumber: '91350100M000100Y44' }),
    ];
    const paidBefore = (howLong: string) =>
      databasePool().query(`update exam_order set payment_completed_at = app_now() - $2::interval where id = $1`, [
        paid.orderId,
        howLong,
      ]);
    await paidBefore('12 months');
    const lastDay = await see(paid);
    await paidBefore('12 months 1 day');
    const late = await request(paid);

    expect(answers.map(({ status, body }) => [status, body['code']])).toEqual([
      [412, 'FAPIAO_NOT_PAID'],
      [404, 'NOT_FOUND'],
      [412, 'FIELDS'],
    ]);
    expect(answers[2]?.body['fields']).toEqual({ taxNumber: expect.any(String) });
    expect((await ask(stranger, 'fapiao.get', { params: { id: paid.orderId } })).status).toBe(404);
    // No day is the last one a year before 29 February.
    const isLastDay = lastDay['until'] === chinaDateOf(await readNowAlone());
    expect([lastDay['canRequest'], late.body['code']]).toEqual([isLastDay, 'FAPIAO_TOO_LATE']);
  });

  it('comes back to the candidate when staff cannot issue it, with why, and is corrected', async () => {
    const paid = await givenPaid();
    await request(paid, { buyer: 'Personal', title: '考途公司', taxNumber: '', email: 'a@qq.com' });

    await act(paid, 'fapiao.refuse');
    const refused = await see(paid);
    const board = await boardOf(paid);
    const corrected = await request(paid);

    expect(refused).toMatchObject({
      canRequest: true,
      request: { status: 'Refused', refusal: 'The title is not the registered name of this company.' },
    });
    expect([board, await boardOf(paid)]).toEqual([[], ['fapiaoToIssue']]);
    expect(corrected.body).toMatchObject({ request: { status: 'Requested', refusal: null, ...company } });
    expect((await toldOf(paid)).length).toBeGreaterThan(0);
  });
});

describe('money that is given back', () => {
  it('makes a task for a red letter, each time over what is not covered yet [9.5#7]', async () => {
    const paid = await givenPaid();
    await request(paid);
    await act(paid, 'fapiao.issue');

    await giveInConsole(paid, 40_000);
    const first = [await boardOf(paid), (await rowOf(paid)).redDue];
    const wrong = await act(paid, 'fapiao.redIssue', { amount: price });
    const red = await act(paid, 'fapiao.redIssue');
    const none = await act(paid, 'fapiao.redIssue', { amount: 1 });
    await giveInConsole(paid, 60_000);
    const second = [await boardOf(paid), (await rowOf(paid)).redDue];
    await act(paid, 'fapiao.redIssue', { fileId: null });

    expect([first, second]).toEqual([
      [['fapiaoToRed'], 40_000],
      [['fapiaoToRed'], 60_000],
    ]);
    expect([wrong.body['code'], red.status, none.body['code']]).toEqual([
      'FAPIAO_AMOUNT_CHANGED',
      204,
      'ILLEGAL_STATE',
    ]);
    expect([await boardOf(paid), (await rowOf(paid)).redDue]).toEqual([[], 0]);
    expect(await see(paid)).toMatchObject({
      request: {
        status: 'RedIssued',
        papers: [
          { isRed: false, amount: price },
          { isRed: true, amount: 40_000 },
          { isRed: true, amount: 60_000, file: null },
        ],
      },
    });
  });

  it('before it is issued makes it smaller, and all of it closes the request', async () => {
    const [part, whole] = [await givenPaid(), await givenPaid()];
    await request(part);
    await request(whole);

    await giveInConsole(part, 30_000);
    await giveInConsole(whole, price);
    const stale = await act(part, 'fapiao.issue', { amount: price });
    const issued = await act(part, 'fapiao.issue');
    const nothing = await request(whole);

    expect([stale.body['code'], issued.status]).toEqual(['FAPIAO_AMOUNT_CHANGED', 204]);
    expect(await rowOf(part)).toMatchObject({ status: 'Issued', amount: price - 30_000, redDue: 0 });
    expect(await see(whole)).toMatchObject({ canRequest: false, amount: 0, request: { status: 'Closed' } });
    expect([await boardOf(whole), await boardOf(part), nothing.status]).toEqual([[], [], 412]);
  });
});

describe('a fapiao that staff refused', () => {
  it('is closed when all of the money has gone back, and nothing waits for staff [9.5#7]', async () => {
    const paid = await givenPaid();
    await request(paid);
    await act(paid, 'fapiao.refuse');

    await giveInConsole(paid, price);

    expect(await see(paid)).toMatchObject({ canRequest: false, request: { status: 'Closed' } });
    expect(await boardOf(paid)).toEqual([]);
  });
});

describe('the queue of fapiao', () => {
  it('is found by state, buyer, red letters due and words; another office sees none of it [T32]', async () => {
    const paid = await givenPaid();
    await request(paid, { ...company, title: '上海寻找有限公司' });
    const stranger = await givenStaff(world.consoleUrl, { offices: [await givenOffice()] });
    const { id, version } = await rowOf(paid);

    const found = await askStaff(clerk, 'fapiao.search', {
      body: { search: '寻找', status: 'Requested', buyer: 'Company', isRedDue: false },
    });
    const none = await askStaff(stranger, 'fapiao.search', { body: {} });
    const page = await askStaff(stranger, 'fapiao.page', { params: { id } });
    const body = { version, number: nextNumber(), amount: price, fileId: await uploaded(stranger) };
    const issue = await askStaff(stranger, 'fapiao.issue', { params: { id }, body });

    expect(found.body).toMatchObject({ recordCount: 1, list: [{ id, amount: price, email: 'ac***@example.cn' }] });
    expect([none.body['recordCount'], page.status, issue.status]).toEqual([0, 404, 404]);
  });

  it('is issued once when two do it at the same moment, with a number that is used once, and a file of one’s own [S-1]', async () => {
    const [one, two] = [await givenPaid(), await givenPaid()];
    await request(one);
    await request(two);
    const [number, seen] = [nextNumber(), await rowOf(one)];

    const answers = await Promise.all([act(one, 'fapiao.issue', { number }, seen), act(one, 'fapiao.issue', {}, seen)]);
    const used = await act(two, 'fapiao.issue', {
      number: ((await see(one))['request'] as { papers: { number: string }[] }).papers[0]?.number,
    });
    const colleague = await givenStaff(world.consoleUrl, { roles: ['financeClerk'] });
    const foreign = await act(two, 'fapiao.issue', { fileId: await uploaded(colleague) });

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
    expect(used.body).toMatchObject({ code: 'FIELDS', fields: { number: expect.any(String) } });
    expect(foreign.status).toBe(404);
    expect(await rowOf(two)).toMatchObject({ status: 'Requested' });
  });

  it('shows the whole address only for a reason, which is written down [T33]', async () => {
    const paid = await givenPaid();
    await request(paid);
    const { id } = await rowOf(paid);
    const approver = await givenStaff(world.consoleUrl, { roles: ['financeApprover'] });
    const body = { reason: 'The tax system sends it by itself.' };

    const shown = await askStaff(clerk, 'fapiao.reveal', { params: { id }, body });
    const refused = await askStaff(approver, 'fapiao.reveal', { params: { id }, body });

    expect([shown.body, refused.status]).toEqual([{ email: company.email }, 403]);
    const { rows } = await databasePool().query(`select reason from audit_entry where action = 'fapiao.reveal'`);
    expect(rows).toEqual([body]);
  });
});
