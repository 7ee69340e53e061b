import { createHash } from 'node:crypto';
import { consentText } from '@exam/contract/messages';
import { wire } from '@exam/contract/wire';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { routes as candidateRoutes } from '#people/candidates';
import { mayBePassedOn } from '#people/consents';
import { routes as orderRoutes } from '#checkout/orders';
import { reading } from '#platform/database';
import { unseal } from '#platform/vault';
import {
  ask,
  givenExam,
  givenSignedIn,
  givenVenue,
  moveClockTo,
  openTestServer,
  type SignedIn,
  type TestServer,
} from '#testing';
import { letterCodeOf, routes } from './index.ts';
import {
  choice,
  freeOfCharge,
  givenCandidate,
  givenInCart,
  givenOrder,
  givenRegistered,
  guardian,
  pickupPerson,
  residentNumber,
  run,
  signedInAgain,
  stepLog,
  submitAdult,
  ticked,
  today,
} from '#testing/wizard';

let server: TestServer;
let owner: SignedIn;

beforeAll(async () => {
  server = await openTestServer([...candidateRoutes, ...orderRoutes, ...routes]);
});
beforeEach(async () => {
  await moveClockTo(today);
  owner = await givenSignedIn(server.url);
});
afterAll(() => server.close());

async function search(body: object = {}): Promise<Record<string, unknown>[]> {
  const answer = await ask(owner, 'application.search', { body });
  expect(answer.status).toBe(200);
  return answer.body['list'] as Record<string, unknown>[];
}

const idsOf = (list: Record<string, unknown>[]) => list.map((item) => item['applicationId']);

describe('my exams', () => {
  it('lists what was ordered and never the cart [call:POST /api/application/candidate/search]', async () => {
    const exam = await givenExam(freeOfCharge);
    const registered = await givenRegistered(owner, exam);
    await givenInCart(owner, exam);
    const unpaid = await givenInCart(owner, await givenExam());
    const orderId = await givenOrder(owner, [unpaid], 150_000);

    const list = await search();

    expect(idsOf(list)).toEqual([unpaid, registered]);
    expect(list[0]).toMatchObject({ applicationStatus: wire.applicationStatus.Submitted, orderId, refundAmount: null });
    expect(list[1]).toMatchObject({
      applicationStatus: 'Registered',
      officeEmail: 'office@example.cn',
      publishStatus: 'Published',
      emailStatus: 'NotSent',
      hasBegun: false,
      isPast: false,
      isLetterAvailable: false,
    });
  });

  it('takes a status in either spelling, several as one of these, and counts them [R-01 call:GET /api/application/applicationstatus]', async () => {
    const registered = await givenRegistered(owner, await givenExam(freeOfCharge));
    const unpaid = await givenInCart(owner, await givenExam());
    await givenOrder(owner, [unpaid], 150_000);
    const by = (...values: string[]) => search({ filters: values.map((value) => ({ field: 'status', value })) });

    expect(idsOf(await by(wire.applicationStatus.Submitted))).toEqual([unpaid]);
    expect(idsOf(await by('Submitted'))).toEqual([unpaid]);
    expect(idsOf(await by('Registered', wire.applicationStatus.Submitted))).toEqual([unpaid, registered]);
    expect(idsOf(await by('All'))).toEqual([unpaid, registered]);
    expect(idsOf(await search({ filters: [{ field: 'category', value: 'All' }] }))).toEqual([unpaid, registered]);
    const wrong = await ask(owner, 'application.search', { body: { filters: [{ field: 'status', value: 'Paid' }] } });
    expect(wrong.status).toBe(400);
    const counts = await ask(owner, 'application.statusCounts');
    expect(JSON.parse(counts.text)).toEqual([
      { status: 'Registered', count: 1, upcoming: 1 },
      { status: wire.applicationStatus.Submitted, count: 1, upcoming: 1 },
    ]);
  });

  it('tells what is ahead from what is over, by the end of the exam [8.9 enum:MyExamFilter.*]', async () => {
    const [over, ahead] = [await givenExam(freeOfCharge), await givenExam(freeOfCharge)];
    const [past, next] = [await givenRegistered(owner, over), await givenRegistered(owner, ahead)];
    await run(
      sql`update exam_session set exam_date = (app_now() at time zone 'Asia/Shanghai')::date - 1 where id = ${over.sessionId}`,
    );
    const of = async (...values: string[]) =>
      idsOf(await search({ filters: values.map((value) => ({ field: 'when', value })) }));

    expect([await of('upcoming'), await of('past'), await of('All'), await of('upcoming', 'past')]).toEqual([
      [next],
      [past],
      [next, past],
      [next, past],
    ]);
    expect((await search()).map(({ hasBegun, isPast }) => [hasBegun, isPast])).toEqual([
      [false, false],
      [true, true],
    ]);
    const counts = await ask(owner, 'application.statusCounts');
    expect(JSON.parse(counts.text)).toEqual([{ status: 'Registered', count: 2, upcoming: 1 }]);
    const wrong = await ask(owner, 'application.search', { body: { filters: [{ field: 'when', value: 'soon' }] } });
    expect(wrong.status).toBe(400);
  });

  it('finds by code, candidate, exam and subject in both languages, a sign meaning itself', async () => {
    const id = await givenRegistered(owner, await givenExam(freeOfCharge));
    const by = async (value: string) => idsOf(await search({ filters: [{ field: 'keyword', value }] }));

    expect([await by('xiaoming'), await by('试卷1'), await by('paper 1')]).toEqual([[id], [id], [id]]);
    expect([await by('%'), await by('nobody')]).toEqual([[], []]);
  });

  it('sorts by exam date', async () => {
    const [late, early] = [await givenExam(freeOfCharge), await givenExam(freeOfCharge)];
    await run(sql`update exam_session set exam_date = '2027-01-10' where id = ${early.sessionId}`);
    const ids = [await givenRegistered(owner, late), await givenRegistered(owner, early)];

    const list = await search({ sorts: [{ field: 'examDate', desc: false }] });

    expect(idsOf(list)).toEqual(ids.toReversed());
  });

  it('puts exams of one day in the order of the day', async () => {
    const starts = ['13:30', '09:00', '16:00', '10:45'];
    const ids = new Map<string, string>();
    for (const start of starts) {
      const exam = await givenExam(freeOfCharge);
      await run(sql`update session_subject set start_time = ${start} where session_id = ${exam.sessionId}`);
      ids.set(start, await givenRegistered(owner, exam));
    }

    const list = await search({ sorts: [{ field: 'examDate', desc: false }] });

    expect(idsOf(list)).toEqual(starts.toSorted().map((start) => ids.get(start)));
  });

  it('shows nobody else’s', async () => {
    await givenRegistered(owner, await givenExam(freeOfCharge));
    owner = await givenSignedIn(server.url);

    expect(await search()).toEqual([]);
  });
});

describe('an exam’s page', () => {
  it('tells exam, person, payment and what happened when [call:GET /api/application/{id}]', async () => {
    const exam = await givenExam(freeOfCharge);
    await givenVenue(exam.sessionId);
    const id = await givenRegistered(owner, exam, true);

    const { body } = await ask(owner, 'application.get', { params: { id } });

    expect(body).toMatchObject({
      status: 'Registered',
      amount: 0,
      leaveAlone: false,
      subject: { subjectName: 'Paper 1', nameCn: '试卷1' },
      examInfo: { venue: { name: 'Chaoyang Test Centre' }, startTime: '09:00' },
      session: { notice: 'The lift serves floors 1 to 4.', cityName: 'Beijing' },
      applicationCandidate: { candidateAgeType: 'U11', dob: '2016-05-04' },
      applicationGuardian: { idNo: '****************2X', name: '王建国' },
      applicationPickupPerson: null,
      letter: { isAvailable: false, version: 1 },
      canEditPickup: true,
      user: { phoneNumber: owner.phone },
    });
    expect(body['payment']).toMatchObject({ orderCode: expect.stringMatching(/^O261121/) });
    const timeline = body['timeline'] as { event: string }[];
    expect(timeline.map(({ event }) => event)).toEqual(['create', 'submit', 'register']);
  });

  it('names the venue before the place is paid, and none while the session is withdrawn [R-89]', async () => {
    const exam = await givenExam(freeOfCharge);
    await givenVenue(exam.sessionId);
    const waiting = await givenInCart(owner, exam);
    const registered = await givenRegistered(owner, exam);
    const venueOf = async (id: string) =>
      ((await ask(owner, 'application.get', { params: { id } })).body['examInfo'] as { venue: unknown }).venue;

    const before = await venueOf(waiting);
    await run(sql`update exam_session set status = 'Withdrawn' where id = ${exam.sessionId}`);

    expect([before, await venueOf(registered)]).toEqual([
      { name: 'Chaoyang Test Centre', address: '18 Jianguomenwai Avenue, Beijing' },
      null,
    ]);
  });

  it('keeps the Chinese name as it was at submission, in the list and on its page', async () => {
    const candidateId = await givenCandidate(owner, '1990-03-07', { nameZh: '王小明' });
    const submitted = await submitAdult(owner, await givenExam(freeOfCharge), candidateId);
    const id = String(submitted.body['id']);
    await givenOrder(owner, [id], 0);
    const body = { id: candidateId, idType: 'IDCard', lastName: 'WANG', firstName: 'XIAOMING', nameZh: '王晓明' };
    const changed = await ask(owner, 'candidate.modify', { body });
    const later = await givenRegistered(owner, await givenExam(freeOfCharge));

    const page = (await ask(owner, 'application.get', { params: { id } })).body;

    expect(changed.body['nameZh'], changed.text).toBe('王晓明');
    expect(page['applicationCandidate']).toMatchObject({ lastName: 'WANG', nameZh: '王小明' });
    const names = new Map((await search()).map((item) => [item['applicationId'], item['candidateNameZh']]));
    expect([names.get(id), names.get(later)]).toEqual(['王小明', null]);
  });

  it('stays readable when its subject is no longer offered', async () => {
    const exam = await givenExam(freeOfCharge);
    const id = await givenRegistered(owner, exam);
    await run(sql`update subject set status = 'Inactive' where id = ${exam.subjectIds[0]}`);

    const { status } = await ask(owner, 'application.get', { params: { id } });

    expect(status).toBe(200);
  });

  it('has no number of a document in it that is not masked [S-13 T32]', async () => {
    const exam = await givenExam(freeOfCharge);
    const id = await givenRegistered(owner, exam, true);
    const row = await reading((tx) =>
      tx.selectFrom('application').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    );
    const idNo = unseal(row.id_no_sealed, { table: 'application', row: id, column: 'id_no' });

    const { text } = await ask(owner, 'application.get', { params: { id } });

    expect(text).not.toContain(idNo);
    expect(text).not.toContain('11010519491231002X');
    expect(text).not.toContain(letterCodeOf(row));
  });
});

describe('the pickup person', () => {
  const change = (applicationId: string, changes: object = {}) =>
    ask(owner, 'application.changePickup', { body: { applicationId, leaveAlone: false, ...changes } });
  const other = { ...pickupPerson, idNo: residentNumber('1995-02-28') };

  it('can be changed after payment, and makes a new version of the letter [R-27 9.1#17 call:POST /api/application/pickupperson]', async () => {
    const id = await givenRegistered(owner, await givenExam(freeOfCharge), true);

    const { body } = await change(id, { applicationPickupPerson: other });

    expect(body).toMatchObject({
      leaveAlone: false,
      applicationPickupPerson: { name: '李娜', mobile: '+8613900139000' },
      letter: { version: 2 },
    });
    expect((body['timeline'] as { event: string }[]).at(-1)?.event).toBe('changePickup');
  });

  it('is never the child, whatever document is named, and declares the age where the document does not tell it [R-30 R-32]', async () => {
    const number = residentNumber('2016-05-04');
    const passport = { idType: 'Passport', idNo: 'E88881234', lastName: 'WANG', firstName: 'XIAOXIAO' };
    const exam = await givenExam(freeOfCharge);
    const candidateId = await givenCandidate(owner, '2016-05-04', { ...passport, gender: 'Female', dob: '2016-05-04' });
    const body = { ...choice(exam, { applicationSteps: stepLog(true) }), applicationCandidate: { candidateId } };
    const itself = { ...other, idType: 'Passport', idNo: 'e8888 1234', isFourteenOrOlder: true };
    const submit = (applicationPickupPerson: object) =>
      ask(owner, 'application.submit', {
        body: { ...body, leaveAlone: false, consents: ticked(true), applicationPickupPerson },
      });

    const own = await submit(itself);
    const undeclared = await submit({ ...other, idType: 'Passport', idNo: 'E77771234' });
    const id = String((await submit(other)).body['id']);
    await givenOrder(owner, [id], 0);
    const later = await change(id, { applicationPickupPerson: itself });
    const young = await change(id, { applicationPickupPerson: { ...other, idNo: number } });

    const refused = (code: string) => [412, { 'applicationPickupPerson.idNo': code }];
    expect([own, later, young].map(({ status, body: said }) => [status, said['fieldCodes']])).toEqual([
      refused('PICKUP_IS_CANDIDATE'),
      refused('PICKUP_IS_CANDIDATE'),
      refused('PICKUP_UNDER_AGE'),
    ]);
    expect(undeclared.body['fieldCodes']).toEqual({
      'applicationPickupPerson.isFourteenOrOlder': 'PICKUP_AGE_NOT_DECLARED',
    });
  });

  it('can be changed until the exam starts, on a day without work too [R-27]', async () => {
    const exam = await givenExam(freeOfCharge);
    // A Monday, 09:00 in China.
    await run(sql`update exam_session set exam_date = '2027-01-18' where id = ${exam.sessionId}`);
    await run(sql`update session_subject set starts_at = '2027-01-18T01:00:00Z' where session_id = ${exam.sessionId}`);
    const id = await givenRegistered(owner, exam, true);

    await moveClockTo('2027-01-18T00:59:00.000Z');
    owner = await signedInAgain(server.url, owner);
    const before = await change(id);
    await moveClockTo('2027-01-18T01:00:00.000Z');
    owner = await signedInAgain(server.url, owner);
    const after = await change(id);

    expect([before.status, before.body['pickupEditableUntil']]).toEqual([200, '2027-01-18T01:00:00.000Z']);
    expect(after.body['code']).toBe('PICKUP_TOO_LATE');
  });

  it('is nobody from 11 years on only by the guardian’s statement, kept as evidence of its own [R-27 R-30 6.1 9.1#17]', async () => {
    const id = await givenRegistered(owner, await givenExam(freeOfCharge), '2012-05-04');
    const consents = ticked(true).filter(({ statementId }) => statementId === 'guardianship');
    const alone = (given?: object[]) => change(id, { leaveAlone: true, ...(given ? { consents: given } : {}) });

    const untold = await alone();
    const outdated = await alone(consents.map((each) => ({ ...each, version: '2025-01' })));
    const others = await alone(ticked(true).filter(({ statementId }) => statementId !== 'guardianship'));
    const given = await alone(consents);

    expect([untold, outdated, others].map(({ status, body }) => [status, body['fieldCodes']])).toEqual([
      [412, { consents: 'CONSENT_INCOMPLETE' }],
      [412, { consents: 'CONSENT_OUTDATED' }],
      [412, { consents: 'CONSENT_INCOMPLETE' }],
    ]);
    expect([given.status, given.body['leaveAlone'], given.body['applicationPickupPerson']]).toEqual([200, true, null]);
    const kept = await reading((tx) =>
      tx
        .selectFrom('consent')
        .select(['statement_id', 'guardian_relation', 'language', 'text_hash', 'given_at'])
        .where('application_id', '=', id)
        .orderBy('given_at', 'desc')
        .execute(),
    );
    const text = consentText('en', 'guardianship', { recipient: null });
    expect(kept).toHaveLength(6);
    expect(kept[0]).toMatchObject({
      statement_id: 'guardianship',
      guardian_relation: guardian.type,
      language: 'en',
      text_hash: createHash('sha256').update(text).digest(),
    });
    const { rows } = await reading((tx) =>
      sql<{ may: boolean }>`select ${mayBePassedOn(sql`consent.application_id = ${id}`)} as may`.execute(tx),
    );
    expect(rows).toEqual([{ may: true }]);
  });

  it('is nobody’s for adults, never nobody for a child of ten, and none before payment [R-30]', async () => {
    const exam = await givenExam(freeOfCharge);
    const [adult, child, waiting] = [
      await givenRegistered(owner, exam),
      await givenRegistered(owner, exam, true),
      await givenInCart(owner, exam),
    ];

    expect((await change(adult)).body['fieldCodes']).toEqual({ leaveAlone: 'LEAVE_NOT_FOR_ADULTS' });
    expect((await change(child, { leaveAlone: true })).body['fieldCodes']).toEqual({
      leaveAlone: 'LEAVE_ALONE_TOO_YOUNG',
    });
    expect((await change(waiting)).body['code']).toBe('ILLEGAL_STATE');
  });
});
