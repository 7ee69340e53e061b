import { CFB } from '@e965/xlsx';
import { createHash } from 'node:crypto';
import { brotliCompressSync, deflateSync } from 'node:zlib';
import { Refusal } from '#platform/errors';
import { makeZip, type MadeEntry, workbook } from '#given/platform/zip';

import { inspectFile } from './inspect.ts';

/** What becomes of a file: kept as it is, or the code of the refusal. */
export async function fateOf(name: string, content: Buffer): Promise<string> {
  try {
    const kept = await inspectFile('somebody', content, name);
    return kept.content.equals(content) ? 'kept' : 'changed';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

/** A PDF of one object with these entries, as a text editor would write it. */
export const plainPdf = (inside = '') =>
  Buffer.from(`%PDF-1.7\n1 0 obj\n<<${inside}>>\nendobj\ntrailer\n<<>>\n%%EOF\n`);

/**
 * A PDF that this password opens (ISO 32000-2, 7.6.4, revision 5); an empty one is the lock that only keeps it from being changed. The key
 * of its content is nobody's.
 */
export function lockedPdf(password: string, wishes: PdfWishes = {}): Buffer {
  const salts = Buffer.from('0102030405060708090a0b0c0d0e0f10', 'hex');
  const check = createHash('sha256').update(password).update(salts.subarray(0, 8)).digest();
  const hex = (content: Buffer) => `<${content.toString('hex')}>`;
  const keys = `/O${hex(Buffer.alloc(48))}/OE${hex(Buffer.alloc(32))}/U${hex(Buffer.concat([check, salts]))}/UE${hex(Buffer.alloc(32))}/Perms${hex(Buffer.alloc(16))}`;
  const filter = '/CF<</StdCF<</CFM/AESV3/AuthEvent/DocOpen/Length 32>>>>/StmF/StdCF/StrF/StdCF';
  return madePdf({
    ...wishes,
    trailer: `/ID[<00><00>]/Encrypt<</Filter/Standard/V 5/R 5/Length 256/P -4${keys}${filter}>>`,
  });
}

/** What else a page of a document and its catalogue have, further objects from 4 on, and what the stream of objects says of itself. */
export type PdfWishes = {
  catalogue?: string;
  page?: string;
  more?: Readonly<Record<number, string>>;
  stream?: string;
  /** The objects are packed twice, say so behind this, and nothing but an object elsewhere tells where they begin. */
  hidden?: string;
  /** The same, packed once, in a way that only newer readers know. */
  isNewlyPacked?: true;
  trailer?: string;
};

const firstNumber = 80;
const streamNumber = 90;
const tableNumber = 91;

/** A whole PDF with one page, its objects in a compressed stream where no reader of bytes finds their names, and a table that leads to them. */
export function madePdf({
  catalogue = '',
  page = '',
  more = {},
  stream = '',
  hidden,
  isNewlyPacked,
  trailer = '',
}: PdfWishes = {}): Buffer {
  const objects = Object.entries({
    1: `<</Type/Catalog/Pages 2 0 R${catalogue}>>`,
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]${page}>>`,
    ...more,
  });
  const places: number[] = [];
  let length = 0;
  for (const [, content] of objects) {
    places.push(length);
    length += content.length + 1;
  }
  const head = `${objects.map(([number], at) => `${number} ${places[at]}`).join(' ')} `;
  const written = head + objects.map(([, content]) => content).join(' ');
  const packed = deflateSync(written);
  const elsewhere = `/N ${objects.length}/First ${firstNumber} 0 R`;
  const before = Buffer.from(`%PDF-1.7\n${firstNumber} 0 obj ${head.length} endobj\n`);
  const [said, content] = isNewlyPacked
    ? [`${elsewhere}/Filter/BrotliDecode`, brotliCompressSync(written)]
    : hidden === undefined
      ? [`/Type/ObjStm/N ${objects.length}/First ${head.length}/Filter/FlateDecode${stream}`, packed]
      : [`${elsewhere}${hidden}/Filter[/FlateDecode/FlateDecode]`, deflateSync(packed)];
  const holder = streamOf(streamNumber, said, content);
  const table = Buffer.alloc((tableNumber + 1) * 4);
  for (const [at, [number]] of objects.entries()) table.set([2, 0, streamNumber, at], Number(number) * 4);
  table.set([1, 0, 9, 0], firstNumber * 4);
  table.set([1, 0, before.length, 0], streamNumber * 4);
  table.writeUInt16BE(before.length + holder.length, tableNumber * 4 + 1);
  table.writeUInt8(1, tableNumber * 4);
  const index = streamOf(
    tableNumber,
    `/Type/XRef/Size ${tableNumber + 1}/W[1 2 1]/Root 1 0 R/Filter/FlateDecode${trailer}`,
    deflateSync(table),
  );
  const end = Buffer.from(`startxref\n${before.length + holder.length}\n%%EOF\n`);
  return Buffer.concat([before, holder, index, end]);
}

function streamOf(number: number, entries: string, content: Buffer): Buffer {
  const head = `${number} 0 obj\n<<${entries}/Length ${content.length}>>\nstream\n`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\nendstream\nendobj\n')]);
}

/** A document that does something when it opens. */
export const opening = (action: string, more: PdfWishes['more'] = {}, wishes: PdfWishes = {}) =>
  madePdf({ catalogue: '/OpenAction 4 0 R', more: { 4: action, ...more }, ...wishes });

/** A document with a link on its page, which runs when somebody follows it. */
export const linked = (action: string, catalogue = '') =>
  madePdf({
    catalogue,
    page: '/Annots[4 0 R]',
    more: { 4: `<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A ${action}>>` },
  });

/** A document whose objects are replaced by later ones of the same number; a reader who is led to them still finds them. */
export const replacedPdf = () =>
  Buffer.concat([
    opening('<</S/JavaScript/JS(app.alert(1))>>'),
    Buffer.from(Array.from({ length: 9 }, (_, at) => `\n${at + 1} 0 obj\n<<>>\nendobj`).join('')),
    Buffer.from('\n%%EOF\n'),
  ]);

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const types =
  '<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>';
const relations = (inside: string) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`;

/** A relation of an Office file. */
export const related = (type: string, target: string, mode = '') =>
  `<Relationship Id="rId7" Type="${office}/${type}" Target="${target}" ${mode}/>`;

/** A field whose instruction is in these pieces. */
export const field = (...pieces: string[]) =>
  `<w:fldChar w:fldCharType="begin"/>${pieces.map((each) => `<w:r><w:instrText>${each}</w:instrText></w:r>`).join('')}<w:fldChar w:fldCharType="end"/>`;

/** A letter with these relations, this text and these further parts. */
export const docx = (related: string, body = '', more: readonly MadeEntry[] = []) =>
  makeZip([
    { name: '[Content_Types].xml', content: types },
    { name: 'word/document.xml', content: `<?xml version="1.0"?><w:document><w:body>${body}</w:body></w:document>` },
    { name: 'word/_rels/document.xml.rels', content: relations(related) },
    ...more,
  ]);

/** The parts of a chart that lead to a workbook. */
export const chartOf = (target: string, mode = ''): MadeEntry[] => [
  { name: 'word/charts/chart1.xml', content: '<c:chartSpace/>' },
  { name: 'word/charts/_rels/chart1.xml.rels', content: relations(related('package', target, mode)) },
];

/** A sheet with this relation, and these cells. */
export const xlsx = (related: string, cells = '') =>
  makeZip(workbook(cells, [{ name: 'xl/worksheets/_rels/sheet1.xml.rels', content: relations(related) }]));

/** A file of before 2007 with these parts. */
export function compound(parts: Readonly<Record<string, Buffer>>): Buffer {
  const file = CFB.utils.cfb_new();
  for (const [name, content] of Object.entries(parts)) CFB.utils.cfb_add(file, name, content);
  const written: unknown = CFB.write(file, { type: 'buffer' });
  if (!Buffer.isBuffer(written)) throw new TypeError('a container is bytes');
  return written;
}

/** A record of a workbook of before 2007. */
export function record(kind: number, content: readonly number[]): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(kind, 0);
  head.writeUInt16LE(content.length, 2);
  return Buffer.concat([head, Buffer.from(content)]);
}

/** A letter of before 2007 whose text is in two pieces, the second before the first, with other bytes between them ([MS-DOC] 2.8.35). */
export function cutLetter(first: string, second: string): Buffer {
  const [letter, table] = [Buffer.alloc(2048), Buffer.alloc(5 + 12 + 16)];
  letter.writeUInt32LE(table.length, 0x01a6);
  letter.write(second, 1024, 'latin1');
  letter.write(first, 1536, 'utf16le');
  table.writeUInt8(2, 0);
  table.writeUInt32LE(28, 1);
  table.writeUInt32LE(first.length, 9);
  table.writeUInt32LE(first.length + second.length, 13);
  table.writeUInt32LE(1536, 19);
  table.writeUInt32LE(0x40000000 + 2048, 27);
  return compound({ '/WordDocument': letter, '/1Table': table });
}
