import { chartNumbers, contentOf, declaresMacros, growsTooMuch, readDirectory } from '#platform/zip';
import type { Verdict } from './pdf.ts';

const zipLimits = { entries: 1000, bytes: 64 * 1024 * 1024, ratio: 100, ratioFrom: 1024 * 1024 };

/** Relations by which a part of an Office file brings programs, other files or content from elsewhere, by the last word of their type. */
const actingRelations = new Set([
  'attachedtemplate',
  'oleobject',
  'frame',
  'subdocument',
  'afchunk',
  'control',
  'activexcontrolbinary',
  'vbaproject',
  'wordvbadata',
  'keymapcustomizations',
  'attachedtoolbars',
  'mailmergesource',
  'recipientdata',
  'externallink',
  'externallinkpath',
  'connections',
  'querytable',
  'xlmacrosheet',
  'xlintlmacrosheet',
  'dialogsheet',
  'webextension',
  'webextensiontaskpanes',
  'extensibility',
]);
/** Fields that start a program, fetch something or lead to a file, by their first words. */
export const actingFields =
  /^[\s\p{C}]*(?:(?:DDE|DDEAUTO|INCLUDE|INCLUDETEXT|INCLUDEPICTURE|LINK|IMPORT|DATABASE|RD|PRINT)\b|HYPERLINK\b.*?(?:file:|\\\\\\\\|"\\\\|"\/\/|:(?<=ms-[a-z-]+:)|search-ms:))/iu;
/** Functions of a sheet that fetch something or call a program, or a cell of another program; where formulas are, and the texts in them. */
const actingFormula =
  /(?:^|[^\w.])(?:_xl\w+\.)*(?:WEBSERVICE\b(?!\s*!)|(?:IMAGE|IMPORTCSV|IMPORTTEXT|PY|RTD|CALL|SQL\.REQUEST|REGISTER(?:\.ID)?|EXEC|EVALUATE|DDE|FILES)\s*\()|\|/i;
/** A cell of another file by its path: no name of a sheet has a slash. */
const otherFile = /'(?=[^'"]*'\s*!)[^'"/\\]*[/\\]/;
/** A link of a sheet to a file, here or on a shared folder. */
const fileLink = /HYPERLINK\s*\(\s*"\s*(?:file:|\\\\|\/\/|[a-z]:\\)/i;
const formula =
  /<(?:[^\s<>/:]+:)?(?:f|formula\d?|definedName|calculatedColumnFormula|totalsRowFormula)(?:\s[^<>]*)?>([^<]*)<|<(?:[^\s<>/:]+:)?cfvo\s[^<>]*?\bval\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** Texts, names of sheets and of columns: none of them calls anything. */
const quotedInFormula = /"(?:[^"]|"")*"|'(?:[^']|'')*'|\[[^\][]*\]/g;
/** Pictures that are fetched, of the drawings before 2007 and since, and addresses that are merged in. */
const elsewhere = [
  /<(?:[^\s<>/:]+:)?(?:imagedata|fill|stroke)\s[^<>]*?(?:src|althref)\s*=\s*["'](?:[a-z][a-z\d+.-]*:|\\|\/\/)/i,
  /<(?:[^\s<>/:]+:)?blip\s[^<>]*?:link\s*=/i,
  /<(?:[^\s<>/:]+:)?mailMerge[\s/>]/,
];
/** A link that somebody follows to the web, a mailbox, a telephone, a place in the letter or a file beside it. */
const harmlessLink = /^(?:https?:|mailto:|tel:|#|(?!\/\/)[^:\\]*$|[\w-]+(?:\.[\w-]+)+:\d+(?:\/|$))/i;
/** What programs write above a drawing; it says what is there anyway. */
const drawingType =
  /<!DOCTYPE svg PUBLIC "-\/\/W3C\/\/DTD SVG [\d.]+\/\/EN"\s+"http:\/\/www\.w3\.org\/[\w./-]+\.dtd"\s*>/;
/** What a reader skips, and text it reads literally; or the begin of one that does not end, to the end of all. */
const remarks = /<!--[\s\S]*?(?:-->|$)|<\?[\s\S]*?(?:\?>|$)|<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)/g;
const attribute = /(?<![^\s=<>/"'])([^\s=<>/"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const relation = /<(?:[^\s<>/:]+:)?Relationship(?=[\s/>])((?:\s+[^\s=<>/"']+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*\/?>/g;

/**
 * Takes a Word or Excel file of 2007 or later apart, and the workbooks that hold the numbers of its charts.
 * @param isWithin whether it is such a workbook.
 * @returns `unsafe` for one that has a part that acts, or outgrows its packing; `format` for one that is not a workbook, or has a part that is not what it says.
 */
export async function verdictOfOffice(file: Buffer, isWithin = false): Promise<Verdict> {
  const entries = readDirectory(file, zipLimits.entries) ?? [];
  const declared = entries.reduce((sum, { inflated }) => sum + inflated, 0);
  if (declared > zipLimits.bytes || entries.some((entry) => growsTooMuch(entry, zipLimits))) return 'unsafe';
  if (isWithin && !entries.some(({ name }) => name === 'xl/workbook.xml')) return 'format';
  for (const entry of entries) {
    const part = await contentOf(file, entry);
    if (!part) return 'format';
    const isActing = chartNumbers.test(entry.name)
      ? isWithin || (await verdictOfOffice(part, true)) !== 'good'
      : officePartActs(entry.name, part);
    if (isActing) return 'unsafe';
  }
  return 'good';
}

/**
 * Whether a part of an Office file acts or reaches outside when it is opened: macros, other files, a template or picture from elsewhere,
 * fields that start programs. A link that somebody has to follow, to the web or a mailbox, does not.
 */
function officePartActs(name: string, part: Buffer): boolean {
  const written = lettersOf(part);
  const isMarkup = written?.trimStart().startsWith('<') === true;
  if (!isMarkup) return isMeantAsMarkup(name, part);
  const text = asRead(written.replace(drawingType, ''));
  if (/<!DOCTYPE|<!ENTITY|ms-excel\.(?:intl)?macrosheet/i.test(text) || declaresMacros(Buffer.from(text))) return true;
  // What a part is, others say: each is looked at as all it could be.
  return relationsAct(text, name) || fieldsAct(text) || formulasAct(text) || elsewhere.some((each) => each.test(text));
}

/** Whether a part in which we read no markup could be some to others: what a part is, its type says and not its name. */
function isMeantAsMarkup(name: string, part: Buffer): boolean {
  const whole = part.toString('latin1');
  const isNamedSo = /\.(?:xml|rels)$/i.test(name) && whole.trim() !== '';
  return isNamedSo || /^(?:\u00FF\u00FE|\u00FE\u00FF|[\s<]\0|\0[\s<])/.test(whole.slice(0, 4));
}

/**
 * The letters of a part in the encoding it names, of those that programs write here; null for any other, which readers would find out by
 * themselves: none of ours writes ASCII with noughts in it or begins otherwise.
 */
function lettersOf(part: Buffer): string | null {
  const mark = part.subarray(0, 2).toString('hex');
  if (mark === 'fffe' || mark === 'feff')
    return new TextDecoder(mark === 'fffe' ? 'utf-16le' : 'utf-16be').decode(part);
  if (part.includes(0)) return null;
  const encoding = /^[^>]*encoding\s*=\s*["']([\w-]*)/i.exec(part.toString('latin1'))?.[1] ?? 'utf-8';
  if (/^(?:utf-8|us-ascii)$/i.test(encoding)) return new TextDecoder().decode(part);
  return /^(?:gb2312|gbk|gb18030)$/i.test(encoding) ? new TextDecoder('gb18030').decode(part) : null;
}

/** Markup as a reader takes it: without remarks, bare text as any other, and the letters of words as letters however they are written. */
function asRead(markup: string): string {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return markup
    .replaceAll(remarks, (found, bare?: string) => {
      if (!/(?:-->|\?>|\]\]>)$/.test(found)) return found;
      return bare === undefined ? '' : escaped(bare);
    })
    .replaceAll(/&#[^;<>&"']*;/g, (code) => (/^[\w.:/\\ -]$/.test(plain(code)) ? plain(code) : code))
    .replaceAll(/"[^"<]*"|'[^'<]*'/g, (quoted) => quoted.replaceAll('>', '&gt;'));
}

function formulasAct(text: string): boolean {
  return [...text.matchAll(formula)].some(([, written, double, single]) => {
    const read = plain(written ?? double ?? single ?? '');
    return (
      actingFormula.test(read.replaceAll(quotedInFormula, "''")) ||
      fileLink.test(read) ||
      otherFile.test(read.replaceAll(/"(?:[^"]|"")*"/g, '""'))
    );
  });
}

function relationsAct(text: string, name: string): boolean {
  const said = text.match(/<(?:[^\s<>/:]+:)?Relationship(?=[\s/>])/g)?.length ?? 0;
  const read = [...text.matchAll(relation)];
  // Two attributes of one name are two answers to one question.
  const isTwofold = (attributes: string) =>
    attributesOf(attributes).size !== (attributes.match(/=\s*(?:"[^"]*"|'[^']*')/g)?.length ?? 0);
  return (
    read.length !== said ||
    read.some(([, attributes = '']) => isTwofold(attributes) || relationActs(attributesOf(attributes), name))
  );
}

function relationActs(given: Map<string, string>, name: string): boolean {
  const type = given.get('type')?.split('/').at(-1)?.toLowerCase() ?? '';
  const target = given.get('target')?.trim() ?? '';
  if (type === 'package') return !isWorkbookWithin(given, name);
  if (actingRelations.has(type)) return true;
  if (type === 'hyperlink') return !harmlessLink.test(target);
  return given.get('targetmode')?.toLowerCase() === 'external' || /^[a-z][a-z\d+.-]*:|\\|^\/\//i.test(target);
}

/** The numbers of a chart, and a sheet in a letter, are in a workbook beside it, which is taken apart too. */
function isWorkbookWithin(given: Map<string, string>, name: string): boolean {
  const isOfLetter = /^word\/(?:charts\/)?_rels\/[^/]+\.rels$/i.test(name);
  const isBeside = /^(?:\.\.\/|\/word\/)?embeddings\/[^/]+\.xlsx$/i.test(given.get('target') ?? '');
  return isOfLetter && !given.has('targetmode') && isBeside;
}

function attributesOf(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(attribute)].map(([, name = '', double, single]) => [
      name.toLowerCase(),
      plain(double ?? single ?? ''),
    ]),
  );
}

/** A field may be cut into any number of pieces; between its begin and its end they are one. */
function fieldsAct(text: string): boolean {
  const simple = [...text.matchAll(/(?:[\s:])instr\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
  if (simple.some(([, double, single]) => actingFields.test(plain(double ?? single ?? '')))) return true;
  return text.split(/fldCharType\s*=\s*["']\s*(?:begin|separate|end)\s*["']/).some((field) => {
    const pieces = [...field.matchAll(/<(?:[^\s<>/:]+:)?instrText(?:\s[^<>]*)?>([^<]*)</g)];
    return actingFields.test(plain(pieces.map(([, piece = '']) => piece).join('')));
  });
}

function plain(text: string): string {
  const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replaceAll(/&(?:#0*(\d{1,7})|#x0*([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : Number.parseInt(String(hex), 16);
    return named[String(name)] ?? (code <= 0x10ffff ? String.fromCodePoint(code) : whole);
  });
}
