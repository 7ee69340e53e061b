import { addSeconds, minorApprovalDays } from '@exam/contract/rules';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setClockOffset } from '#platform/clock';
import { startTestApp, type TestApp } from '#testing/app';
import { ask, askStaff, enterConsole, givenStaff, moveClockTo, type SignedInStaff, rowsOf } from '#testing';
import { givenChild, givenFreeExam, givenRegistration } from '#testing/registrations-desk';

let server: TestApp;
let newcomer: SignedInStaff;
let colleague: SignedInStaff;
let privacy: SignedInStaff;
beforeAll(async () => {
  server = await startTestApp();
  newcomer = await givenStaff(server.consoleUrl, { roles: ['examOfficer'], opensMinors: false, name: 'Newcomer' });
  colleague = await givenStaff(server.consoleUrl, { roles: ['examOfficer'], name: 'Colleague' });
  privacy = await givenStaff(server.consoleUrl, { roles: ['privacyOfficer'], name: 'Privacy' });
});
afterEach(() => setClockOffset(0));
afterAll(() => server.close());

const reason = 'The parents asked about the papers.';
const newOfficer = (name: string) =>
  givenStaff(server.consoleUrl, { roles: ['examOfficer'], opensMinors: false, name });
const open = (staff: SignedInStaff, id: string) => askStaff(staff, 'applications.get', { params: { id } });
const refusals = (objectId: string) =>
  rowsOf(
    `select staff_name, action, object_kind, after from audit_entry where object_id = $1 and action like '%.refused' order by at`,
    [objectId],
  );
const looksAt = (id: string) =>
  rowsOf('select act, purpose, reason, entry_id from record_view where record_id = $1 order by at', [id]);

async function askFor(staff: SignedInStaff, recordId: string): Promise<string> {
  const answer = await askStaff(staff, 'minors.ask', { body: { recordKind: 'application', recordId, reason } });
  expect(answer.status, answer.text).toBe(200);
  return String(answer.body['proposalId']);
}

const approve = (staff: SignedInStaff, id: string) =>
  askStaff(staff, 'approvals.approve', { params: { id }, body: { reason: null } });

describe('the record of a minor', () => {
  it('opens for nobody without an approval, and keeps who tried; that of an adult needs none [3-domain 6.3 T32]', async () => {
    const child = await givenChild(server.url);
    const adult = await givenRegistration(server.url, await givenFreeExam());

    const refused = await open(newcomer, child.id);
    const opened = await open(newcomer, adult.id);

    expect([refused.status, refused.body['code']]).toEqual([403, 'MINOR_APPROVAL_NEEDED']);
    expect(refused.body['details']).toEqual({
      recordKind: 'application',
      recordId: child.id,
      cause: 'missing',
      isAsked: false,
    });
    expect(refused.text).not.toContain('WANG');
    expect(await refusals(child.id)).toEqual([
      {
        staff_name: 'Newcomer',
        action: 'minors.refused',
        object_kind: 'application',
        after: { call: 'applications.get', cause: 'missing' },
      },
    ]);
    expect(await looksAt(child.id)).toEqual([]);
    expect(opened.status, opened.text).toBe(200);
  });

  it('is closed by every other way as well: values, papers, letters, rolls, lists and filing [3-domain 6.3]', async () => {
    const child = await givenChild(server.url);
    const params = { id: child.id };
    const session = { id: child.sessionId };
    await askStaff(colleague, 'arrangements.record', { params, body: { request: 'More time.', reason } });
    const before = await looksAt(child.id);
    const ways = [
      ['applications.reveal', { params, body: { field: 'idNo', reason } }],
      ['applications.file', { params: { ...params, fileId: child.id }, body: { reason } }],
      ['applications.letter', { params }],
      ['arrangements.get', { params }],
      ['examDay.get', { params: session }],
      ['examDay.sheet', { params: session, body: { sheet: 'attendance', reason } }],
      ['filedPapers.list', { params }],
      ['filedPapers.openCase', { params, body: { reason } }],
    ] as const;

    for (const [name, sent] of ways) {
      const answer = await askStaff(newcomer, name, sent);
      expect([name, answer.status, answer.body['code']], answer.text).toEqual([name, 403, 'MINOR_APPROVAL_NEEDED']);
    }

    expect(before).toMatchObject([{ act: 'Changed', purpose: 'arrangements.get', reason }]);
    expect(await looksAt(child.id)).toEqual(before);
    expect((await refusals(child.id)).map(({ after }) => after)).toMatchObject(ways.map(([call]) => ({ call })));
    expect(
      await rowsOf(`select from audit_entry where action = 'applications.reveal' and object_id = $1`, [child.id]),
    ).toEqual([]);
  });

  it('opens once a colleague agrees, for the case and for a week, and not a second longer [S-16 3-domain 6.3]', async () => {
    const officer = await newOfficer('Officer of a week');
    const [child, other] = [await givenChild(server.url), await givenChild(server.url)];
    await rowsOf(`update application set person_key = decode(md5(id::text) || md5(id::text), 'hex') where id = $1`, [
      other.id,
    ]);
    const proposal = await askFor(officer, child.id);
    const waiting = await open(officer, child.id);

    expect((await approve(colleague, proposal)).status).toBe(204);
    const [opened, otherChild] = [await open(officer, child.id), await open(officer, other.id)];

    expect(waiting.body['details']).toMatchObject({ isAsked: true });
    expect([opened.status, otherChild.status], opened.text).toEqual([200, 403]);
    expect(await looksAt(child.id)).toEqual([{ act: 'Opened', purpose: 'applications.get', reason, entry_id: null }]);

    const [approval] = await rowsOf('select expires_at, given_at from minor_approval where record_id = $1', [child.id]);
    const border = String(approval?.['expires_at']);
    expect(border).toBe(addSeconds(String(approval?.['given_at']), minorApprovalDays.case * 86_400));
    await moveClockTo(addSeconds(border, -20));
    const before = await open(await enterConsole(server.consoleUrl, officer.staff), child.id);
    await moveClockTo(border);
    const after = await open(await enterConsole(server.consoleUrl, officer.staff), child.id);

    expect([before.status, after.status]).toEqual([200, 403]);
    expect(after.body['details']).toMatchObject({ cause: 'expired', isAsked: false });
    expect(await refusals(child.id)).toMatchObject([{ after: { cause: 'missing' } }, { after: { cause: 'expired' } }]);
  });

  it('is not opened by an approval of one’s own: that is refused and kept, and the database says no as well [S-16]', async () => {
    const child = await givenChild(server.url);
    const proposal = await askFor(newcomer, child.id);

    const answer = await approve(newcomer, proposal);

    expect([answer.status, answer.body['code']]).toEqual([412, 'SECOND_PERSON_NEEDED']);
    expect((await open(newcomer, child.id)).status).toBe(403);
    expect(await refusals(proposal)).toEqual([
      {
        staff_name: 'Newcomer',
        action: 'approvals.refused',
        object_kind: 'proposal',
        after: { call: 'approvals.approve' },
      },
    ]);
    await expect(
      rowsOf(
        `insert into minor_approval (id, staff_id, reason, given_at, given_by, expires_at)
         values (gen_random_uuid(), $1, 'mine', app_now(), $1, app_now() + interval '1 day')`,
        [newcomer.staff.id],
      ),
    ).rejects.toThrow(/minor_approval/);
  });

  it('stands open by a privacy officer’s approval alone, until it is taken back [3-domain 6.3]', async () => {
    const officer = await newOfficer('Officer of a year');
    const child = await givenChild(server.url);
    const asked = await askStaff(officer, 'minors.askStanding', { body: { reason: 'I work at the desk each day.' } });
    const proposal = String(asked.body['proposalId']);

    expect((await approve(colleague, proposal)).status).toBe(403);
    expect((await approve(privacy, proposal)).status).toBe(204);
    expect((await open(officer, child.id)).status).toBe(200);
    const list = await askStaff(privacy, 'minors.approvals', { body: { isStanding: true, isValid: true } });
    const rows = list.body['list'] as { id: string; staffName: string; givenBy: string; record: unknown }[];
    const mine = rows.find(({ staffName }) => staffName === 'Officer of a year');
    expect(mine).toMatchObject({ givenBy: 'Privacy', record: null, isValid: true });
    const ended = await askStaff(privacy, 'minors.endApproval', {
      params: { id: mine?.id },
      body: { reason: 'Left the desk.' },
    });

    expect(ended.status, ended.text).toBe(204);
    expect((await open(officer, child.id)).body['details']).toMatchObject({ cause: 'expired' });
  });

  it('is asked for only where it may be read, and only a minor’s', async () => {
    const child = await givenChild(server.url);
    const adult = await givenRegistration(server.url, await givenFreeExam());
    const stranger = await givenStaff(server.consoleUrl, { roles: ['examOfficer'], offices: [], opensMinors: false });
    const clerk = await givenStaff(server.consoleUrl, { roles: ['catalogueEditor'], opensMinors: false });
    const asking = (staff: SignedInStaff, recordId: string) =>
      askStaff(staff, 'minors.ask', { body: { recordKind: 'application', recordId, reason } });

    expect((await asking(stranger, child.id)).status).toBe(404);
    expect((await asking(clerk, child.id)).status).toBe(403);
    expect((await asking(newcomer, adult.id)).body['code']).toBe('RECORD_NOT_MINOR');
    await askFor(newcomer, child.id);
    expect((await asking(newcomer, child.id)).body['code']).toBe('PROPOSAL_OPEN');
  });
});

describe('a standing approval', () => {
  const give = (staff: SignedInStaff, recordIds: string[], why = reason) =>
    askStaff(staff, 'minors.giveReason', { body: { recordKind: 'application', recordIds, reason: why } });
  const openAtOnce = (staff: SignedInStaff, id: string) =>
    askStaff(staff, 'applications.get', { params: { id }, withoutReason: true });

  it('opens the record of a child for a reason, asked once a day, which the family reads [3-domain 6.3 call:minors.giveReason]', async () => {
    const officer = await givenStaff(server.consoleUrl, { roles: ['examOfficer'] });
    const child = await givenChild(server.url);

    const refused = await openAtOnce(officer, child.id);
    const given = await give(officer, [child.id]);
    const [opened, again] = [await openAtOnce(officer, child.id), await openAtOnce(officer, child.id)];

    expect([refused.status, refused.body['code'], refused.body['details']]).toEqual([
      412,
      'MINOR_REASON_NEEDED',
      { recordKind: 'application', recordIds: [child.id] },
    ]);
    expect([given.status, opened.status, again.status], given.text).toEqual([204, 200, 200]);
    const { body } = await ask(child.owner, 'access.search', { body: {} });
    expect(body['list']).toMatchObject([{ act: 'Opened', reason }]);
    expect(await rowsOf(`select reason from audit_entry where action = 'minors.giveReason'`)).toContainEqual({
      reason,
    });
    const midnight = await rowsOf<{ at: string }>(
      `select to_char(max(expires_at) at time zone 'Asia/Shanghai', 'HH24:MI:SS') as at from minor_approval where is_for_day and staff_id = $1`,
      [officer.staff.id],
    );
    expect(midnight).toEqual([{ at: '00:00:00' }]);
    const list = await askStaff(privacy, 'minors.approvals', { body: { isValid: true, isStanding: false } });
    expect(list.text).not.toContain(child.id);
  });

  it('asks for none where the act has its own, or a colleague has let them into the case [3-domain 6.3]', async () => {
    const officer = await givenStaff(server.consoleUrl, { roles: ['examOfficer'] });
    const [shown, let_] = [await givenChild(server.url), await givenChild(server.url)];
    await rowsOf(`update application set person_key = decode(md5(id::text) || md5(id::text), 'hex') where id = $1`, [
      let_.id,
    ]);
    await approve(colleague, await askFor(officer, let_.id));

    const revealed = await askStaff(officer, 'applications.reveal', {
      params: { id: shown.id },
      body: { field: 'idNo', reason: 'The number was misread.' },
      withoutReason: true,
    });

    expect([revealed.status, (await openAtOnce(officer, shown.id)).status]).toEqual([200, 412]);
    expect((await openAtOnce(officer, let_.id)).status).toBe(200);
    expect(await looksAt(shown.id)).toMatchObject([{ act: 'Revealed', reason: 'The number was misread.' }]);
  });

  it('is needed for a reason, opens nothing of another office, and closes today’s records when it ends [3-domain 6.3 T32]', async () => {
    const child = await givenChild(server.url);
    const stranger = await givenStaff(server.consoleUrl, { roles: ['examOfficer'], offices: [] });
    const officer = await givenStaff(server.consoleUrl, { roles: ['examOfficer'], name: 'Officer who leaves' });
    await give(officer, [child.id]);
    const list = await askStaff(privacy, 'minors.approvals', {
      body: { isStanding: true, isValid: true, pageSize: 100 },
    });
    const rows = list.body['list'] as { id: string; staffName: string }[];

    const answers = [
      await give(newcomer, [child.id]),
      await give(stranger, [child.id]),
      await give(officer, [child.id]),
    ];
    const ended = await askStaff(privacy, 'minors.endApproval', {
      params: { id: rows.find(({ staffName }) => staffName === 'Officer who leaves')?.id },
      body: { reason: 'Left the desk.' },
    });

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect([ended.status, (await openAtOnce(officer, child.id)).body['code']]).toEqual([204, 'MINOR_APPROVAL_NEEDED']);
  });
});

describe('the guardian', () => {
  it('reads who looked at their own child: role, office, what and why, no name; another account nothing [3-domain 6.3 call:access.search]', async () => {
    const officer = await givenStaff(server.consoleUrl, { roles: ['examOfficer'], name: 'Colleague of today' });
    const [child, elsewhere] = [await givenChild(server.url), await givenChild(server.url)];
    const params = { id: child.id };
    await open(officer, child.id);
    await askStaff(officer, 'applications.reveal', { params, body: { field: 'guardianMobile', reason } });
    await askStaff(officer, 'examDay.sheet', { params: { id: child.sessionId }, body: { sheet: 'leave', reason } });

    const own = await ask(child.owner, 'access.search', { body: {} });
    const other = await ask(elsewhere.owner, 'access.search', { body: {} });

    const sheetFields = ['name', 'guardianName', 'maskedGuardian', 'pickupName', 'maskedPickup'];
    expect(own.body).toMatchObject({
      recordCount: 3,
      list: [
        { act: 'Exported', purpose: 'examDay.sheet', reason, fields: sheetFields },
        { act: 'Revealed', purpose: 'applications.reveal', reason, fields: ['guardianMobile'] },
        {
          act: 'Opened',
          purpose: 'applications.get',
          reason: 'The daily work of the desk.',
          roles: ['examOfficer'],
          offices: [],
          candidateName: 'WANG XIAOMING',
        },
      ],
    });
    expect(own.text).not.toContain('Colleague');
    expect(own.text).not.toContain(officer.staff.id);
    expect(other.body).toMatchObject({ recordCount: 0, list: [] });
  });

  it('reads one line a day for each office whose lists showed the child, whoever asked and however often [3-domain 6.3 call:access.search]', async () => {
    const child = await givenChild(server.url);
    const helper = await newOfficer('Helper');
    for (const staff of [colleague, helper, colleague])
      await askStaff(staff, 'applications.search', { body: { pageSize: 100 } });
    await rowsOf(
      `insert into record_view (id, at, staff_id, staff_name, roles, purpose, record_kind, record_id, account_id, person_key, act, fields)
       select gen_random_uuid(), at - interval '1 day', staff_id, staff_name, roles, purpose, record_kind, record_id, account_id, person_key, act, fields
       from record_view where record_id = $1 and staff_id = $2`,
      [child.id, helper.staff.id],
    );

    const own = await ask(child.owner, 'access.search', { body: {} });

    expect(own.body).toMatchObject({
      recordCount: 2,
      list: [
        { act: 'Listed', fields: ['maskedIdNo', 'maskedName', 'name'], roles: ['examOfficer'], reason: null },
        { act: 'Listed', purpose: 'lists.shown', fields: ['maskedName'] },
      ],
    });
  });
});
