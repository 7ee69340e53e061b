/** The one file of an upload. `fileName` is the sender's word, as it came: nothing may be built from it before it is made harmless. */
export type Upload = { content: Buffer; fileName: string };

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
    const head = body.toString('utf8', start, headEnd);
    if (isFilePart(head)) return { content: body.subarray(headEnd + 4, end), fileName: fileNameOf(head) };
    at = end + 2;
  }
  return null;
}

function boundaryOf(contentType: string): string | null {
  const match = /^multipart\/form-data\s*;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType);
  return match?.[1] ?? match?.[2] ?? null;
}

function isFilePart(head: string): boolean {
  return head
    .split('\r\n')
    .some((line) => /^content-disposition:\s*form-data;/i.test(line) && /\bname="file"/i.test(line));
}

/** Browsers write the name in UTF-8 between quotes, with quotes and line ends inside it percent-encoded. */
function fileNameOf(head: string): string {
  const match = /;\s*filename="([^"\r\n]{0,1000})"/i.exec(head);
  return (match?.[1] ?? '').replace(/%22/g, '"').replace(/%0d|%0a/gi, ' ');
}
