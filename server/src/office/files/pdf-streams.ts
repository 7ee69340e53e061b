/** Where the dictionary of a stream ends, and where its content begins. */
export type StreamStart = { described: number; content: number };

/** What follows blanks, at the beginning of a line and after the end of a dictionary: the word itself, a remark, or nothing more on this line. */
const atBegin = /^[\0\s]*(stream|%|$)/;
const behindDictionary = />>[\0\s]*(stream|%|$)/g;

/**
 * Where streams begin in a PDF: at the word `stream`, up to the end of its line, with nothing but blanks and remarks between it and the
 * dictionary that describes it. Lines are read from the last to the first: what a remark leads to is known before the remark is met, so
 * that nothing is read twice, however many dictionaries end before it.
 * @returns them from the first to the last, none within the line of the word of another.
 */
export function streamStarts(text: string): StreamStart[] {
  const found: StreamStart[] = [];
  const lines = text.split(/[\r\n]/);
  let begin = text.length + 1;
  let below: number | null = null;
  for (const line of lines.toReversed()) {
    const end = begin - 1;
    begin = end - line.length;
    const behind = text.startsWith('\r\n', end) ? end + 2 : end + 1;
    const here = end < text.length ? behind : null;
    const contentFrom = (mark: string | undefined) => (mark === 'stream' ? here : (below ?? null));
    const starts = [...line.matchAll(behindDictionary)].map(({ 1: mark, index }) => ({
      described: begin + index + 2,
      content: contentFrom(mark),
    }));
    for (const { described, content } of starts.toReversed()) if (content !== null) found.push({ described, content });
    const mark = atBegin.exec(line)?.[1];
    below = mark === undefined ? null : contentFrom(mark);
  }
  let read = 0;
  return found.toReversed().filter(({ described, content }) => {
    if (described - 2 < read) return false;
    read = content;
    return true;
  });
}
