import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomId } from '#platform/chance';
import { databasePool, inTransaction } from '#platform/database';
import { createBrowser } from '#testing/app';
import {
  ask,
  givenCartLine,
  givenExam,
  givenSignedIn,
  moveClockTo,
  openTestServer,
  testPassword,
  type Browser,
  type SignedIn,
  type TestServer,
  trustBrowser,
} from '#testing';
import { forgetDue } from '#privacy/retention';
import { routes as rightsRoutes } from '#privacy/rights';
import { add, child, guardianModel } from '#testing/child';
import { candidateForSubmission, retention, routes, saveCandidate } from './index.ts';

/** Noon in China on the day by which the reference tells the ages of its vectors. */
const now = '2026-11-20T04:00:00.000Z';

let server: TestServer;
let parent: Awaited<ReturnType<typeof givenSignedIn>>;

beforeAll(async () => {
  server = await openTestServer([...routes, ...rightsRoutes]);
  await moveClockTo(now);
  parent = await givenSignedIn(server.url);
});
afterAll(() => server.close());

async function signInAgain({ phone, accountId }: SignedIn): Promise<Browser> {
  const browser = createBrowser(server.url);
  await trustBrowser(browser, accountId);
  await ask(browser, 'user.signIn', { body: { loginType: 'Password', mobileOrEmail: phone, password: testPassword } });
  return browser;
}

const adult = { idType: 'IDCard', idNo: '110101199003077838', lastName: 'Wang', firstName: 'Xiaoming' };
describe('a saved candidate', () => {
  it('is kept with what the number tells and shown with the number masked [call:POST /api/candidate S-13 1.1 ASVS-14.2.6]', async () => {
    const answer = await ask(parent, 'candidate.add', { body: adult });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      idNo: '****************38',
      gender: 'Male',
      dob: '1990-03-07',
      lastName: 'WANG',
      firstName: 'XIAOMING',
      candidateAgeType: 'Adults',
      isMinor: false,
      guardianModel: null,
    });
  });

  it('keeps the guardian with the child [R-08 R-33 call:GET /api/candidate/{id} field:CandidateForm.guardianName field:CandidateForm.guardianID field:CandidateForm.guardianPhone]', async () => {
    const id = await add(parent, child);
    const answer = await ask(parent, 'candidate.get', { params: { id } });
    expect(answer.body).toMatchObject({
      candidateAgeType: 'U18',
      isMinor: true,
      guardianModel: { name: '王建国', idNo: '****************2X', mobile: '+8613800138000', type: 'Father' },
    });
    expect(answer.text).not.toContain('11010519491231002X');
  });

  it('takes the guardian of another child of the account, and of no other account’s [S-13]', async () => {
    const browser = await givenSignedIn(server.url);
    const first = await add(browser, { ...child, idNo: '310115201202290020' });
    const { idNo: _kept, ...known } = guardianModel;
    const second = { ...child, idNo: '330106201011201133', guardianModel: { ...known, type: 'Mother' } };

    const own = await ask(browser, 'candidate.add', { body: { ...second, guardianAsOf: { candidateId: first } } });
    const others = await ask(parent, 'candidate.add', { body: { ...second, guardianAsOf: { candidateId: first } } });
    const nobodys = await ask(parent, 'candidate.add', { body: second });

    expect(own.body['guardianModel']).toMatchObject({ idNo: '****************2X', type: 'Mother' });
    expect(own.body['guardianModel']).not.toMatchObject({ candidateId: first });
    expect([others.status, others.body['code']]).toEqual([404, 'NOT_FOUND']);
    expect(nobodys.body['fieldCodes']).toEqual({ 'guardianModel.idNo': 'ID_REQUIRED' });
  });

  it('is kept as it is read, whatever nobody sees came along with what was pasted [1.1 1.5 1.6]', async () => {
    const pasted = (text: string) => `\u202d${text}\u200b\u202c`;
    const guardian = {
      name: pasted('买买提.艾力'),
      idNo: pasted('11010519491231002×'),
      mobile: pasted('86 138 0013 8000'),
    };
    const browser = await givenSignedIn(server.url);
    const id = await add(browser, {
      ...child,
      idNo: pasted('330106201405061225'),
      firstName: pasted('Hong'),
      email: pasted('li@qq。com'),
      guardianModel: { ...guardianModel, ...guardian },
    });

    const { body } = await ask(browser, 'candidate.get', { params: { id } });

    expect(body).toMatchObject({
      idNo: '****************25',
      firstName: 'HONG',
      email: 'li@qq.com',
      guardianModel: { name: '买买提·艾力', idNo: '****************2X', mobile: '+8613800138000' },
    });
  });

  it('needs a guardian while under 18, in the field that is missing [R-31 rule:candidate.guardian_under_18]', async () => {
    const answer = await ask(parent, 'candidate.add', {
      body: { ...child, idNo: '440300200811214518', guardianModel: null },
    });
    expect(answer.status).toBe(412);
    expect(answer.body).toMatchObject({ code: 'FIELDS', fieldCodes: { guardianModel: 'GUARDIAN_REQUIRED' } });
  });

  it('turns eighteen at midnight in China, not with its entry [R-29 1.7 S-9]', async () => {
    const id = await add(parent, { ...child, idNo: '440300200811214518' });
    const dayBefore = await ask(parent, 'candidate.get', { params: { id } });
    await moveClockTo('2026-11-20T16:00:05.000Z');
    const browser = await signInAgain(parent);
    const onTheDay = await ask(browser, 'candidate.get', { params: { id } });
    await moveClockTo(now);
    expect(dayBefore.body).toMatchObject({ candidateAgeType: 'U18', isMinor: true });
    expect(onTheDay.body).toMatchObject({ candidateAgeType: 'Adults', isMinor: false });
  });

  it('takes a birth date as a China date or as the instant of its midnight [R-09]', async () => {
    const passport = { idType: 'Passport', gender: 'Male', lastName: 'MO', firstName: 'FAN' };
    const asDate = await add(parent, { ...passport, idNo: 'A1234501', dob: '1999-05-04' });
    const asInstant = await add(parent, { ...passport, idNo: 'A1234502', dob: '1999-05-03T16:00:00.000Z' });
    const answers = await Promise.all(
      [asDate, asInstant].map((id) => ask(parent, 'candidate.get', { params: { id } })),
    );
    expect(answers.map((answer) => answer.body['dob'])).toEqual(['1999-05-04', '1999-05-04']);
  });

  it('is in the list once, however the number is written [R-26 1.4]', async () => {
    const browser = await givenSignedIn(server.url);
    await add(browser, adult);
    const again = await ask(browser, 'candidate.add', { body: { ...adult, idNo: '１１０１０１ 19900307 7838' } });
    expect(again.status).toBe(412);
    expect(again.body).toMatchObject({ code: 'CANDIDATE_DUPLICATE', fieldCodes: { idNo: 'CANDIDATE_DUPLICATE' } });
  });

  it('is in the list once when two requests add it at the same time [R-26]', async () => {
    const browser = await givenSignedIn(server.url);
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask(browser, 'candidate.add', { body: adult })));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 412, 412, 412]);
  });

  it('may be in the list of another account too [R-26 R-04]', async () => {
    const other = await givenSignedIn(server.url);
    const check = await ask(other, 'candidate.checkCardPrivately', { body: { card: child.idNo } });
    const answer = await ask(other, 'candidate.add', { body: child });
    expect(check.body['isDuplicateInOwnList']).toBe(false);
    expect(answer.status).toBe(200);
  });

  it.each([
    ['11010519491231002x', null],
    ['310115201002290018', 'ID_BIRTH_DATE'],
    ['440524188001010014', 'ID_BIRTH_DATE'],
    ['110105194912310021', 'ID_CHECK_CHARACTER'],
    ['910156199003071238', 'ID_FOREIGN_RESIDENT'],
  ])('has the number %s checked on the server [1.1 ASVS-2.2.1 ASVS-2.2.2]', async (idNo, refusal) => {
    const browser = await givenSignedIn(server.url);
    const answer = await ask(browser, 'candidate.add', { body: { ...adult, idNo } });
    expect(answer.status).toBe(refusal === null ? 200 : 412);
    expect(answer.body).toMatchObject(refusal === null ? { idType: 'IDCard' } : { fieldCodes: { idNo: refusal } });
  });

  it('is refused with a birth date or gender that the number denies [1.1 ASVS-2.2.3]', async () => {
    const browser = await givenSignedIn(server.url);
    const answer = await ask(browser, 'candidate.add', { body: { ...adult, dob: '1990-03-08', gender: 'Female' } });
    expect(answer.body['fieldCodes']).toEqual({ dob: 'DOB_DIFFERS_FROM_ID', gender: 'GENDER_DIFFERS_FROM_ID' });
  });

  it('has no server-owned column that a request can set [T9]', async () => {
    for (const extra of ['accountId', 'personKey', 'candidateAgeType', 'isMinor', 'createdAt', 'person_key']) {
      const answer = await ask(parent, 'candidate.add', { body: { ...adult, [extra]: 'U11' } });
      expect(answer.status).toBe(400);
    }
  });
});

describe('changing a saved candidate', () => {
  it('leaves a number alone that is not sent [call:POST /api/candidate/modify]', async () => {
    const browser = await givenSignedIn(server.url);
    const id = await add(browser, child);
    const { idNo: _idNo, ...guardian } = guardianModel;
    const body = { id, idType: 'IDCard', lastName: 'LI', firstName: 'NANA', guardianModel: guardian };
    const answer = await ask(browser, 'candidate.modify', { body });
    const opened = await inTransaction((tx) =>
      candidateForSubmission(tx, { accountId: browser.accountId, candidateId: id }),
    );
    expect(answer.body).toMatchObject({ firstName: 'NANA', idNo: '****************25' });
    expect(opened).toMatchObject({
      idNo: child.idNo,
      guardian: { idNo: guardianModel.idNo, mobile: '+8613800138000' },
    });
  });

  it('never writes a mask over the number', async () => {
    const browser = await givenSignedIn(server.url);
    const id = await add(browser, adult);
    const answer = await ask(browser, 'candidate.modify', { body: { ...adult, id, idNo: '****************38' } });
    const opened = await inTransaction((tx) =>
      candidateForSubmission(tx, { accountId: browser.accountId, candidateId: id }),
    );
    expect(answer.body['fieldCodes']).toMatchObject({ idNo: 'ID_CHARACTERS' });
    expect(opened.idNo).toBe(adult.idNo);
  });

  it('takes birth date and gender from a new number, not from the old one', async () => {
    const browser = await givenSignedIn(server.url);
    const id = await add(browser, adult);
    const answer = await ask(browser, 'candidate.modify', { body: { ...adult, id, idNo: '11010519491231002X' } });
    expect(answer.body).toMatchObject({ dob: '1949-12-31', gender: 'Female' });
  });

  it('leaves contacts that are absent and clears those that are null', async () => {
    const browser = await givenSignedIn(server.url);
    const id = await add(browser, { ...adult, email: 'Wang@QQ.com', mobile: '139 1234 5678' });
    const kept = await ask(browser, 'candidate.modify', { body: { ...adult, id, email: null } });
    expect(kept.body).toMatchObject({ email: null, mobile: '+8613912345678' });
  });

  it('cannot make two entries of one document [R-26]', async () => {
    const browser = await givenSignedIn(server.url);
    await add(browser, adult);
    const id = await add(browser, { ...adult, idNo: '11010519491231002X' });
    const answer = await ask(browser, 'candidate.modify', { body: { ...adult, id } });
    expect(answer.body['code']).toBe('CANDIDATE_DUPLICATE');
  });
});

describe('the list of candidates', () => {
  it('finds by part of a name, by age type, in the order asked for [call:POST /api/candidate/search R-92]', async () => {
    const browser = await givenSignedIn(server.url);
    await add(browser, adult);
    await add(browser, child);
    await add(browser, { ...child, idNo: '11010820161120003X', lastName: 'ZHAO', firstName: 'MING' });
    const find = async (body: object) => JSON.parse((await ask(browser, 'candidate.search', { body })).text);
    const names = (page: { list: { lastName: string }[] }) => page.list.map((row) => row.lastName);

    const byName = await find({ filters: [{ field: 'keyword', value: 'wang xiao' }] });
    const children = await find({ filters: [{ field: 'candidateAgeType', value: 'U18' }] });
    const sorted = await find({ sorts: [{ field: 'lastName', desc: true }], pageSize: 2 });
    const wild = await find({ filters: [{ field: 'keyword', value: '%' }] });

    expect(names(byName)).toEqual(['WANG']);
    expect(names(children)).toEqual(['LI']);
    expect(names(sorted)).toEqual(['ZHAO', 'WANG']);
    expect(sorted).toMatchObject({ recordCount: 3, pageCount: 2, pageIndex: 1, pageSize: 2 });
    expect(names(wild)).toEqual([]);
  });

  it('gives picker rows with masked numbers [call:GET /api/candidate/all S-13]', async () => {
    const browser = await givenSignedIn(server.url);
    await add(browser, child);
    const answer = await ask(browser, 'candidate.all');
    expect(JSON.parse(answer.text)).toEqual([
      expect.objectContaining({ idNo: '****************25', hasGuardian: true, isMinor: true }),
    ]);
    expect(answer.text).not.toContain('mobile');
  });

  it('forgets a deleted candidate, which can be added again [call:POST /api/candidate/{id} R-02 R-28]', async () => {
    const browser = await givenSignedIn(server.url);
    const id = await add(browser, adult);
    const deleted = await ask(browser, 'candidate.delete', { params: { id } });
    const twice = await ask(browser, 'candidate.delete', { params: { id } });
    const listed = await ask(browser, 'candidate.all');
    expect([deleted.status, twice.status]).toEqual([204, 404]);
    expect(JSON.parse(listed.text)).toEqual([]);
    expect(await add(browser, adult)).not.toBe(id);
  });
});

describe('a candidate that is deleted', () => {
  const rowOf = async (id: string) =>
    (
      await databasePool().query<Record<string, unknown>>(
        `select last_name, octet_length(id_no_sealed) as number, anonymised_at is not null as "isForgotten",
           (select count(*)::integer from candidate_guardian where candidate_id = candidate.id) as guardians
         from candidate where id = $1`,
        [id],
      )
    ).rows[0];

  it('is erased at once with its guardian, and the erasure is journalled [PIPL-47 R-28]', async () => {
    const browser = await givenSignedIn(server.url);
    const id = await add(browser, child);
    const before = await rowOf(id);

    await ask(browser, 'candidate.delete', { params: { id } });

    const journal = await databasePool().query('select from erasure where class = $1 and object_id = $2', [
      'candidate',
      id,
    ]);
    expect(before).toMatchObject({ last_name: 'LI', guardians: 1, isForgotten: false });
    expect(await rowOf(id)).toEqual({ last_name: '', number: 0, isForgotten: true, guardians: 0 });
    expect(journal.rowCount).toBe(1);
  });

  it('is kept, hidden, for the registration it has, and goes in the night after the last [PIPL-47 S-18]', async () => {
    const browser = await givenSignedIn(server.url);
    const line = await givenCartLine(browser.accountId, await givenExam());
    await databasePool().query(
      `update application set status = 'Registered', registered_at = app_now() where id = $1`,
      [line],
    );
    const { rows } = await databasePool().query<{ id: string }>(
      'select candidate_id as id from application where id = $1',
      [line],
    );
    const id = rows[0]?.id ?? '';
    await ask(browser, 'candidate.delete', { params: { id } });
    const kept = await rowOf(id);
    await forgetDue(retention);
    const stillKept = await rowOf(id);
    await databasePool().query('update application set anonymised_at = app_now() where id = $1', [line]);

    await forgetDue(retention);

    expect([kept?.['isForgotten'], stillKept?.['isForgotten']]).toEqual([false, false]);
    expect(await rowOf(id)).toMatchObject({ last_name: '', isForgotten: true });
  });
});

describe('a candidate of another account', () => {
  it('answers like one that does not exist, on every call [T8]', async () => {
    const owner = await givenSignedIn(server.url);
    const stranger = await givenSignedIn(server.url);
    const id = await add(owner, adult);
    const without = (text: string) => text.replace(/"requestId":"[^"]+"/, '');
    const answersFor = async (wanted: string) => {
      const answers = [
        await ask(stranger, 'candidate.get', { params: { id: wanted } }),
        await ask(stranger, 'candidate.delete', { params: { id: wanted } }),
        await ask(stranger, 'candidate.modify', { body: { ...adult, id: wanted } }),
      ];
      return answers.map((answer) => [answer.status, without(answer.text)]);
    };

    const foreign = await answersFor(id);
    const random = await answersFor(randomId());

    expect(foreign).toEqual(random);
    expect(foreign.map(([status]) => status)).toEqual([404, 404, 404]);
    await expect(
      inTransaction((tx) => candidateForSubmission(tx, { accountId: stranger.accountId, candidateId: id })),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the check of a document number', () => {
  it('tells what stands in the number, and duplicates of the own list only [R-04 call:GET /api/candidate/card_verification?card]', async () => {
    const browser = await givenSignedIn(server.url);
    await add(browser, adult);
    const own = await ask(browser, 'candidate.checkCard', { query: { card: adult.idNo } });
    const wrong = await ask(browser, 'candidate.checkCardPrivately', { body: { card: '110105194912310021' } });
    expect(own.body).toMatchObject({ isValid: true, dob: '1990-03-07', gender: 'Male', isDuplicateInOwnList: true });
    expect(wrong.body).toMatchObject({ isValid: false, code: 'ID_CHECK_CHARACTER', isDuplicateInOwnList: false });
    expect(wrong.body['userMessage']).toContain('character by character');
  });
});

describe('a submission', () => {
  it('saves its person over the entry with the same document, or as a new one [R-35]', async () => {
    const browser = await givenSignedIn(server.url);
    const known = await add(browser, adult);
    const save = (form: typeof adult) =>
      inTransaction((tx) => saveCandidate(tx, { accountId: browser.accountId, form: { ...form, idType: 'IDCard' } }));
    const again = await save({ ...adult, firstName: 'XIAO MING' });
    const other = await save({ ...adult, idNo: '11010519491231002X' });
    expect(again).toBe(known);
    expect(other).not.toBe(known);
  });
});
