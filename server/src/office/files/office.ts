import { contentOf, declaresMacros, growsTooMuch, readDirectory } from '#platform/zip';
import type { Verdict } from './pdf.ts';

const zipLimits = { entries: 1000, bytes: 64 * 1024 * 1024, ratio: 100, ratioFrom: 1024 * 1024 };

/** Relations by which a part of an Office file brings programs, other files or content from elsewhere, by the last word of their type. */
const actingRelations = new Set([
  'attachedtemplate',
  'oleobject',
  'package',
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
/** Fields that start a program or fetch something, as a field's first word. */
const actingFields = /^\s*(?:DDE|DDEAUTO|INCLUDE|INCLUDETEXT|INCLUDEPICTURE|LINK|IMPORT|DATABASE|RD)\b/i;
/** Functions of a sheet that fetch something or call a program, or a cell of another program; where formulas stand, and the texts in them. */
const actingFormula =
  /(?:^|[^\w.])(?:_xl\w+\.)?(?:WEBSERVICE\b|(?:IMAGE|RTD|CALL|REGISTER(?:\.ID)?|EXEC|EVALUATE|DDE|FILES)\s*\()|['\w]\s*\|\s*'/i;
const formula =
  /<(?:[^\s<>/:]+:)?(?:f|formula\d?|definedName|calculatedColumnFormula|totalsRowFormula)(?:\s[^>]*)?>([^<]*)<|<(?:[^\s<>/:]+:)?cfvo\s[^>]*?\bval\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** Texts, names of sheets and of columns: none of them calls anything. */
const quotedInFormula = /"(?:[^"]|"")*"|'(?:[^']|'')*'|\[[^\][]*\]/g;
const mailMerge = /<(?:[^\s<>/:]+:)?mailMerge[\s/>]/;
/** What a reader passes over, and text that it takes as it stands. */
const remarks = /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>/g;
const attribute = /([^\s=<>/"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const relation = /<(?:[^\s<>/:]+:)?Relationship(?=[\s/>])((?:\s+[^\s=<>/"']+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*\/?>/g;

/**
 * Takes a Word or Excel file of 2007 or later apart.
 * @returns `unsafe` for one that has a part that acts, or outgrows its packing; `format` for one with a part that is not what it says.
 */
export async function verdictOfOffice(file: Buffer): Promise<Verdict> {
  const entries = readDirectory(file, zipLimits.entries) ?? [];
  const declared = entries.reduce((sum, { inflated }) => sum + inflated, 0);
  if (declared > zipLimits.bytes || entries.some((entry) => growsTooMuch(entry, zipLimits))) return 'unsafe';
  for (const entry of entries) {
    const part = await contentOf(file, entry);
    if (!part) return 'format';
    if (officePartActs(entry.name, part)) return 'unsafe';
  }
  return 'good';
}

/**
 * Whether a part of an Office file acts or reaches outside when it is opened: macros, other files, a template or picture from elsewhere,
 * fields that start programs. A link that somebody has to follow, to the web or a mailbox, does not.
 */
function officePartActs(name: string, part: Buffer): boolean {
  const whole = part.toString('latin1');
  const begin = whole.slice(0, 4);
  const isMarkup = whole
    .replace(/^\u00EF\u00BB\u00BF/, '')
    .trimStart()
    .startsWith('<');
  // What a part is, its type says and not its name: the text of a letter may be called `a.png`.
  const isRead =
    isMarkup || /^(?:\u00FF\u00FE|\u00FE\u00FF|[\s<]\0|\0[\s<])/.test(begin) || /\.(?:xml|rels)$/i.test(name);
  if (!isRead) return false;
  // Readers find out other encodings by themselves; none of them writes ASCII with noughts in it or begins otherwise.
  if (part.includes(0) || !isMarkup) return true;
  const written = part.toString('utf8');
  if (/^[^>]*encoding\s*=\s*["'](?!utf-8|us-ascii)/i.test(written)) return true;
  const text = asRead(written);
  if (/<!DOCTYPE|<!ENTITY|ms-excel\.(?:intl)?macrosheet/i.test(text) || declaresMacros(Buffer.from(text))) return true;
  // What a part is, others say: each is looked at as all it could be.
  return relationsAct(text) || fieldsAct(text) || formulasAct(text) || mailMerge.test(text);
}

/** Markup as a reader takes it: without remarks, bare text as any other, and the letters of words as letters however they are written. */
function asRead(markup: string): string {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return markup
    .replaceAll(remarks, (_, bare?: string) => (bare === undefined ? '' : escaped(bare)))
    .replaceAll(/&#[^;<>&"']*;/g, (code) => (/^[\w.:/\\ -]$/.test(plain(code)) ? plain(code) : code))
    .replaceAll(/"[^"<]*"|'[^'<]*'/g, (quoted) => quoted.replaceAll('>', '&gt;'));
}

function formulasAct(text: string): boolean {
  return [...text.matchAll(formula)].some(([, written, double, single]) =>
    actingFormula.test(plain(written ?? double ?? single ?? '').replaceAll(quotedInFormula, "''")),
  );
}

function relationsAct(text: string): boolean {
  const said = text.match(/<(?:[^\s<>/:]+:)?Relationship(?=[\s/>])/g)?.length ?? 0;
  const read = [...text.matchAll(relation)];
  // Two attributes of one name are two answers to one question.
  const isTwofold = (attributes: string) =>
    attributesOf(attributes).size !== (attributes.match(/=\s*(?:"[^"]*"|'[^']*')/g)?.length ?? 0);
  return (
    read.length !== said ||
    read.some(([, attributes = '']) => isTwofold(attributes) || relationActs(attributesOf(attributes)))
  );
}

function relationActs(given: Map<string, string>): boolean {
  const type = given.get('type')?.split('/').at(-1)?.toLowerCase() ?? '';
  const target = given.get('target')?.trim() ?? '';
  if (actingRelations.has(type)) return true;
  if (type === 'hyperlink') return !/^(?:https?:|mailto:|tel:|#|[^:\\]*$)/i.test(target);
  return given.get('targetmode')?.toLowerCase() === 'external' || /^[a-z][a-z\d+.-]*:|\\|^\/\//i.test(target);
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
  return text.split(/fldCharType\s*=\s*["'](?:begin|separate|end)["']/).some((field) => {
    const pieces = [...field.matchAll(/<(?:[^\s<>/:]+:)?instrText(?:\s[^>]*)?>([^<]*)</g)];
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
