import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readSpreadsheet } from '#people/imports';
import { reading } from '#platform/database';
import type { TestApp } from '#testing/app';
import { ask, askStaff, givenStaff, moveClockTo, type SignedInStaff } from '#testing';
import { givenChild, givenFreeExam, givenRegistration, openRegistrationDesk } from '#testing/registrations-desk';

const today = '2026-11-21T04:00:00.000Z';
const reason = 'The school asked us to withdraw this pupil.';

let server: TestApp;
let officer: SignedInStaff;
let approver: SignedInStaff;
beforeAll(async () => {
  server = await openRegistrationDesk();
  await moveClockTo(today);
});
afterAll(() => server.close());
beforeEach(async () => {
  officer = await givenStaff(server.consoleUrl, { roles: ['examOfficer'] });
  approver = await givenStaff(server.consoleUrl, { roles: ['financeApprover'] });
});

async function statusOf(id: string) {
  const { rows } = await reading((tx) =>
    sql<{ status: string; withdraw_reason: string | null; registered: number }>`
      select application.status, application.withdraw_reason, session.registered
      from application join exam_session session on session.id = application.session_id where application.id = ${id}`.execute(
      tx,
    ),
  );
  return rows[0];
}

describe('a registration that staff withdraw', () => {
  const propose = (id: string, version = 1) =>
    askStaff(officer, 'applications.withdraw', { params: { id }, body: { version, refund: 'Everything', reason } });
  const decide = (staff: SignedInStaff, proposalId: unknown, isApproved = true) =>
    askStaff(staff, isApproved ? 'approvals.approve' : 'approvals.reject', {
      params: { id: proposalId },
      body: isApproved ? {} : { reason: 'The pupil comes after all.' },
    });

  it('stays registered until a second person agrees, who is not the first; then seat and letter are gone and the owner reads why [9.1#14 S-16 R-64 call:POST /api/staff/applications/{id}/withdraw]', async () => {
    const { owner, id } = await givenRegistration(server.url, await givenFreeExam());

    const { status, body } = await propose(id);
    const before = await statusOf(id);
    const own = await decide(officer, body['proposalId']);
    const second = await decide(approver, body['proposalId']);
    const again = await decide(approver, body['proposalId']);

    expect([status, own.status, second.status, again.status]).toEqual([200, 403, 204, 409]);
    expect(before).toEqual({ status: 'Registered', withdraw_reason: null, registered: 1 });
    expect(await statusOf(id)).toEqual({ status: 'Withdrawn', withdraw_reason: reason, registered: 0 });
    const page = await ask(owner, 'application.get', { params: { id } });
    expect(page.body).toMatchObject({ status: 'Withdrawn', withdrawReason: reason });
    const audited = await askStaff(officer, 'applications.get', { params: { id } });
    expect(audited.body['audit']).toMatchObject([{ action: 'applications.withdraw', reason }]);
  });

  it('is not proposed by who has read what was corrected since [S-1]', async () => {
    const { id } = await givenRegistration(server.url, await givenFreeExam());
    const body = { version: 1, changes: { email: 'new@example.com' }, reason };
    const corrected = await askStaff(officer, 'applications.correct', { params: { id }, body });

    const [stale, read] = [await propose(id, 1), await propose(id, 2)];

    expect([corrected.status, stale.status, stale.body['code'], read.status]).toEqual([
      200,
      409,
      'VERSION_CONFLICT',
      200,
    ]);
  });

  it('stays registered when the second person rejects it, and is proposed once at a time [S-16]', async () => {
    const { id } = await givenRegistration(server.url, await givenFreeExam());

    const { body } = await propose(id);
    const twice = await propose(id);
    await decide(approver, body['proposalId'], false);

    expect(twice.body['code']).toBe('PROPOSAL_OPEN');
    expect(await statusOf(id)).toMatchObject({ status: 'Registered', registered: 1 });
    expect((await propose(id)).status).toBe(200);
  });
});

describe('the lists of an exam day as spreadsheets', () => {
  /** The rows of a sheet as a spreadsheet program reads them, without the line that says which list it is. */
  const sheet = async (sessionId: string, name: string, language = 'en') =>
    (await whole(sessionId, name, language)).slice(1);

  async function whole(sessionId: string, name: string, language = 'en'): Promise<unknown[][]> {
    const me = await askStaff(officer, 'staff.me');
    const answer = await globalThis.fetch(`${server.consoleUrl}/api/staff/exam-day/${sessionId}/sheet`, {
      method: 'POST',
      headers: {
        origin: server.consoleUrl,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
        'accept-language': language,
        'x-csrf-token': String(me.body['token']),
        cookie: [...officer.cookies].map(([key, value]) => `${key}=${value}`).join('; '),
      },
      body: JSON.stringify({ sheet: name, reason: 'For the door of the hall.' }),
    });
    expect(answer.headers.get('content-type')).toContain('spreadsheetml');
    return await readSpreadsheet(Buffer.from(await answer.arrayBuffer()));
  }

  it('hold who sits, with the end of the document and the papers, and whoever collects a minor, in both languages [call:POST /api/staff/exam-day/{id}/sheet]', async () => {
    const child = await givenChild(server.url);

    const door = await sheet(child.sessionId, 'door');
    const attendance = await sheet(child.sessionId, 'attendance', 'zh');
    const leave = await sheet(child.sessionId, 'leave');
    const titles = [await whole(child.sessionId, 'door'), await whole(child.sessionId, 'leave', 'zh')].map(
      ([title]) => title?.[0],
    );

    const { code } = (await askStaff(officer, 'applications.get', { params: { id: child.id } })).body;
    expect(titles).toEqual([
      expect.stringMatching(/^Door list · .+ · \d{4}-\d\d-\d\d \d\d:\d\d–\d\d:\d\d · Beijing · \S/),
      expect.stringMatching(/^未成年考生离场名单 · .+ · \d{4}-\d\d-\d\d \d\d:\d\d–\d\d:\d\d · 北京 · \S/),
    ]);
    expect(door).toEqual([
      ['No.', 'Name', 'Application ID', 'Document ends in', 'Papers'],
      ['1', 'WANG XIAOMING · No letter: waits for a guardian', code, '12', expect.stringMatching(/^\d\d:\d\d /)],
    ]);
    expect(attendance[0]).toEqual(['序号', '姓名', '报名编号', '证件末两位', '科目', '考勤', '签名']);
    expect(attendance[1]?.slice(0, 4)).toEqual(['1', 'WANG XIAOMING · 无准考证：等待监护人', code, '12']);
    expect(leave[1]?.slice(1, 5)).toEqual([
      'WANG XIAOMING',
      code,
      'Collected by the guardian',
      expect.stringMatching(/^王建国 \(2X\) 138\*+8000$/),
    ]);
    expect(JSON.stringify([door, attendance, leave])).not.toContain('110101201605040012');
  });

  it('show which way of leaving was changed, and whether since the list was last taken out [R-27]', async () => {
    const child = await givenChild(server.url);
    const read = async () => (await askStaff(officer, 'examDay.get', { params: { id: child.sessionId } })).body;

    const first = await read();
    await sheet(child.sessionId, 'leave');
    const { body } = await ask(child.owner, 'application.changePickup', {
      body: { applicationId: child.id, leaveAlone: false },
    });
    const after = await read();
    const list = await sheet(child.sessionId, 'leave');

    expect(first).toMatchObject({ leaveListAt: null, roll: [{ leaveChangedAt: null }] });
    const changedAt = (body['timeline'] as { at: string }[]).at(-1)?.at;
    expect(after).toMatchObject({ leaveListAt: expect.any(String), roll: [{ leaveChangedAt: changedAt }] });
    expect(String(after['leaveListAt']) < String(changedAt)).toBe(true);
    expect(list[0]).toEqual([
      'No.',
      'Name',
      'Application ID',
      'Leaves',
      'Picked up by (document ends in)',
      'Changed',
      'Time',
      'Signature',
    ]);
    expect(list[1]?.[5]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d, after the last list$/);
  });

  it('keep whose data left, and why, and hold no minor where there is none', async () => {
    const exam = await givenFreeExam();
    await givenRegistration(server.url, exam);

    const leave = await sheet(exam.sessionId, 'leave');
    await sheet(exam.sessionId, 'door');

    expect(leave).toHaveLength(1);
    const { rows } = await reading((tx) =>
      sql<{ reason: string; rows: number; people: number }>`
        select reason, (after->>'rows')::integer as rows, cardinality(people) as people from audit_entry
        where action = 'examDay.sheet' and object_id = ${exam.sessionId} order by at`.execute(tx),
    );
    expect(rows).toEqual([
      { reason: 'For the door of the hall.', rows: 0, people: 0 },
      { reason: 'For the door of the hall.', rows: 1, people: 1 },
    ]);
  });
});
