import { writeCsvStream } from 'hucre/csv';
import { safeText } from '#platform/safe-text';
import type { FileReply } from '#platform/http/call';

type Cell = string | number;

/** A CSV file whose texts no spreadsheet takes for formulas. */
export async function csvFile(
  fileName: string,
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<FileReply> {
  const lines = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? cell : safeText(cell))));
  const stream = writeCsvStream(asyncOf(lines), { headers: [...headings], bom: true });
  return { content: Buffer.from(await new Response(stream).arrayBuffer()), mediaType: 'text/csv', fileName };
}

async function* asyncOf<T>(rows: readonly T[]): AsyncGenerator<T> {
  yield* rows;
}
