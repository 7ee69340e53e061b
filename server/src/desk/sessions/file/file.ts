import { addDays, instantOf, isRealDate, fenOf, plainCharacters } from '@exam/contract/rules';
import { sessionsStaffCalls, type SessionPlanInput } from '@exam/contract/staff';
import { sql } from 'kysely';
import { type FileCell, refuseTooMuch } from '#people/imports';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import { inOffices } from '#platform/staff-http';
import { preview, type Candidate, type Preview, type Reader } from './bulk.ts';
import { columnOf, headingOf, sessionColumns, type SessionColumn } from './columns.ts';

type Written = { row: number; cells: Record<SessionColumn, string> };

const rowLimit = 500;

/**
 * Dry run of a spreadsheet: a row is a session, its papers' codes side by side; nothing is written. The file has been through the
 * preflight and the parser's own process (S-4).
 * @throws Refusal IMPORT_HEADINGS, IMPORT_EMPTY, IMPORT_TOO_MUCH (412).
 */
export async function previewFile(tx: Tx, reader: Reader, file: readonly FileCell[][]): Promise<Preview> {
  const written = rowsOf(file);
  const known = await readCodes(tx, reader.staff, written);
  return await preview(
    tx,
    reader,
    written.map((row) => candidateOf(row, known)),
  );
}

function rowsOf(file: readonly FileCell[][]): Written[] {
  const headings = (file[0] ?? []).map((cell) => columnOf(String(cell ?? '')));
  const missing = sessionColumns.filter((column) => !optional.has(column) && !headings.includes(column));
  if (missing.length > 0) refuse('IMPORT_HEADINGS', { missing: missing.map(headingOf).join(', ') });
  const rows = file
    .map((cells, at) => ({ row: at + 1, cells: cellsOf(cells, headings) }))
    .slice(1)
    .filter(({ cells }) => Object.values(cells).some((text) => text !== ''));
  if (rows.length > rowLimit) refuseTooMuch({ what: 'rows', found: rows.length, limit: rowLimit });
  return rows.length === 0 ? refuse('IMPORT_EMPTY') : rows;
}

const optional: ReadonlySet<SessionColumn> = new Set(['noticeEn', 'noticeZh']);

function cellsOf(cells: readonly FileCell[], headings: readonly (SessionColumn | null)[]): Written['cells'] {
  const read = Object.fromEntries(sessionColumns.map((column) => [column, ''])) as Written['cells'];
  for (const [at, column] of headings.entries()) {
    const cell = cells[at] ?? null;
    if (column !== null && cell !== null) read[column] = textOf(column, cell);
  }
  return read;
}

function textOf(column: SessionColumn, cell: string | number): string {
  if (typeof cell === 'number') return numberText(column, cell);
  const text = plainCharacters(cell.toWellFormed())
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 1000);
  return column === 'examDate' ? dateText(text) : text;
}

/** A spreadsheet keeps dates as days since the end of 1899 and times as parts of a day. */
function numberText(column: SessionColumn, cell: number): string {
  const minutes = Math.round((cell % 1) * 1440);
  const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  if (column === 'start' || column === 'end') return time;
  const isDay = cell > 40_000 && cell < 80_000;
  if (column === 'examDate') return isDay ? addDays('1899-12-30', Math.floor(cell)) : String(cell);
  if (column === 'opens' || column === 'closes')
    return isDay ? `${addDays('1899-12-30', Math.floor(cell))} ${time}` : String(cell);
  return String(cell);
}

function dateText(text: string): string {
  const match = /^(\d{4})[-/.\u5e74](\d{1,2})[-/.\u6708](\d{1,2})\u65e5?$/.exec(text);
  if (!match) return text.slice(0, 30);
  const [, year = '', month = '', day = ''] = match;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

type Codes = {
  products: Map<string, string>;
  venues: Map<string, string>;
  /** `product id` + `|` + subject code. */
  subjects: Map<string, string>;
};

/** Ids of what the file names by code; a venue of another office is not found. */
async function readCodes(tx: Tx, staff: StaffActor, rows: readonly Written[]): Promise<Codes> {
  const of = (column: SessionColumn) => [...new Set(rows.map(({ cells }) => cells[column].toLowerCase()))];
  const products = await sql<{ id: string; code: string }>`
    select id, lower(code) as code from product where lower(code) = any(${of('product')}::text[])`.execute(tx);
  const venues = await sql<{ id: string; code: string }>`
    select venue.id, lower(venue.code) as code from venue join city on city.id = venue.city_id
    where lower(venue.code) = any(${of('venue')}::text[]) and ${inOffices(staff, 'city.office_id')}`.execute(tx);
  const subjects = await sql<{ id: string; key: string }>`
    select id, product_id || '|' || lower(code) as key from subject
    where product_id = any(${products.rows.map(({ id }) => id)}::uuid[])`.execute(tx);
  return {
    products: new Map(products.rows.map(({ id, code }) => [code, id])),
    venues: new Map(venues.rows.map(({ id, code }) => [code, id])),
    subjects: new Map(subjects.rows.map(({ id, key }) => [key, id])),
  };
}

function candidateOf({ row, cells }: Written, codes: Codes): Candidate {
  const problems: Candidate['problems'] = [];
  const wrong = (field: SessionColumn, code: string) => problems.push({ field, code });
  const productId = codes.products.get(cells.product.toLowerCase());
  const venueId = codes.venues.get(cells.venue.toLowerCase());
  if (productId === undefined) wrong('product', 'SESSION_ID_UNKNOWN');
  if (venueId === undefined) wrong('venue', 'SESSION_ID_UNKNOWN');
  const named = cells.subjects.split(/[,;\u3001\uff0c\s]+/).filter((code) => code !== '');
  const subjectIds = named.flatMap((code) => codes.subjects.get(`${productId}|${code.toLowerCase()}`) ?? []);
  if (productId !== undefined && (named.length === 0 || subjectIds.length < named.length))
    wrong('subjects', 'SUBJECT_NOT_OFFERED');
  const plan = schemaOf({ cells, productId, venueId, subjectIds });
  for (const field of plan.wrong) wrong(field, 'INVALID_FORMAT');
  const shown = {
    examDate: cells.examDate.slice(0, 30),
    venueName: cells.venue.slice(0, 120),
    subjectCodes: named.join(', ').slice(0, 200),
  };
  return { row, plan: problems.length === 0 ? plan.value : null, shown, problems };
}

type Reading = { cells: Written['cells']; productId?: string; venueId?: string; subjectIds: readonly string[] };

/** The row as the call for making sessions would have it, or the columns that no such call accepts. */
function schemaOf({ cells, productId, venueId, subjectIds }: Reading): {
  value: SessionPlanInput | null;
  wrong: SessionColumn[];
} {
  const [localFee, boardFee, vat] = [fenOf(cells.localFee), fenOf(cells.boardFee), fenOf(cells.vat)];
  const [publishStartAt, publishEndAt] = [momentOf(cells.opens), momentOf(cells.closes)];
  const seat = /^\d{1,5}$/.test(cells.seats) ? Number(cells.seats) : null;
  const checks: [SessionColumn, unknown][] = [
    ['localFee', localFee],
    ['boardFee', boardFee],
    ['vat', vat],
    ['opens', publishStartAt],
    ['closes', publishEndAt],
    ['seats', seat],
    ['examDate', isRealDate(cells.examDate) || null],
    ['start', isTime(cells.start) || null],
    ['end', isTime(cells.end) || null],
  ];
  const wrong = checks.filter(([, value]) => value === null).map(([column]) => column);
  const papers = subjectIds.map((subjectId) => ({
    subjectId,
    startTime: timeText(cells.start),
    endTime: timeText(cells.end),
    localFee,
    boardFee,
    vat,
  }));
  const about = { noticeEn: cells.noticeEn || null, noticeZh: cells.noticeZh || null };
  const dates = { examDate: cells.examDate, publishStartAt, publishEndAt };
  const read = planSchema.safeParse({ productId, venueId, ...dates, seat, papers, ...about });
  if (read.success) return { value: read.data, wrong };
  return {
    value: null,
    wrong: wrong.length > 0 || productId === undefined || venueId === undefined ? wrong : ['seats'],
  };
}

const planSchema = sessionsStaffCalls['sessions.create'].body;

function isTime(text: string): boolean {
  return /^([01]?\d|2[0-3]):[0-5]\d$/.test(text);
}

function timeText(text: string): string {
  return text.padStart(5, '0');
}

/** `2026-12-01 09:00` in China. */
function momentOf(text: string): string | null {
  const [day = '', time = ''] = text.replace('T', ' ').split(' ');
  const date = dateText(day);
  return isRealDate(date) && isTime(time) ? instantOf(date, timeText(time)) : null;
}
