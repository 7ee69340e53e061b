import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readBooksProblems } from '#books/ledger';
import { databasePool, reading } from '#platform/database';
import { ask, askStaff, findMarks, givenStaff, type SignedInStaff } from '#testing';
import {
  type Asked,
  boardCloseAt,
  type Desk,
  fees,
  givenBoard,
  givenPaid,
  openDesk,
  recordOf,
  statusOf,
  today,
  work,
} from '#testing/post-test-desk';

let desk: Desk;
let officer: SignedInStaff;
beforeAll(async () => {
  desk = await openDesk();
  officer = await givenStaff(desk.server.consoleUrl);
});
afterAll(() => desk.close());
beforeEach(() => desk.moveTo(today));

const problems = () => reading(readBooksProblems);
const pageOf = async (id: string) => (await askStaff(officer, 'postTests.get', { params: { id } })).body;
const versionOf = async (id: string) => Number((await pageOf(id))['version']);
type Act = Parameters<typeof askStaff>[1];
const act = async (name: Act, id: string, body: object = {}, by: SignedInStaff = officer) =>
  await askStaff(by, name, { params: { id }, body: { version: await versionOf(id), ...body } });
const send = async ({ board }: Asked) =>
  await askStaff(officer, 'postTests.export', {
    body: { productId: board.productId, format: 'csv', reason: 'Requests of the week' },
  });
const refunds = async (id: string) =>
  (
    await databasePool().query(
      'select cause, amount, status from refund where application_id = $1 order by submitted_at',
      [id],
    )
  ).rows;
const items = async (id: string) =>
  (
    await databasePool().query<{ kind: string; due: string }>(
      `select kind, due_at as due from work_item where object_id = $1 and closed_at is null`,
      [id],
    )
  ).rows;
const cancel = async (asked: Asked, reason = 'We have changed our plans') => {
  const quote = await ask(asked.browser, 'postTest.cancellationQuote', { params: { id: asked.id } });
  const body = { reason, amount: Number(quote.body['amount']) };
  return await ask(asked.browser, 'postTest.requestCancellation', { params: { id: asked.id }, body });
};
const outcome = (mark: 'Lowered' | 'Confirmed' | 'Raised', isGradeChanged: boolean) => ({
  components: [
    { position: 0, outcome: mark, markBefore: '60', markAfter: { Lowered: '52', Confirmed: '60', Raised: '68' }[mark] },
  ],
  isGradeChanged,
  ...(isGradeChanged ? { gradeBefore: 'B', gradeAfter: mark === 'Raised' ? 'A' : 'C' } : {}),
});

describe('a paid request', () => {
  it('waits on the board until the awarding body closes, and is sent with the others in one file [9.6#5 9.6#10]', async () => {
    const asked = await givenPaid(desk);
    const waiting = await items(asked.id);
    const preview = await askStaff(officer, 'postTests.previewExport', {
      body: { productId: asked.board.productId },
    });
    const file = await send(asked);
    const again = await send(asked);
    expect(waiting).toMatchObject([{ kind: 'postTestToSend', due: boardCloseAt }]);
    expect(preview.body['rows']).toMatchObject([{ id: asked.id, codes: 'WMA11' }]);
    expect(file.text).toContain('92003,1234,92003B261234L,');
    expect(again.body).toMatchObject({ code: 'ENTRIES_UNCHANGED' });
    expect(await recordOf(asked)).toMatchObject({
      status: 'Processing',
      canRequestCancellation: false,
      expectedBy: '2026-12-10',
    });
    expect(await items(asked.id)).toMatchObject([{ kind: 'postTestOutcome' }]);
    const late = await ask(asked.browser, 'postTest.cancellationQuote', { params: { id: asked.id } });
    expect(late.body).toMatchObject({ code: 'POST_TEST_SENT' });
  });

  it('is in its file again for who lost it, and stays where it is [9.6#10]', async () => {
    const asked = await givenPaid(desk);
    const file = await send(asked);
    const { body } = await askStaff(officer, 'postTests.exports', { body: { productId: asked.board.productId } });
    const [made] = body['list'] as { id: string; productId: string }[];

    const again = await askStaff(officer, 'postTests.export', {
      body: { productId: made?.productId ?? '', exportId: made?.id, format: 'csv', reason: 'The file was lost.' },
    });

    expect([again.status, again.text]).toEqual([200, file.text]);
    expect(await recordOf(asked)).toMatchObject({ status: 'Processing' });
    expect(await items(asked.id)).toMatchObject([{ kind: 'postTestOutcome' }]);
  });

  it('is not passed on without the consent to it [3-domain 6.2]', async () => {
    const asked = await givenPaid(desk);
    await databasePool().query(`delete from consent where post_test_id = $1 and statement_id = 'passToBody'`, [
      asked.id,
    ]);
    const preview = await askStaff(officer, 'postTests.previewExport', {
      body: { productId: asked.board.productId },
    });
    expect(preview.body).toMatchObject({ rows: [], left: [{ id: asked.id }] });
    expect((await send(asked)).body).toMatchObject({ code: 'ENTRIES_UNCHANGED' });
    expect(await statusOf(asked.id)).toBe('Registered');
  });

  it('keeps why it is to be cancelled sealed, and in no other place [T31]', async () => {
    const asked = await givenPaid(desk);
    const reason = '骨折住院 BROKENLEG';

    await cancel(asked, reason);

    const places = (await findMarks(['BROKENLEG'])).map(({ table, column }) => `${table}.${column}`);
    expect(places).toEqual(['post_test.cancel_reason_sealed']);
    expect(await recordOf(asked)).toMatchObject({ cancellationRequestReason: reason });
    expect(await pageOf(asked.id)).toMatchObject({ cancelReason: reason });
  });

  it('is cancelled before it is sent for 80 % of the local fee and the whole board fee [9.6#8 9.6#9 call:GET /api/posttestapplication/{id}/cancellation-quote call:POST /api/posttestapplication/{id}/cancellation]', async () => {
    const asked = await givenPaid(desk);
    const changed = await ask(asked.browser, 'postTest.requestCancellation', {
      params: { id: asked.id },
      body: { reason: 'We have changed our plans', amount: 1 },
    });
    const requested = await cancel(asked);
    const sent = await send(asked);
    const approved = await act('postTests.approveCancellation', asked.id);
    const late = await act('postTests.approveCancellation', asked.id);
    await work();
    expect(changed.body).toMatchObject({ code: 'QUOTE_CHANGED' });
    expect([requested.body['status'], sent.status, approved.body['status'], late.body['code']]).toEqual([
      'RegisteredCancellationRequested',
      412,
      'Cancelled',
      'ILLEGAL_STATE',
    ]);
    expect(await refunds(asked.id)).toMatchObject([{ cause: 'cancellation', amount: 64_660, status: 'Completed' }]);
    expect(await problems()).toEqual([]);
  });

  it('goes on when the cancellation is not approved, and may be asked again [9.6#9]', async () => {
    const asked = await givenPaid(desk);
    await cancel(asked);
    await act('postTests.rejectCancellation', asked.id, { reason: 'It leaves for the board today' });
    const after = await recordOf(asked);
    const { rows: board } = await databasePool().query(
      'select kind from work_item where object_id = $1 and closed_at is null',
      [asked.id],
    );
    expect(board).toEqual([{ kind: 'postTestToSend' }]);
    expect(after).toMatchObject({ status: 'Registered', cancellationRejectReason: 'It leaves for the board today' });
    expect((await cancel(asked)).status).toBe(200);
    expect((await refunds(asked.id)).map((row) => row['status'])).toEqual(['Rejected', 'Pending']);
  });

  it.each([
    ['before it was sent', false, false, fees.total],
    ['after it was sent', true, false, 47_700],
    ['for our own fault', true, true, fees.total],
  ])('is refused %s with what comes back then [9.6#11]', async (_, isSent, isProviderCause, amount) => {
    const asked = await givenPaid(desk);
    if (isSent) await send(asked);
    const refused = await act('postTests.refuse', asked.id, {
      isProviderCause,
      reason: 'Not eligible for this service',
    });
    expect(refused.body['status']).toBe('ApplicationRejected');
    expect(await refunds(asked.id)).toMatchObject([{ cause: 'withdrawal', amount }]);
    expect(await recordOf(asked)).toMatchObject({ rejectReason: 'Not eligible for this service' });
    expect(await items(asked.id)).toEqual([]);
    expect(await problems()).toEqual([]);
  });
});

describe('an outcome', () => {
  it.each([
    [
      'lowered by marks that rose',
      { components: [{ position: 0, outcome: 'Lowered', markBefore: '60', markAfter: '68' }] },
    ],
    [
      'raised by marks that fell',
      { components: [{ position: 0, outcome: 'Raised', markBefore: '60', markAfter: '55' }] },
    ],
    [
      'raised by marks of a hundred that fell',
      { components: [{ position: 0, outcome: 'Raised', markBefore: '60/100', markAfter: '55/100' }] },
    ],
    [
      'confirmed with another mark',
      { components: [{ position: 0, outcome: 'Confirmed', markBefore: '70', markAfter: '80' }] },
    ],
    ['with a changed grade that is not told', { ...outcome('Raised', false), isGradeChanged: true }],
    ['with a changed grade that is the same', { ...outcome('Raised', true), gradeAfter: 'B' }],
    ['with another grade that has not changed', { ...outcome('Raised', true), isGradeChanged: false }],
  ])('%s is refused, and nothing goes back [9.6#12]', async (_, changes) => {
    const asked = await givenPaid(desk, 'priorityReview');
    await send(asked);

    const answer = await act('postTests.complete', asked.id, { ...outcome('Raised', false), ...changes });

    expect([answer.status, answer.body['code']]).toEqual([412, 'OUTCOME_CONTRADICTS']);
    expect(await recordOf(asked)).toMatchObject({ status: 'Processing' });
    expect(await refunds(asked.id)).toEqual([]);
  });

  it('raised with a changed grade gives the board fee back once, by itself [9.6#12 9.5#5 T18]', async () => {
    const asked = await givenPaid(desk, 'priorityReview');
    await send(asked);
    const incomplete = await act('postTests.complete', asked.id, { components: [], isGradeChanged: false });
    const version = await versionOf(asked.id);
    const body = { version, ...outcome('Raised', true) };
    const both = await Promise.all(
      [officer, await givenStaff(desk.server.consoleUrl)].map((by) =>
        askStaff(by, 'postTests.complete', { params: { id: asked.id }, body }),
      ),
    );
    await work();
    expect(incomplete.body).toMatchObject({ code: 'OUTCOME_INCOMPLETE' });
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await recordOf(asked)).toMatchObject({
      status: 'Complete',
      isGradeChanged: true,
      gradeAfter: 'A',
      components: [{ outcome: 'Raised', markBefore: '60', markAfter: '68' }],
    });
    expect(await refunds(asked.id)).toMatchObject([{ cause: 'gradeChange', amount: 47_700, status: 'Completed' }]);
    expect(await problems()).toEqual([]);
    const order = await ask(asked.browser, 'order.get', { params: { id: asked.orderId } });
    expect(order.body['refundInfo']).toMatchObject({ status: 'Completed', totalRefundAmount: 47_700 });
    const trades = (await desk.bank.trades()).filter(({ tradeNo }) => tradeNo.startsWith(String(order.body['code'])));
    expect(trades).toMatchObject([{ amountFen: fees.total, refunds: [{ amountFen: 47_700 }] }]);
    const { rows } = await databasePool().query('select distinct kind from message where object_id = $1', [asked.id]);
    expect(rows).toContainEqual({ kind: 'postTestComplete' });
  });

  it.each([
    ['marks that are no numbers', { markBefore: 'Pass', markAfter: 'Merit' }, {}],
    ['no marks', {}, {}],
    ['grades of no scale known here', { markBefore: '60', markAfter: '68' }, { gradeBefore: 'P1', gradeAfter: 'M2' }],
  ])('that %s tell gives nothing back until a colleague agrees [9.6#12 S-16]', async (_, marks, grades) => {
    const asked = await givenPaid(desk, 'priorityReview');
    await send(asked);
    const told = { ...outcome('Raised', true), ...grades, components: [{ position: 0, outcome: 'Raised', ...marks }] };

    const first = await act('postTests.complete', asked.id, told);
    const before = [(await recordOf(asked)).status, await refunds(asked.id)];
    const params = { id: String(first.body['proposalId']) };
    const own = await askStaff(officer, 'approvals.approve', { params, body: {} });
    const colleague = await givenStaff(desk.server.consoleUrl);
    const second = await askStaff(colleague, 'approvals.approve', { params, body: {} });
    await work();

    expect([before, own.status, second.status]).toEqual([['Processing', []], 412, 204]);
    expect((await recordOf(asked)).status).toBe('Complete');
    expect(await refunds(asked.id)).toMatchObject([{ cause: 'gradeChange', amount: 47_700 }]);
  });

  it('confirmed or lowered without a changed grade gives nothing back [9.6#12]', async () => {
    for (const mark of ['Confirmed', 'Lowered'] as const) {
      const asked = await givenPaid(desk);
      await send(asked);
      await act('postTests.complete', asked.id, outcome(mark, false));
      expect(await recordOf(asked)).toMatchObject({ status: 'Complete', components: [{ outcome: mark }] });
      expect(await refunds(asked.id)).toEqual([]);
    }
  });

  it('is corrected by two persons within thirty days, and the refund is not given twice [9.6#13 S-16]', async () => {
    const asked = await givenPaid(desk);
    await send(asked);
    await act('postTests.complete', asked.id, outcome('Raised', true));
    const proposed = await act('postTests.correct', asked.id, {
      ...outcome('Lowered', true),
      reason: 'The wrong line was read',
    });
    const id = String(proposed.body['proposalId']);
    const own = await askStaff(officer, 'approvals.approve', { params: { id }, body: {} });
    const second = await askStaff(await givenStaff(desk.server.consoleUrl), 'approvals.approve', {
      params: { id },
      body: {},
    });
    expect([proposed.status, own.status, second.status]).toEqual([200, 412, 204]);
    expect(await recordOf(asked)).toMatchObject({ components: [{ outcome: 'Lowered' }] });
    expect(await refunds(asked.id)).toHaveLength(1);
    await desk.moveTo('2026-12-25T04:00:00.000Z');
    // The clock went on: everybody signs in again.
    officer = await givenStaff(desk.server.consoleUrl);
    const again = { ...outcome('Raised', true), reason: 'Once more then' };
    expect((await act('postTests.correct', asked.id, again)).body).toMatchObject({ code: 'ILLEGAL_STATE' });
  });
});

describe('an outcome that is corrected to more', () => {
  it('gives what is more than before, and the audit says what was given [9.6#13 T18]', async () => {
    const board = await givenBoard();
    const componentIds = [board.components.first, board.components.second];
    const asked = await givenPaid(desk, 'review', { board, componentIds });
    await send(asked);
    const told = (...marks: ('Raised' | 'Confirmed')[]) => ({
      ...outcome('Raised', true),
      components: marks.map((mark, position) => ({
        position,
        outcome: mark,
        markBefore: '60',
        markAfter: mark === 'Raised' ? '68' : '60',
      })),
    });
    await act('postTests.complete', asked.id, told('Raised', 'Confirmed'));
    const [first] = await refunds(asked.id);
    const correctTo = async (input: object) => {
      const { body } = await act('postTests.correct', asked.id, { ...input, reason: 'The second line was read too' });
      const params = { id: String(body['proposalId']) };
      return (await askStaff(await givenStaff(desk.server.consoleUrl), 'approvals.approve', { params, body: {} }))
        .status;
    };

    expect(await correctTo(told('Raised', 'Raised'))).toBe(204);
    expect(await correctTo(told('Raised', 'Raised'))).toBe(204);

    const given = await refunds(asked.id);
    const { rows } = await databasePool().query<{ amount: number }>(
      `select (after->>'amount')::integer as amount from audit_entry where action = 'postTest.correct' and object_id = $1 order by at`,
      [asked.id],
    );
    expect(given.map(({ cause }) => cause)).toEqual(['gradeChange', 'gradeChange']);
    expect(rows.map(({ amount }) => amount)).toEqual([given[1]?.amount, 0]);
    expect(given[1]?.amount).toBe(first?.amount);
  });
});

describe('two staff, and staff of other offices', () => {
  it('one wins and the other is told; another office sees nothing [S-1 T32]', async () => {
    const asked = await givenPaid(desk);
    const version = await versionOf(asked.id);
    const reason = 'Not eligible for this service';
    const body = { version, isProviderCause: false, reason };
    const two = [officer, await givenStaff(desk.server.consoleUrl)];
    const answers = await Promise.all(
      two.map((by) => askStaff(by, 'postTests.refuse', { params: { id: asked.id }, body })),
    );
    const stranger = await givenStaff(desk.server.consoleUrl, { offices: [(await givenBoard()).officeId] });
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await refunds(asked.id)).toHaveLength(1);
    expect((await askStaff(stranger, 'postTests.get', { params: { id: asked.id } })).status).toBe(404);
    expect(
      (await askStaff(stranger, 'postTests.take', { params: { id: asked.id }, body: { version: version + 1 } })).status,
    ).toBe(404);
  });
});
