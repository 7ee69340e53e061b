import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomId } from '#platform/chance';
import { databasePool } from '#platform/database';
import { routes as candidateRoutes } from '#people/candidates';
import {
  childConsents,
  ask,
  givenSignedIn,
  moveClockTo,
  openTestServer,
  type Answer,
  type SignedIn,
  type TestServer,
  upload,
} from '#testing';
import { routes, tasks } from './index.ts';
import { readSpreadsheet } from './file/read-file.ts';
import { adult, child, sheetOf, type TypedRow } from './sheet.testing.ts';

const now = '2026-11-20T04:00:00.000Z';
const legacyFile = readFileSync(join(import.meta.dirname, 'fixtures/thirty-candidates.xls'));

let server: TestServer;
let parent: SignedIn;

beforeAll(async () => {
  server = await openTestServer([...routes, ...candidateRoutes]);
  await moveClockTo(now);
  parent = await givenSignedIn(server.url);
});
afterAll(() => server.close());

type Row = { row: number; cells: Record<string, string>; errors: Record<string, string>; duplicate: string | null };

function rowsOf(answer: Answer): Row[] {
  expect(answer.status, answer.text).toBe(200);
  return answer.body['rows'] as Row[];
}

async function preview(browser: SignedIn, rows: readonly TypedRow[]): Promise<Answer> {
  return upload(server.url, browser, await sheetOf(rows));
}

function save(browser: SignedIn, previewed: Answer, headers: Record<string, string> = {}): Promise<Answer> {
  return ask(browser, 'candidate.saveImport', {
    body: { previewId: previewed.body['previewId'], consents: childConsents },
    headers,
  });
}

async function countSaved(browser: SignedIn): Promise<unknown> {
  const answer = await ask(browser, 'candidate.search', { body: { pageIndex: 1, pageSize: 50 } });
  return answer.body['recordCount'];
}

describe('the Chinese name in a file', () => {
  it('is read where there is one, refused where it is none, and saved with the candidate', async () => {
    const browser = await givenSignedIn(server.url);
    const wrong = { ...child, nameZh: 'LI NA' };
    const previewed = await preview(browser, [{ ...adult, nameZh: '王 小明' }, wrong]);
    expect(rowsOf(previewed).map(({ errors }) => errors)).toEqual([{}, { nameZh: 'NAME_ZH_CHARACTERS' }]);

    await save(browser, previewed);

    const found = await ask(browser, 'candidate.search', { body: { pageIndex: 1, pageSize: 50 } });
    expect(found.body['list']).toEqual([expect.objectContaining({ lastName: 'WANG', nameZh: '王小明' })]);
  });

  it('is in no file of an earlier template, which is read as before', async () => {
    const browser = await givenSignedIn(server.url);
    const rows = rowsOf(await upload(server.url, browser, legacyFile));
    expect(rows.filter(({ cells }) => cells['nameZh'] !== '')).toEqual([]);
    expect(rows.filter(({ errors }) => Object.keys(errors).length > 0)).toEqual([]);
  });
});

describe('the template', () => {
  it('is an xlsx that nobody keeps [R-13 call:GET /api/attachment/batch-import-candidate-template?dateTime]', async () => {
    const answer = await ask(parent, 'attachment.importTemplate', { query: { dateTime: '1' } });
    expect(answer.headers.get('content-type')).toContain('spreadsheetml');
    expect(answer.headers.get('cache-control')).toContain('no-store');
  });

  it('has an example that is not read, so that it is empty as it comes [S-4 R-38]', async () => {
    const { importTemplate } = await import('./template.ts');
    const answer = await upload(server.url, parent, await importTemplate());
    expect([answer.status, answer.body['code']]).toEqual([412, 'IMPORT_EMPTY']);
  });
});

describe('a preview', () => {
  it('reads thirty candidates from an xls of LibreOffice [R-38 S-4 call:POST /api/candidate/batch-import-preview]', async () => {
    const browser = await givenSignedIn(server.url);
    const previewed = await upload(server.url, browser, legacyFile);
    const rows = rowsOf(previewed);
    expect(rows).toHaveLength(30);
    expect(rows.filter((row) => Object.keys(row.errors).length > 0 || row.duplicate !== null)).toEqual([]);
    const saved = await save(browser, previewed);
    expect(saved.status, saved.text).toBe(200);
    expect(await countSaved(browser)).toBe(30);
  });

  it('says what is wrong with each cell by the rules of the form [R-38 1.1]', async () => {
    const answer = await preview(parent, [
      { ...adult, idNo: '110105194912310021', lastName: '王' },
      { ...adult, idType: 'Library card', dob: '1990-03-08' },
      { ...child, 'guardianModel.name': '', 'guardianModel.idNo': '' },
      {
        ...child,
        'guardianModel.name': '',
        'guardianModel.type': '',
        'guardianModel.idType': '',
        'guardianModel.idNo': '',
        'guardianModel.mobile': '',
      },
    ]);
    expect(rowsOf(answer).map((row) => row.errors)).toEqual([
      { idNo: 'ID_CHECK_CHARACTER', lastName: 'NAME_HAN' },
      { idType: 'IMPORT_CHOICE', dob: 'DOB_DIFFERS_FROM_ID' },
      { 'guardianModel.name': 'REQUIRED_FIELD', 'guardianModel.idNo': 'ID_REQUIRED' },
      { 'guardianModel.name': 'GUARDIAN_REQUIRED' },
    ]);
  });

  it('asks for text where a document number came as a figure, and takes dates either way [R-38 S-4]', async () => {
    const passport = { ...adult, idType: 'Passport', gender: '男 Male' };
    const answer = await preview(parent, [
      { ...adult, idNo: 12345678 },
      { ...passport, idNo: 'E12345671', dob: 36526 },
      { ...passport, idNo: 'E12345672', dob: '2000/1/1' },
      { ...passport, idNo: 'E12345673', dob: '2000年1月1日' },
    ]);
    const rows = rowsOf(answer);
    expect(rows[0]?.errors).toEqual({ idNo: 'IMPORT_NUMBER_AS_TEXT' });
    expect(rows.slice(1).map((row) => [row.cells['dob'], row.errors])).toEqual(Array(3).fill(['2000-01-01', {}]));
  });

  it('marks who stands in the file twice or in the list already, however the number is written [R-38 R-26]', async () => {
    const browser = await givenSignedIn(server.url);
    await save(browser, await preview(browser, [adult]));
    const again = await preview(browser, [
      { ...adult, idNo: '110101 19900307 7838' },
      child,
      { ...child, firstName: 'NANA' },
    ]);
    expect(rowsOf(again).map((row) => row.duplicate)).toEqual(['InList', null, 'InFile']);
  });

  it('masks right document numbers and keeps the file sealed [S-13 T31]', async () => {
    const answer = await preview(parent, [child]);
    const { rows } = await databasePool().query('select rows_sealed from candidate_import where id = $1', [
      answer.body['previewId'],
    ]);
    const stored = Buffer.from(rows[0].rows_sealed).toString('latin1');
    expect(answer.text).not.toContain(String(child.idNo));
    expect(answer.text).not.toContain('11010519491231002X');
    expect(stored).not.toContain(String(child.idNo));
  });

  it('refuses what is no such file and what is too much in the words of the specification [R-38 2-rules.5 ASVS-5.2.1 error:sentence.Wrong_import_file rule:import.xls_or_xlsx_only rule:import.too_much_data_in_batches]', async () => {
    const wrong = await upload(server.url, parent, Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
    const none = await upload(server.url, parent, await sheetOf([adult]), 'other');
    const large = await upload(server.url, parent, Buffer.alloc(2 * 1024 * 1024 + 1));
    const long = await preview(
      parent,
      Array.from({ length: 501 }, () => adult),
    );
    const full = await preview(
      parent,
      Array.from({ length: 500 }, () => adult),
    );
    const format = 'Invalid file format! Please import file in .XLS or .XLSX format.';
    const tooMuch = (why: string) => `Too much data must be submitted in batches. ${why}`;
    expect([wrong, none, large, long].map((answer) => [answer.status, answer.body['userMessage']])).toEqual([
      [412, format],
      [412, format],
      [412, tooMuch('This file has 2.1 MB; a file may have 2 MB.')],
      [412, tooMuch('This file has 501 rows; a file may have 500.')],
    ]);
    expect(rowsOf(full)).toHaveLength(500);
  });

  it('is over after 30 minutes, and then forgotten [R-38]', async () => {
    const browser = await givenSignedIn(server.url);
    const previewed = await preview(browser, [adult]);
    await moveClockTo('2026-11-20T04:20:00.000Z');
    await ask(browser, 'user.current');
    await moveClockTo('2026-11-20T04:31:00.000Z');
    const late = await save(browser, previewed);
    await tasks['imports.forget']();
    await moveClockTo(now);
    const { rowCount } = await databasePool().query('select 1 from candidate_import where id = $1', [
      previewed.body['previewId'],
    ]);
    expect([late.status, rowCount]).toEqual([404, 0]);
  });
});

describe('a row put right', () => {
  it('is checked again with the whole file; what is not sent stays [R-38 call:POST /api/candidate/batch-import-preview/{id}/row]', async () => {
    const previewed = await preview(parent, [
      { ...child, lastName: '李' },
      { ...adult, idNo: '110105194912310021' },
    ]);
    const params = { id: previewed.body['previewId'] };
    const first = await ask(parent, 'candidate.correctImport', { params, body: { row: 2, cells: { lastName: 'LI' } } });
    const second = await ask(parent, 'candidate.correctImport', {
      params,
      body: { row: 3, cells: { idNo: String(child.idNo) } },
    });
    expect(rowsOf(first)[0]).toMatchObject({ errors: {}, cells: { lastName: 'LI', idNo: '****************25' } });
    expect(rowsOf(second)[1]?.errors).toEqual({ 'guardianModel.name': 'GUARDIAN_REQUIRED' });
  });

  it('can be downloaded with the others that are wrong, corrected there and uploaded again [R-38 call:GET /api/candidate/batch-import-preview/{id}/faults]', async () => {
    const previewed = await preview(parent, [{ ...adult, lastName: '王' }, child]);
    const user = await ask(parent, 'user.current');
    const response = await globalThis.fetch(
      `${server.url}/api/candidate/batch-import-preview/${String(previewed.body['previewId'])}/faults`,
      {
        headers: {
          cookie: [...parent.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          'accept-language': 'en',
        },
      },
    );
    const file = Buffer.from(await response.arrayBuffer());
    const rows = await readSpreadsheet(file);
    const again = await upload(server.url, parent, file);
    expect(user.status).toBe(200);
    expect(rows).toHaveLength(2);
    expect(rows[1]?.at(-1)).toContain('姓（拼音） Surname (pinyin): ');
    expect(rowsOf(again)).toMatchObject([{ errors: { lastName: 'NAME_HAN' }, cells: { idNo: '****************38' } }]);
  });
});

describe('saving a preview', () => {
  it('saves every right row at once and skips the marked ones [R-38 call:POST /api/candidate/batch-import-save]', async () => {
    const browser = await givenSignedIn(server.url);
    const previewed = await preview(browser, [
      adult,
      { ...adult, firstName: 'MING' },
      child,
      { ...child, idNo: 'wrong' },
    ]);
    const saved = await save(browser, previewed);
    const all = await ask(browser, 'candidate.search', { body: { pageIndex: 1, pageSize: 10 } });
    expect(saved.text).not.toContain(String(child.idNo));
    expect(all.body['list']).toMatchObject([{}, {}]);
    expect(all.text).toContain('王建国');
    expect((await save(browser, previewed)).status).toBe(404);
  });

  it('answers a repeated request alike and saves once [S-5]', async () => {
    const browser = await givenSignedIn(server.url);
    const previewed = await preview(browser, [adult]);
    const headers = { 'idempotency-key': randomId() };
    const first = await save(browser, previewed, headers);
    const second = await save(browser, previewed, headers);
    expect(second.text).toBe(first.text);
    expect(await countSaved(browser)).toBe(1);
  });

  it('saves once when two windows save at the same time [R-38]', async () => {
    const browser = await givenSignedIn(server.url);
    const previewed = await preview(browser, [adult, child]);
    const answers = await Promise.all([save(browser, previewed), save(browser, previewed)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect(await countSaved(browser)).toBe(2);
  });

  it('saves nothing where nothing is right [R-38]', async () => {
    const answer = await save(parent, await preview(parent, [{ ...adult, idNo: '1' }]));
    expect(answer.body['code']).toBe('IMPORT_NOTHING_TO_SAVE');
  });

  it('answers another account’s preview like one that does not exist [T8]', async () => {
    const other = await givenSignedIn(server.url);
    const previewed = await preview(parent, [adult]);
    for (const id of [String(previewed.body['previewId']), randomId()]) {
      const answers = [
        await ask(other, 'candidate.saveImport', { body: { previewId: id } }),
        await ask(other, 'candidate.correctImport', { params: { id }, body: { row: 2, cells: {} } }),
        await ask(other, 'candidate.importFaults', { params: { id } }),
      ];
      expect(answers.map(({ status, body }) => [status, body['code']])).toEqual(Array(3).fill([404, 'NOT_FOUND']));
    }
  });
});
