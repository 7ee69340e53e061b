import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reading } from '#platform/database';
import { setClockOffset } from '#platform/clock';
import { childConsents, ask, askStaff, givenSignedIn, givenStaff, type SignedInStaff } from '#testing';
import type { TestApp } from '#testing/app';
import { givenChild, givenFreeExam, givenRegistration, openRegistrationDesk } from '#testing/registrations-desk';

let server: TestApp;
let officer: SignedInStaff;
beforeAll(async () => {
  server = await openRegistrationDesk();
  officer = await givenStaff(server.consoleUrl, { roles: ['examOfficer'] });
});
afterAll(() => server.close());

type View = { purpose: string; staff_name: string; roles: string[]; record_kind: string };

async function viewsOf(recordId: string): Promise<View[]> {
  const { rows } = await reading((tx) =>
    sql<View>`select purpose, staff_name, roles, record_kind from record_view where record_id = ${recordId} order by at`.execute(
      tx,
    ),
  );
  return rows;
}

/** Entries of the audit; that a reason was given is an act, opening the record is none. */
const chained = async () => {
  const { rows } = await reading((tx) =>
    sql<{
      n: number;
    }>`select count(*)::integer as n from audit_entry where action <> 'minors.giveReason'`.execute(tx),
  );
  return rows[0]?.n;
};

describe('the record of a minor that staff open', () => {
  it('says afterwards who looked, in which role and by which call, as that of an adult does [3-domain 6.1 T32]', async () => {
    const child = await givenChild(server.url);
    const adult = await givenRegistration(server.url, await givenFreeExam());
    const before = await chained();

    await askStaff(officer, 'applications.get', { params: { id: child.id } });
    await askStaff(officer, 'applications.get', { params: { id: adult.id } });
    await askStaff(officer, 'examDay.get', { params: { id: child.sessionId } });

    expect(await viewsOf(child.id)).toEqual([
      {
        purpose: 'applications.get',
        staff_name: expect.any(String),
        roles: ['examOfficer'],
        record_kind: 'application',
      },
      { purpose: 'examDay.get', staff_name: expect.any(String), roles: ['examOfficer'], record_kind: 'application' },
    ]);
    expect(await viewsOf(adult.id)).toMatchObject([{ purpose: 'applications.get' }]);
    expect(await chained()).toBe(before);
  });

  it('is one look however often the page asks, and another one later', async () => {
    const child = await givenChild(server.url);
    const look = () => askStaff(officer, 'applications.get', { params: { id: child.id } });

    for (let asks = 0; asks < 3; asks++) await look();
    expect(await viewsOf(child.id)).toHaveLength(1);
    await setClockOffset(601);
    await look();
    await setClockOffset(0);

    expect(await viewsOf(child.id)).toHaveLength(2);
  });

  it('is not written for who may not see it: another office’s stays not found [T32]', async () => {
    const child = await givenChild(server.url);
    const stranger = await givenStaff(server.consoleUrl, { roles: ['examOfficer'], offices: [] });

    expect((await askStaff(stranger, 'applications.get', { params: { id: child.id } })).status).toBe(404);

    expect(await viewsOf(child.id)).toEqual([]);
  });
});

describe('the guardian of a minor', () => {
  it('is shown by the first sign of the name, and whole only for a reason that the audit keeps', async () => {
    const child = await givenChild(server.url);
    const params = { id: child.id };

    const page = await askStaff(officer, 'applications.get', { params });
    const refused = await askStaff(officer, 'applications.reveal', {
      params,
      body: { field: 'guardianName', reason: '' },
    });
    const body = { field: 'guardianName', reason: 'The guardian is at the door.' };
    const revealed = await askStaff(officer, 'applications.reveal', { params, body });

    expect(page.body['guardian']).toMatchObject({ name: '王**' });
    expect(page.text).not.toContain('王建国');
    expect(refused.status).not.toBe(200);
    expect(revealed.body).toEqual({ value: '王建国' });
  });

  it('of a saved candidate is masked as well', async () => {
    const owner = await givenSignedIn(server.url);
    const guardianModel = { name: '王建国', idType: 'IDCard', idNo: '11010519491231002X', mobile: '13800138000' };
    const person = { idType: 'IDCard', lastName: 'WANG', firstName: 'XIAOMING', idNo: '110101201605040012' };
    const saved = await ask(owner, 'candidate.add', { body: { ...person, guardianModel, consents: childConsents } });
    const privacy = await givenStaff(server.consoleUrl, { roles: ['privacyOfficer'] });
    const params = { id: String(saved.body['id']) };

    const page = await askStaff(privacy, 'candidates.get', { params });

    expect(page.body['guardian']).toMatchObject({ name: '王**' });
    expect(await viewsOf(params.id)).toMatchObject([{ purpose: 'candidates.get', roles: ['privacyOfficer'] }]);
  });
});

describe('files of a registration', () => {
  it('need a fresh proof of identity [S-2]', async () => {
    const child = await givenChild(server.url);
    await setClockOffset(301);
    const params = { id: child.id, fileId: child.id };

    const body = { reason: 'The school asks for the form.' };
    const answer = await askStaff(officer, 'applications.file', { params, body });
    await setClockOffset(0);

    expect([answer.status, answer.body['code']]).toEqual([403, 'REAUTH']);
  });
});
