import { type CellObject, utils } from '@e965/xlsx';
import { addDays, daysBetween, importColumns, type ImportColumn } from '@exam/contract/rules';
import type { ImportNote } from '@exam/contract/entities';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ask,
  givenSignedIn,
  moveClockTo,
  openTestServer,
  type Answer,
  type SignedIn,
  type TestServer,
  upload,
  rounds,
} from '#testing';
import { headingOf } from './columns.ts';
import { routes } from './index.ts';
import { checkRows } from './check-rows.ts';
import { readSheets, readSpreadsheet } from './file/read-file.ts';
import { rowsOfFile } from './rows.ts';
import { sheetOf } from './sheet.testing.ts';
import {
  failed,
  type Foreign,
  foreignSheet,
  inDateCell,
  type Kind,
  passport,
  written,
} from './foreign-sheets.testing.ts';
import { faultsFile, importTemplate } from './template.ts';

const now = '2026-11-20T04:00:00.000Z';
const today = '2026-11-20';

let server: TestServer;
let parent: SignedIn;
beforeAll(async () => {
  server = await openTestServer(routes);
  await moveClockTo(now);
  parent = await givenSignedIn(server.url);
});
afterAll(() => server.close());

const kinds: readonly Kind[] = ['xlsx', 'biff8'];

const rowsIn = async (file: Buffer) => rowsOfFile(await readSheets(file), { limit: 500, today });

type Row = { row: number; cells: Record<string, string>; errors: Record<string, string> };
type Shown = { rows: Row[]; notes: ImportNote[] };

async function shown(file: Buffer, browser = parent): Promise<Shown> {
  const answer: Answer = await upload(server.url, browser, file);
  expect(answer.status, answer.text).toBe(200);
  return JSON.parse(answer.text) as Shown;
}

const wrong: [string, Foreign, Record<string, string>][] = [
  ['a year', { dob: 2014 }, { dob: 'IMPORT_DATE_FORM' }],
  ['a year and month', { dob: 2012.3 }, { dob: 'IMPORT_DATE_FORM' }],
  ['a nought lost', { dob: 30_405 }, { dob: 'IMPORT_DATE_FORM' }],
  ['a date of another order', { dob: '7/3/1988' }, { dob: 'IMPORT_DATE_FORM' }],
  ['somebody of 121', { dob: inDateCell(2014) }, { dob: 'IMPORT_BIRTH_YEAR' }],
  ['somebody of 121 in writing', { dob: '1905-07-06' }, { dob: 'IMPORT_BIRTH_YEAR' }],
  ['somebody of 101', { dob: '1925-11-20' }, { dob: 'IMPORT_BIRTH_YEAR' }],
  ['a failed date', { dob: failed }, { dob: 'IMPORT_CELL_TYPE' }],
  ['a passport as a figure', { idNo: 53_012_345 }, { idNo: 'IMPORT_NUMBER_AS_TEXT' }],
  ['a passport in a cell for dates', { idNo: inDateCell(36_526) }, { idNo: 'IMPORT_CELL_TYPE' }],
  ['a mobile in a cell for dates', { mobile: inDateCell(13_800_138_001) }, { mobile: 'IMPORT_CELL_TYPE' }],
  ['a failed mobile', { mobile: failed }, { mobile: 'IMPORT_CELL_TYPE' }],
  ['a failed address', { email: failed }, { email: 'IMPORT_CELL_TYPE' }],
  ['a number below nought', { mobile: -13_800_138_001 }, { mobile: 'IMPORT_CELL_TYPE' }],
  ['a name that a program took for a truth', { lastName: { t: 'b', v: true } }, { lastName: 'IMPORT_CELL_TYPE' }],
  ['a name in a cell for dates', { lastName: inDateCell(40_000) }, { lastName: 'IMPORT_CELL_TYPE' }],
];

const right: [string, Foreign, Partial<Record<ImportColumn, string>>][] = [
  ['somebody of 100', { dob: '1925-11-21' }, { dob: '1925-11-21' }],
  ['a date', { dob: inDateCell(32_939) }, { dob: '1990-03-07' }],
  ['a date with a time', { dob: { t: 'n', v: 32_939.5, z: 'yyyy/m/d h:mm' } }, { dob: '1990-03-07' }],
  ['eight digits', { dob: 19_900_307 }, { dob: '1990-03-07' }],
  ['eight digits as text', { dob: '19900307' }, { dob: '1990-03-07' }],
  ['a mobile as a figure', { mobile: 13_800_138_001 }, { mobile: '13800138001' }],
];

/** Other numbers for the rows of a file, so that nobody is in it twice. */
const rowsWith = (changes: readonly Foreign[]): Foreign[] =>
  changes.map((change, at) => ({ ...passport, idNo: `E${String(10_000_000 + at)}`, ...change }));

describe.each(kinds)('a cell of an %s', (kind) => {
  it('that may not hold what was typed is refused, whatever it holds [Q1]', async () => {
    const file = written({ kind, sheets: { s: foreignSheet(rowsWith(wrong.map(([, change]) => change))) } });

    const { rows } = await shown(file);

    expect(rows.map(({ errors }, at) => [wrong[at]?.[0], errors])).toEqual(
      wrong.map(([name, , errors]) => [name, errors]),
    );
  });

  it('that holds what was typed is taken, however it is kept [Q1]', async () => {
    const file = written({ kind, sheets: { s: foreignSheet(rowsWith(right.map(([, change]) => change))) } });

    const { rows } = await shown(file);

    expect(rows).toMatchObject(right.map(([, , cells]) => ({ errors: {}, cells })));
    expect(rows).toHaveLength(right.length);
  });

  it('that holds a date of the calendar of 1904 is taken, a plain figure there is none [Q1]', async () => {
    const born = daysBetween('1904-01-01', '1990-03-07');
    const rows = [
      { ...passport, dob: inDateCell(born) },
      { ...passport, dob: born },
    ];

    const { rows: read } = await shown(written({ kind, sheets: { s: foreignSheet(rows) }, is1904: true }));

    expect(read.map((row) => [row.cells['dob'], row.errors])).toEqual([
      ['1990-03-07', {}],
      [String(born), { dob: 'IMPORT_DATE_FORM' }],
    ]);
  });
});

describe('a cell that may not be what was typed', () => {
  it('keeps its doubt in the file of mistakes, and loses it when it is typed anew [Q1]', async () => {
    const damaged = [
      { ...passport, idNo: 53_012_345 },
      { ...passport, dob: inDateCell(2014) },
      { ...passport, mobile: failed, email: inDateCell(9_999_999_999) },
    ];
    const first = await rowsIn(written({ kind: 'xlsx', sheets: { s: foreignSheet(damaged) } }));

    const mistakes = await faultsFile(checkRows(first.rows, today), 'en');
    const again = await shown(mistakes);
    const twice = await faultsFile(checkRows((await rowsIn(mistakes)).rows, today), 'zh');
    const typed = (await readSpreadsheet(mistakes)).map((row) =>
      row.map((cell) => (cell === '? 53012345' ? '53012345' : cell)),
    );

    expect(again.rows.map((row) => row.errors)).toEqual([
      { idNo: 'IMPORT_NUMBER_AS_TEXT' },
      { dob: 'IMPORT_BIRTH_YEAR' },
      { mobile: 'IMPORT_CELL_TYPE', email: 'IMPORT_CELL_TYPE' },
    ]);
    expect((await rowsIn(twice)).rows.map(({ doubtful }) => doubtful)).toEqual(again.rows.map((row) => row.errors));
    const sheet = utils.aoa_to_sheet(typed);
    expect((await shown(written({ kind: 'xlsx', sheets: { s: sheet } }))).rows[0]?.errors).toEqual({});
  });

  it('loses it when it is put right in the preview, somebody of more than 100 years by typing the same again [Q1]', async () => {
    const old = { ...passport, dob: '1920-03-07', idNo: 53_012_345 };
    const answer = await upload(server.url, parent, written({ kind: 'xlsx', sheets: { s: foreignSheet([old]) } }));
    const params = { id: answer.body['previewId'] };
    const correct = async (cells: object) => {
      const { body } = await ask(parent, 'candidate.correctImport', { params, body: { row: 2, cells } });
      return (body['rows'] as Row[])[0]?.errors;
    };

    expect(await correct({ firstName: 'NA' })).toEqual({ dob: 'IMPORT_BIRTH_YEAR', idNo: 'IMPORT_NUMBER_AS_TEXT' });
    expect(await correct({ dob: '1920-03-07' })).toEqual({ idNo: 'IMPORT_NUMBER_AS_TEXT' });
    expect(await correct({ idNo: '53012345' })).toEqual({});
  });
});

describe('what stands in a file', () => {
  it.each(kinds)('and is not read is named: sheets, columns, rows (%s) [Q1]', async (kind) => {
    const headings = [...importColumns.map(headingOf), '生日', ''];
    const people = foreignSheet([passport, { ...passport, idNo: 'E12345679' }], headings);
    people[utils.encode_cell({ r: 1, c: importColumns.length })] = { t: 's', v: '1990-03-07' };
    people[utils.encode_cell({ r: 2, c: importColumns.length + 1 })] = { t: 's', v: 'left-handed' };
    const file = written({
      kind,
      sheets: { old: foreignSheet([passport]), class1: people, class2: foreignSheet([passport, passport]) },
      hidden: ['old'],
    });

    const { rows, notes } = await shown(file);

    expect(rows).toHaveLength(2);
    expect(notes).toEqual([
      { kind: 'HiddenSheet', name: 'old', count: 2 },
      { kind: 'Sheet', name: 'class2', count: 3 },
      { kind: 'Column', name: '生日', count: 1 },
      { kind: 'Column', name: 'P', count: 1 },
    ]);
  });

  it('in the column for remarks is named, but for the mark of the example [Q1]', async () => {
    const cells = await readSpreadsheet(await importTemplate());
    const typed = [...cells.slice(0, 2), ['用轮椅', 'LI', 'NA', '护照', 'E12345678', '女', '1990-03-07']];

    const { rows, notes } = await shown(written({ kind: 'xlsx', sheets: { s: utils.aoa_to_sheet(typed) } }));

    expect(rows).toHaveLength(1);
    expect(notes).toEqual([{ kind: 'Column', name: '备注 Remark', count: 1 }]);
  });

  it('below a title is read, and the title named; hidden rows are read and named [Q1]', async () => {
    const sheet = utils.aoa_to_sheet([['Class of 2026'], [], importColumns.map(headingOf)]);
    utils.sheet_add_aoa(sheet, [Object.values(passport), Object.values({ ...passport, idNo: 'E12345679' })], {
      origin: 3,
    });
    sheet['A4'] = { t: 's', v: 'LI' };
    sheet['!rows'] = [{}, {}, {}, {}, { hidden: true }];

    const { rows, notes } = await shown(written({ kind: 'xlsx', sheets: { s: sheet } }));

    expect(rows.map(({ row, errors }) => [row, errors])).toEqual([
      [4, {}],
      [5, {}],
    ]);
    expect(notes).toEqual([
      { kind: 'RowsAbove', name: '', count: 1 },
      { kind: 'HiddenRows', name: '', count: 1 },
    ]);
  });

  it.each(['合计', '总 计：', '合计：2人', 'Total', 'Subtotal:'])(
    'has no candidate in a row of totals, which is named: %s [Q1]',
    async (word) => {
      const total = importColumns.map((column) => (column === 'lastName' ? word : column === 'idNo' ? '2' : null));
      const typed = [importColumns.map(headingOf), Object.values(passport), total];

      const { rows, notes } = await shown(written({ kind: 'xlsx', sheets: { s: utils.aoa_to_sheet(typed) } }));

      expect(rows.map(({ row, errors }) => [row, errors])).toEqual([[2, {}]]);
      expect(notes).toEqual([{ kind: 'TotalRow', name: word, count: 1 }]);
    },
  );

  it('takes whoever has a document for somebody, though the name is that of a total [Q1]', async () => {
    const typed = [importColumns.map(headingOf), Object.values({ ...passport, lastName: 'TOTAL' })];

    const { rows, notes } = await shown(written({ kind: 'xlsx', sheets: { s: utils.aoa_to_sheet(typed) } }));

    expect([rows.map(({ errors }) => errors), notes]).toEqual([[{}], []]);
  });

  it('is told which columns are not there beside those that say nothing without them [Q1]', async () => {
    const without = ['idType', 'guardianModel.idNo', 'guardianModel.idType'];
    const columns = importColumns.filter((column) => !without.includes(column));
    const typed = [columns.map(headingOf), columns.map((column) => passport[column] ?? null)];

    const { notes } = await shown(written({ kind: 'xlsx', sheets: { s: utils.aoa_to_sheet(typed) } }));

    expect(notes).toEqual(
      (['idType', 'guardianModel.idType', 'guardianModel.idNo'] as const).map((column) => ({
        kind: 'Lacking',
        name: headingOf(column),
        count: 1,
      })),
    );
  });

  it.each(["'", '‘', '’', '＇'])('reads a number behind %s, by which a program made it a text [Q1]', async (mark) => {
    const typed = [importColumns.map(headingOf), Object.values({ ...passport, idNo: `${mark}E12345678` })];

    const { rows } = await shown(written({ kind: 'xlsx', sheets: { s: utils.aoa_to_sheet(typed) } }));

    expect(rows.map(({ errors }) => errors)).toEqual([{}]);
  });

  it('with a formula whose value nobody calculated is named in that cell, not taken as empty [Q1]', async () => {
    const sheet = foreignSheet([{ ...passport, mobile: { t: 'z', f: '"138"&"00138001"' } as unknown as CellObject }]);

    const { rows } = await shown(written({ kind: 'xlsx', sheets: { s: sheet } }));

    expect(rows.map(({ errors }) => errors)).toEqual([{ mobile: 'IMPORT_CELL_TYPE' }]);
  });

  it('typed over the example is somebody, though the mark of the example is left [Q1]', async () => {
    const cells = await readSpreadsheet(await importTemplate());
    const typed = cells.map((row, at) => (at === 1 ? [row[0] ?? null, 'LI', 'NA', ...row.slice(3)] : row));

    const { rows } = await rowsIn(written({ kind: 'xlsx', sheets: { s: utils.aoa_to_sheet(typed) } }));

    expect(rows.map((row) => [row.row, row.cells.lastName])).toEqual([[2, 'LI']]);
    // The telephone and the address of the example are nobody's.
    expect(rows[0]?.doubtful).toMatchObject({ mobile: 'IMPORT_EXAMPLE', email: 'IMPORT_EXAMPLE' });
  });
});

describe('a family', () => {
  const letters = fc.string({
    unit: fc.constantFrom('A', 'E', 'I', 'L', 'N', 'Q', 'U', 'W', 'X', 'Z'),
    minLength: 1,
    maxLength: 12,
  });
  const digits = (length: number) =>
    fc.string({
      unit: fc.constantFrom('0', '1', '2', '3', '4', '5', '6', '7', '8', '9'),
      minLength: length,
      maxLength: length,
    });
  const day = fc.integer({ min: 0, max: 35_000 }).map((days) => addDays('1930-01-01', days));
  const dateIn = (value: string) =>
    fc.constantFrom<string | number | CellObject>(
      value,
      value.replaceAll('-', '/'),
      Number(value.replaceAll('-', '')),
      inDateCell(daysBetween('1899-12-30', value)),
      daysBetween('1899-12-30', value),
      Number(value.slice(0, 4)),
    );
  const person = fc
    .record({ lastName: letters, firstName: letters, number: digits(8), dob: day, mobile: digits(9) })
    .chain(({ number, dob, mobile, ...names }) =>
      fc.record({
        meant: fc.constant({ ...names, idNo: number, dob, mobile: `13${mobile}` }),
        idNo: fc.constantFrom<string | number | CellObject>(number, Number(number), inDateCell(Number(number))),
        dob: dateIn(dob),
        mobile: fc.constantFrom<string | number | CellObject>(`13${mobile}`, Number(`13${mobile}`), failed),
      }),
    );

  it('is read as it was meant, whoever wrote the file, or the cell is refused [Q1]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(person, { minLength: 1, maxLength: 12 }),
        fc.constantFrom<Kind | 'own'>('xlsx', 'biff8', 'own'),
        async (people, by) => {
          const rows = people.map(({ meant, idNo, dob, mobile }) => ({ ...passport, ...meant, idNo, dob, mobile }));
          // Our own writer knows no types of cells but these.
          const plain = rows.map((row) =>
            Object.fromEntries(Object.entries(row).filter(([, value]) => typeof value !== 'object')),
          );
          const file = by === 'own' ? await sheetOf(plain) : written({ kind: by, sheets: { s: foreignSheet(rows) } });

          const read = checkRows((await rowsIn(file)).rows, today);

          for (const [at, { meant }] of people.entries())
            for (const column of ['lastName', 'firstName', 'idNo', 'dob', 'mobile'] as const) {
              const isWritten = by !== 'own' || plain[at]?.[column] !== undefined;
              const { errors, written: said } = read[at] ?? expect.fail('a row is gone');
              if (isWritten && errors[column] === undefined) expect(said.cells[column]).toBe(meant[column]);
            }
        },
      ),
      { numRuns: rounds(10, 50) },
    );
  });
});
