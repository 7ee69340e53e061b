import { keepFile } from '#office/files';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/database';
import { settings } from '#platform/settings';
import { theSystem } from '#platform/transition';
import { askStaff, expectExactly, givenOffice, givenStaff, rowsOf, type SignedInStaff } from '#testing';
import {
  booksProblems,
  givenPaid,
  openDesk,
  pageOf,
  type Registration,
  request,
  valueOf,
  work,
} from '#testing/cancellations-desk';
import { withdrawApplications } from './index.ts';

let desk: Awaited<ReturnType<typeof openDesk>>;
let one: SignedInStaff;
let other: SignedInStaff;
beforeAll(async () => {
  desk = await openDesk();
  one = await givenStaff(desk.server.consoleUrl);
  other = await givenStaff(desk.server.consoleUrl);
});
afterAll(() => desk.close());
afterEach(async () => {
  await desk.bank.moveClock(0);
  await desk.bank.fault('gateway', { mode: 'ok' });
});

const refused = { mode: 'error', code: 'ACQ.SELLER_BALANCE_NOT_ENOUGH', only: 'alipay.trade.refund' };
const refundIdOf = ({ applicationId }: Registration) =>
  valueOf<string>('(select id from refund where application_id = $1)', [applicationId]).then((id) => id ?? '');

/** After how many hours a refund that the channel refuses is tried. */
const everyTry = [0, 1.1, 7.3, 31.5];

async function approve({ applicationId }: Registration, body: object = {}) {
  const id = await valueOf<string>('(select request_id from cancellation_item where application_id = $1)', [
    applicationId,
  ]);
  return await askStaff(one, 'cancellations.approve', { params: { id: id ?? '' }, body: { version: 1, ...body } });
}

type Failed = { registration: Registration; refundId: string; version: number };

/** A cancellation whose refund the channel has refused at each of these hours. */
async function givenFailed(tries: readonly number[] = everyTry): Promise<Failed> {
  const registration = await givenPaid(desk.server.url, desk.bank);
  await request(registration);
  await approve(registration);
  await desk.bank.fault('gateway', refused);
  for (const hours of tries) await workAt(hours);
  await desk.bank.moveClock(0);
  const refundId = await refundIdOf(registration);
  const { body } = await askStaff(one, 'refunds.get', { params: { id: refundId } });
  return { registration, refundId, version: Number(body['version']) };
}

/** What the worker does so many hours from now. */
async function workAt(hours: number): Promise<void> {
  await desk.bank.moveClock(Math.round(hours * 3600));
  await work();
}

/** Says that a refund was paid outside the channel. @returns the proposal's id. */
async function proposePaid({ refundId, version }: Failed, voucher: string): Promise<string> {
  const body = { version, reason: 'The card is closed.', voucher, fileId: await receiptOf(one) };
  const proposed = await askStaff(one, 'refunds.proposeByHand', { params: { id: refundId }, body });
  return String(proposed.body['proposalId']);
}

const retry = ({ refundId, version }: Failed, staff = one) =>
  askStaff(staff, 'refunds.retry', { params: { id: refundId }, body: { version, reason: 'The balance is filled.' } });

const exceptionsOf = ({ orderId }: Registration) =>
  valueOf<number>('(select count(*)::integer from payment_exception where order_id = $1 and closed_at is null)', [
    orderId,
  ]);

const waitingFor = (refundId: string) =>
  valueOf<number>(
    `(select count(*)::integer from work_item where kind = 'refundFailed' and object_id = $1 and closed_at is null)`,
    [refundId],
  );

const receipt = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n%%EOF\n');
const receiptOf = async ({ staff }: SignedInStaff) =>
  (await keepFile({ staffId: staff.id }, { content: receipt, fileName: 'receipt.pdf' })).id;

it('a request that our own withdrawal overtakes is no work for staff any more [9.1#15 9.5#5]', async () => {
  const registration = await givenPaid(desk.server.url, desk.bank);
  await request(registration);
  const waiting = () =>
    valueOf<number>(
      `(select count(*)::integer from work_item join cancellation_item item on item.request_id = work_item.object_id
        where item.application_id = $1 and closed_at is null)`,
      [registration.applicationId],
    );
  const before = await waiting();

  await inTransaction((tx) =>
    withdrawApplications(tx, theSystem, {
      ids: [registration.applicationId],
      reason: 'The venue is closed.',
      refund: 'everything',
    }),
  );

  expectExactly([before, await waiting()]).toEqual([1, 0]);
});

/** Has the terms give this much. */
const quoteAs = (applicationId: string, amount: number) =>
  rowsOf('update cancellation_item set quoted_amount = $2 where application_id = $1', [applicationId, amount]);

describe('a refund that is approved', () => {
  it('of exactly the limit is approved by one, of a fen more by two [S-16 T18]', async () => {
    const limit = settings().refund.secondApprovalFen;
    const answers = [];
    for (const amount of [limit, limit + 1]) {
      const fees = { localFee: limit + 1, boardFee: 0, vat: 0 };
      const registration = await givenPaid(desk.server.url, desk.bank, { fees });
      await request(registration);
      await quoteAs(registration.applicationId, amount);
      answers.push((await approve(registration, {})).body['isProposed']);
    }

    expect(answers).toEqual([false, true]);
  });
});

describe('a refund that the channel refuses for good', () => {
  it('waits for staff, and goes through when they send it again under the same number [9.5#8 9.5#9 C30 C31]', async () => {
    const { registration, refundId, version } = await givenFailed();
    const waiting = await waitingFor(refundId);
    await desk.bank.fault('gateway', { mode: 'ok' });

    const retried = await askStaff(one, 'refunds.retry', {
      params: { id: refundId },
      body: { version, reason: 'The balance is filled.' },
    });
    const stale = await askStaff(one, 'refunds.retry', {
      params: { id: refundId },
      body: { version, reason: 'The balance is filled.' },
    });
    const meanwhile = await waitingFor(refundId);
    await work();

    expect([waiting, retried.status, meanwhile]).toEqual([1, 204, 0]);
    expect(stale.status).toBe(409);
    expect((await desk.bank.trade(registration.tradeNo))?.refunds).toHaveLength(1);
    expect(await pageOf(registration)).toMatchObject({ refundStatus: 'Completed' });
    expect(await waitingFor(refundId)).toBe(0);
    expectExactly(await booksProblems()).toEqual([]);
  });

  it('is paid by hand by two persons, once per voucher, and the worker leaves it alone [9.5#10 R-76 S-16 call:GET /api/staff/refunds/{id}/proofs/{fileId}]', async () => {
    const { registration, refundId, version } = await givenFailed();
    const fileId = await receiptOf(one);
    const body = { version, reason: 'The card is closed.', voucher: `V-${refundId.slice(0, 8)}`, fileId };
    const foreign = { ...body, fileId: await receiptOf(other) };
    const ofColleague = await askStaff(one, 'refunds.proposeByHand', { params: { id: refundId }, body: foreign });

    const proposed = await askStaff(one, 'refunds.proposeByHand', { params: { id: refundId }, body });
    const params = { id: String(proposed.body['proposalId']) };
    const alone = await askStaff(one, 'approvals.approve', { params, body: {} });
    const page = await askStaff(other, 'refunds.get', { params: { id: refundId } });
    const receipt = await askStaff(other, 'refunds.proof', { params: { id: refundId, fileId } });
    const elsewhere = await askStaff(other, 'refunds.proof', { params: { id: refundId, fileId: refundId } });
    const both = await askStaff(other, 'approvals.approve', { params, body: {} });
    await desk.bank.fault('gateway', { mode: 'ok' });
    await work();

    expect([ofColleague.status, elsewhere.status]).toEqual([404, 404]);
    expect(page.body).toMatchObject({ proofs: [{ id: fileId, fileName: 'receipt.pdf' }] });
    expect(receipt.text).toContain('%PDF-1.7');
    expect(alone.body['code']).toBe('SECOND_PERSON_NEEDED');
    expect(both.status).toBeLessThan(300);
    expect(await pageOf(registration)).toMatchObject({ refundStatus: 'Completed', refund: { isByHand: true } });
    expectExactly([await waitingFor(refundId), await exceptionsOf(registration)]).toEqual([0, 0]);
    expect((await desk.bank.trade(registration.tradeNo))?.refunds).toEqual([]);
    expect(
      await valueOf<number>(
        `(select sum(amount)::integer from ledger_entry where order_id = $1 and account = 'bank')`,
        [registration.orderId],
      ),
    ).toBe(-38_480);
    const again = await givenFailed();
    const reused = await askStaff(one, 'refunds.proposeByHand', {
      params: { id: again.refundId },
      body: { ...body, version: again.version, fileId: await receiptOf(one) },
    });
    expect(reused.body['code']).toBe('VOUCHER_USED');
    expectExactly(await booksProblems()).toEqual([]);
  });

  it('is not sent while a second person decides whether it was paid by hand: neither by staff nor by the clock [9.5#10 S-16]', async () => {
    const failed = await givenFailed([0]);
    await desk.bank.fault('gateway', { mode: 'ok' });
    const proposalId = await proposePaid(failed, 'V-UNDECIDED');

    const retried = await retry(failed);
    await workAt(1.1);
    const sent = (await desk.bank.trade(failed.registration.tradeNo))?.refunds;
    await desk.bank.moveClock(0);
    const reason = 'The bank knows of no payment.';
    await askStaff(other, 'approvals.reject', { params: { id: proposalId }, body: { reason } });
    await workAt(1.3);

    expectExactly([retried.body['code'], sent]).toEqual(['PROPOSAL_OPEN', []]);
    expect((await desk.bank.trade(failed.registration.tradeNo))?.refunds).toHaveLength(1);
    expectExactly(await booksProblems()).toEqual([]);
  });

  it('may be sent again once nobody has decided for seven days [9.5#9]', async () => {
    const failed = await givenFailed([0]);
    await desk.bank.fault('gateway', { mode: 'ok' });
    await proposePaid(failed, 'V-FORGOTTEN');
    await desk.bank.moveClock(7 * 24 * 3600 + 60);

    const retried = await retry(failed, await givenStaff(desk.server.consoleUrl));

    expect(retried.status).toBe(204);
  });

  it('needs a receipt of its own also when the same one was proposed twice before anybody decided [R-76 S-16]', async () => {
    const [first, second] = [await givenFailed([0]), await givenFailed([0])];
    const proposals = [await proposePaid(first, 'V-SAME'), await proposePaid(second, 'V-SAME')];

    const answers: unknown[] = [];
    for (const id of proposals) {
      const { status, body } = await askStaff(other, 'approvals.approve', { params: { id }, body: {} });
      answers.push(body['code'] ?? status);
    }

    expectExactly(answers).toEqual([204, 'VOUCHER_USED']);
    expect(await pageOf(second.registration)).toMatchObject({ refundStatus: 'Failed' });
  });

  it('is not found by staff of another office [T32]', async () => {
    const { refundId, version } = await givenFailed();
    const foreign = await givenStaff(desk.server.consoleUrl, { offices: [await givenOffice()] });

    const seen = await askStaff(foreign, 'refunds.get', { params: { id: refundId } });
    const retried = await askStaff(foreign, 'refunds.retry', {
      params: { id: refundId },
      body: { version, reason: 'The balance is filled.' },
    });
    const list = await askStaff(foreign, 'refunds.search', { body: {} });

    expect([seen.status, retried.status, list.body['recordCount']]).toEqual([404, 404, 0]);
  });
});
