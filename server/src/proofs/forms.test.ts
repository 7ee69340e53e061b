import { type Form, type FormAnswers, type FormCode, formCodes, forms } from '@exam/contract/forms';
import { consentVersion, statementsFor } from '@exam/contract/rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadKnownForms } from '#offer/catalogue';
import { keepFile, tasks } from '#office/files';
import { randomDigits, randomId } from '#platform/chance';
import { inTransaction } from '#platform/database';
import { startTestApp, type TestApp } from '#testing/app';
import {
  type Answer,
  ask,
  askStaff,
  givenExam,
  givenSignedIn,
  givenStaff,
  givenVenue,
  moveClockTo,
  type SignedIn,
  type SignedInStaff,
  type TestExam,
} from '#testing';

let server: TestApp;
let owner: SignedIn;
let officer: SignedInStaff;
beforeAll(async () => {
  server = await startTestApp();
  await moveClockTo('2026-11-21T04:00:00.000Z');
  await inTransaction(loadKnownForms);
  owner = await givenSignedIn(server.url);
  officer = await givenStaff(server.consoleUrl);
});
afterAll(() => server.close());

async function givenFile(browser: SignedIn = owner): Promise<string> {
  const upload = { content: Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n'), fileName: 'a.pdf' };
  return (await keepFile({ accountId: browser.accountId }, upload)).id;
}

const email = 'Dean@uni.example';
const files = async () => [await givenFile(), await givenFile()];
const school = {
  schoolContact: 'Ms Grace Hopper',
  contactEmail: email,
  windowFrom: '2027-01-11',
  windowTo: '2027-01-22',
  registeredAs: ['OtherName'],
  nameAtSchool: 'Amy Wang',
};
const specialArrangement = { yes: true, reason: '需要延长时间：右手骨折' };

/** An answer to every field of every form; a form without an entry here does not compile. */
const whole: { [C in FormCode]: () => Promise<FormAnswers<C>> } = {
  rt1001: async () => ({
    universityContact: 'Dr Ada Byron',
    contactEmail: email,
    expectedMonth: '2027-01',
    approvalObtained: true,
    feeUnderstood: true,
    attachments: await files(),
  }),
  rt1002: async () => ({
    universityName: 'University of Somewhere',
    universityContact: 'Dr Ada Byron',
    contactEmail: email,
    expectedMonth: '2027-01',
    attachments: await files(),
  }),
  rt1003: async () => ({ institutionContact: 'Dr Ada Byron', contactEmail: email, attachments: await files() }),
  rt1004: async () => ({
    institutionName: 'Somewhere College',
    institutionContact: 'Dr Ada Byron',
    contactEmail: email,
    attachments: await files(),
  }),
  rt1005: async () => ({ ...school, attachments: await files() }),
  rt1006: async () => ({ schoolName: 'Somewhere School', ...school, attachments: await files() }),
  rt1007: async () => ({ portalRegistered: true, portalReference: 'CPT-123456', attachments: await files() }),
  rt1008: async () => ({ accaNumbers: ['1234567'], attachments: await files() }),
  rt1009: async () => ({ courseCodes: ['MA101', 'ST102'], specialArrangement, attachments: await files() }),
  rt1010: async () => ({
    candidateNumber: '0042',
    examSeries: '2026-06',
    serviceType: ['ReviewOfMarking'],
    unitCodes: ['WMA11/01', 'WMA12/01'],
    signedForm: await files(),
  }),
  rt1011: async () => ({ courseCode: 'G100', specialArrangement, attachments: await files() }),
  rt1012: async () => ({
    courseCode: 'G100',
    universities: ['Cambridge', 'Other'],
    otherUniversities: 'Lancaster University',
    specialArrangement,
    attachments: await files(),
  }),
};

async function templateIdOf(code: FormCode): Promise<string> {
  const { rows } = await inTransaction((tx) =>
    sql<{ id: string }>`
      select id from form_template where number = ${code} and version = ${forms[code].version}`.execute(tx),
  );
  return rows[0]?.id ?? '';
}

/** An exam without charge whose product asks for a form. */
async function givenExamWith(code: FormCode): Promise<TestExam> {
  const exam = await givenExam({ fees: { localFee: 0, boardFee: 0, vat: 0 } });
  await givenVenue(exam.sessionId);
  const templateId = await templateIdOf(code);
  await inTransaction((tx) =>
    sql`update product set form_template_id = ${templateId} where id = ${exam.productId}`.execute(tx),
  );
  return exam;
}

async function givenCandidate(browser: SignedIn = owner): Promise<string> {
  const idNo = `E${randomDigits(8)}`;
  const person = {
    idType: 'Passport',
    idNo,
    lastName: 'WANG',
    firstName: 'XIAOMING',
    dob: '1990-03-07',
    gender: 'Female',
  };
  return String((await ask(browser, 'candidate.add', { body: person })).body['id']);
}

const steps = ['needToKnow', 'selectSubject', 'selectSession', 'candidateInfo', 'examInfo'];

async function submit(exam: TestExam, answers: object, browser: SignedIn = owner): Promise<Answer> {
  return await ask(browser, 'application.submit', { body: await bodyOf(exam, answers, browser) });
}

async function bodyOf(exam: TestExam, answers: object, browser: SignedIn = owner) {
  return {
    testInfo: { productId: exam.productId, formJson: JSON.stringify(answers) },
    session: { id: exam.sessionId },
    subject: { id: exam.subjectIds[0] },
    applicationSteps: steps.map((stepName) => ({ stepName, jsonResult: '{}' })),
    isInformationConfirmed: true,
    applicationCandidate: { candidateId: await givenCandidate(browser) },
    consents: statementsFor(false).map((statementId) => ({ statementId, version: consentVersion })),
  };
}

describe('every registration form', () => {
  it.each(formCodes)(
    '%s is stored and read back field by field, by its owner and by staff [R-90 R-39 call:applications.get form:rt1001.* form:rt1002.* form:rt1003.* form:rt1004.* form:rt1005.* form:rt1006.* form:rt1007.* form:rt1008.* form:rt1009.* form:rt1010.* form:rt1011.* form:rt1012.*]',
    async (code) => {
      const answers: Readonly<Record<string, unknown>> = await whole[code]();
      const form: Form = forms[code];
      const exam = await givenExamWith(code);
      expect(Object.keys(answers)).toEqual(Object.keys(form.fields));

      const submitted = await submit(exam, answers);
      const id = String(submitted.body['id']);
      await ask(owner, 'order.place', { body: { applicationIds: [id], totalPayAmount: 0 } });
      const own = await ask(owner, 'application.get', { params: { id } });
      const staff = await askStaff(officer, 'applications.get', { params: { id } });

      expect([submitted.status, own.status, staff.status]).toEqual([200, 200, 200]);
      const read = own.body['testRelatedInfo'] as { json: string; registrationFormAttachments: { id: string }[] };
      expect(read).toMatchObject({ templateNumber: code, templateVersion: form.version });
      const fileIds = Object.entries(answers).flatMap(([name, answer]) =>
        form.fields[name]?.kind === 'file' ? (answer as string[]) : [],
      );
      expect(JSON.parse(read.json)).toEqual(answers);
      expect(read.registrationFormAttachments.map((file) => file.id).toSorted()).toEqual(fileIds.toSorted());
      const shown = staff.body['form'] as { json: string };
      expect(Object.keys(JSON.parse(shown.json))).toEqual(Object.keys(answers));
      expect(shown.json).not.toContain('骨折');
      expect(shown.json).not.toContain(email);
      expect((staff.body['files'] as { id: string }[]).map((file) => file.id).toSorted()).toEqual(fileIds.toSorted());
    },
  );
});

describe('the files of answers', () => {
  it('are refused when they are another’s, gone, or part of something else, and by the path of their field [T8 T19]', async () => {
    const exam = await givenExamWith('rt1012');
    const other = await givenSignedIn(server.url);
    const used = await whole.rt1012();
    await submit(exam, used);

    for (const id of [await givenFile(other), randomId(), used.attachments?.[0] ?? '']) {
      const refused = await submit(exam, { ...(await whole.rt1012()), attachments: [id] });
      expect([refused.status, refused.body['code']]).toEqual([412, 'FILE_GONE']);
      expect(refused.body['fieldCodes']).toEqual({ 'testInfo.formJson.attachments': 'FILE_GONE' });
    }
  });

  it('are saved by their owner and by staff, and by nobody else [call:POST /api/registrationformattachment/search]', async () => {
    const exam = await givenExamWith('rt1012');
    const answers = await whole.rt1012();
    const { body } = await submit(exam, answers);
    const id = String(body['id']);
    await ask(owner, 'order.place', { body: { applicationIds: [id], totalPayAmount: 0 } });
    const fileId = answers.attachments?.[0] ?? '';
    const stranger = await givenSignedIn(server.url);
    const why = { reason: 'To see what the candidate sent.' };

    const own = await ask(owner, 'formAttachment.get', { params: { id: fileId } });
    const names = await owner.send('POST', '/api/registrationformattachment/search', {
      body: { ids: [fileId, randomId()] },
    });
    const foreignNames = await stranger.send('POST', '/api/registrationformattachment/search', {
      body: { ids: [fileId] },
    });
    const staff = await askStaff(officer, 'applications.file', { params: { id, fileId }, body: why });
    const foreign = await ask(stranger, 'formAttachment.get', { params: { id: fileId } });
    const unrelated = await askStaff(officer, 'applications.file', {
      params: { id, fileId: await givenFile() },
      body: why,
    });

    expect([own.status, staff.status, foreign.status, unrelated.status]).toEqual([200, 200, 404, 404]);
    expect(own.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(names.body).toMatchObject([{ id: fileId, fileName: 'a.pdf' }]);
    expect(foreignNames.body).toEqual([]);
  });

  it('stay in answers that are written again, and in those of nobody else [R-27]', async () => {
    const exam = await givenExamWith('rt1012');
    const answers = await whole.rt1012();
    const [first, other] = [await submit(exam, answers), await submit(exam, await whole.rt1012())];
    const again = async ({ body: { id } }: Answer) =>
      await ask(owner, 'application.modify', { body: { ...(await bodyOf(exam, answers)), id } });

    const [own, foreign] = [await again(first), await again(other)];

    const { body } = await ask(owner, 'application.get', { params: { id: String(first.body['id']) } });
    const files = Reflect.get(Object(body['testRelatedInfo']), 'registrationFormAttachments') as { id: string }[];
    expect([own.status, foreign.body['code']], own.text).toEqual([200, 'FILE_GONE']);
    expect(files.map(({ id }) => id)).toEqual(answers.attachments);
  });

  it('stay while a registration refers to them, and go a day after it was taken out of the cart [S-18]', async () => {
    const exam = await givenExamWith('rt1012');
    const [kept, removed] = [await whole.rt1012(), await whole.rt1012()];
    await submit(exam, kept);
    const { body } = await submit(exam, removed);
    await ask(owner, 'application.delete', { params: { id: String(body['id']) } });
    const ids = [...(kept.attachments ?? []), ...(removed.attachments ?? [])];
    await inTransaction((tx) =>
      sql`update file set created_at = app_now() - interval '25 hours' where id = any(${ids}::uuid[])`.execute(tx),
    );

    await tasks['files.purge']?.({});

    const { rows } = await inTransaction((tx) =>
      sql<{ id: string }>`select id from file where id = any(${ids}::uuid[])`.execute(tx),
    );
    expect(rows.map((row) => row.id).toSorted()).toEqual(kept.attachments?.toSorted());
  });
});

describe('a form that changed', () => {
  it('is asked for in its current version, while earlier answers keep theirs [R-90 R-57]', async () => {
    const exam = await givenExamWith('rt1005');
    const before = randomId();
    await inTransaction(async (tx) => {
      await sql`insert into form_template (id, number, version) values (${before}, 'rt1005', 1)`.execute(tx);
      await sql`update product set form_template_id = ${before} where id = ${exam.productId}`.execute(tx);
    });

    await inTransaction(loadKnownForms);

    const { rows } = await inTransaction((tx) =>
      sql<{ form_template_id: string }>`select form_template_id from product where id = ${exam.productId}`.execute(tx),
    );
    expect(rows).toEqual([{ form_template_id: await templateIdOf('rt1005') }]);
  });
});

describe('an admission test with one course code', () => {
  it('is taken once by a person, whatever the session [R-55]', async () => {
    const exam = await givenExamWith('rt1011');
    const other = await givenExamWith('rt1011');
    await inTransaction(async (tx) => {
      await sql`update exam_session set product_id = ${exam.productId} where id = ${other.sessionId}`.execute(tx);
      await sql`update session_subject set subject_id = ${exam.subjectIds[0]} where session_id = ${other.sessionId}`.execute(
        tx,
      );
    });
    const again = { ...other, productId: exam.productId, subjectIds: exam.subjectIds };
    const candidateId = await givenCandidate();
    const send = async (which: TestExam) =>
      await ask(owner, 'application.submit', {
        body: {
          testInfo: { productId: which.productId, formJson: JSON.stringify(await whole.rt1011()) },
          session: { id: which.sessionId },
          subject: { id: which.subjectIds[0] },
          applicationSteps: steps.map((stepName) => ({ stepName, jsonResult: '{}' })),
          isInformationConfirmed: true,
          applicationCandidate: { candidateId },
          consents: statementsFor(false).map((statementId) => ({ statementId, version: consentVersion })),
        },
      });

    const [first, second] = [await send(exam), await send(again)];

    expect([first.status, second.status, second.body['code']]).toEqual([200, 412, 'ALREADY_IN_CART']);
  });
});

describe('the guide to a form', () => {
  it('is a PDF in the reader’s language, of every form and for everybody [R-12 call:GET /api/attachment/registration-guidance/ota]', async () => {
    const visitor = { 'sec-fetch-site': 'same-origin' };
    for (const code of formCodes) {
      const url = `${server.url}/api/attachment/registration-guidance/ota?templateId=${await templateIdOf(code)}`;
      const sizes = [];
      for (const language of ['en', 'zh']) {
        const answer = await globalThis.fetch(url, { headers: { ...visitor, 'accept-language': language } });
        const content = Buffer.from(await answer.arrayBuffer());
        expect([answer.status, content.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
        expect(answer.headers.get('content-disposition')).toContain(`${code}-${language}.pdf`);
        sizes.push(content.length);
      }
      expect(sizes[0]).toBeLessThan(100_000);
      expect(sizes[1]).toBeLessThan(200_000);
    }
    const unknown = `${server.url}/api/attachment/registration-guidance/ota?templateId=${randomId()}`;
    expect((await globalThis.fetch(unknown, { headers: visitor })).status).toBe(404);
  });

  it('and which product asks for it are shown to staff [call:forms.list call:forms.guide]', async () => {
    const exam = await givenExamWith('rt1011');

    const list = await askStaff(officer, 'forms.list');
    const guide = await askStaff(officer, 'forms.guide', { params: { number: 'rt1011', language: 'zh' } });

    const uses: { number: string; products: { id: string }[] }[] = JSON.parse(list.text);
    expect(uses.map(({ number }) => number)).toEqual(formCodes);
    expect(uses.find(({ number }) => number === 'rt1011')?.products.map(({ id }) => id)).toContain(exam.productId);
    expect(guide.status).toBe(200);
  });
});
