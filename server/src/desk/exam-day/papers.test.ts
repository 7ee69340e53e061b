import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app';
import { askStaff, givenStaff, rowsOf, type SignedInStaff } from '#testing';
import { givenChild, givenFreeExam, givenRegistration } from '#testing/registrations-desk';
import { papersOf } from './papers.ts';

let server: TestApp;
let officer: SignedInStaff;
beforeAll(async () => {
  server = await startTestApp();
  officer = await givenStaff(server.consoleUrl, { roles: ['examOfficer'], name: 'Lin Jing' });
});
afterAll(() => server.close());

const reason = 'To hold the exam on its day.';

/** The text of each page. */
async function pagesOf(sessionId: string, language: 'en' | 'zh'): Promise<string[]> {
  const staff = {
    id: officer.staff.id,
    name: 'Lin Jing',
    permissions: new Set<never>(),
    offices: 'all',
    language,
  } as const;
  const { content } = await papersOf(staff, { sessionId, reason }, language);
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(content as Buffer)), { mergePages: false });
  return text;
}

async function givenSession(): Promise<{ sessionId: string; ids: string[] }> {
  const exam = await givenFreeExam();
  const ids = [
    (await givenRegistration(server.url, exam, 'E31234567', '欧阳晨飞')).id,
    (await givenRegistration(server.url, exam, 'E31234568')).id,
  ];
  return { sessionId: exam.sessionId, ids };
}

const codesOf = async (ids: readonly string[]) =>
  (await rowsOf('select code from application where id = any($1::uuid[])', [ids])).map(({ code }) => String(code));

describe('the papers of an exam day', () => {
  it('are one file with door list, register, invigilator’s sheet, incident form and a label for each, in either language', async () => {
    const { sessionId, ids } = await givenSession();
    const codes = await codesOf(ids);

    const en = await pagesOf(sessionId, 'en');
    const zh = await pagesOf(sessionId, 'zh');

    const titles = en.map((page) =>
      ['Door list', 'Register', 'Invigilator’s sheet', 'Incident form'].find((title) => page.includes(title)),
    );
    expect(titles).toEqual(['Door list', 'Register', 'Invigilator’s sheet', 'Incident form', undefined]);
    expect(
      zh.map((page) => ['入场名单', '签到表', '监考记录表', '考场情况记录表'].find((title) => page.includes(title))),
    ).toEqual(['入场名单', '签到表', '监考记录表', '考场情况记录表', undefined]);
    // The door list, the register and the labels name everybody; the sheets to fill in nobody.
    for (const code of codes) expect(en.map((page) => page.includes(code))).toEqual([true, true, false, false, true]);
    expect(en[0]).toContain('欧阳晨飞');
    expect(en[2]).toMatch(/Expected\s*2/);
  });

  it('say of a child who comes for it, on the list of minors leaving alone', async () => {
    const { sessionId } = await givenChild(server.url);

    const pages = await pagesOf(sessionId, 'en');

    const holding = pages.filter((page) => page.includes('王建国'));
    expect(holding).toHaveLength(1);
    expect(holding[0]).toContain('Minors leaving');
  });

  it('leave a look at each person and an entry in the audit, and count as the list of minors leaving', async () => {
    const { id, sessionId } = await givenChild(server.url);

    const answer = await askStaff(officer, 'examDay.papers', { params: { id: sessionId }, body: { reason } });

    const looks = await rowsOf(
      `select act, purpose, reason from record_view where record_id = $1 and purpose = 'examDay.sheet'`,
      [id],
    );
    const day = await askStaff(officer, 'examDay.get', { params: { id: sessionId } });
    expect(answer.status).toBe(200);
    expect(looks).toEqual([{ act: 'Exported', purpose: 'examDay.sheet', reason }]);
    expect(
      await rowsOf(`select after from audit_entry where object_id = $1 and action = 'examDay.sheet'`, [sessionId]),
    ).toEqual([{ after: { sheet: 'papers', rows: 1 } }]);
    expect(day.body['leaveListAt']).toEqual(expect.any(String));
  });

  it('are for who may take lists out, of their own office [T32]', async () => {
    const { sessionId } = await givenSession();
    const support = await givenStaff(server.consoleUrl, { roles: ['supportAgent'] });
    const [other] = await rowsOf('select office_id as id from exam_session where id = $1', [
      (await givenSession()).sessionId,
    ]);
    const elsewhere = await givenStaff(server.consoleUrl, { roles: ['examOfficer'], offices: [String(other?.['id'])] });

    const answers = [];
    for (const staff of [support, elsewhere])
      answers.push((await askStaff(staff, 'examDay.papers', { params: { id: sessionId }, body: { reason } })).status);

    expect(answers).toEqual([403, 404]);
  });
});
