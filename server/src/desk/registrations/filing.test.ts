import { addDays, addSeconds, chinaDateOf, filedClasses, filedKinds, keptUntilAfterDate } from '@exam/contract/rules';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keepFile } from '#office/files';
import { readNowAlone, setClockOffset } from '#platform/clock';
import { startTestApp, type TestApp } from '#testing/app';
import { tasks } from '#privacy/retention';
import { askStaff, givenStaff, moveClockTo, type SignedInStaff, rowsOf } from '#testing';
import { givenFreeExam, givenRegistration } from '#testing/registrations-desk';

let server: TestApp;
let officer: SignedInStaff;
beforeAll(async () => {
  server = await startTestApp();
});
// A run of years later ends every session there is.
beforeEach(async () => {
  officer = await givenStaff(server.consoleUrl, { roles: ['examOfficer'] });
});
afterEach(() => setClockOffset(0));
afterAll(() => server.close());

const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const uploaded = async ({ staff }: SignedInStaff) =>
  (await keepFile({ staffId: staff.id }, { content: pdf, fileName: 'paper.pdf' })).id;
const reason = 'A second telephone was found.';
const add = (id: string, body: object) => askStaff(officer, 'filedPapers.add', { params: { id }, body });
const list = async (id: string) => (await askStaff(officer, 'filedPapers.list', { params: { id } })).body;

async function givenCase(id: string): Promise<string> {
  const opened = await askStaff(officer, 'filedPapers.openCase', { params: { id }, body: { reason } });
  expect(opened.status, opened.text).toBe(200);
  return String(opened.body['id']);
}

describe('a paper of each kind', () => {
  it.each(filedKinds)(
    '%s is filed, listed, saved only as an attachment, and goes at its border [S-18]',
    async (kind) => {
      const { id } = await givenRegistration(server.url, await givenFreeExam());
      const today = chinaDateOf(await readNowAlone());
      const fileId = await uploaded(officer);
      const caseId = kind === 'cheatingEvidence' ? await givenCase(id) : null;
      const issuedOn = kind === 'certificate' ? addDays(today, -3) : null;

      const filed = await add(id, { kind, fileId, caseId, issuedOn, note: 'From the post' });
      expect(filed.status, filed.text).toBe(200);
      const documentId = String(filed.body['id']);
      if (caseId !== null)
        await askStaff(officer, 'filedPapers.closeCase', {
          params: { id, caseId },
          body: { reason: 'It was proven.' },
        });
      const file = await askStaff(officer, 'filedPapers.document', { params: { id, documentId }, body: { reason } });

      expect(file.headers.get('content-disposition')).toMatch(/^attachment/);
      expect(file.headers.get('content-type')).toContain('application/octet-stream');
      expect(
        await rowsOf(`select reason from audit_entry where action = 'filing.document' and object_id = $1`, [
          documentId,
        ]),
      ).toEqual([{ reason }]);
      const [exam] = await rowsOf(
        'select exam_date::text as date from application join exam_session session on session.id = session_id where application.id = $1',
        [id],
      );
      const started = issuedOn ?? (caseId === null ? String(exam?.['date']) : today);
      const border = keptUntilAfterDate(filedClasses[kind], started);
      expect((await list(id))['documents']).toMatchObject([
        { id: documentId, kind, keptUntil: border, note: 'From the post' },
      ]);

      const isThere = async () => (await rowsOf('select from filed_document where id = $1', [documentId])).length === 1;
      const isKept = async () => (await rowsOf('select from file where id = $1', [fileId])).length === 1;
      await moveClockTo(addSeconds(border, -30));
      await tasks['retention.run']?.({});
      const before = [await isThere(), await isKept()];
      await moveClockTo(addSeconds(border, 1));
      await tasks['retention.run']?.({});

      expect([...before, await isThere(), await isKept()]).toEqual([true, true, false, false]);
    },
  );

  it('is refused without what its clock needs, with another’s file, and at another office’s registration', async () => {
    const { id } = await givenRegistration(server.url, await givenFreeExam());
    const fileId = await uploaded(officer);
    const colleague = await givenStaff(server.consoleUrl, { roles: ['examOfficer'] });
    const stranger = await givenStaff(server.consoleUrl, { roles: ['examOfficer'], offices: [] });
    const caseId = await givenCase(id);
    await askStaff(officer, 'filedPapers.closeCase', {
      params: { id, caseId },
      body: { reason: 'Nothing was found.' },
    });

    expect((await add(id, { kind: 'certificate', fileId })).body['code']).toBe('ISSUE_DATE_NEEDED');
    expect((await add(id, { kind: 'cheatingEvidence', fileId })).body['code']).toBe('CASE_NEEDED');
    expect((await add(id, { kind: 'cheatingEvidence', fileId, caseId })).body['code']).toBe('CASE_NEEDED');
    const body = { kind: 'examRecord', fileId };
    expect((await askStaff(colleague, 'filedPapers.add', { params: { id }, body })).status).toBe(404);
    expect((await askStaff(stranger, 'filedPapers.add', { params: { id }, body })).status).toBe(404);
    expect((await list(id))['documents']).toEqual([]);
  });
});

describe('an investigation', () => {
  it('is closed once, with its outcome; its evidence has no clock before [S-18]', async () => {
    const { id } = await givenRegistration(server.url, await givenFreeExam());
    const caseId = await givenCase(id);
    const fileId = await uploaded(officer);
    await add(id, { kind: 'cheatingEvidence', fileId, caseId });
    const open = await list(id);
    const close = () =>
      askStaff(officer, 'filedPapers.closeCase', { params: { id, caseId }, body: { reason: 'It was proven.' } });

    const [closed, again] = [await close(), await close()];

    expect(open['documents']).toMatchObject([{ keptUntil: null }]);
    expect([closed.status, again.body['code']]).toEqual([204, 'ILLEGAL_STATE']);
    expect((await list(id))['cases']).toMatchObject([{ status: 'Closed', outcome: 'It was proven.', reason }]);
    expect(await rowsOf('select event, to_status from history where object_id = $1 order by at', [caseId])).toEqual([
      { event: 'open', to_status: 'Open' },
      { event: 'close', to_status: 'Closed' },
    ]);
  });
});
