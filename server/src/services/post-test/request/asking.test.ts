import { postTestKinds } from '@exam/contract/entities';
import { checkForm } from '@exam/contract/forms';
import { wire } from '@exam/contract/wire';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readBooksProblems } from '#books/ledger';
import { databasePool, reading } from '#platform/database';
import { ask, givenSignedIn } from '#testing';
import { startPaying } from '#testing/shopping';
import {
  confirm,
  type Desk,
  fees,
  filled,
  givenBoard,
  givenDraft,
  givenPaid,
  openDesk,
  recordOf,
  statusOf,
  ticked,
  today,
  work,
} from '#testing/post-test-desk';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());
beforeEach(() => desk.moveTo(today));

const problems = () => reading(readBooksProblems);
const lookUp = async (name: Parameters<typeof ask>[1], sent: object) =>
  JSON.parse((await ask(await givenSignedIn(desk.server.url), name, sent)).text) as Record<string, unknown>[];

describe('what can be asked for', () => {
  it('is listed by service, level, series, award and centre [R-85 call:GET /api/levelcode/getlevelcodebyserviceid call:GET /api/examseries/getexamseriescomponentbyservice call:GET /api/cashincode/getcashincodebyproduct call:GET /api/center/getcenterbyproduct]', async () => {
    const board = await givenBoard();
    const query = { productId: board.productId };
    const service = { serviceId: board.services.review };

    const levels = await lookUp('lookup.levels', { query: service });
    const series = await lookUp('lookup.examSeries', { query: service });
    const codes = await lookUp('lookup.cashInCodes', { query });
    const centres = await lookUp('lookup.centres', { query });

    expect(levels.map((level) => level['code'])).toEqual(['IAS', 'IAL']);
    expect(series.map((each) => [each['name'], each['status']])).toEqual([
      ['January 2027', 'upcoming'],
      ['October 2026', 'open'],
      ['June 2026', 'closed'],
    ]);
    // a multiple choice paper is not reviewed
    expect(series[1]?.['components']).toMatchObject([{ code: 'WMA11' }, { code: 'WMA13' }]);
    expect(codes).toMatchObject([{ cashInCode: 'YMA01', unitsNeeded: 2, levelId: board.levels.al }]);
    expect(centres).toMatchObject([{ centerCode: '92003', displayName: '92003 Beijing centre' }]);
  });

  it('has windows by series and prices by level and components [R-84 R-85 call:GET /api/posttestservice/{productid}/posttest-service-date call:POST /api/posttestservice/getfeeforservice]', async () => {
    const board = await givenBoard();
    const browser = await givenSignedIn(desk.server.url);
    const dates = await ask(browser, 'postTest.serviceDates', { params: { productid: board.productId } });
    const { first, second, choice } = board.components;
    const priced = (serviceId: string, componentIds: string[], more: object = {}) =>
      ask(browser, 'postTest.fee', { body: { serviceId, levelId: board.levels.al, componentIds, ...more } });

    const two = await priced(board.services.review, [first, second]);
    const award = await priced(board.services.lateCashIn, [first], { cashInCodeId: board.awardId });
    const unfit = await priced(board.services.review, [choice]);
    const other = await priced(board.services.review, [first], { levelId: (await givenBoard()).levels.al });

    expect(dates.body['windows']).toHaveLength(30);
    expect(two.body).toMatchObject({
      fee: 2 * fees.total,
      fees: [{ code: 'WMA11', fee: fees.total }, { code: 'WMA13' }],
    });
    expect(award.body).toMatchObject({
      fee: fees.total,
      fees: [
        { code: 'YMA01', isMandatory: true },
        { code: 'WMA11', fee: 0 },
      ],
    });
    expect(unfit.body).toMatchObject({
      code: 'FIELDS',
      fields: { componentIds: 'This service is not offered for one of the chosen modules.' },
    });
    expect(other.status).toBe(404);
  });
});

describe('a draft', () => {
  it('is kept half-filled with all that it still lacks, sealed, and is changed and deleted [9.6#1 9.6#2 9.6#3 call:GET /api/posttestservice/drafts call:POST /api/posttestservice/drafts call:POST /api/posttestservice/drafts/{id}/delete field:PostTestDraft.template field:PostTestDraft.fee field:PostTestDraft.exam_series field:PostTestDraft.centre field:PostTestDraft.candidate_number field:PostTestDraft.UCI_number field:PostTestDraft.birthday]', async () => {
    const board = await givenBoard();
    const browser = await givenSignedIn(desk.server.url);
    const begun = await ask(browser, 'postTest.saveDraft', {
      body: { serviceId: board.services.review, lastName: 'Zhao' },
    });
    const id = String(begun.body['id']);
    const more = {
      id,
      serviceId: board.services.review,
      levelId: board.levels.al,
      candidateNumber: '0000',
      uciNumber: '999990140001X',
    };
    const changed = await ask(browser, 'postTest.saveDraft', { body: more });
    const listed = await ask(browser, 'postTest.drafts');
    const { rows } = await databasePool().query('select entered_sealed from post_test where id = $1', [id]);
    const deleted = await ask(browser, 'postTest.deleteDraft', { params: { id } });

    expect(begun.body).toMatchObject({
      status: 'Initiated',
      canConfirm: false,
      fee: 0,
      template: 'rt1010',
      lastName: 'Zhao',
    });
    expect(changed.body['problems']).toEqual([
      { field: 'examSeriesId', code: 'REQUIRED_FIELD' },
      { field: 'componentIds', code: 'REQUIRED_FIELD' },
      { field: 'centreId', code: 'REQUIRED_FIELD' },
      { field: 'candidateNumber', code: 'CANDIDATE_NUMBER' },
      { field: 'uciNumber', code: 'UCI_NUMBER' },
      { field: 'firstName', code: 'NAME_GIVEN_REQUIRED' },
      { field: 'birthday', code: 'REQUIRED_FIELD' },
    ]);
    expect(JSON.parse(listed.text)).toMatchObject([{ id, candidateName: 'Zhao' }]);
    expect(String(rows[0]?.['entered_sealed'])).not.toContain('Zhao');
    expect(deleted.status).toBe(204);
    expect((await ask(browser, 'postTest.draft', { params: { id } })).status).toBe(404);
  });

  it('is read back as it stands: product, code, form, steps and payment list [call:postTest.draft field:PostTestDraft.product field:PostTestDraft.code field:PostTestDraft.json field:PostTestDraft.steps field:PostTestDraft.fees]', async () => {
    const asked = await givenDraft(desk, 'review');
    const { body } = await ask(asked.browser, 'postTest.draft', { params: { id: asked.id } });
    const half = await ask(asked.browser, 'postTest.saveDraft', { body: { serviceId: asked.board.services.review } });
    const stepsDone = (draft: Record<string, unknown>) =>
      (draft['steps'] as { stepName: string; isDone: boolean }[]).flatMap((step) => (step.isDone ? step.stepName : []));

    expect(body).toMatchObject({
      productId: asked.board.productId,
      productName: 'Post-test',
      fees: [{ code: 'WMA11', service: 'review', name: 'Pure 1', fee: fees.total, isMandatory: false }],
    });
    expect(body['code']).toMatch(/^T261120[0-9A-Z]{5}$/);
    expect(JSON.parse(String(body['json']))).toEqual({
      candidateNumber: '1234',
      examSeries: '2026-10',
      serviceType: ['ReviewOfMarking'],
      unitCodes: ['WMA11'],
    });
    expect([stepsDone(body), stepsDone(half.body)]).toEqual([['getReady', 'service', 'information'], ['getReady']]);
  });

  it('keeps its mandatory modules and at most twenty components [R-83 error:sentence.Mandatory_module_delete error:sentence.Too_many_components rule:post-test.mandatory_module]', async () => {
    const board = await givenBoard();
    const browser = await givenSignedIn(desk.server.url);
    await databasePool().query(`update post_test_component set mandatory_in = '{review}' where id = $1`, [
      board.components.first,
    ]);
    const save = (componentIds: string[]) =>
      ask(browser, 'postTest.saveDraft', { body: filled(board, 'review', { componentIds }) });

    const without = await save([board.components.second]);
    const many = await save(Array.from({ length: 21 }, (_, at) => `00000000-0000-4000-8000-0000000000${10 + at}`));

    expect(without.body).toMatchObject({
      code: 'MANDATORY_MODULE',
      userMessage: 'The current module is mandatory and cannot be deleted.',
    });
    expect(many.body).toMatchObject({
      code: 'TOO_MANY_COMPONENTS',
      userMessage: 'Data overload, please submit separately.',
    });
    expect((await save([board.components.first])).status).toBe(200);
  });

  it('is nobody else’s [T8]', async () => {
    const asked = await givenDraft(desk);
    const other = await givenSignedIn(desk.server.url);
    const body = filled(asked.board, 'review', { id: asked.id });
    expect((await ask(other, 'postTest.draft', { params: { id: asked.id } })).status).toBe(404);
    expect((await ask(other, 'postTest.saveDraft', { body })).status).toBe(404);
    expect((await ask(other, 'postTest.deleteDraft', { params: { id: asked.id } })).status).toBe(404);
    expect((await confirm({ ...asked, browser: other })).status).toBe(404);
  });

  it('lapses when its window is over, and its owner is told [9.6#7]', async () => {
    const asked = await givenDraft(desk);
    await desk.moveTo('2026-12-10T08:59:30.000Z');
    await work();
    const atTheEnd = await statusOf(asked.id);
    await desk.moveTo('2026-12-10T09:00:01.000Z');
    await work();
    const { rows } = await databasePool().query(`select kind from message where object_id = $1`, [asked.id]);
    expect([atTheEnd, await statusOf(asked.id)]).toEqual(['Initiated', 'Expired']);
    expect(rows[0]).toMatchObject({ kind: 'postTestLapsed' });
    expect((await confirm(asked)).body).toMatchObject({ code: 'ILLEGAL_STATE' });
  });
});

describe('confirming and paying', () => {
  it.each(postTestKinds)(
    'takes %s from the draft to a paid request with its consents [9.6#4 9.6#5 9.4#1 9.4#2 call:POST /api/posttestservice/confirmpay call:GET /api/posttestapplication/{id} field:PostTestDraft.service]',
    async (kind) => {
      const asked = await givenPaid(desk, kind);
      const record = await recordOf(asked);
      const order = await ask(asked.browser, 'order.get', { params: { id: asked.orderId } });
      expect(record).toMatchObject({
        [wire.fields.applicationId]: asked.id,
        status: 'Registered',
        centreNumber: '92003',
        candidateNumber: '1234',
        uciNumber: '92003B261234L',
        amount: asked.fee,
        canRequestCancellation: true,
        [wire.fields.cashInCode]: kind === 'lateCashIn' ? 'YMA01' : null,
      });
      expect(record['consents']).toMatchObject(ticked(kind));
      expect(checkForm('rt1010', JSON.parse(String(record['json'])), null)).toMatchObject({ ok: true });
      expect(order.body).toMatchObject({
        category: 'PostTest',
        status: 'PaymentSuccessful',
        payAmount: asked.fee,
        canReorder: false,
      });
      expect(order.body['orderItems']).toMatchObject([
        { productServiceName: kind, testDate: null, applicationId: asked.id },
      ]);
      expect(await problems()).toEqual([]);
    },
  );

  it('refuses what is wrong, each in the words of the table [R-81 R-82 R-84 error:sentence.UCI_number error:sentence.Empty_payment rule:post-test.age_5_to_18 rule:post-test.UCI_format field:PostTestDraft.level]', async () => {
    const board = await givenBoard();
    const refusedFor = async (kind: (typeof postTestKinds)[number], changes: object) => {
      const { body } = await confirm(await givenDraft(desk, kind, { board, ...changes }));
      return [body['code'], body['fields'], body['userMessage']];
    };
    expect(await refusedFor('review', { uciNumber: '999990140001X' })).toEqual([
      'FIELDS',
      { uciNumber: 'The format of the UCI number is incorrect, please re-check.' },
      'Check the fields marked below.',
    ]);
    expect((await refusedFor('lateCashIn', { birthday: '2007-11-20' }))[1]).toEqual({
      birthday: 'The date of birth must give an age from 5 to 18.',
    });
    expect((await refusedFor('lateCashIn', { birthday: '2021-11-21' }))[1]).toEqual({
      birthday: 'The date of birth must give an age from 5 to 18.',
    });
    expect((await refusedFor('lateCashIn', { cashInCodeId: null }))[0]).toBe('NO_PENDING_SERVICE');
    expect((await refusedFor('lateCashIn', { levelId: board.levels.as, componentIds: [] }))[1]).toEqual({
      cashInCodeId: 'This cash-in code does not belong to the chosen level.',
    });
    expect((await refusedFor('review', { componentIds: [] }))[2]).toBe(
      'No pending payment services, please return to the information page and fill in the service details.',
    );
    expect((await refusedFor('review', { examSeriesId: board.series.closed }))[0]).toBe('SERVICE_WINDOW_CLOSED');
    expect((await refusedFor('review', { examSeriesId: board.series.upcoming }))[0]).toBe('SERVICE_WINDOW_NOT_OPEN');
    expect((await refusedFor('priorityReview', { isPlacePending: false }))[1]).toEqual({
      isPlacePending: 'A priority review is for candidates whose university place depends on the result.',
    });
    expect((await refusedFor('uciMerge', { secondUciNumber: '92003B261234L' }))[1]).toEqual({
      secondUciNumber: 'Both UCI numbers are the same. Enter the two that have to be merged.',
    });
  });

  it('needs every statement, the confirmation and the price that was shown [T10]', async () => {
    const asked = await givenDraft(desk);
    const [without, unconfirmed, cheaper] = [
      await confirm(asked, { consents: ticked('review').slice(1) }),
      await confirm(asked, { isInformationConfirmed: false }),
      await confirm(asked, { totalPayAmount: 1 }),
    ];
    expect([without.body['code'], unconfirmed.body['code'], cheaper.body['code']]).toEqual([
      'CONSENT_INCOMPLETE',
      'INFORMATION_NOT_CONFIRMED',
      'PRICE_CHANGED',
    ]);
    expect(await statusOf(asked.id)).toBe('Initiated');
  });

  it('gives the same order again to a second click, and one order to two at once', async () => {
    const asked = await givenDraft(desk);
    const answers = await Promise.all([confirm(asked), confirm(asked)]);
    const again = await confirm(asked);
    const ids = new Set([...answers, again].map(({ body }) => body['orderId']));
    expect([...answers, again].map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(ids.size).toBe(1);
  });

  it('keeps the draft when the order is given up or runs out [9.6#6]', async () => {
    const asked = await givenDraft(desk);
    const first = String((await confirm(asked)).body['orderId']);
    await ask(asked.browser, 'order.giveUp', { params: { id: first, status: 'PaymentExpired' }, body: {} });
    const givenUp = await statusOf(asked.id);
    const second = String((await confirm(asked)).body['orderId']);
    await desk.moveTo('2026-11-20T04:31:00.000Z');
    await work();
    const order = await ask(asked.browser, 'order.get', { params: { id: second } });
    expect([givenUp, await statusOf(asked.id), order.body['status']]).toEqual([
      'Initiated',
      'Initiated',
      'PaymentExpired',
    ]);
    expect(second).not.toBe(first);
  });

  it('counts money that came late while the draft is untouched, and gives it back otherwise [S-3 9.4#9 9.4#10]', async () => {
    const [kept, edited] = [await givenDraft(desk), await givenDraft(desk)];
    const late = [];
    for (const asked of [kept, edited]) {
      const orderId = String((await confirm(asked)).body['orderId']);
      late.push(await startPaying({ ...asked, orderId }));
    }
    await desk.moveTo('2026-11-20T04:45:00.000Z');
    await work();
    await ask(edited.browser, 'postTest.saveDraft', {
      body: { id: edited.id, serviceId: edited.board.services.review, candidateNumber: '4321' },
    });
    for (const tradeNo of late) await desk.bank.settle(tradeNo, 'late');
    await work();
    const { rows } = await databasePool().query(
      `select cause from refund join exam_order on exam_order.id = refund.order_id where account_id = $1`,
      [edited.browser.accountId],
    );
    expect([await statusOf(kept.id), await statusOf(edited.id)]).toEqual(['Registered', 'Initiated']);
    expect(rows).toMatchObject([{ cause: 'latePayment' }]);
    expect(await problems()).toEqual([]);
  });

  it('asks for a merge first when an earlier request carries another UCI [R-81 rule:post-test.UCI_merge]', async () => {
    const person = { lastName: 'LIU', firstName: 'MERGE', birthday: '2010-01-02' };
    const earlier = await givenPaid(desk, 'review', person);
    const { board } = earlier;
    const other = { board, browser: earlier.browser, ...person, uciNumber: '681990012058G' };
    const refused = await confirm(await givenDraft(desk, 'review', other));
    const merge = await givenDraft(desk, 'uciMerge', { ...other, secondUciNumber: '92003B261234L' });
    const merged = await confirm(merge);
    await databasePool().query(`update post_test set status = 'Complete' where id = $1`, [merge.id]);
    const after = await confirm(await givenDraft(desk, 'review', other));
    expect(refused.body).toMatchObject({ code: 'UCI_MERGE_NEEDED' });
    expect(merged.body).toMatchObject({ isNocharge: true, amount: 0 });
    expect(after.status).toBe(200);
  });

  it('tells nobody who reads a copy of the database that two people gave the same UCI', async () => {
    const born = { lastName: 'LIU', birthday: '2010-01-02' };
    const first = await givenPaid(desk, 'review', { ...born, firstName: 'ONE' });
    const { board } = first;
    const second = await givenPaid(desk, 'review', { ...born, firstName: 'TWO', board });
    const again = await givenPaid(desk, 'review', { ...born, firstName: 'TWO', board, browser: second.browser });
    const { rows } = await databasePool().query<{ key: string }>(
      `select encode(uci_key, 'hex') as key from post_test where id = any($1) order by array_position($1, id)`,
      [[first.id, second.id, again.id]],
    );
    const [ofFirst, ofSecond, ofAgain] = rows.map(({ key }) => key);
    expect(ofAgain).toBe(ofSecond);
    expect(ofFirst).not.toBe(ofSecond);
  });

  it('waits for the service that has to come first, for the same modules [R-81]', async () => {
    const person = { lastName: 'LIU', firstName: 'FIRST', birthday: '2010-01-02' };
    const first = await givenPaid(desk, 'clericalCheck', person);
    const { board, browser } = first;
    await databasePool().query('update post_test_service set requires_service_id = $2 where id = $1', [
      board.services.review,
      board.services.clericalCheck,
    ]);
    const wished = { board, browser, ...person };
    const early = await confirm(await givenDraft(desk, 'review', wished));
    await databasePool().query(`update post_test set status = 'Complete' where id = $1`, [first.id]);
    const other = await confirm(
      await givenDraft(desk, 'review', { ...wished, componentIds: [board.components.second] }),
    );
    const later = await confirm(await givenDraft(desk, 'review', wished));
    expect([early.body['code'], other.body['code'], later.status]).toEqual([
      'PREREQUISITE_NOT_DONE',
      'PREREQUISITE_NOT_DONE',
      200,
    ]);
  });
});

describe('my post-test services', () => {
  it('are those that were paid, by the states of the filter [R-86 call:POST /api/posttestapplication/search call:GET /api/posttestapplication/counts]', async () => {
    const { browser, board } = await givenPaid(desk);
    await givenDraft(desk, 'clericalCheck', { board, browser });
    const search = (value: string) =>
      ask(browser, 'postTest.search', { body: { filters: [{ field: 'status', value }] } });
    const counts = await Promise.all(['All', 'Registered', 'Processing'].map(search));
    expect(counts.map(({ body }) => body['recordCount'])).toEqual([1, 1, 0]);
    expect((await search('Initiated')).status).toBe(400);
    expect((await ask(browser, 'postTest.counts')).body).toMatchObject({ drafts: 1, registered: 1 });
    expect(counts[0]?.body['list']).toMatchObject([
      { productServiceName: 'review', componentName: 'Pure 1', code: 'WMA11' },
    ]);
  });
});
