import { constants, inflateSync } from 'node:zlib';
import { streamStarts } from './pdf-streams.ts';

/** What a document is after it was taken apart: harmless, able to act by itself, no whole document, or closed to whoever has no password. */
export type Verdict = 'good' | 'unsafe' | 'format' | 'password';

/** Bytes that all streams of objects may have together, inflated; and of a stream's begin, packed; and actions that may follow from opening a document. */
const limits = { bytes: 32 * 1024 * 1024, begin: 512, actions: 1000 };

/** Names of scripts, of other files, of forms with scripts of their own, and of actions that reach beyond the document (ISO 32000-2, 12.6.4). */
const acting = new Set([
  'JavaScript',
  'Launch',
  'SubmitForm',
  'ImportData',
  'GoToR',
  'GoToE',
  'GoToDp',
  'GoTo3DView',
  'EmbeddedFile',
  'EmbeddedFiles',
  'FileAttachment',
  'RichMedia',
  'RichMediaExecute',
  'Rendition',
  'Movie',
  'Sound',
  'XFA',
  'OnInstantiate',
]);
const longName = /\/([A-Za-z0-9]{3,30})(?![^\0\t\n\f\r ()<>[\]{}/%])/g;
const escapedName = /\/[A-Za-z0-9]*#[0-9A-Fa-f]{2}[A-Za-z0-9#]*/g;
/** An address of the web as a text of its own, nothing in which is a name; or the begin of one that does not end. */
const address = /\(https?:\/\/(?:\\[()\\]|[^()<>\\\s])*(\)?)/g;
/** What happens when the document or a page opens: a dictionary here, or an object elsewhere. A place is an array, and harmless. */
const opening = /\/(?:OpenAction|AA)(?![A-Za-z0-9])\s*(?:<<|(\d+)\s+\d+\s+R)/g;
/** How nobody packs objects: by what we do not unpack, twice, changed by a predictor, or by what is written elsewhere. */
const oddPacking =
  /\/(?:ASCIIHexDecode|ASCII85Decode|LZWDecode|RunLengthDecode|BrotliDecode|Crypt|AHx|A85|LZW|RL)(?![A-Za-z0-9])|\/(?:FlateDecode|Fl)\s*\/(?:FlateDecode|Fl)(?![A-Za-z0-9])|\/Predictor\s*(?!1(?!\d))|\/(?:Filter|DecodeParms)\s*(?:\[\s*)?\d+\s+\d+\s+R/;
/** How everybody packs objects. */
const plainPacking = /\/(?:Filter|F)\s*(?:\/(?:FlateDecode|Fl)|\[\s*\/(?:FlateDecode|Fl)\s*\])(?![A-Za-z0-9])/;
/** How an action says which it is; other things have an `/S` too, and `/Tabs/S` is the order of a page's keys. */
const actionKind =
  /\/S\s*\/(?:URI|Launch|JavaScript|GoTo\w*|SubmitForm|ImportData|ResetForm|Named|Thread|Hide|SetOCGState|Rendition|Movie|Sound|RichMediaExecute)(?![A-Za-z0-9])/;
/** Strings from their begin to their end, as everybody reads them; or the begin of one that does not end so. */
const plainStrings = /\((?:\\[\s\S]|[^()\\])*(\)?)/g;
const digitStrings = /<[0-9A-Fa-f\s]*>(?!>)/g;
/** Something elsewhere in the document, by its number; and where it is. */
const reference = /(?<!\d)(\d+)\s+\d+\s+R\b/g;
const objectBegin = /(?<!\d)(\d+)\s+\d+\s+obj\b/g;
/**
 * What leads out of the document: an action to another one, content from the web, a file embedded under whatever name, a page of another document,
 * and an address of a file on the reader's machine or network.
 */
const elsewhere =
  /\/S\s*\/Thread(?![A-Za-z0-9])|\/FS\s*\/URL(?![A-Za-z0-9])|\/EF\s*(?:<<|\d+\s+\d+\s+R)|\/Ref\s*<<|\/URI\s*(?:\(\s*(?:file:|smb:|\\\\)|<\s*66\s*69\s*6c\s*65\s*3a)/i;
/** The content of a stream is in another file. */
const outsideContent = /\/F\s*(?:\(|<)/;

/** The text of a file or of a stream of objects; where the objects of such a stream begin. */
type Part = { text: string; first: number | null };

/**
 * Takes a PDF apart: the file as it is, and every stream of objects inflated; names unescaped. What a later object of the same number
 * replaces counts too, for a reader may be led to either.
 * @returns `unsafe` for one with scripts, other files, actions that reach outside or an address called at opening, and for one whose
 * objects cannot be looked into; `format` for one that is cut off.
 */
export function verdictOfPdf(file: Buffer): Verdict {
  // A disk or a mail program may have left blank bytes behind the end.
  const end = file.findLastIndex((byte) => byte > 0x20) + 1;
  if (!file.subarray(Math.max(0, end - 1024), end).includes('%%EOF')) return 'format';
  if (!/\d\s+obj\b/.test(file.toString('latin1'))) return 'format';
  const whole = { text: unescaped(withoutAddresses(file.toString('latin1'))), first: null };
  const hidden = objectStreamsOf(file);
  if (hidden === null) return 'unsafe';
  const parts = [whole, ...hidden];
  const plainly = parts.map(({ text }) => ({ text: withoutRemarks(text), first: null }));
  const isActing =
    [...parts, ...plainly].some(({ text }) => namesActs(text)) ||
    callsAtOpening(parts) ||
    callsAtOpening([...parts, ...plainly]);
  return isActing ? 'unsafe' : 'good';
}

/** A name may be written with the codes of its letters: `/#4aavaScript`. */
function unescaped(text: string): string {
  return text.replaceAll(escapedName, (name) =>
    name.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16))),
  );
}

/** To be done before names are unescaped: what looks like an address afterwards need not have been one. */
const withoutAddresses = (text: string) =>
  text.replaceAll(address, (found, end: string) => (end === '' ? found : '()'));

const withoutPlainStrings = (text: string) =>
  text.replaceAll(plainStrings, (found, end: string) => (end === '' ? found : ' '));
const withoutStrings = (text: string) => withoutPlainStrings(text).replaceAll(digitStrings, ' ');

function namesActs(text: string): boolean {
  for (const [, name = ''] of text.matchAll(longName)) if (acting.has(name)) return true;
  return elsewhere.test(text);
}

/** Every stream in which a reader may look for objects; null where one cannot be read. */
function objectStreamsOf(file: Buffer): Part[] | null {
  const text = file.toString('latin1');
  const isLocked = unescaped(text).includes('/Encrypt');
  const found: Part[] = [];
  let room = limits.bytes;
  let before = 0;
  for (const start of streamStarts(text)) {
    const description = dictionaryBefore(text.slice(before, start.described));
    before = start.described;
    const content = objectsIn(file.subarray(start.content), room);
    if (content !== null) {
      room -= content.length;
      const first = /\/First\s*(\d+)/.exec(description)?.[1];
      found.push({
        text: unescaped(withoutAddresses(content.toString('latin1'))),
        first: first === undefined ? null : Number(first),
      });
    }
    const seen = { isRead: content !== null, isLocked };
    if (isUnreadable(description, seen) || isUnreadable(withoutRemarks(description), seen)) return null;
  }
  return found;
}

/** The dictionary at the end of a text, names unescaped; with everything before it when something there could show us another one than a reader sees. */
function dictionaryBefore(text: string): string {
  const at = text.lastIndexOf('obj');
  const dictionary = text.slice(at + 3).trimStart();
  const line = text.slice(Math.max(text.lastIndexOf('\n', at), text.lastIndexOf('\r', at)) + 1, at);
  const isBegun = /\d\s+$/.test(line) && !line.includes('%');
  return unescaped(isBegun && isOne(withoutStrings(dictionary)) ? dictionary : text);
}

/** As a reader passes over them; blanks that are many count as one. */
const withoutRemarks = (text: string) => text.replaceAll(/%[^\r\n]*/g, ' ').replaceAll(/[\0\s]{2,}/g, ' ');

/** Whether a text is one dictionary from its begin to its end, without strings and remarks. */
function isOne(text: string): boolean {
  // A backslash, or half a string, shows that we began to read within one.
  if (!text.startsWith('<<') || /[()%\\]|(?<!<)<(?:<<)*(?!<)|(?<!>)>(?:>>)*(?!>)/.test(text)) return false;
  let depth = 0;
  for (const { 0: mark, index } of text.matchAll(/<<|>>/g)) {
    depth += mark === '<<' ? 1 : -1;
    if (depth === 0) return index + 2 === text.trimEnd().length;
  }
  return false;
}

/**
 * Whether a description is that of objects which nobody packs this way, or which are in another file: a reader would find there what we do
 * not. Without a filter they are in the file as they are.
 */
function isUnreadable(description: string, { isRead, isLocked }: { isRead: boolean; isLocked: boolean }): boolean {
  if (outsideContent.test(description)) return true;
  if (!/\/(?:ObjStm|First)(?![A-Za-z0-9])/.test(description)) return false;
  if (!/\/(?:Filter|F)(?![A-Za-z0-9])/.test(description)) return false;
  const isOfObjects =
    /\/ObjStm|\/First\s*\d+(?!\d|\s+\d+\s+R)/.test(description) ||
    (/\/First/.test(description) && isOne(withoutStrings(description)));
  return isLocked || oddPacking.test(description) || (isOfObjects && !(isRead && plainPacking.test(description)));
}

/** What is packed here, when it begins as objects do: with a number, or a comment before it. Null for anything else, or too much of it. */
function objectsIn(packed: Buffer, room: number): Buffer | null {
  const begin = inflated(packed.subarray(0, limits.begin), limits.begin * 2000)?.toString('latin1');
  return begin !== undefined && /^[\0\t\n\f\r ]*[\d%]/.test(begin) ? inflated(packed, room) : null;
}

/** As readers do it, what is cut off too. */
function inflated(packed: Buffer, room: number): Buffer | null {
  try {
    return inflateSync(packed, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: Math.max(1, room) });
  } catch {
    return null;
  }
}

/** Whether an address of the web is called when the document or a page opens. Whoever follows a link decides that for themselves. */
function callsAtOpening(parts: readonly Part[]): boolean {
  const { here, elsewhere } = openingsOf(parts);
  if (here.length > limits.actions) return true;
  if (here.length === 0 && elsewhere.length === 0) return false;
  const objects = objectsOf(parts);
  const asked = new Set<string>();
  const named = (numbers: readonly string[]) =>
    numbers.flatMap((number) => {
      const isNew = !asked.has(number);
      asked.add(number);
      return isNew ? (objects.get(number) ?? []) : [];
    });
  // No honest document is read more than once; objects of a hostile one may lie over each other.
  let left = 2 * parts.reduce((sum, { text }) => sum + text.length, 0);
  const seen = new Set<string>();
  const waiting = [...new Set(here), ...named(elsewhere)];
  for (const action of waiting) {
    if (seen.has(action)) continue;
    left -= action.length;
    if (left < 0) return true;
    if (isPlace(action)) continue;
    seen.add(action);
    if (/\/URI(?![A-Za-z0-9])/.test(action) || seen.size > limits.actions) return true;
    for (const object of named([...action.matchAll(reference)].map(([, number = '']) => number))) waiting.push(object);
  }
  return false;
}

/** What happens at opening: the dictionaries that are there, and the numbers of objects elsewhere. */
function openingsOf(parts: readonly Part[]): { here: string[]; elsewhere: string[] } {
  const found: { here: string[]; elsewhere: string[] } = { here: [], elsewhere: [] };
  for (const { text } of parts)
    for (const { 0: entry, 1: number, index } of text.matchAll(opening))
      if (number !== undefined) found.elsewhere.push(number);
      else if (found.here.length <= limits.actions) found.here.push(dictionaryAt(text, index + entry.length - 2));
  return found;
}

/** A place to go to, and the page it is on, from which everything can be reached. */
function isPlace(object: string): boolean {
  if (/^\s*\[/.test(object)) return /^\s*\[[^\]]*\/(?:XYZ|Fit[A-Z]{0,2})(?![A-Za-z0-9])/.test(object);
  // Whatever else an action calls itself, it is not a page.
  const own = outermost(withoutPlainStrings(object));
  return /\/Type\s*\/(?:Pages?|Catalog)(?![A-Za-z0-9])/.test(own) && !actionKind.test(own);
}

/** A dictionary without those in it. */
function outermost(object: string): string {
  const kept: string[] = [];
  const begun: number[] = [];
  for (const piece of object.split(/(<<|>>)/)) {
    const isOuter = kept.length === 1 && kept[0]?.trim() === '';
    const begin = piece === '>>' ? begun.pop() : undefined;
    if (piece === '<<' && !isOuter) begun.push(kept.length);
    if (begin !== undefined) kept.length = begin;
    kept.push(begin === undefined ? piece : ' ');
  }
  return kept.join('');
}

/** Every object of each number, wherever it is. */
function objectsOf(parts: readonly Part[]): Map<string, string[]> {
  const objects = new Map<string, string[]>();
  const keep = (number: string, object: string) => {
    const known = objects.get(number);
    if (known) known.push(object);
    else objects.set(number, [object]);
  };
  for (const { text, first } of parts) {
    let end = 0;
    for (const { 0: head, 1: number = '', index } of text.matchAll(objectBegin)) {
      const begin = index + head.length;
      if (end < begin) end = endOf(text, begin);
      keep(number, text.slice(begin, Math.min(end, begin + 8192)));
    }
    if (first === null) continue;
    const head = text.slice(0, first).match(/\d+/g) ?? [];
    for (let at = 0; at + 1 < head.length; at += 2)
      keep(head[at] ?? '', text.slice(first + Number(head[at + 1]), first + Number(head[at + 3] ?? text.length)));
  }
  return objects;
}

/** Where the object ends that begins here. */
function endOf(text: string, begin: number): number {
  const end = text.indexOf('endobj', begin);
  return end < 0 ? text.length : end;
}

/** A dictionary with those in it. */
function dictionaryAt(text: string, begin: number): string {
  let depth = 0;
  for (const { 0: mark, index } of text.slice(begin, begin + 8192).matchAll(/<<|>>/g)) {
    depth += mark === '<<' ? 1 : -1;
    if (depth === 0) return text.slice(begin, begin + index);
  }
  return text.slice(begin, begin + 8192);
}
