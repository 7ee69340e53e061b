import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '#testing/app';
import { ask, askStaff, givenStaff, moveClockTo, type SignedInStaff } from '#testing';
import { givenChild, givenFreeExam, givenRegistration, openRegistrationDesk } from '#testing/registrations-desk';

let server: TestApp;
let officer: SignedInStaff;
let newcomer: SignedInStaff;
let child: Awaited<ReturnType<typeof givenChild>>;
beforeAll(async () => {
  server = await openRegistrationDesk();
  await moveClockTo('2026-11-21T04:00:00.000Z');
  officer = await givenStaff(server.consoleUrl, { roles: ['examOfficer', 'supportAgent'] });
  newcomer = await givenStaff(server.consoleUrl, { roles: ['examOfficer', 'supportAgent'], opensMinors: false });
  child = await givenChild(server.url, { nameZh: '王小明' });
});
afterAll(() => server.close());

const rowsOf = (body: Record<string, unknown>, name: string): unknown => Object(body[name])[0];

describe('the Chinese name of a child', () => {
  it('is masked in lists as the pinyin is, for who has no approval [3-domain 6.3]', async () => {
    const registrations = { body: { pageIndex: 1, pageSize: 50, sessionId: child.sessionId } };
    const people = { body: { pageIndex: 1, pageSize: 50 } };

    const lists = await Promise.all(
      [newcomer, officer].flatMap((staff) => [
        askStaff(staff, 'applications.search', registrations),
        askStaff(staff, 'candidates.search', people),
      ]),
    );

    expect(lists.map(({ body }) => rowsOf(body, 'list'))).toMatchObject([
      { candidateName: 'WANG X***', candidateNameZh: '王**' },
      { lastName: 'WANG', firstName: 'X***', nameZh: '王**' },
      { candidateName: 'WANG XIAOMING', candidateNameZh: '王小明' },
      { lastName: 'WANG', firstName: 'XIAOMING', nameZh: '王小明' },
    ]);
  });

  it('is on the page and on the list of the exam day, and on neither without an approval [3-domain 6.3]', async () => {
    const [page, day] = [{ params: { id: child.id } }, { params: { id: child.sessionId } }];
    const refused = [await askStaff(newcomer, 'applications.get', page), await askStaff(newcomer, 'examDay.get', day)];
    const [shown, list] = [
      await askStaff(officer, 'applications.get', page),
      await askStaff(officer, 'examDay.get', day),
    ];

    expect(refused.map(({ status, text }) => [status, text.includes('王小明')])).toEqual([
      [403, false],
      [403, false],
    ]);
    expect(shown.body['candidate']).toMatchObject({ lastName: 'WANG', nameZh: '王小明' });
    expect(rowsOf(list.body, 'roll')).toMatchObject({ candidateName: 'WANG XIAOMING', candidateNameZh: '王小明' });
  });

  it('is corrected as the pinyin is: the letter is renewed, and the audit keeps that it changed and nothing of it', async () => {
    const params = { id: child.id };
    const correct = (version: unknown, nameZh: string) =>
      askStaff(officer, 'applications.correct', {
        params,
        body: { version, changes: { nameZh }, reason: 'The character was wrong.' },
      });
    const { version } = (await askStaff(officer, 'applications.get', { params })).body;

    const wrong = await correct(version, 'XIAOMING');
    const right = await correct(version, '王晓明');

    const own = await ask(child.owner, 'application.get', { params });
    const { body } = await askStaff(officer, 'applications.get', { params });
    expect(Object(wrong.body['fieldCodes']), wrong.text).toEqual({ nameZh: 'NAME_ZH_CHARACTERS' });
    expect(right.body, right.text).toEqual({ isLetterRenewed: true });
    expect(own.body['applicationCandidate']).toMatchObject({ nameZh: '王晓明' });
    const [entry] = Object(body['audit']);
    expect([entry.action, JSON.stringify(entry).includes('明')]).toEqual(['applications.correct', false]);
    expect(Object.keys(entry.after)).toEqual(['nameZh']);
  });
});

describe('the Chinese name of a registration', () => {
  it('is in no file for an awarding body', async () => {
    const exam = await givenFreeExam();
    const { id } = await givenRegistration(server.url, exam, '110101199003077838', '王小敏');
    const scope = { sessionId: exam.sessionId, productId: exam.productId };

    const page = await askStaff(officer, 'applications.get', { params: { id } });
    const file = await askStaff(officer, 'bodyEntries.export', {
      body: { ...scope, format: 'csv', reason: 'Entries of the session.' },
    });

    expect(page.text).toContain('王小敏');
    expect(file.status, file.text).toBe(200);
    expect([file.text.includes('XIAOMIN'), file.text.includes('王小敏')]).toEqual([true, false]);
  });
});
