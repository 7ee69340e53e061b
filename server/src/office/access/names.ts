import { halfWidth, maskMinorName, tidyText } from '@exam/contract/rules';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/database';
import { beginningWith, containing } from '#platform/like';
import { noteShown } from '#platform/http/staff/shown';
import type { StaffActor } from '#platform/staff-http';
import { approvalFor } from './looks.ts';

/**
 * Which of these records' people a member of staff sees by name in a list: adults, and the minors whom an approval covers as it does for
 * `openRecords`. One query whatever their number; a record that is not there counts as a minor's. Whom a call asks about here its answer shows: that
 * is a look, noted once the answer is there.
 * @param ids records of any kind.
 */
export async function readNamed(tx: Tx, staff: Pick<StaffActor, 'id'>, ids: readonly string[]): Promise<Named> {
  const isNamed = await whoIsNamed(tx, staff, ids);
  for (const id of ids) noteShown(id, isNamed(id) ? 'named' : 'masked');
  return isNamed;
}

/** The same of whom nobody is shown yet. */
export async function whoIsNamed(tx: Tx, staff: Pick<StaffActor, 'id'>, ids: readonly string[]): Promise<Named> {
  if (ids.length === 0) return () => true;
  const { rows } = await sql<{ id: string | null }>`
    select record.id from person_record record
    where record.id = any(${[...ids]}::uuid[]) and ${mayName(staff.id, 'record')}
    union all
    select null where ${hasStanding(staff)}`.execute(tx);
  const named = new Set(rows.map(({ id }) => id));
  return (id) => named.has(null) || named.has(id);
}

/** Whether the person of a record is shown by name. */
type Named = (recordId: string) => boolean;

type Line = { candidateName: string | null; candidateNameZh?: string | null; idNo?: string | null };

/**
 * The rows of a list as a member of staff sees them: of minors whom no approval covers the names are masked (decision 0024), and of a
 * document's number nothing is left (decision 0054).
 * @param recordOf the record that a row is about; null for a row about nobody.
 */
export async function maskMinors<Row extends Line>(
  tx: Tx,
  staff: Pick<StaffActor, 'id'>,
  rows: readonly Row[],
  recordOf: (row: Row) => string | null,
): Promise<Row[]> {
  const isNamed = await readNamed(
    tx,
    staff,
    rows.flatMap((row) => recordOf(row) ?? []),
  );
  return rows.map((row) => {
    const id = recordOf(row);
    if (row.candidateName === null || id === null || isNamed(id)) return row;
    return {
      ...row,
      candidateName: maskMinorName(row.candidateName),
      ...('candidateNameZh' in row && { candidateNameZh: maskedChinese(row.candidateNameZh) }),
      ...('idNo' in row && { idNo: null }),
    };
  });
}

/** The same of a name in Chinese characters, where there is one: `王**`. */
export const maskedChinese = (name: string | null | undefined): string | null => (name ? maskMinorName(name) : null);

/** SQL: whether somebody sees the person of a record by name. */
export function mayName(staffId: string, record: string) {
  return sql<boolean>`(not ${sql.ref(`${record}.is_minor`)} or exists (${approvalFor(staffId, record)}))`;
}

/** SQL: whether a standing approval lets somebody see every minor by name. */
const hasStanding = (staff: Pick<StaffActor, 'id'>) => sql<boolean>`exists (
  select from minor_approval standing where standing.staff_id = ${staff.id} and standing.person_key is null and standing.ended_at is null
    and standing.expires_at > app_now())`;

type Findable = {
  /** The id of the record. */
  id: RawBuilder<unknown>;
  /** What anybody is found by any part of, such as a code; null where there is nothing. */
  open?: RawBuilder<unknown>;
  /** The name in capitals, in each order in which it may be typed as a whole. */
  names: readonly RawBuilder<unknown>[];
};

/** More words than any name has are read as one. */
const mostWords = 10;

function wordsOf(text: string): string[] {
  const whole = wholeName(text);
  const words = whole.split(/[ ,，、]+/).filter((word) => word !== '');
  return words.length === 0 || words.length > mostWords ? [whole] : words;
}

/** SQL: whether a name holds each word that is typed, or a part of one: in whatever order, with a comma or with no space between them. */
function isCalledBy(text: string, names: readonly RawBuilder<unknown>[]): RawBuilder<boolean> {
  // Family name, given name, family name: both orders without a space are in it.
  return sql<boolean>`replace(concat(${sql.join([...names, ...names.slice(0, 1)])}), ' ', '') ilike all(${wordsOf(text).map(containing)}::text[])`;
}

/**
 * SQL: whether the words of a name in capitals, family name first, begin with those that are typed, whichever is typed first. An index of the name's
 * beginning serves it, however many people there are.
 */
export function beginsWithWords(text: string, name: RawBuilder<unknown>): RawBuilder<boolean> {
  const words = wordsOf(text).map(beginningWith);
  const orders = words.map((_, at) => [...words.slice(at), ...words.slice(0, at)].join(' '));
  return sql<boolean>`(${sql.join(
    orders.map((pattern) => sql`${name} like ${pattern}`),
    sql` or `,
  )})`;
}

/**
 * SQL: whether a list that staff search finds a record by what is typed, anywhere in it. By a part of a name it finds those alone whom this member of staff
 * sees by name: a minor whom no approval covers is found by the whole name, as a part leads letter by letter to the rest (decision 0054).
 */
export function isFoundBy(
  staff: Pick<StaffActor, 'id'>,
  text: string,
  { id, open = sql`null::text`, names }: Findable,
): RawBuilder<boolean> {
  return sql<boolean>`(${open} ilike ${containing(text)} or (${isCalledBy(text, names)} and ${mayFind(staff, text, { id, names })}))`;
}

/** SQL: whether somebody may be found by their name as it is typed: see `isFoundBy`. */
function mayFind(
  staff: Pick<StaffActor, 'id'>,
  text: string,
  { id, names }: Omit<Findable, 'open'>,
): RawBuilder<boolean> {
  return sql<boolean>`(${wholeName(text)} in (${sql.join(names)}) or ${hasStanding(staff)}
    or exists (select from person_record record where record.id = ${id} and ${mayName(staff.id, 'record')} offset 0))`;
}

/** What is typed, as a whole name would be written. */
export const wholeName = (text: string) => tidyText(halfWidth(text)).toUpperCase();
