import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { staffRoutes as accountRoutes } from '#people/accounts';
import { staffRoutes as candidateStaffRoutes, routes as candidateRoutes } from '#people/candidates';
import { randomDigits, randomId } from '#platform/chance';
import { databasePool, inTransaction } from '#platform/database';
import { enqueue } from '#platform/outbox';
import type { TestApp } from '#testing/app';
import { staffRoutes as jobRoutes } from '#office/jobs';
import {
  ask,
  askStaff,
  givenAccount,
  givenCartLine,
  givenExam,
  givenOffice,
  givenSignedIn,
  givenStaff,
  openTestConsole,
  type SignedIn,
  type SignedInStaff,
} from '#testing';
import { staffRoutes } from './index.ts';

let server: TestApp;
let support: SignedInStaff;
beforeAll(async () => {
  server = await openTestConsole({
    routes: candidateRoutes,
    staffRoutes: [...accountRoutes, ...candidateStaffRoutes, ...jobRoutes, ...staffRoutes],
  });
  support = await givenStaff(server.consoleUrl, { roles: ['supportAgent'] });
});
afterAll(() => server.close());

const reason = 'The owner telephoned us.';

async function saveCandidate(browser: SignedIn, wishes: object = {}): Promise<string> {
  const form = { lastName: 'OUYANG', firstName: 'NANA', gender: 'Female', dob: '1990-03-07', idType: 'Passport' };
  const { body } = await ask(browser, 'candidate.add', {
    body: { ...form, idNo: `E${randomDigits(8)}`, ...wishes },
  });
  return String(body['id']);
}

async function auditOf(objectId: string): Promise<string[]> {
  const { rows } = await databasePool().query('select action from audit_entry where object_id = $1 order by at, id', [
    objectId,
  ]);
  return rows.map(({ action }) => action);
}

describe('an account, before staff', () => {
  it('is found by the whole number and shown masked; by a part of it nothing is found [T32]', async () => {
    const { id, phone } = await givenAccount();

    const whole = await askStaff(support, 'accounts.search', { body: { search: `+86 ${phone}` } });
    const part = await askStaff(support, 'accounts.search', { body: { search: phone.slice(0, 8) } });

    expect(whole.body).toMatchObject({ recordCount: 1, list: [{ id, status: 'Active', savedCandidates: 0 }] });
    expect(whole.text).not.toContain(phone);
    expect(part.body).toMatchObject({ recordCount: 0 });
  });

  it('is revealed for a reason and after a fresh proof, which the audit keeps [T32]', async () => {
    const { id, phone } = await givenAccount();
    const stale = await givenStaff(server.consoleUrl, { roles: ['supportAgent'], isFresh: false });

    const unproved = await askStaff(stale, 'accounts.reveal', { params: { id }, body: { reason } });
    const unreasoned = await askStaff(support, 'accounts.reveal', { params: { id }, body: {} });
    const revealed = await askStaff(support, 'accounts.reveal', { params: { id }, body: { reason } });

    expect([unproved.status, unreasoned.status, revealed.status]).toEqual([403, 412, 200]);
    expect(revealed.body).toMatchObject({ phone });
    expect(await auditOf(id)).toEqual(['accounts.reveal']);
  });

  it('is locked, which signs everybody out and lets nobody in, and unlocked again; twice is told', async () => {
    const owner = await givenSignedIn(server.url);
    const act = { params: { id: owner.accountId }, body: { reason } };

    const locked = await askStaff(support, 'accounts.lock', act);
    const again = await askStaff(support, 'accounts.lock', act);
    const whileLocked = await ask(owner, 'user.sessions');
    const unlocked = await askStaff(support, 'accounts.unlock', act);
    const afterwards = await ask(owner, 'user.sessions');

    expect([locked.status, again.status, again.body['code']]).toEqual([204, 412, 'ACCOUNT_NOT_IN_STATE']);
    expect([whileLocked.status, unlocked.status, afterwards.status]).toEqual([401, 204, 401]);
    expect(await auditOf(owner.accountId)).toEqual(['accounts.lock', 'accounts.unlock']);
  });

  it('has its sessions ended by support, and its page shows them', async () => {
    const owner = await givenSignedIn(server.url);
    const params = { id: owner.accountId };

    const before = await askStaff(support, 'accounts.get', { params });
    await askStaff(support, 'accounts.endSessions', { params, body: { reason } });
    const after = await askStaff(support, 'accounts.get', { params });
    const absent = await askStaff(support, 'accounts.get', { params: { id: randomId() } });

    expect(before.body['sessions']).toHaveLength(1);
    expect(after.body['sessions']).toEqual([]);
    expect((await ask(owner, 'user.sessions')).status).toBe(401);
    expect(absent.status).toBe(404);
  });
});

describe('a saved candidate, before staff', () => {
  it('is found by the beginning of the name or the whole document number, and shown masked [T32]', async () => {
    const owner = await givenSignedIn(server.url);
    const idNo = `E${randomDigits(8)}`;
    const id = await saveCandidate(owner, { idNo, lastName: 'ZHUGE' });

    const byName = await askStaff(support, 'candidates.search', { body: { search: 'zhuge' } });
    const byNumber = await askStaff(support, 'candidates.search', { body: { search: idNo } });
    const byHalf = await askStaff(support, 'candidates.search', { body: { search: idNo.slice(0, 6) } });

    expect(byName.body).toMatchObject({ list: [{ id }] });
    expect(byNumber.body).toMatchObject({ list: [{ id }] });
    expect(byNumber.text).not.toContain(idNo);
    expect(byHalf.body).toMatchObject({ recordCount: 0 });
  });

  it('is revealed with the person’s key in the audit, so that they can be told who saw them [S-14 T32]', async () => {
    const owner = await givenSignedIn(server.url);
    const idNo = `E${randomDigits(8)}`;
    const id = await saveCandidate(owner, { idNo });

    const { body } = await askStaff(support, 'candidates.reveal', { params: { id }, body: { reason } });

    expect(body).toMatchObject({ idNo, dob: '1990-03-07', guardian: null });
    const { rows } = await databasePool().query('select people from audit_entry where object_id = $1', [id]);
    expect(rows.map(({ people }) => people.length)).toEqual([1]);
  });

  it('that stands twice in an account becomes one, which takes the contacts it lacked [R-28]', async () => {
    const owner = await givenSignedIn(server.url);
    const kept = await saveCandidate(owner);
    const duplicate = await saveCandidate(owner, { email: 'nana@example.cn' });
    const merge = { params: { id: kept }, body: { duplicateId: duplicate, reason } };

    const page = await askStaff(support, 'candidates.get', { params: { id: kept } });
    const merged = await askStaff(support, 'candidates.merge', merge);
    const list = await ask(owner, 'candidate.search', { body: { pageIndex: 1, pageSize: 10 } });

    expect(page.body['alike']).toMatchObject([{ id: duplicate }]);
    expect(merged.status).toBe(204);
    expect(list.body).toMatchObject({ recordCount: 1, list: [{ id: kept, email: 'nana@example.cn' }] });
    expect((await askStaff(support, 'candidates.merge', merge)).status).toBe(404);
  });

  it('of another account is not merged, but shown as standing elsewhere', async () => {
    const idNo = `E${randomDigits(8)}`;
    const owner = await givenSignedIn(server.url);
    const here = await saveCandidate(owner, { idNo });
    const there = await saveCandidate(await givenSignedIn(server.url), { idNo });

    const page = await askStaff(support, 'candidates.get', { params: { id: here } });
    const merge = { params: { id: here }, body: { duplicateId: there, reason } };
    const refused = await askStaff(support, 'candidates.merge', merge);
    const sibling = await saveCandidate(owner, { firstName: 'LELE' });
    const other = await askStaff(support, 'candidates.merge', { ...merge, body: { duplicateId: sibling, reason } });
    const itself = await askStaff(support, 'candidates.merge', { ...merge, body: { duplicateId: here, reason } });

    expect(page.body).toMatchObject({ isElsewhere: true, elsewhere: [{ id: there }] });
    expect([refused, other, itself].map(({ body }) => body['code'])).toEqual([
      'MERGE_OTHER_ACCOUNT',
      'MERGE_OTHER_PERSON',
      'MERGE_OTHER_ACCOUNT',
    ]);
  });
});

describe('the one search field', () => {
  it('finds by the beginning of a code, only what is of one’s office, may be read and lies in no cart [T32]', async () => {
    const exam = await givenExam();
    const { id: accountId } = await givenAccount();
    const applicationId = await givenCartLine(accountId, exam);
    const { rows } = await databasePool().query(
      `select application.code, exam_session.office_id as office from application
       join exam_session on exam_session.id = session_id where application.id = $1`,
      [applicationId],
    );
    const [{ code, office }] = rows;
    const stand = (status: string, isDeleted: boolean) =>
      databasePool().query(
        'update application set status = $2, deleted_at = case when $3 then app_now() end where id = $1',
        [applicationId, status, isDeleted],
      );
    const find = async (offices: string[], role: 'examOfficer' | 'financeClerk') => {
      const staff = await givenStaff(server.consoleUrl, { roles: [role], offices });
      const { body } = await askStaff(staff, 'search.find', { body: { text: code.slice(0, -1).toLowerCase() } });
      return body['list'];
    };

    expect(await find([office], 'examOfficer')).toEqual([]);
    await stand('Expired', true);
    expect(await find([office], 'examOfficer')).toEqual([]);
    await stand('Registered', false);
    expect(await find([office], 'examOfficer')).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'application', id: applicationId, label: code })]),
    );
    expect(await find([await givenOffice()], 'examOfficer')).toEqual([]);
    expect(await find([office], 'financeClerk')).toEqual([]);
  });

  it('finds what is on offer by the beginning of its code or a part of its name, for who may read the catalogue', async () => {
    const exam = await givenExam();
    const { rows } = await databasePool().query('select code, name_zh from product where id = $1', [exam.productId]);
    const [{ code, name_zh: nameZh }] = rows;
    const editor = await givenStaff(server.consoleUrl, { roles: ['catalogueEditor'] });
    const find = async (text: string, who = editor) =>
      (await askStaff(who, 'search.find', { body: { text } })).body['list'];
    const clerk = await givenStaff(server.consoleUrl, { roles: ['financeClerk'] });

    expect(await find(code.toLowerCase())).toMatchObject([
      { kind: 'line', label: code },
      { kind: 'product', id: exam.productId, label: code },
    ]);
    expect(JSON.stringify(await find(nameZh))).toContain('"kind":"product"');
    expect(await find('%%')).toEqual([]);
    expect(await find(code, clerk)).toEqual([]);
  });

  it('finds an account and a candidate by a whole number, for those who may read them', async () => {
    const owner = await givenSignedIn(server.url);
    const idNo = `E${randomDigits(8)}`;
    const candidate = await saveCandidate(owner, { idNo });

    const byPhone = await askStaff(support, 'search.find', { body: { text: owner.phone } });
    const byNumber = await askStaff(support, 'search.find', { body: { text: idNo } });

    expect(byPhone.body['list']).toMatchObject([{ kind: 'account', id: owner.accountId }]);
    expect(byPhone.text).not.toContain(owner.phone);
    expect(byNumber.body['list']).toMatchObject([{ kind: 'candidate', id: candidate }]);
    expect(byNumber.text).not.toContain(idNo);
  });
});

describe('a job that failed for good', () => {
  it('is shown as dead, tried again, and taken away; a running one is left alone', async () => {
    const administrator = await givenStaff(server.consoleUrl, { roles: ['administrator'] });
    const task = `test.dead.${randomDigits(6)}`;
    await inTransaction((tx) => enqueue(tx, task, {}, { maxAttempts: 1 }));
    const meddle = (sets: string) =>
      databasePool().query(
        `update graphile_worker._private_jobs set ${sets} where task_id =
         (select id from graphile_worker._private_tasks where identifier = $1)`,
        [task],
      );
    const list = async () => {
      const { body } = await askStaff(administrator, 'jobs.search', { body: { task } });
      return body['list'] as { id: string; state: string }[];
    };
    await meddle('attempts = max_attempts');
    const [dead] = await list();
    const act = { params: { id: dead?.id ?? '' }, body: { reason: 'The channel answers again.' } };

    const retried = await askStaff(administrator, 'jobs.retry', act);
    const [waiting] = await list();
    await meddle(`locked_at = clock_timestamp(), locked_by = 'somebody'`);
    const busy = await askStaff(administrator, 'jobs.remove', act);
    await meddle('locked_at = null, locked_by = null');
    const removed = await askStaff(administrator, 'jobs.remove', act);

    expect([dead?.state, retried.status, waiting?.state]).toEqual(['Dead', 204, 'Waiting']);
    expect([busy.body['code'], removed.status, await list()]).toEqual(['JOB_RUNNING', 204, []]);
    expect(await auditOf(act.params.id)).toEqual(['jobs.retry', 'jobs.remove']);
  });
});
