import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes as orderRoutes } from '#checkout/orders';
import { routes as paymentRoutes } from '#checkout/payments';
import { routes as candidateRoutes } from '#people/candidates';
import { randomId } from '#platform/chance';
import { ask, givenExam, givenSignedIn, moveClockTo, openTestServer, type SignedIn, type TestServer } from '#testing';
import { routes } from '../index.ts';
import {
  choice,
  givenCandidate,
  givenOrder,
  ofGroup,
  residentNumber,
  run,
  submitAdult,
  ticked,
  today,
} from '#testing/wizard';

let server: TestServer;
let parent: SignedIn;

beforeAll(async () => {
  server = await openTestServer([...candidateRoutes, ...orderRoutes, ...paymentRoutes, ...routes]);
  await moveClockTo(today);
  parent = await givenSignedIn(server.url);
});
afterAll(() => server.close());

describe('what may be registered for', () => {
  const refusal = async (exam: ReturnType<typeof givenExam>, changes: object = {}) => {
    const applicationCandidate = { candidateId: await givenCandidate(parent) };
    const body = { ...choice(await exam, changes), applicationCandidate, consents: ticked() };
    return (await ask(parent, 'application.submit', { body })).body['code'];
  };

  it('is a session that is open for registration [9.1#1 9.7]', async () => {
    const exams = [await givenExam(), await givenExam(), await givenExam({ seats: 0 }), await givenExam()];
    await run(
      sql`update exam_session set publish_start_at = app_now() + interval '1 hour' where id = ${exams[0]?.sessionId}`,
    );
    await run(
      sql`update exam_session set publish_end_at = app_now() - interval '1 hour' where id = ${exams[1]?.sessionId}`,
    );
    await run(sql`update exam_session set status = 'Withdrawn' where id = ${exams[3]?.sessionId}`);

    const codes = [];
    for (const exam of exams) codes.push(await refusal(Promise.resolve(exam)));

    expect(codes).toEqual(['SESSION_NOT_STARTED', 'SESSION_ENDED', 'SESSION_FULL', 'SESSION_WITHDRAWN']);
  });

  it('is an open product, its own subjects, and behind a code only with a ticket [R-52 R-57]', async () => {
    const [closed, elsewhere] = [await givenExam(), await givenExam()];
    await run(sql`update product set access = 'opensSoon' where id = ${closed.productId}`);

    expect(await refusal(Promise.resolve(closed))).toBe('PRODUCT_NOT_OPEN');
    expect(await refusal(givenExam({ isExclusive: true }))).toBe('INVITATION_CODE_REQUIRED');
    expect(await refusal(givenExam(), { subject: { id: elsewhere.subjectIds[0] } })).toBe('SUBJECT_NOT_OFFERED');
    expect(await refusal(givenExam(), { session: { id: elsewhere.sessionId } })).toBe('NOT_FOUND');
    expect(await refusal(givenExam(), { registrationTemplateId: randomId() })).toBe('PRODUCT_CHANGED');
  });

  it('is a subject open to the candidate type, which has to be chosen where the family splits [R-87]', async () => {
    const exam = await givenExam();
    await run(sql`update subject set candidate_types = '{ACCA}' where id = ${exam.subjectIds[0]}`);
    const type = (candidateType: string) => ({ testInfo: { productId: exam.productId, candidateType } });

    expect(await refusal(Promise.resolve(exam))).toBe('CANDIDATE_TYPE_REQUIRED');
    expect(await refusal(Promise.resolve(exam), type('FIA'))).toBe('CANDIDATE_TYPE_MISMATCH');
    expect(await refusal(Promise.resolve(exam), type('ACCA'))).toMatch(/^P/);
  });

  it('is every paper of a combined set or none, valid on the exam date [2.3]', async () => {
    const exam = await givenExam({ papers: 2 });
    await run(sql`update subject set set_code = 'SET' where product_id = ${exam.productId}`);
    const whole = await submitAdult(parent, exam, await givenCandidate(parent));
    await run(sql`update subject set valid_to = '2026-12-31' where id = ${exam.subjectIds[1]}`);

    expect(whole.body['amount']).toBe(300_000);
    expect(await refusal(Promise.resolve(exam))).toBe('SUBJECT_NOT_OFFERED');
  });

  it('is what the form of the product asks for, checked by its declaration [R-90]', async () => {
    const exam = await givenExam();
    const templateId = randomId();
    await run(sql`insert into form_template (id, number, version) values (${templateId}, 'rt1008', 1)`);
    await run(sql`update product set form_template_id = ${templateId} where id = ${exam.productId}`);
    const applicationCandidate = { candidateId: await givenCandidate(parent) };
    const send = (formJson: string) =>
      ask(parent, 'application.submit', {
        body: {
          ...choice(exam, { testInfo: { productId: exam.productId, formJson }, registrationTemplateId: templateId }),
          applicationCandidate,
          consents: ticked(),
        },
      });

    const wrong = await send('{"accaNumbers":["12"]}');
    const right = await send('{"accaNumbers":["1234567"]}');

    expect(wrong.status).toBe(412);
    expect(Object.keys(wrong.body['fieldCodes'] ?? {})).toEqual(['testInfo.formJson.accaNumbers.0']);
    const page = await ask(parent, 'application.get', { params: { id: String(right.body['id']) } });
    expect(page.body['testRelatedInfo']).toMatchObject({
      templateNumber: 'rt1008',
      json: '{"accaNumbers":["1234567"]}',
    });
  });
});

describe('a group that enters by registration numbers', () => {
  it('names a number for each candidate, who keeps their own: fewer and more are refused [rt1008]', async () => {
    const exam = await givenExam();
    const templateId = randomId();
    await run(sql`insert into form_template (id, number, version) values (${templateId}, 'rt1008', 2)`);
    await run(sql`update product set form_template_id = ${templateId} where id = ${exam.productId}`);
    const entries = [await givenCandidate(parent), await givenCandidate(parent)].map((candidateId) => ({
      candidateId,
      consents: ticked(),
    }));
    const send = (accaNumbers: string[]) =>
      ask(parent, 'application.submitGroup', {
        body: {
          ...ofGroup(
            choice(exam, {
              testInfo: { productId: exam.productId, formJson: JSON.stringify({ accaNumbers }) },
              registrationTemplateId: templateId,
            }),
          ),
          entries,
        },
      });

    const one = await send(['4234567']);
    const three = await send(['4234567', '5345678', '6456789']);
    const each = await send(['4234567', '5345678']);

    for (const refused of [one, three])
      expect([refused.status, refused.body['fieldCodes']]).toEqual([
        412,
        { 'testInfo.formJson.accaNumbers': 'ACCA_NUMBER_EACH' },
      ]);
    expect(each.status, each.text).toBe(200);
    const made: { applications: { id: string }[] } = JSON.parse(each.text);
    const kept = [];
    for (const { id } of made.applications) {
      const { body } = await ask(parent, 'application.get', { params: { id } });
      kept.push(JSON.parse(String(Object(body['testRelatedInfo'])['json'])));
    }
    expect(kept).toEqual([{ accaNumbers: ['4234567'] }, { accaNumbers: ['5345678'] }]);

    // Another candidate with a number of these, and one of these again, who is refused for another reason alone.
    const other = { candidateId: await givenCandidate(parent), consents: ticked() };
    const again = async (entry: object, number: string) =>
      (
        await ask(parent, 'application.submitGroup', {
          body: {
            ...ofGroup(
              choice(exam, {
                testInfo: { productId: exam.productId, formJson: JSON.stringify({ accaNumbers: [number] }) },
                registrationTemplateId: templateId,
              }),
            ),
            entries: [entry],
          },
        })
      ).body;
    expect((await again(other, '5345678'))['fieldCodes']).toEqual({
      'testInfo.formJson.accaNumbers.0': 'NUMBER_OF_ANOTHER',
    });
    expect((await again(entries[1] ?? {}, '5345678'))['fieldCodes']).toEqual({
      'entries.0.candidateId': 'ALREADY_IN_CART',
    });

    // Once its order has ended the number is free, and whoever has it then keeps it.
    const orderId = await givenOrder(parent, [made.applications[1]?.id ?? ''], 150_000);
    await ask(parent, 'order.giveUp', { params: { id: orderId, status: 'PaymentExpired' } });
    const taken = await again(other, '5345678');
    const reordered = await ask(parent, 'application.reorder', { query: { orderId } });
    expect(taken['fieldCodes']).toBeUndefined();
    expect(reordered.body).toMatchObject({ cloned: [], skipped: [{ reason: 'NUMBER_OF_ANOTHER' }] });
  });
});

describe('one person, one place', () => {
  it('is told by its own code for the cart and for a registration in any account [S-14 R-53]', async () => {
    const exam = await givenExam();
    const person = { idNo: residentNumber('1992-02-02') };
    const other = await givenSignedIn(server.url);
    const mine = await givenCandidate(parent, '1992-02-02', person);
    const theirs = await givenCandidate(other, '1992-02-02', person);
    const first = await submitAdult(parent, exam, mine);

    const again = await submitAdult(parent, exam, mine);
    const elsewhere = await submitAdult(other, exam, theirs);
    await run(sql`update application set status = 'Registered' where id = ${String(first.body['id'])}`);
    const third = await givenSignedIn(server.url);
    const late = await submitAdult(third, exam, await givenCandidate(third, '1992-02-02', person));

    expect([again.body['code'], again.body['fieldCodes']]).toEqual([
      'ALREADY_IN_CART',
      { candidateId: 'ALREADY_IN_CART' },
    ]);
    // A cart holds nothing: another account is not told about it.
    expect(elsewhere.status).toBe(200);
    expect(late.body['code']).toBe('ALREADY_REGISTERED');
  });

  it('holds for a double click too', async () => {
    const exam = await givenExam();
    const candidateId = await givenCandidate(parent);

    const answers = await Promise.all(Array.from({ length: 5 }, () => submitAdult(parent, exam, candidateId)));

    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 412, 412, 412, 412]);
  });
});
