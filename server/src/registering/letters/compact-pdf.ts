import { deflateSync } from 'node:zlib';

type PdfObject = { number: number; dictionary: string; stream: Buffer | null };

/**
 * The same PDF in fewer bytes: every object without a stream goes into one compressed object stream, plain streams are
 * deflated, and the cross-reference table becomes a stream (ISO 32000-1, 7.5.7 and 7.5.8). The tags of an accessible letter are
 * many small objects that the typesetter writes uncompressed, a third of a Chinese letter's size.
 *
 * Takes a PDF 1.7 with one cross-reference table, as Typst writes it; throws when it is not one. Gives the same bytes every time.
 */
export function compactPdf(pdf: Buffer): Buffer {
  const { objects, trailer } = parts(pdf);
  const packed = objects.filter((object) => object.stream === null);
  const packNumber = objects.length + 1;
  const entries: [number, number, number][] = [[0, 0, 65535]];
  packed.forEach((object, index) => (entries[object.number] = [2, packNumber, index]));

  const chunks = [Buffer.from('%PDF-1.7\n%\x80\x80\x80\x80\n', 'latin1')];
  let length = chunks[0]?.length ?? 0;
  const write = (number: number, dictionary: string, stream: Buffer) => {
    const chunk = Buffer.concat([
      Buffer.from(`${number} 0 obj\n${dictionary}\nstream\n`, 'latin1'),
      stream,
      Buffer.from('\nendstream\nendobj\n', 'latin1'),
    ]);
    entries[number] = [1, length, 0];
    chunks.push(chunk);
    length += chunk.length;
  };

  for (const { number, dictionary, stream } of objects) {
    if (stream) write(number, ...deflated(dictionary, stream));
  }
  write(packNumber, ...objectStream(packed));
  const start = length;
  entries[packNumber + 1] = [1, start, 0];
  write(packNumber + 1, ...crossReferences(entries, trailer));
  chunks.push(Buffer.from(`startxref\n${start}\n%%EOF\n`, 'latin1'));
  return Buffer.concat(chunks);
}

/** Reads the objects by the offsets of the cross-reference table, so that nothing inside a stream can be taken for one. */
function parts(pdf: Buffer): { objects: PdfObject[]; trailer: string } {
  const text = pdf.toString('latin1');
  const tableAt = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1] ?? Number.NaN);
  const table = /^xref\s+0 (\d+)\s+/.exec(text.slice(tableAt));
  const trailer = betweenLast(text.slice(text.indexOf('trailer', tableAt)), '<<', '>>');
  if (!table || trailer === undefined) throw new Error('The PDF has no plain cross-reference table.');
  const count = Number(table[1]);
  const firstEntry = tableAt + table[0].length;
  const offsets = Array.from({ length: count }, (_entry, n) =>
    Number(text.slice(firstEntry + 20 * n, firstEntry + 20 * n + 10)),
  );
  const inOrder = [...offsets.slice(1), tableAt].toSorted((a, b) => a - b);
  const objects = offsets.slice(1).map((offset, index) => {
    const end = inOrder[inOrder.indexOf(offset) + 1] ?? tableAt;
    return parsedObject(index + 1, text.slice(offset, end));
  });
  return { objects, trailer };
}

/** What is between the first `open` of a text and its last `close`. */
function betweenLast(text: string, open: string, close: string): string | undefined {
  const [from, to] = [text.indexOf(open), text.lastIndexOf(close)];
  return from < 0 || to < from ? undefined : text.slice(from + open.length, to);
}

function parsedObject(number: number, text: string): PdfObject {
  const head = /^\d+ 0 obj\s/.exec(text)?.[0];
  const body = head && betweenLast(text, head, 'endobj')?.trim();
  if (body === undefined) throw new Error(`Object ${number} of the PDF cannot be read.`);
  if (!body.endsWith('endstream')) return { number, dictionary: body, stream: null };
  const marker = '\nstream\n';
  const at = body.indexOf(marker);
  const dictionary = body.slice(0, at);
  const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1]);
  const stream = Buffer.from(body.slice(at + marker.length, at + marker.length + length), 'latin1');
  if (at < 0 || stream.length !== length) throw new Error(`Stream ${number} of the PDF cannot be read.`);
  return { number, dictionary, stream };
}

/** Compresses a plain stream; the document's own metadata stay readable for tools that only scan the file. */
function deflated(dictionary: string, stream: Buffer): [string, Buffer] {
  if (dictionary.includes('/Filter') || dictionary.includes('/Metadata')) return [dictionary, stream];
  const small = deflateSync(stream, { level: 9 });
  return [dictionary.replace(/\/Length \d+/, `/Length ${small.length} /Filter /FlateDecode`), small];
}

function objectStream(objects: readonly PdfObject[]): [string, Buffer] {
  let offset = 0;
  const index = objects.map(({ number, dictionary }) => {
    const pair = `${number} ${offset}`;
    offset += dictionary.length + 1;
    return pair;
  });
  const head = `${index.join(' ')}\n`;
  const content = Buffer.from(head + objects.map(({ dictionary }) => `${dictionary}\n`).join(''), 'latin1');
  const small = deflateSync(content, { level: 9 });
  const counts = `/N ${objects.length} /First ${head.length}`;
  return [`<< /Type /ObjStm ${counts} /Length ${small.length} /Filter /FlateDecode >>`, small];
}

function crossReferences(entries: readonly [number, number, number][], trailer: string): [string, Buffer] {
  const rows = Buffer.alloc(entries.length * 6);
  entries.forEach(([type, where, index], row) => {
    rows.writeUInt8(type, row * 6);
    rows.writeUIntBE(where, row * 6 + 1, 3);
    rows.writeUInt16BE(index, row * 6 + 4);
  });
  const small = deflateSync(rows, { level: 9 });
  const kept = trailer.replace(/\/Size \d+/, '').trim();
  const shape = `/Type /XRef /Size ${entries.length} /W [1 3 2] ${kept}`;
  return [`<< ${shape} /Length ${small.length} /Filter /FlateDecode >>`, small];
}
