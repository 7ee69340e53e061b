import { seedRefundPolicy } from '@exam/contract/rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { routes as candidateRoutes } from '#people/candidates';
import { forgetCatalogue } from '#offer/catalogue';
import { routes as sessionRoutes } from '#offer/sessions';
import { routes as orderRoutes } from '#checkout/orders';
import { routes as paymentRoutes } from '#checkout/payments';
import { routes as rightsRoutes } from '#privacy/rights';
import { randomId } from '#platform/chance';
import { reading } from '#platform/database';
import { createBrowser } from '#testing/app';
import { runDueJobs } from '#platform/worker';
import { ask, givenExam, givenSignedIn, moveClockTo, openTestServer, type SignedIn, type TestServer } from '#testing';
import { routes, tasks } from '../index.ts';
import {
  choice,
  freeOfCharge,
  givenCandidate,
  givenInCart,
  givenOrder,
  givenRegistered,
  residentNumber,
  run,
  signedInAgain,
  submitAdult,
  ticked,
  today,
} from '#testing/wizard';

let server: TestServer;
let buyer: SignedIn;

beforeAll(async () => {
  server = await openTestServer([
    ...candidateRoutes,
    ...orderRoutes,
    ...paymentRoutes,
    ...rightsRoutes,
    ...sessionRoutes,
    ...routes,
  ]);
});
beforeEach(async () => {
  await moveClockTo(today);
  buyer = await givenSignedIn(server.url);
});
afterAll(() => server.close());

type Line = Record<string, unknown>;

async function cart(body: object = {}): Promise<{ list: Line[]; recordCount: number }> {
  const { body: page } = await ask(buyer, 'application.cart', { body });
  return page as { list: Line[]; recordCount: number };
}

describe('the cart', () => {
  it('shows each line with its exam, price and free seats [R-99 call:POST /api/application/search/shoppingcart]', async () => {
    const exam = await givenExam({ seats: 3 });
    const id = await givenInCart(buyer, exam);

    const { list, recordCount } = await cart();

    expect(recordCount).toBe(1);
    expect(list[0]).toMatchObject({
      applicationId: id,
      productName: 'Exam',
      subjectName: 'Paper 1',
      cityName: 'Beijing',
      candidateName: 'WANG XIAOMING',
      applicationStatus: 'Initiated',
      problem: null,
      freeSeats: 3,
      originalAmount: 150_000,
      payAmount: 150_000,
      isPriceChanged: false,
    });
  });

  it('is in the reader’s language', async () => {
    const exam = await givenExam();
    await givenInCart(buyer, exam);
    await run(sql`update exam_session set notice_en = 'Lift', notice_zh = '电梯' where id = ${exam.sessionId}`);

    const answer = await ask(buyer, 'application.cart', { headers: { 'accept-language': 'zh-CN' } });

    expect(answer.text).toContain('"productName":"考试"');
    expect(answer.text).toContain('"notice":"电梯"');
  });

  it('prices all lines as one order and marks only what fees did [R-51 R-99]', async () => {
    const tiers = [
      { from: 1, to: 1, localFee: 45_000 },
      { from: 2, to: null, localFee: 36_000 },
    ];
    const exam = await givenExam({ tiers });
    const [first] = [await givenInCart(buyer, exam), await givenInCart(buyer, exam)];
    const before = await cart();
    await run(
      sql`update session_subject set board_fee = board_fee + 1000, total = total + 1000 where id = ${exam.paperIds[0]}`,
    );
    const after = await cart();

    // 1,500.00 - (90.00 local + 6.20 of the VAT in proportion)
    expect(before.list.map((line) => [line['payAmount'], line['isPriceChanged']])).toEqual([
      [140_380, false],
      [140_380, false],
    ]);
    expect(after.list.map((line) => line['isPriceChanged'])).toEqual([true, true]);
    const single = await ask(buyer, 'application.price', { body: { applicationIds: [first] } });
    expect(single.body).toMatchObject({ totalDiscountAmount: 0, totalPayAmount: 151_000, discounts: [] });
  });

  it('says with the price what comes back after paying, up to when, and that nothing does [R-72]', async () => {
    const [strict, usual] = [await givenExam(), await givenExam()];
    const nothingBack = JSON.stringify(seedRefundPolicy.filter(({ row }) => row === 'P0' || row === 'P3'));
    await run(sql`update product set refund_policy = ${nothingBack}::jsonb where id = ${strict.productId}`);
    const ids = [await givenInCart(buyer, strict), await givenInCart(buyer, usual)];
    const priced = async (applicationIds: string[]) =>
      (await ask(buyer, 'application.price', { body: { applicationIds } })).body['refund'];
    const listed = async ({ sessionId }: typeof usual) => {
      const filters = [{ field: 'sessionId', value: sessionId }];
      const { body } = await ask(buyer, 'session.search', { body: { filters } });
      return JSON.parse(JSON.stringify(body['list']))[0].refundTerms;
    };

    const [nothing, something] = [await priced(ids.slice(0, 1)), await priced(ids.slice(1))];

    expect([nothing, await listed(strict)]).toEqual([null, null]);
    expect(something).toMatchObject({ amount: expect.any(Number), documentsRequired: false });
    expect(await listed(usual)).toMatchObject({ percent: 80, until: Object(something)['until'] });
    expect(await priced(ids)).toEqual(something);
  });

  it('says what is wrong with a line that cannot be ordered [9.1#4 S-14 R-52]', async () => {
    const exams = [await givenExam(), await givenExam(), await givenExam(), await givenExam(), await givenExam()];
    const person = { idNo: residentNumber('1991-01-01') };
    const ids: string[] = [];
    for (const exam of exams) {
      const candidateId = await givenCandidate(buyer, '1991-01-01', {
        ...person,
        idNo: ids.length === 4 ? person.idNo : residentNumber('1991-01-01'),
      });
      ids.push(String((await submitAdult(buyer, exam, candidateId)).body['id']));
    }
    await run(sql`update exam_session set registered = seat where id = ${exams[0]?.sessionId}`);
    await run(sql`update product set access = 'archived' where id = ${exams[1]?.productId}`);
    await run(sql`update subject set status = 'Inactive' where id = ${exams[2]?.subjectIds[0]}`);
    await run(
      sql`update exam_session set is_exclusive = true, invitation_code_hash = decode('00', 'hex') where id = ${exams[3]?.sessionId}`,
    );
    const other = await givenSignedIn(server.url);
    const [, , , , exam = await givenExam()] = exams;
    const theirs = await submitAdult(other, exam, await givenCandidate(other, '1991-01-01', person));
    await run(sql`update application set status = 'Registered' where id = ${String(theirs.body['id'])}`);

    const problemsNow = async () =>
      Object.fromEntries((await cart()).list.map((line) => [line['applicationId'], line['problem']]));
    const problems = await problemsNow();
    // Theirs is to be deleted and out of use: nobody is registered by it any more.
    await run(
      sql`update application set restricted_at = app_now(), deleted_at = app_now() where id = ${String(theirs.body['id'])}`,
    );
    const later = await problemsNow();

    expect(ids.map((id) => problems[id])).toEqual([
      'SESSION_FULL',
      'PRODUCT_NOT_OPEN',
      'SUBJECT_NOT_OFFERED',
      'INVITATION_CODE_REQUIRED',
      'ALREADY_REGISTERED',
    ]);
    expect(later[ids[4] ?? '']).toBe(null);
  });

  it('greys what lapsed for thirty days, and lets it be taken out [9.1#4]', async () => {
    const [ended, open] = [await givenExam({ closesInMinutes: 60 }), await givenExam()];
    const [lapsed] = [await givenInCart(buyer, ended), await givenInCart(buyer, open)];
    await moveClockTo('2026-11-21T05:30:00.000Z');
    buyer = await signedInAgain(server.url, buyer);
    await tasks['applications.lapse']?.({});

    const { list, recordCount } = await cart();
    const waiting = await cart({ status: 'Initiated', pageIndex: 1, pageSize: 1 });
    const all = await cart({ status: 'All' });
    const opened = await ask(buyer, 'application.price', { body: { applicationIds: [lapsed] } });
    const removed = await ask(buyer, 'application.delete', { params: { id: lapsed } });

    expect([recordCount, all.recordCount]).toEqual([2, 2]);
    expect(list.find((line) => line['applicationId'] === lapsed)).toMatchObject({
      applicationStatus: 'Expired',
      problem: 'SESSION_ENDED',
    });
    expect(waiting.recordCount).toBe(1);
    expect(opened.body['code']).toBe('CART_CHANGED');
    expect(removed.status).toBe(204);
    const again = await givenExam({ closesInMinutes: 60 });
    await givenInCart(buyer, again);
    await moveClockTo('2026-11-21T07:30:00.000Z');
    buyer = await signedInAgain(server.url, buyer);
    await tasks['applications.lapse']?.({});
    expect((await cart()).recordCount).toBe(2);
    await moveClockTo('2026-12-23T04:00:00.000Z');
    buyer = await signedInAgain(server.url, buyer);
    await tasks['applications.lapse']?.({});
    expect((await cart()).list.map((line) => line['problem'])).toEqual(['SESSION_ENDED']);
  });

  it('is the owner’s alone: price, cart and page know no other [T8]', async () => {
    const id = await givenInCart(buyer, await givenExam());
    const other = await givenSignedIn(server.url);

    for (const [name, sent] of [
      ['application.price', { body: { applicationIds: [id] } }],
      ['application.get', { params: { id } }],
      ['application.delete', { params: { id } }],
      ['application.changePickup', { body: { applicationId: id, leaveAlone: false } }],
    ] as const) {
      const foreign = await ask(other, name, sent);
      const random = await ask(other, name, JSON.parse(JSON.stringify(sent).replace(id, randomId())));
      expect([name, foreign.status, { ...foreign.body, requestId: '' }]).toEqual([
        name,
        404,
        { ...random.body, requestId: '' },
      ]);
      expect((await ask(createBrowser(server.url), name, sent)).status).toBe(401);
    }
  });
});

describe('a price preview', () => {
  it('is exactly what the order then costs, by product and by line [5.5 S-13 call:POST /api/application/calculateamount]', async () => {
    const exam = await givenExam({ tiers: [{ from: 2, to: null, localFee: 36_000 }] });
    const ids = [await givenInCart(buyer, exam), await givenInCart(buyer, exam)];

    const { body } = await ask(buyer, 'application.price', { body: { applicationIds: ids } });
    const orderId = await givenOrder(buyer, ids, Number(body['totalPayAmount']));

    expect(body).toMatchObject({ totalOriginalAmount: 300_000, totalPayAmount: 280_760, totalDiscountAmount: 19_240 });
    expect(body['discounts']).toEqual([
      { discountProductName: 'Exam', discountAmount: 19_240, originalAmount: 300_000, payAmount: 280_760 },
    ]);
    const order = await reading((tx) =>
      tx.selectFrom('exam_order').selectAll().where('id', '=', orderId).executeTakeFirst(),
    );
    expect(order?.pay_amount).toBe(280_760);
  });
});

describe('a repeat check', () => {
  it('warns for the same exam within a calendar month, of this account’s registrations only [R-53 call:POST /api/booking/repeat-validation]', async () => {
    const exam = await givenExam(freeOfCharge);
    const id = await givenRegistered(buyer, exam);
    const row = await reading((tx) =>
      tx.selectFrom('application').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    );
    const check = async (subjectId: string | undefined = exam.subjectIds[0]) =>
      (
        await ask(buyer, 'booking.checkRepeat', {
          body: { candidateId: row.candidate_id, productId: exam.productId, subjectId },
        })
      ).body['isValid'];

    const now = await check();
    await run(sql`update product set is_repeat_by_subject = true where id = ${exam.productId}`);
    forgetCatalogue();
    const otherSubject = await check(randomId());
    const sameSubject = await check();
    await moveClockTo('2026-12-22T04:00:00.000Z');
    buyer = await signedInAgain(server.url, buyer);
    const later = await check();

    expect([now, otherSubject, sameSubject, later]).toEqual([false, true, false, true]);
  });
});

describe('reordering', () => {
  it('puts the lines of an expired order into the cart again, once [R-49 9.1#9 call:POST /api/application/regenerate]', async () => {
    const exam = await givenExam();
    const id = await givenInCart(buyer, exam);
    const orderId = await givenOrder(buyer, [id], 150_000);
    const early = await ask(buyer, 'application.reorder', { query: { orderId } });
    await ask(buyer, 'order.giveUp', { params: { id: orderId, status: 'PaymentExpired' } });

    const first = await ask(buyer, 'application.reorder', { query: { orderId } });
    const second = await ask(buyer, 'application.reorder', { query: { orderId } });

    expect(early.body['code']).toBe('ILLEGAL_STATE');
    expect(first.status).toBe(200);
    expect(first.body['skipped']).toEqual([]);
    expect(second.body).toEqual(first.body);
    const { list } = await cart();
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({ problem: null, payAmount: 150_000, candidateName: 'WANG XIAOMING' });
    const page = await ask(buyer, 'application.get', { params: { id: String(list[0]?.['applicationId']) } });
    expect(page.body).toMatchObject({
      status: 'Initiated',
      payment: null,
      applicationCandidate: { dob: '1990-03-07' },
    });
    const evidence = await reading((tx) =>
      tx
        .selectFrom('consent')
        .select('statement_id')
        .where('application_id', '=', String(list[0]?.['applicationId']))
        .execute(),
    );
    expect(evidence).toHaveLength(4);
  });

  it('makes a new line for one that was deleted from the cart, and that one only once [R-49 9.1#3]', async () => {
    const id = await givenInCart(buyer, await givenExam());
    const orderId = await givenOrder(buyer, [id], 150_000);
    await ask(buyer, 'order.giveUp', { params: { id: orderId, status: 'PaymentExpired' } });
    const reorder = async () => {
      const { body } = await ask(buyer, 'application.reorder', { query: { orderId } });
      const [clone] = Array.isArray(body['cloned']) ? body['cloned'] : [];
      return String(clone?.applicationId);
    };
    const deleted = await reorder();
    await ask(buyer, 'application.delete', { params: { id: deleted } });

    const clones = [await reorder(), await reorder()];

    expect(new Set([deleted, ...clones]).size).toBe(2);
    expect((await cart()).list.map((line) => line['applicationId'])).toEqual([clones[0]]);
  });

  it('skips what cannot be registered for any more, with the reason in words [R-49]', async () => {
    const exam = await givenExam();
    const id = await givenInCart(buyer, exam);
    const orderId = await givenOrder(buyer, [id], 150_000);
    await ask(buyer, 'order.giveUp', { params: { id: orderId, status: 'PaymentExpired' } });
    await run(sql`update exam_session set status = 'Withdrawn' where id = ${exam.sessionId}`);

    const { body } = await ask(buyer, 'application.reorder', { query: { orderId } });

    expect(body).toEqual({
      cloned: [],
      skipped: [{ applicationId: id, reason: 'SESSION_WITHDRAWN', userMessage: 'This session is no longer offered.' }],
    });
  });

  it('knows no other account’s order [T8]', async () => {
    const id = await givenInCart(buyer, await givenExam());
    const orderId = await givenOrder(buyer, [id], 150_000);
    const other = await givenSignedIn(server.url);

    expect((await ask(other, 'application.reorder', { query: { orderId } })).status).toBe(404);
  });
});

describe('after payment', () => {
  it('no call of the user changes anything of the person [T37 R-27]', async () => {
    const exam = await givenExam(freeOfCharge);
    const id = await givenRegistered(buyer, exam, true);
    const snapshot = () =>
      reading((tx) =>
        tx
          .selectFrom('application')
          .select([
            'candidate_id',
            'person_key',
            'id_type',
            'id_no_sealed',
            'first_name',
            'last_name',
            'gender_sealed',
            'dob_sealed',
          ])
          .where('id', '=', id)
          .executeTakeFirstOrThrow(),
      );
    const before = await snapshot();
    const candidateId = await givenCandidate(buyer, '1975-06-01');
    const body = { id, ...choice(exam), applicationCandidate: { candidateId }, consents: ticked() };

    const modified = await ask(buyer, 'application.modify', { body });
    const deleted = await ask(buyer, 'application.delete', { params: { id } });
    await ask(buyer, 'candidate.delete', { params: { id: before.candidate_id } });
    const pickup = await ask(buyer, 'application.changePickup', { body: { applicationId: id, leaveAlone: false } });

    expect([modified.body['code'], deleted.body['code'], pickup.status]).toEqual([
      'ILLEGAL_STATE',
      'ILLEGAL_STATE',
      200,
    ]);
    expect(await snapshot()).toEqual(before);
    await runDueJobs({ ...tasks, 'letters.plan': async () => undefined, 'messages.send': async () => undefined });
  });
});
