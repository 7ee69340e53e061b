import { importColumns } from '@exam/contract/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  givenSignedIn,
  moveClockTo,
  openTestServer,
  type SignedIn,
  type TestServer,
  upload,
} from '#testing';
import { cellOf, edited, foreignSheet, passport, written } from '../foreign-sheets.testing.ts';
import { routes } from '../index.ts';
import { words } from '../words.en.ts';

let server: TestServer;
let parent: SignedIn;
beforeAll(async () => {
  server = await openTestServer(routes);
  await moveClockTo('2026-11-20T04:00:00.000Z');
  parent = await givenSignedIn(server.url);
});
afterAll(() => server.close());

type Row = { row: number; cells: Record<string, string>; errors: Record<string, string> };

async function shown(file: Buffer): Promise<{ rows: Row[] }> {
  const answer: Answer = await upload(server.url, parent, file);
  expect(answer.status, answer.text).toBe(200);
  return JSON.parse(answer.text) as { rows: Row[] };
}

describe('a cell', () => {
  it('that calls itself a text and has none is empty, and not the first text of the file [Q1]', async () => {
    const rows = [{ ...passport, mobile: 'MOBILE', email: 'EMAIL', firstName: 'GIVEN' }];
    const file = written({ kind: 'xlsx', sheets: { s: foreignSheet(rows) }, hasTextsApart: true });
    const nothing = [
      ['mobile', '<c r="$1" t="s"/>'],
      ['email', '<c r="$1" t="s"><v></v></c>'],
      ['firstName', '<c r="$1" t="s"><v/></c>'],
    ] as const;
    const emptied = await edited(file, (sheet) =>
      nothing.reduce((xml, [column, cell]) => xml.replace(cellOf('2', column), cell), sheet),
    );

    const { rows: read } = await shown(emptied);

    expect(read.map(({ cells, errors }) => [cells['mobile'], cells['email'], cells['firstName'], errors])).toEqual([
      ['', '', '', { firstName: 'NAME_GIVEN_REQUIRED' }],
    ]);
  });

  it.each([
    ['a number beyond all numbers', '<c r="$1"><v>1E400</v></c>'],
    ['a text that the file does not have', '<c r="$1" t="s"><v>9999</v></c>'],
    ['a text of no whole number', '<c r="$1" t="s"><v>-0</v></c>'],
    ['a text between two', '<c r="$1" t="s"><v>1.5</v></c>'],
    ['a text in the place of a number', '<c r="$1"><is><t>13800138001</t></is></c>'],
    ['a number in the place of a text', '<c r="$1" t="inlineStr"><v>13800138001</v></c>'],
    ['two values', '<c r="$1"><v>13800138001</v></c><c r="$1"><v>13800138002</v></c>'],
  ])('with %s is named, not left out [Q1]', async (_, cell) => {
    const file = written({ kind: 'xlsx', sheets: { s: foreignSheet([{ ...passport, mobile: 'MOBILE' }]) } });

    const { rows } = await shown(await edited(file, (sheet) => sheet.replace(cellOf('2', 'mobile'), cell)));

    expect(rows.map(({ errors }) => errors)).toEqual([{ mobile: 'IMPORT_CELL_TYPE' }]);
  });

  it.each([
    ['a truth without a value', '<c r="$1" t="b"/>'],
    ['an error without one', '<c r="$1" t="e"><v></v></c>'],
    ['nothing', '<c r="$1"/>'],
    ['blanks', '<c r="$1"><v> </v></c>'],
  ])('that holds %s is empty [Q1]', async (_, cell) => {
    const file = written({ kind: 'xlsx', sheets: { s: foreignSheet([{ ...passport, mobile: 'MOBILE' }]) } });

    const { rows } = await shown(await edited(file, (sheet) => sheet.replace(cellOf('2', 'mobile'), cell)));

    expect(rows.map(({ cells, errors }) => [cells['mobile'], errors])).toEqual([['', {}]]);
  });

  it('with a reading above its text is the text alone [Q1]', async () => {
    const file = written({ kind: 'xlsx', sheets: { s: foreignSheet([{ ...passport, lastName: 'NAME' }]) } });
    const read = '<c r="$1" t="inlineStr"><is><t>LI</t><rPh sb="0" eb="1"><t>XX</t></rPh></is></c>';

    const { rows } = await shown(await edited(file, (sheet) => sheet.replace(cellOf('2', 'lastName'), read)));

    expect(rows.map(({ cells, errors }) => [cells['lastName'], errors])).toEqual([['LI', {}]]);
  });

  it('of a list beside which a chart has a sheet of its own is read [Q2]', async () => {
    const file = written({ kind: 'xlsx', sheets: { s: foreignSheet([passport]) } });
    const named = await edited(
      file,
      (book) => book.replace('<sheets>', '<sheets><sheet name="chart" sheetId="9" r:id="rId99"/>'),
      'xl/workbook.xml',
    );
    const relation =
      '<Relationship Id="rId99" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/chartsheet" Target="chartsheets/sheet1.xml"/>';
    const charted = await edited(
      named,
      (relations) => relations.replace('</Relationships>', `${relation}</Relationships>`),
      'workbook.xml.rels',
    );

    const { rows } = await shown(charted);

    expect(rows.map(({ cells, errors }) => [cells['lastName'], errors])).toEqual([['LI', {}]]);
  });

  it('with a text behind many spaces keeps the text [Q1]', async () => {
    const lastName = `LI${' '.repeat(2000)}WANG`;

    const { rows } = await shown(written({ kind: 'xlsx', sheets: { s: foreignSheet([{ ...passport, lastName }]) } }));

    expect(rows.map(({ cells }) => cells['lastName'])).toEqual(['LI WANG']);
  });

  it('of a file as Excel 95 wrote them in China is read by its own code page [Q2]', async () => {
    const headings = importColumns.map((column) => words.headings[column].replace('’', "'"));
    const made = written({ kind: 'biff5', sheets: { s: foreignSheet([{ ...passport, lastName: 'ZZQQ' }], headings) } });
    const file = Buffer.from(made.toString('latin1').replace('ZZQQ', '\xCD\xF5\xB7\xBC'), 'latin1');
    file.writeUInt16LE(936, file.indexOf(Buffer.from('42000200', 'hex')) + 4);

    const { rows } = await shown(file);

    expect(rows.map(({ cells }) => cells['lastName'])).toEqual(['王芳']);
  });
});
