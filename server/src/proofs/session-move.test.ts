import { addDays, instantOf, lastMomentWithin, moveChoiceDays, chinaDateOf } from '@exam/contract/rules';
import { refusalMessage } from '@exam/contract/messages';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readBooksProblems } from '#books/ledger';
import { tasks as moveTasks } from '#desk/session-moves';
import { readNowAlone, setClockOffset } from '#platform/clock';
import { databasePool, reading } from '#platform/database';
import { unseal } from '#platform/vault';
import {
  ask,
  askStaff,
  givenExam,
  givenOffice,
  givenSignedIn,
  givenStaff,
  givenVenue,
  statementsOf,
  type SignedIn,
  type SignedInStaff,
  type TestExam,
} from '#testing';
import { readWorkingCalendar } from '#office/working-days';
import { addCandidate, openWorld, payOrder, placeOrder, price, submission, type World } from './world.testing.ts';

let world: World;
let officer: SignedInStaff;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await setClockOffset(0);
  officer = await givenStaff(world.consoleUrl, { roles: ['examOfficer'] });
});

const reason = 'the school needs its hall on that day';

async function row(text: string, values: unknown[]): Promise<Record<string, unknown>> {
  return (await databasePool().query<Record<string, unknown>>(text, values)).rows[0] ?? {};
}

type Person = { browser: SignedIn; candidateId: string };
type Registration = Person & { applicationId: string; orderId: string };

async function ordered(exam: TestExam, person?: Person): Promise<Registration> {
  const browser = person?.browser ?? (await givenSignedIn(world.url));
  const candidateId = person?.candidateId ?? (await addCandidate(browser));
  const { body } = await ask(browser, 'application.submit', { body: submission(exam, candidateId) });
  const applicationId = String(body['id']);
  const orderId = await placeOrder(browser, { exam, candidateId, applicationId });
  return { browser, candidateId, applicationId, orderId };
}

async function paid(exam: TestExam): Promise<Registration> {
  const one = await ordered(exam);
  await payOrder(one.browser, world.bank, one.orderId);
  return one;
}

async function givenMovable(): Promise<{ exam: TestExam; date: string }> {
  const exam = await givenExam();
  await givenVenue(exam.sessionId);
  const { date } = await row('select exam_date as date from exam_session where id = $1', [exam.sessionId]);
  return { exam, date: String(date) };
}

type Wish = { examDate: string; papers?: { sessionSubjectId: string; startTime: string; endTime: string }[] };

async function move({ exam }: { exam: TestExam }, wish: Wish, staff = officer) {
  const params = { id: exam.sessionId };
  const { version } = await row('select version from exam_session where id = $1', [exam.sessionId]);
  return await askStaff(staff, 'sessions.move', { params, body: { version, reason, ...wish } });
}

async function tell(sessionId: string): Promise<void> {
  const { rows } = await databasePool().query<{ id: string }>('select id from session_move where session_id = $1', [
    sessionId,
  ]);
  for (const { id } of rows) await moveTasks['moves.tell']?.({ moveId: id });
}

async function messagesOf(applicationId: string): Promise<{ kind: string; channel: string; values: object }[]> {
  const { rows } = await databasePool().query<{ id: string; kind: string; channel: string; values_sealed: Buffer }>(
    `select id, kind, channel, values_sealed from message where object_id = $1 and state = 'Waiting'
       and kind in ('sessionMoved', 'sessionRetimed', 'venueChanged') order by channel`,
    [applicationId],
  );
  return rows.map(({ id, kind, channel, values_sealed }) => ({
    kind,
    channel,
    values: JSON.parse(unseal(values_sealed, { table: 'message', row: id, column: 'values' })),
  }));
}

const pageOf = async ({ browser, applicationId }: Registration) =>
  (await ask(browser, 'application.get', { params: { id: applicationId } })).body;
const choose = ({ browser, applicationId }: Registration, choice: 'Accept' | 'Refund') =>
  ask(browser, 'application.chooseAfterMove', { params: { id: applicationId }, body: { choice } });
const standing = ({ applicationId }: Registration) =>
  row('select status, withdraw_reason from application where id = $1', [applicationId]);

describe('a published session that staff move to another day', () => {
  it('is first shown dry: whom it concerns, until when they may choose, what could go back, and whose other exam is then [9.7 R-53 call:POST /api/staff/exam-sessions/{id}/move/preview]', async () => {
    const { exam, date } = await givenMovable();
    const one = await paid(exam);
    await ordered(exam);
    const target = addDays(date, 14);
    const elsewhere = await givenMovable();
    await ordered(elsewhere.exam, one);
    await row('update exam_session set exam_date = $2, starts_at = $3, ends_at = $4 where id = $1', [
      elsewhere.exam.sessionId,
      target,
      instantOf(target, '08:00'),
      instantOf(target, '18:00'),
    ]);

    const preview = await askStaff(officer, 'sessions.previewMove', {
      params: { id: exam.sessionId },
      body: { examDate: target },
    });

    const calendar = await reading(readWorkingCalendar);
    const today = chinaDateOf(await readNowAlone());
    expect(preview.body).toMatchObject({
      registrations: 1,
      unpaid: 1,
      accounts: 2,
      refundTotal: price,
      chooseBy: lastMomentWithin(calendar, today, moveChoiceDays),
      clashes: [{ applicationId: one.applicationId }],
    });
    expect(await row('select exam_date from exam_session where id = $1', [exam.sessionId])).toEqual({
      exam_date: date,
    });
    expect(await row('select count(*)::int as n from session_move where session_id = $1', [exam.sessionId])).toEqual({
      n: 0,
    });
  });

  it('tells everybody with the old and the new time by SMS and mail, once, and makes their letters anew [9.7 9.8 call:POST /api/staff/exam-sessions/{id}/move]', async () => {
    const { exam, date } = await givenMovable();
    const [one, unpaid] = [await paid(exam), await ordered(exam)];
    await row(`update application set email_status = 'Success' where id = $1`, [one.applicationId]);
    const before = await pageOf(one);
    const target = addDays(date, 7);

    const answer = await move({ exam }, { examDate: target });
    await tell(exam.sessionId);
    await tell(exam.sessionId);

    expect(answer.status).toBe(200);
    const told = await messagesOf(one.applicationId);
    expect(told.map(({ kind, channel }) => [kind, channel])).toEqual([['sessionMoved', 'sms']]);
    expect(told[0]?.values).toMatchObject({ previousDate: date, previousTime: '09:00', examDate: target });
    expect(await messagesOf(unpaid.applicationId)).toHaveLength(1);
    const after = await pageOf(one);
    expect(after).toMatchObject({ emailStatus: 'NotSent', examInfo: { examDate: target }, status: 'Registered' });
    expect(after['letter']).toMatchObject({ version: Number((before['letter'] as { version: number }).version) + 1 });
    expect(
      await row(`select reason, before, after from audit_entry where action = 'sessions.move' and object_id = $1`, [
        exam.sessionId,
      ]),
    ).toMatchObject({
      reason,
      before: { examDate: date },
      after: { examDate: target },
    });
  });

  it('lets a candidate have everything back without asking anybody: seat freed, refund approved, books whole [9.7 C33 P0 R-64 call:POST /api/application/{id}/move-choice]', async () => {
    const { exam, date } = await givenMovable();
    const one = await paid(exam);
    await move({ exam }, { examDate: addDays(date, 7) });
    expect((await pageOf(one))['move']).toMatchObject({ previousDate: date, canChoose: true, choice: null });

    const answer = await choose(one, 'Refund');

    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ status: 'Withdrawn', move: { choice: 'Refunded', canChoose: false } });
    expect(await standing(one)).toEqual({ status: 'Withdrawn', withdraw_reason: 'SessionMoved' });
    expect(
      await row('select amount, status, cause, policy_row from refund where order_id = $1', [one.orderId]),
    ).toEqual({ amount: price, status: 'Approved', cause: 'sessionMoved', policy_row: 'P0' });
    expect(await row('select registered from exam_session where id = $1', [exam.sessionId])).toEqual({ registered: 0 });
    expect((await choose(one, 'Accept')).status).toBe(412);
    expect(await reading(readBooksProblems)).toEqual([]);
  });

  it('lets a candidate keep the new day, after which cancelling is what it always is [9.7]', async () => {
    const { exam, date } = await givenMovable();
    const one = await paid(exam);
    await move({ exam }, { examDate: addDays(date, 7) });
    const asked = await ask(one.browser, 'application.cancellationQuote', { params: { id: one.applicationId } });
    expect([asked.status, asked.body['code']]).toEqual([412, 'MOVE_CHOICE_OPEN']);
    expect(await pageOf(one)).toMatchObject({ canRequestCancellation: false, cancellationProblem: 'MOVE_CHOICE_OPEN' });

    const answer = await choose(one, 'Accept');

    expect(answer.body).toMatchObject({ status: 'Registered', move: { choice: 'Accepted', canChoose: false } });
    expect((await choose(one, 'Refund')).body['code']).toBe('MOVE_CHOICE_CLOSED');
    const quote = await ask(one.browser, 'application.cancellationQuote', { params: { id: one.applicationId } });
    expect(quote.body).toMatchObject({ percent: 80 });
  });

  it('closes the choice at its second: until then everything goes back, from then on nothing by it [9.7]', async () => {
    const { exam, date } = await givenMovable();
    const [early, late] = [await paid(exam), await paid(exam)];
    await move({ exam }, { examDate: addDays(date, 7) });
    await row(`update session_move set choose_by = app_now() + interval '5 minutes' where session_id = $1`, [
      exam.sessionId,
    ]);

    await setClockOffset(290);
    await moveTasks['moves.close']?.({});
    expect((await choose(early, 'Refund')).status).toBe(200);
    await setClockOffset(300);
    const tooLate = await choose(late, 'Refund');
    await moveTasks['moves.close']?.({});

    expect([tooLate.status, tooLate.body['code']]).toEqual([412, 'MOVE_CHOICE_CLOSED']);
    expect(await pageOf(late)).toMatchObject({ status: 'Registered', move: { choice: 'Lapsed', canChoose: false } });
    expect(await pageOf(early)).toMatchObject({ move: { choice: 'Refunded' } });
  });

  it('takes one of two answers given at once, and gives nothing back twice [9.7 T18]', async () => {
    const { exam, date } = await givenMovable();
    const one = await paid(exam);
    await move({ exam }, { examDate: addDays(date, 7) });

    const answers = await Promise.all([choose(one, 'Refund'), choose(one, 'Accept'), choose(one, 'Refund')]);

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const isRefunded = answers[1]?.status !== 200;
    expect(await row('select count(*)::int as n from refund where order_id = $1', [one.orderId])).toEqual({
      n: isRefunded ? 1 : 0,
    });
    expect(await standing(one)).toMatchObject({ status: isRefunded ? 'Withdrawn' : 'Registered' });
  });

  it('opens another choice when it is moved again, ends the one before, and tells nobody of the day that was replaced [9.7]', async () => {
    const { exam, date } = await givenMovable();
    const [other, { exam: elsewhere, date: then }] = [await paid(exam), await givenMovable()];
    const apart = await paid(elsewhere);
    const one = await paid(exam);
    await move({ exam: elsewhere }, { examDate: addDays(then, 7) });
    await move({ exam }, { examDate: addDays(date, 7) });
    await choose(one, 'Accept');

    await move({ exam }, { examDate: addDays(date, 21) });

    const outcomes = async ({ applicationId }: Registration) =>
      await row(
        `select array_agg(outcome order by decided_at) as all from moved_registration where application_id = $1`,
        [applicationId],
      );
    expect(await outcomes(one)).toEqual({ all: ['Accepted', null] });
    expect(await outcomes(other)).toEqual({ all: ['Overtaken', null] });
    expect(await outcomes(apart)).toEqual({ all: [null] });
    expect((await pageOf(one))['move']).toMatchObject({
      previousDate: addDays(date, 7),
      choice: null,
      canChoose: true,
    });
    await tell(exam.sessionId);
    const told = (await messagesOf(other.applicationId)).map(({ values }) => values);
    expect(told).toMatchObject([{ previousDate: addDays(date, 7), examDate: addDays(date, 21) }]);
    expect((await choose(one, 'Refund')).status).toBe(200);
  });

  it('ends a request for a part of the money when everything is chosen [9.7 9.5#3]', async () => {
    const { exam, date } = await givenMovable();
    const one = await paid(exam);
    await ask(one.browser, 'application.requestCancellation', {
      query: { applicationId: one.applicationId },
      body: { reason: 'I shall be abroad on that day.' },
    });
    await move({ exam }, { examDate: addDays(date, 7) });

    const answer = await choose(one, 'Refund');

    expect(answer.body).toMatchObject({ status: 'Withdrawn', cancellation: { outcome: 'Overtaken' } });
    expect(
      await row(
        `select sum(amount)::int as sum from refund where order_id = $1 and status in ('Approved', 'Completed')`,
        [one.orderId],
      ),
    ).toEqual({ sum: price });
  });

  it('is nobody else’s to choose about, and of no session that was not moved [R-05]', async () => {
    const { exam, date } = await givenMovable();
    const one = await paid(exam);
    const stranger = await givenSignedIn(world.url);
    expect((await choose(one, 'Refund')).body['code']).toBe('MOVE_CHOICE_CLOSED');
    await move({ exam }, { examDate: addDays(date, 7) });

    expect((await choose({ ...one, browser: stranger }, 'Refund')).status).toBe(404);
    expect(await standing(one)).toMatchObject({ status: 'Registered' });
  });
});

describe('a session that stays on its day', () => {
  it('tells another time without opening a choice [9.7]', async () => {
    const { exam, date } = await givenMovable();
    const one = await paid(exam);
    const papers = [{ sessionSubjectId: exam.paperIds[0] ?? '', startTime: '13:30', endTime: '16:30' }];

    const answer = await move({ exam }, { examDate: date, papers });
    await tell(exam.sessionId);

    expect(answer.status).toBe(200);
    const [told] = await messagesOf(one.applicationId);
    expect(told).toMatchObject({ kind: 'sessionRetimed', values: { previousTime: '09:00', startTime: '13:30' } });
    expect(await pageOf(one)).toMatchObject({
      examInfo: { startTime: '13:30' },
      move: { canChoose: false, chooseBy: null },
    });
    expect((await choose(one, 'Refund')).body['code']).toBe('MOVE_CHOICE_CLOSED');
  });

  it('tells another venue to those who have a place [9.7 R-89]', async () => {
    const { exam } = await givenMovable();
    const one = await paid(exam);
    const venueId = await anotherVenue(exam.sessionId);
    const { version } = await row('select version from exam_session where id = $1', [exam.sessionId]);

    const params = { id: exam.sessionId };
    const answer = await askStaff(officer, 'sessions.edit', { params, body: { version, venueId, reason } });
    await tell(exam.sessionId);

    expect(answer.status).toBe(200);
    expect(await messagesOf(one.applicationId)).toMatchObject([{ kind: 'venueChanged' }]);
  });
});

async function anotherVenue(sessionId: string): Promise<string> {
  const { id } = await row(
    `insert into venue (id, city_id, code, status, address_en, address_zh)
     select gen_random_uuid(), city_id, substr(id::text, 1, 8), 'Active', '2 Long Street', '长街2号' from exam_session where id = $1
     returning id`,
    [sessionId],
  );
  return String(id);
}

describe('a move', () => {
  const inEnglish = refusalMessage('en', 'SESSION_WINDOW');

  it('is refused to before registration closes, to the past, to nowhere else, and of a session that is over [9.7]', async () => {
    const { exam, date } = await givenMovable();
    const now = await readNowAlone();
    const fieldOf = async (examDate: string) =>
      ((await move({ exam }, { examDate })).body['fields'] as Record<string, string>)['examDate'];
    await row('update exam_session set publish_end_at = $2 where id = $1', [
      exam.sessionId,
      instantOf(addDays(date, -2), '17:00'),
    ]);

    expect(await fieldOf(addDays(date, -3))).toBe(inEnglish);
    expect(await fieldOf(addDays(chinaDateOf(now), -1))).toBe(refusalMessage('en', 'SESSION_DATE_PAST'));
    expect(await fieldOf(date)).toBe(refusalMessage('en', 'SESSION_NOT_MOVED'));
    await row('update exam_session set starts_at = app_now(), publish_end_at = app_now() where id = $1', [
      exam.sessionId,
    ]);
    expect((await move({ exam }, { examDate: addDays(date, 7) })).body['code']).toBe('SESSION_EXPIRED');
  });

  it('is another office’s business to nobody, and tells the second of two who move at once [S-1]', async () => {
    const { exam, date } = await givenMovable();
    const stranger = await givenStaff(world.consoleUrl, { roles: ['examOfficer'], offices: [await givenOffice()] });
    const params = { id: exam.sessionId };
    expect((await move({ exam }, { examDate: addDays(date, 7) }, stranger)).status).toBe(404);
    const wish = { params, body: { version: 1, reason, examDate: addDays(date, 7) } };

    const answers = await Promise.all([
      askStaff(officer, 'sessions.move', wish),
      askStaff(officer, 'sessions.move', { ...wish, body: { ...wish.body, examDate: addDays(date, 8) } }),
    ]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('writes no message and takes as many statements however many it concerns; telling comes after [9.7 C2]', async () => {
    const [few, many] = [await givenMovable(), await givenMovable()];
    for (let people = 0; people < 2; people++) await ordered(few.exam);
    for (let people = 0; people < 6; people++) await ordered(many.exam);
    const messages = () => row('select count(*)::int as n from message', []);
    const before = await messages();

    const counts = [];
    for (const { exam, date } of [few, many])
      counts.push((await statementsOf(() => move({ exam }, { examDate: addDays(date, 7) }), 'staff')).length);

    expect(counts[1]).toBe(counts[0]);
    expect(await messages()).toEqual(before);
  });
});
