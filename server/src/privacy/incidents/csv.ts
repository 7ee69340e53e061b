import { csvStream } from '#platform/csv';
import type { FileReply } from '#platform/http/call';

type Cell = string | number;

/** A CSV file whose texts no spreadsheet takes for formulas. */
export async function csvFile(
  fileName: string,
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<FileReply> {
  const stream = csvStream(headings, rows);
  return { content: Buffer.from(await new Response(stream).arrayBuffer()), mediaType: 'text/csv', fileName };
}
