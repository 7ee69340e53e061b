import { utils, write } from '@e965/xlsx';
import { importColumns, type ImportColumn } from '@exam/contract/rules';
import { describe, expect, it } from 'vitest';
import { Refusal } from '#platform/errors';
import { checkRows } from './check-rows.ts';
import { headingOf } from './columns.ts';
import { readSheets } from './file/read-file.ts';
import { rowsOfFile } from './rows.ts';
import { makeZip, workbook } from '#given/platform/zip';

const today = '2026-11-20';
const passport: Partial<Record<ImportColumn, string>> = {
  lastName: 'LI',
  firstName: 'NA',
  idType: '护照',
  idNo: 'E12345678',
  gender: '女',
  dob: '1990-03-07',
};

/** A sheet as another program writes it, below these headings. */
function listOf(
  rows: readonly Partial<Record<ImportColumn, string>>[],
  headings = importColumns.map(headingOf),
): Buffer {
  const lines = rows.map((row) => importColumns.map((column) => row[column] ?? null));
  const book = { SheetNames: ['s'], Sheets: { s: utils.aoa_to_sheet([headings, ...lines]) } };
  const made: ArrayBuffer = write(book, { type: 'array', bookType: 'xlsx' });
  return Buffer.from(made);
}

async function read(file: Buffer) {
  return checkRows(rowsOfFile(await readSheets(file), { limit: 500, today }).rows, today);
}

/** What of a file is too much. */
async function tooMuchOf(file: Buffer): Promise<unknown> {
  const outcome = await read(file).catch((error: unknown) => error);
  return outcome instanceof Refusal && outcome.code === 'IMPORT_TOO_MUCH' ? outcome.values : 'read';
}

async function refusalOf(file: Buffer): Promise<string> {
  const outcome = await read(file).catch((error: unknown) => error);
  return outcome instanceof Refusal ? outcome.code : 'read';
}

describe('what people write in a list', () => {
  it.each<[string, Partial<Record<ImportColumn, string>>, Partial<Record<ImportColumn, string>>]>([
    ['another name of the document', { idType: '普通护照' }, { idType: 'Passport' }],
    ['another name of the gender', { gender: '男性' }, { gender: 'Male' }],
    ['a letter for the gender', { gender: 'f' }, { gender: 'Female' }],
    ['signs that nobody sees', { idNo: '\u200bE1234\u202d5678\u200e' }, { idNo: 'E12345678' }],
    ['a number with such a sign', { mobile: '\u202a+8613800138001\u202c' }, { mobile: '+8613800138001' }],
    ['a wide dash for no given name', { firstName: '－' }, { firstName: '－' }],
    ['a word for no given name', { firstName: '无' }, { firstName: '无' }],
  ])('is understood where it can mean one thing: %s [Q2]', async (_, change, cells) => {
    const rows = await read(listOf([{ ...passport, ...change }]));

    expect(rows).toMatchObject([{ errors: {}, written: { cells } }]);
  });

  it('is understood in its headings, with the star of what is needed and by other names [Q2]', async () => {
    const names = ['姓氏', '名字', '中文名', '证件种类', '证件号码*', '性别 ＊', '生日', '联系电话', '邮箱'];
    const headings = importColumns.map((column, at) => names[at] ?? headingOf(column));

    const rows = await read(listOf([{ ...passport, mobile: '13800138001' }], headings));

    expect(rows).toMatchObject([{ errors: {}, written: { cells: { dob: '1990-03-07', mobile: '13800138001' } } }]);
  });

  it('of a document that is not known is told of its kind alone, not of its number [Q2]', async () => {
    const [row] = await read(listOf([{ ...passport, idType: '军官证', idNo: 'H12345678' }]));

    expect(row?.errors).toEqual({ idType: 'IMPORT_CHOICE' });
  });
});

describe('a good file', () => {
  const file = listOf([passport]);
  const commented = Buffer.concat([file, Buffer.from('kept by a program')]);
  commented.writeUInt16LE(17, file.length - 2);
  it.each([
    ['a comment of its container', commented],
    ['two bytes that a disk left', Buffer.concat([file, Buffer.from([0, 0])])],
  ])('is read with what stands behind it: %s [Q2]', async (_, changed) => {
    expect((await read(changed)).map(({ errors }) => errors)).toEqual([{}]);
  });

  it('is refused where two ends could be taken for its own [T20]', async () => {
    expect(await refusalOf(Buffer.concat([file, file.subarray(-22)]))).toBe('IMPORT_FORMAT');
  });
});

describe('a list with more columns than the template', () => {
  it('is read where there are up to a hundred, and told how many it has where there are more [Q2]', async () => {
    const wide = (columns: number) =>
      listOf(
        [passport],
        [
          ...importColumns.map(headingOf),
          ...Array.from({ length: columns - importColumns.length }, (_, at) => `附加 ${at}`),
        ],
      );

    expect((await read(wide(42))).map(({ errors }) => errors)).toEqual([{}]);
    expect(await tooMuchOf(wide(101))).toEqual({ what: 'columns', found: 101, limit: 100 });
  });
});

describe('a list without a column that is needed', () => {
  it('is told which one, by the row that comes nearest [Q2]', async () => {
    const headings = importColumns.map((column) => (column === 'idNo' ? '学号' : headingOf(column)));
    const outcome = await read(listOf([passport], headings)).catch((error: unknown) => error);

    expect(outcome).toMatchObject({ code: 'IMPORT_HEADINGS', values: { missing: headingOf('idNo') } });
  });
});

describe('a file with few candidates', () => {
  it('is taken though thousands of empty rows below them are formatted, and refused beyond what a parser takes [Q2 T20]', async () => {
    const texts = [importColumns.map(headingOf), importColumns.map((column) => passport[column] ?? '')];
    const filled = texts.map(
      (row, r) =>
        `<row r="${r + 1}">${row.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`,
    );
    const places = Array.from('ABCDEFGHIJKLM');
    const empty = (count: number, columns: readonly string[]) =>
      Array.from(
        { length: count },
        (_, at) =>
          `<row r="${at + 3}" ht="20">${columns.map((place) => `<c r="${place}${at + 3}" s="0"/>`).join('')}</row>`,
      ).join('');
    const file = (more: string) => makeZip(workbook(filled.join('') + more));

    const [bordered, high] = [await read(file(empty(9000, places))), await read(file(empty(25_000, [])))];

    expect([bordered, high].map((rows) => rows.map(({ errors }) => errors))).toEqual([[{}], [{}]]);
    expect(await tooMuchOf(file(empty(200_000, [])))).toEqual({ what: 'formats', found: 200_002, limit: 200_000 });
  });

  it('has none of them left out because of a long gap: it is read, or too much [Q2]', async () => {
    const person = importColumns.map((column) => passport[column] ?? null);
    const far = (row: number) => {
      const sheet = utils.aoa_to_sheet([importColumns.map(headingOf), person]);
      utils.sheet_add_aoa(sheet, [person.map((text) => (text === 'E12345678' ? 'E87654321' : text))], { origin: row });
      const made: ArrayBuffer = write({ SheetNames: ['s'], Sheets: { s: sheet } }, { type: 'array', bookType: 'xlsx' });
      return Buffer.from(made);
    };

    expect((await read(far(3000))).map(({ written }) => written.row)).toEqual([2, 3001]);
    expect(await tooMuchOf(far(30_000))).toEqual({ what: 'lastRow', found: 30_001, limit: 20_000 });
  });
});

describe('a list in another form under the name of a workbook', () => {
  const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Surname\tGiven name\nLI\tNA', 'utf16le')]);
  const locked = Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(1024),
    Buffer.from('EncryptedPackage', 'utf16le'),
  ]);
  const declared = makeZip(
    workbook('').map((entry) =>
      entry.name === '[Content_Types].xml'
        ? {
            ...entry,
            content: '<Types><Override ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>',
          }
        : entry,
    ),
  );
  it.each<[string, Buffer, string]>([
    ['a web page', Buffer.from('<html><table><tr><td>1</td></tr></table></html>'), 'IMPORT_SAVE_AS'],
    ['a list between commas', Buffer.from('\ufeffSurname,Given name\nLI,NA'), 'IMPORT_SAVE_AS'],
    ['the text of a spreadsheet', wide, 'IMPORT_SAVE_AS'],
    ['XML of 2003', Buffer.from('<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>'), 'IMPORT_SAVE_AS'],
    ['a workbook of 1990', Buffer.from('09000400020010000b00', 'hex'), 'IMPORT_SAVE_AS'],
    ['OpenDocument', makeZip([{ name: 'META-INF/manifest.xml', content: '' }]), 'IMPORT_SAVE_AS'],
    ['a list of Numbers', makeZip([{ name: 'Index/Document.iwa', content: '' }]), 'IMPORT_SAVE_AS'],
    ['a binary workbook', makeZip([{ name: 'xl/workbook.bin', content: '' }]), 'IMPORT_SAVE_AS'],
    ['a workbook with programs', makeZip(workbook('', [{ name: 'xl/vbaProject.bin', content: '' }])), 'IMPORT_SAVE_AS'],
    ['one that may have some', declared, 'IMPORT_SAVE_AS'],
    ['a workbook with a password', locked, 'FILE_PASSWORD'],
    ['no list at all', Buffer.from('%PDF-1.7\n%âãÏÓ'), 'IMPORT_FORMAT'],
  ])('is told how to save it: %s [Q2]', async (_, file, code) => {
    expect(await refusalOf(file)).toBe(code);
  });
});
