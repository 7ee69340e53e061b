import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction, reading } from '#platform/database';
import type { TestApp } from '#testing/app';
import { ask, askStaff, givenOffice, givenStaff, moveClockTo, type SignedInStaff } from '#testing';
import { givenChild, givenFreeExam, givenRegistration, openRegistrationDesk } from '#testing/registrations-desk';

const today = '2026-11-21T04:00:00.000Z';
const canary = '<img src=x onerror=alert(1)>';

let server: TestApp;
let officer: SignedInStaff;
beforeAll(async () => {
  server = await openRegistrationDesk();
  await moveClockTo(today);
  officer = await givenStaff(server.consoleUrl, { roles: ['examOfficer'] });
});
afterAll(() => server.close());

const pageOf = async (id: string) => (await askStaff(officer, 'applications.get', { params: { id } })).body;
const correct = (id: string, version: unknown, changes: object, reason = `The pinyin was wrong. ${canary}`) =>
  askStaff(officer, 'applications.correct', { params: { id }, body: { version, changes, reason } });
const lettersOf = (page: Record<string, unknown>) => Reflect.get(Object(page['letters']), 'version');

describe('correcting a registration', () => {
  it('renews the letter when it shows what changed, and the audit keeps both, masked [9.8 R-27]', async () => {
    const exam = await givenFreeExam();
    const { owner, id } = await givenRegistration(server.url, exam);
    const before = await pageOf(id);

    const answer = await correct(id, before['version'], { firstName: 'XIAOMING' });

    const after = await pageOf(id);
    const own = await ask(owner, 'application.get', { params: { id } });
    expect(answer.body).toEqual({ isLetterRenewed: true });
    expect([lettersOf(before), lettersOf(after)]).toEqual([1, 2]);
    expect(own.body).toMatchObject({ letter: { version: 2 }, applicationCandidate: { firstName: 'XIAOMING' } });
    expect(after['audit']).toMatchObject([
      {
        action: 'applications.correct',
        reason: `The pinyin was wrong. ${canary}`,
        before: { firstName: 'X******' },
        after: { firstName: 'X*******' },
      },
    ]);
    expect(JSON.stringify(after)).not.toContain('110101199003077838');
  });

  it('leaves the letter alone when it does not show it, and refuses what changes nothing [R-27]', async () => {
    const { id } = await givenRegistration(server.url, await givenFreeExam());

    const answer = await correct(id, 1, { email: 'new@example.com' });
    const same = await correct(id, 2, { firstName: 'XIAOMIN' });

    expect(answer.body).toEqual({ isLetterRenewed: false });
    expect(same.body['code']).toBe('CORRECTION_EMPTY');
  });

  it('corrects the e-mail, the mobile and the guardian of a child, sealed where they lie and masked in the audit [R-27]', async () => {
    const { id } = await givenChild(server.url);
    const guardian = {
      name: '李秀兰',
      idType: 'IDCard',
      idNo: '330106198001014225',
      mobile: '13900139000',
      type: 'Mother',
    };

    const wrong = await correct(id, 1, { guardian: { ...guardian, mobile: '12' }, mobile: '12' });
    const answer = await correct(id, 1, { email: 'mother@example.com', mobile: '13700137000', guardian });

    expect(Object.keys(Object(wrong.body['fields'])).toSorted()).toEqual(['guardian.mobile', 'mobile']);
    expect(answer.status).toBe(200);
    const page = await pageOf(id);
    expect(page).toMatchObject({
      candidate: { email: 'mo***@example.com', mobile: '137****7000' },
      guardian: { idNo: '****************25', mobile: '139****9000', type: 'Mother' },
    });
    expect(page['audit']).toMatchObject([{ after: { email: 'mo***@example.com', mobile: '137****7000' } }]);
    const reveal = async (field: string) =>
      (await askStaff(officer, 'applications.reveal', { params: { id }, body: { field, reason: 'To ring her.' } }))
        .body;
    expect([await reveal('guardianName'), await reveal('mobile')]).toEqual([
      { value: '李秀兰' },
      { value: '+8613700137000' },
    ]);
    expect(JSON.stringify(page)).not.toMatch(/李秀兰|13700137000|330106198001014225/);
  });

  it('lets a child leave alone only when it is noted which guardian consented, and how [R-27 R-30 9.1#17]', async () => {
    const { id, sessionId } = await givenChild(server.url);
    // Eleven on the new day.
    await inTransaction((tx) =>
      sql`update exam_session set exam_date = '2027-05-20' where id = ${sessionId}`.execute(tx),
    );
    await inTransaction((tx) =>
      sql`update application_person set type = 'Father' where application_id = ${id}`.execute(tx),
    );
    const consent = { by: 'Mother', arrivedBy: 'Telephone' };
    const alone = (more: object = {}) => correct(id, 1, { leave: { leaveAlone: true, ...more } });

    const untold = await alone();
    const someone = await alone({ consent: { ...consent, by: 'Other' } });
    const answer = await alone({ consent });

    expect([untold.status, untold.body['fieldCodes']]).toEqual([412, { 'leave.consent': 'CONSENT_INCOMPLETE' }]);
    expect(someone.body['fieldCodes']).toEqual({ 'leave.consent': 'CONSENT_INCOMPLETE' });
    expect(answer.body).toEqual({ isLetterRenewed: true });
    const page = await pageOf(id);
    expect(page).toMatchObject({
      leaveChoice: 'LeavesAlone',
      audit: [{ after: { consentBy: 'Mother', consentArrivedBy: 'Telephone' } }],
    });
    const events = (page['timeline'] as { event: string; actor: string }[]).map(
      (each) => `${each.event} ${each.actor}`,
    );
    expect(events).toContain('changePickup staff');
  });

  it('lets one of two who correct at once win, and tells the other [S-1]', async () => {
    const { id } = await givenRegistration(server.url, await givenFreeExam());

    const answers = await Promise.all([
      correct(id, 1, { firstName: 'XIAOMING' }),
      correct(id, 1, { firstName: 'XIAOHONG' }),
    ]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('moves the place with a new document, and refuses one that has the place already [S-14]', async () => {
    const exam = await givenFreeExam();
    const { id } = await givenRegistration(server.url, exam);
    await givenRegistration(server.url, exam, '11010519491231002X');

    const taken = await correct(id, 1, { idNo: '11010519491231002X' });
    const moved = await correct(id, 1, { idNo: '330106201011201133' });
    const adult = await correct(id, 1, { idType: 'Passport', idNo: 'E12345678' });

    expect(taken.body['code']).toBe('ALREADY_REGISTERED');
    expect(moved.body['fields']).toHaveProperty('guardian');
    expect(adult.status).toBe(200);
    const { rows } = await reading((tx) =>
      sql<{ same: boolean }>`
        select seat.person_key = application.person_key as same from seat_allocation seat
        join application on application.id = seat.application_id where application.id = ${id} and seat.state = 'Taken'`.execute(
        tx,
      ),
    );
    expect(rows).toEqual([{ same: true }]);
  });

  it('is another office’s business there: not found [T32]', async () => {
    const { id } = await givenRegistration(server.url, await givenFreeExam());
    const stranger = await givenStaff(server.consoleUrl, { roles: ['examOfficer'], offices: [await givenOffice()] });

    const answers = [
      await askStaff(stranger, 'applications.get', { params: { id } }),
      await askStaff(stranger, 'applications.reveal', {
        params: { id },
        body: { field: 'idNo', reason: 'To compare.' },
      }),
      await askStaff(stranger, 'applications.correct', {
        params: { id },
        body: { version: 1, changes: { firstName: 'X' }, reason: 'To compare.' },
      }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it('shows a number whole only for a reason, and writes down whose it was', async () => {
    const { id } = await givenRegistration(server.url, await givenFreeExam());

    const answer = await askStaff(officer, 'applications.reveal', {
      params: { id },
      body: { field: 'idNo', reason: 'The candidate is at the desk.' },
    });

    expect(answer.body).toEqual({ value: '110101199003077838' });
    const { rows } = await reading((tx) =>
      sql<{ people: number }>`
        select cardinality(people) as people from audit_entry where object_id = ${id} and action = 'applications.reveal'`.execute(
        tx,
      ),
    );
    expect(rows).toEqual([{ people: 1 }]);
  });
});

describe('entries to the awarding body', () => {
  it('hold everybody once, then only who has changed, and nobody without consent [3-domain 6.2]', async () => {
    const exam = await givenFreeExam();
    const { id } = await givenRegistration(server.url, exam);
    await givenRegistration(server.url, exam, '11010519491231002X');
    const scope = { productId: exam.productId, sessionId: exam.sessionId };
    const file = (reason: string) =>
      askStaff(officer, 'bodyEntries.export', { body: { ...scope, format: 'csv', reason } });

    const first = await file('Entries of the session.');
    const nothing = await file('Once more, to be sure.');
    await correct(id, 1, { firstName: 'XIAOMING' });
    const second = await file('The correction of a name.');

    const linesOf = (text: string) => text.trim().split(/\r?\n/).slice(1);
    expect(linesOf(first.text).map((line) => line.split(',')[0])).toEqual(['New', 'New']);
    expect(nothing.body['code']).toBe('ENTRIES_UNCHANGED');
    expect(linesOf(second.text)).toEqual([expect.stringMatching(/^Changed,.*XIAOMING/)]);
    const { body } = await askStaff(officer, 'bodyEntries.search', { body: { productId: exam.productId } });
    expect(body['list']).toMatchObject([
      { recipient: 'The Board', country: 'GB', purpose: 'The correction of a name.', changedCount: 1, newCount: 0 },
      { purpose: 'Entries of the session.', newCount: 2 },
    ]);
  });

  it('can be had again by who lost the file, without whoever took the consent back, and count as told once [3-domain 6.2]', async () => {
    const exam = await givenFreeExam();
    const { id } = await givenRegistration(server.url, exam);
    const other = await givenRegistration(server.url, exam, '11010519491231002X');
    const scope = { productId: exam.productId, sessionId: exam.sessionId };
    const file = (exportId?: unknown, productId = exam.productId) =>
      askStaff(officer, 'bodyEntries.export', {
        body: { ...scope, productId, exportId, format: 'csv', reason: 'The file was lost.' } as never,
      });
    const first = await file();
    const { body: found } = await askStaff(officer, 'bodyEntries.search', { body: { productId: exam.productId } });
    const [made] = found['list'] as { id: string; productId: string }[];

    const again = await file(made?.id);
    await inTransaction((tx) =>
      sql`delete from consent where application_id = ${other.id} and statement_id = 'awardingBody'`.execute(tx),
    );
    await correct(id, 1, { firstName: 'XIAOMING' });
    const later = await file(made?.id);
    const next = await file();
    const elsewhere = await file(made?.id, (await givenFreeExam()).productId);

    expect(made?.productId).toBe(exam.productId);
    expect([again.status, again.text]).toEqual([200, first.text]);
    const linesOf = (text: string) => text.trim().split(/\r?\n/).slice(1);
    expect(linesOf(later.text)).toEqual([expect.stringMatching(/^New,.*XIAOMING/)]);
    expect(linesOf(next.text)).toEqual([expect.stringMatching(/^Changed,.*XIAOMING/)]);
    expect(elsewhere.status).toBe(404);
    const { rows } = await reading((tx) =>
      sql<{ people: number }>`
        select cardinality(people) as people from audit_entry where action = 'entries.export' and object_id = ${made?.id}
        order by at`.execute(tx),
    );
    expect(rows).toEqual([{ people: 2 }, { people: 2 }, { people: 1 }]);
  });

  it('leave out who gave no consent to it', async () => {
    const exam = await givenFreeExam();
    const { id } = await givenRegistration(server.url, exam);
    await inTransaction((tx) =>
      sql`delete from consent where application_id = ${id} and statement_id = 'awardingBody'`.execute(tx),
    );

    const { body } = await askStaff(officer, 'bodyEntries.preview', { body: { productId: exam.productId } });

    expect(body).toMatchObject({ rows: [], left: [{ applicationId: id, why: 'NoConsent' }] });
  });
});

describe('the exam day', () => {
  it('marks who came, takes a mark back, and lets a colleague’s stale mark fail [9.1#14]', async () => {
    const exam = await givenFreeExam();
    const { id } = await givenRegistration(server.url, exam);
    const other = await givenRegistration(server.url, exam, '11010519491231002X');
    const mark = (person: SignedInStaff, what: string, version: number) =>
      askStaff(person, 'examDay.mark', {
        params: { id: exam.sessionId, applicationId: id },
        body: { mark: what, version },
      });

    const early = await mark(officer, 'Present', 0);
    await moveClockTo('2027-01-20T02:00:00.000Z');
    const atDoor = await givenStaff(server.consoleUrl, { roles: ['examDaySupervisor'] });
    const close = () =>
      askStaff(atDoor, 'examDay.closeRoll', {
        params: { id: exam.sessionId },
        body: { isDryRun: false, reason: 'The exam has begun.' },
      });
    const startsAt = async (at: string) =>
      await inTransaction((tx) =>
        sql`update exam_session set starts_at = ${at}, publish_end_at = least(publish_end_at, ${at}) where id = ${exam.sessionId}`.execute(
          tx,
        ),
      );
    await startsAt('2027-01-20T02:10:00.000Z');
    const tooEarly = await close();
    await startsAt('2027-01-20T01:00:00.000Z');
    const late = await mark(atDoor, 'Late', 0);
    const stale = await mark(atDoor, 'Absent', 0);
    const undone = await mark(atDoor, 'Undo', Number(late.body['version']));
    const present = await mark(atDoor, 'Present', Number(undone.body['version']));
    const closed = await close();
    const day = await askStaff(atDoor, 'examDay.get', { params: { id: exam.sessionId } });
    await moveClockTo(today);

    expect(early.body['code']).toBe('EXAM_NOT_TODAY');
    expect(tooEarly.body['code']).toBe('EXAM_NOT_BEGUN');
    expect([late.body['attendance'], undone.body['attendance'], present.body['attendance']]).toEqual([
      'Late',
      'Expected',
      'Present',
    ]);
    expect(stale.status).toBe(409);
    expect(closed.body).toEqual({ absent: 1 });
    expect(day.body['session']).toMatchObject({ registered: 2, present: 1, absent: 1 });
    expect(day.text).not.toContain('199003077838');
    expect(day.text).not.toMatch(/"\w*(fee|amount)\w*":/i);
    expect(other.id).not.toBe(id);
  });

  it('is listed from its day to its day, unless its session is a draft', async () => {
    const { sessionId } = await givenFreeExam();
    const dated = sql<{ day: string }>`select exam_date::text as day from exam_session where id = ${sessionId}`;
    const { rows } = await inTransaction((tx) => dated.execute(tx));
    const day = rows[0]?.day ?? '';
    const isListed = async () => {
      const { text } = await askStaff(officer, 'examDay.search', { body: { from: day, until: day, pageSize: 100 } });
      const { list } = JSON.parse(text) as { list: { sessionId: string }[] };
      return list.some((each) => each.sessionId === sessionId);
    };

    const published = await isListed();
    await inTransaction((tx) => sql`update exam_session set status = 'Draft' where id = ${sessionId}`.execute(tx));

    expect([published, await isListed()]).toEqual([true, false]);
  });
});

describe('what the candidate is told', () => {
  it('a special arrangement is decided with conditions that stay sealed', async () => {
    const { owner, id } = await givenRegistration(server.url, await givenFreeExam());
    await askStaff(officer, 'arrangements.record', {
      params: { id },
      body: { request: `Extra time. ${canary}`, reason: 'By telephone.' },
    });

    const decided = await askStaff(officer, 'arrangements.decide', {
      params: { id },
      body: { version: 1, isGranted: true, conditions: '25 % extra time in a room of its own.' },
    });

    const { body } = await askStaff(officer, 'arrangements.get', { params: { id } });
    expect(decided.status).toBe(204);
    expect(body).toMatchObject({ status: 'Granted', request: `Extra time. ${canary}` });
    const own = await ask(owner, 'application.get', { params: { id } });
    expect(own.body['specialArrangement']).toMatchObject({
      isGranted: true,
      conditions: '25 % extra time in a room of its own.',
    });
    const { rows } = await reading((tx) =>
      sql<{ kinds: string[]; leaked: boolean }>`
        select array_agg(kind) as kinds,
          exists (select from audit_entry where object_id = ${id} and after::text like '%extra time%') as leaked
        from message where object_id = ${id} and kind = 'arrangementDecided'`.execute(tx),
    );
    expect(rows[0]).toMatchObject({ kinds: expect.arrayContaining(['arrangementDecided']), leaked: false });
  });

  it('everybody of a session is counted first, then told once [C39]', async () => {
    const exam = await givenFreeExam();
    const { owner, id } = await givenRegistration(server.url, exam);
    const words = {
      titleEn: 'Your room',
      titleZh: '考场变更',
      textEn: `Second floor. ${canary}`,
      textZh: '请到二楼参加考试，谢谢配合。',
    };
    const send = (isDryRun: boolean) =>
      askStaff(officer, 'sessionNotices.send', { params: { id: exam.sessionId }, body: { ...words, isDryRun } });

    const counted = await send(true);
    const sent = await send(false);
    const again = await send(false);

    expect([counted.body, sent.body]).toEqual([sent.body, counted.body]);
    expect(counted.body).toMatchObject({ registrations: 1, accounts: 1 });
    expect(again.body['code']).toBe('TOLD_ALREADY');
    const { body } = await ask(owner, 'application.get', { params: { id } });
    expect(body['officeMessages']).toMatchObject([{ title: 'Your room', text: `Second floor. ${canary}` }]);
  });
});
