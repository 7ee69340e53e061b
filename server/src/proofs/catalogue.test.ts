import { termsOf } from '@exam/contract/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databasePool } from '#platform/database';
import { createBrowser } from '#testing/app';
import { ask, askStaff, givenExam, givenSignedIn, givenStaff, type SignedInStaff, type TestExam } from '#testing';
import {
  addCandidate,
  meddle,
  openWorld,
  payOrder,
  placeOrder,
  price,
  submission,
  type World,
} from './world.testing.ts';

let world: World;
let editor: SignedInStaff;
let publisher: SignedInStaff;
beforeAll(async () => {
  world = await openWorld();
  editor = await givenStaff(world.consoleUrl, { roles: ['catalogueEditor'] });
  publisher = await givenStaff(world.consoleUrl, { roles: ['cataloguePublisher'] });
});
afterAll(() => world.close());

type Change = { kind: 'product' | 'subject'; id: string; change: object };

/** One drafts, another publishes. */
async function change({ kind, id, change: fields }: Change): Promise<void> {
  const params = { kind, id };
  const { body } = await askStaff(editor, 'catalogue.get', { params });
  const content = { ...Object(body['published']), ...fields };
  const saved = await askStaff(editor, 'catalogue.save', {
    params,
    body: { version: null, content, repricesSessions: true },
  });
  const published = await askStaff(publisher, 'catalogue.publish', {
    params,
    body: { version: saved.body['version'], effectiveFrom: null, reason: 'the new year’s price list' },
  });
  if (published.status !== 200) throw new Error(published.text);
}

async function givenOffered(): Promise<TestExam> {
  const exam = await givenExam();
  await meddle(`update product set summary_en = 'A paper.', summary_zh = '一门考试。' where id = $1`, [exam.productId]);
  await meddle(
    `insert into product_office (id, product_id, office_id) select gen_random_uuid(), product_id, office_id from exam_session where id = $1`,
    [exam.sessionId],
  );
  return exam;
}

const dearer = { localFee: 60_000, boardFee: 95_334, vat: 9_666, tierFees: [], lateStages: [] };

describe('a new price in the catalogue', () => {
  it('is what candidates see and pay from now on, while orders keep theirs and carts are priced anew [C26 R-99]', async () => {
    const exam = await givenOffered();
    const browser = await givenSignedIn(world.url);
    const inCart = async () => {
      const body = submission(exam, await addCandidate(browser));
      return String((await ask(browser, 'application.submit', { body })).body['id']);
    };
    const [ordered, waiting] = [await inCart(), await inCart()];
    const orderId = await placeOrder(browser, { exam, candidateId: '', applicationId: ordered });
    await change({ kind: 'subject', id: exam.subjectIds[0] ?? '', change: { fees: dearer } });
    const stale = await ask(browser, 'order.place', { body: { applicationIds: [waiting], totalPayAmount: price } });
    const fresh = await ask(browser, 'order.place', {
      body: { applicationIds: [waiting], totalPayAmount: price + 15_000 },
    });
    await payOrder(browser, world.bank, orderId);
    const order = await ask(browser, 'order.get', { params: { id: orderId } });
    const portal = await ask(createBrowser(world.url), 'session.search', {
      body: { filters: [{ field: 'sessionId', value: exam.sessionId }] },
    });

    expect([stale.status, fresh.status]).toEqual([412, 200]);
    expect(order.body).toMatchObject({ status: 'PaymentSuccessful', payAmount: price });
    expect(portal.text).toContain(String(price + 15_000));
    expect(portal.text).not.toContain(`"total":${price},`);
  });
});

describe('a new refund policy', () => {
  it('binds those who order from now on; who ordered before keeps the old one [R-72 C33]', async () => {
    const exam = await givenOffered();
    const browser = await givenSignedIn(world.url);
    const paid = async () => {
      const body = submission(exam, await addCandidate(browser));
      const applicationId = String((await ask(browser, 'application.submit', { body })).body['id']);
      await payOrder(browser, world.bank, await placeOrder(browser, { exam, candidateId: '', applicationId }));
      return applicationId;
    };
    const percent = async (id: string) =>
      (await ask(browser, 'application.cancellationQuote', { params: { id } })).body['percent'];
    const early = await paid();
    const strict = { ...termsOf(), P1: { percent: 60, workingDaysBefore: 5, documentsRequired: false } };
    await change({ kind: 'product', id: exam.productId, change: { refundPolicy: strict } });
    const late = await paid();
    const { rows } = await databasePool().query('select code from product where id = $1', [exam.productId]);
    const product = await ask(createBrowser(world.url), 'product.byCode', { params: { code: rows[0].code } });

    expect([await percent(early), await percent(late)]).toEqual([80, 60]);
    expect(product.body['refundTerms']).toMatchObject({ P1: { percent: 60 } });
  });
});
