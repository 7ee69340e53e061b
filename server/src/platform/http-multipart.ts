/** The one file of an upload: its bytes and nothing else; its name is the sender's word and is not kept. */
export type Upload = { content: Buffer };

const maximumHeader = 2048;

/**
 * Reads the part named `file` of a multipart body that is in memory already, bounded by the server's limit for uploads. Further
 * parts are not looked at. Each part is found by its boundary at the start of a line, as RFC 7578 writes them.
 * @returns null for a body without such a part, or of a shape that no browser sends.
 */
export function readUpload(body: Buffer, contentType: string): Upload | null {
  const boundary = boundaryOf(contentType);
  if (boundary === null) return null;
  const mark = Buffer.from(`--${boundary}`, 'latin1');
  const next = Buffer.from(`\r\n--${boundary}`, 'latin1');
  let at = body.indexOf(mark);
  // A form of ours has one part; twenty are more than anybody's.
  for (let parts = 0; at >= 0 && parts < 20; parts++) {
    const start = at + mark.length;
    if (body.toString('latin1', start, start + 2) !== '\r\n') return null;
    const headEnd = body.indexOf('\r\n\r\n', start);
    const end = body.indexOf(next, start);
    if (headEnd < 0 || end < headEnd || headEnd - start > maximumHeader) return null;
    if (isFilePart(body.toString('latin1', start, headEnd))) return { content: body.subarray(headEnd + 4, end) };
    at = end + 2;
  }
  return null;
}

function boundaryOf(contentType: string): string | null {
  const match = /^multipart\/form-data\s*;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType);
  return match?.[1] ?? match?.[2] ?? null;
}

function isFilePart(head: string): boolean {
  return /^content-disposition:\s*form-data;.*\bname="file"/im.test(head);
}
