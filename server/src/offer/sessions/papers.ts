import type { LateEntryCharge, PricedPaper, TierFee } from '@exam/contract/rules';
import { type RawBuilder, sql, type Selectable } from 'kysely';
import type { Tx } from '#platform/database';
import { everyColumn } from '#platform/database/columns';
import { instantFromJson } from '#platform/database/values';
import type { SessionSubjectTable } from '#platform/tables/index';

/** A tier of the group price, with the id of its row (R-51). */
type PaperTierFee = TierFee & { id: string };
/** A late-entry stage, with the id of its row (5.5, R-59). */
type PaperLateCharge = LateEntryCharge & { id: string };

/** A paper of a session with all that its price is made of; money in fen, times of day in China. */
export type Paper = PricedPaper & {
  sessionId: string;
  subjectId: string;
  subjectCode: string;
  candidateTypes: string[];
  /** Papers with the same set code are sold, held and cancelled as one line. */
  setCode: string | null;
  startTime: string;
  endTime: string;
  startsAt: string;
  endsAt: string;
  total: number;
  /** The name an institution gave a booked paper, instead of its subject's, and its English one where that is another. */
  title: string | null;
  titleEn: string | null;
  tierFees: PaperTierFee[];
  lateEntryCharges: PaperLateCharge[];
};

/** Papers that are sold as one line: one paper, or all papers of a combined set. */
export type PaperLine = { setCode: string | null; papers: Paper[]; total: number };

/** Active and valid on the exam date of session `s` (3-domain 2.3); `u` is the subject. */
export const isSubjectValid = sql<boolean>`(u.status = 'Active' and (u.valid_from is null or u.valid_from <= s.exam_date) and (u.valid_to is null or u.valid_to >= s.exam_date))`;

/** SQL: the charge of each stage of late entry of a paper, a `session_subject` of this name in the query. */
export const lateFeesOf = (paper: string) => sql`(
  select coalesce(jsonb_object_agg(late.stage, late.fee), '{}') from session_subject_late_charge late
  where late.session_subject_id = ${sql.ref(`${paper}.id`)})`;

/** The papers that sessions offer, in their order, with tiers and late-entry stages: three statements whatever their number. */
export async function readPapers(tx: Tx, sessionIds: readonly string[]): Promise<Paper[]> {
  if (sessionIds.length === 0) return [];
  const query = papersWithSubjects(tx).where('p.session_id', 'in', sessionIds).where(isSubjectValid);
  const rows = await query.orderBy('p.session_id').orderBy('p.sort').orderBy('u.sort').orderBy('p.id').execute();
  return withFees(tx, rows);
}

/** The papers that session `s` offers, in their order, as a column of a query of sessions; `papersFromColumn` reads it. */
export const papersColumn: RawBuilder<PaperRow[]> = sql`(
  select coalesce(json_agg(offered order by offered.sort, offered.subject_sort, offered.id), '[]')
  from (
    select ${everyColumn('session_subject', 'p')}, u.code, u.candidate_types, u.set_code, u.sort as subject_sort
    from session_subject p join subject u on u.id = p.subject_id
    where p.session_id = s.id and ${isSubjectValid}
  ) offered)`;

/** What `papersColumn` gave for sessions, with tiers and late-entry stages: no statement more where no paper has them. */
export async function papersFromColumn(tx: Tx, rows: readonly PaperRow[]): Promise<Paper[]> {
  const instants = (row: PaperRow) => ({
    starts_at: instantFromJson(row.starts_at),
    ends_at: instantFromJson(row.ends_at),
  });
  return await withFees(
    tx,
    rows.map((row) => ({ ...row, ...instants(row) })),
  );
}

/** Papers by id in the order of `ids`, whether they could be sold now or not: what was registered for stays readable. */
export async function papersByIds(tx: Tx, ids: readonly string[]): Promise<Paper[]> {
  if (ids.length === 0) return [];
  const papers = await withFees(
    tx,
    await papersWithSubjects(tx)
      .where('p.id', 'in', [...ids])
      .execute(),
  );
  return ids.flatMap((id) => papers.find((paper) => paper.sessionSubjectId === id) ?? []);
}

type PaperRow = Selectable<SessionSubjectTable> & { code: string; candidate_types: string[]; set_code: string | null };

function papersWithSubjects(tx: Tx) {
  return tx
    .selectFrom('session_subject as p')
    .innerJoin('exam_session as s', 's.id', 'p.session_id')
    .innerJoin('subject as u', 'u.id', 'p.subject_id')
    .selectAll('p')
    .select(['u.code', 'u.candidate_types', 'u.set_code']);
}

async function withFees(tx: Tx, rows: readonly PaperRow[]): Promise<Paper[]> {
  const tiers = await readTiers(
    tx,
    rows.flatMap((row) => (row.is_tier ? row.id : [])),
  );
  const charges = await readLateCharges(
    tx,
    rows.flatMap((row) => (row.is_late_entry_charge ? row.id : [])),
  );
  return rows.map((row) => ({
    sessionSubjectId: row.id,
    sessionId: row.session_id,
    subjectId: row.subject_id,
    subjectCode: row.code,
    candidateTypes: row.candidate_types,
    setCode: row.set_code,
    startTime: row.start_time,
    endTime: row.end_time,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    localFee: row.local_fee,
    boardFee: row.board_fee,
    vat: row.vat,
    total: row.total,
    title: row.title,
    titleEn: row.title_en,
    isTier: row.is_tier,
    isLateEntryCharge: row.is_late_entry_charge,
    tierFees: tiers.get(row.id) ?? [],
    lateEntryCharges: charges.get(row.id) ?? [],
  }));
}

/** Papers grouped into what is sold as one line; a set's price is the sum of its papers. */
export function linesOf(papers: readonly Paper[]): PaperLine[] {
  const lines = Map.groupBy(papers, (paper) => paper.setCode ?? paper.sessionSubjectId);
  return [...lines.values()].map((line) => ({
    setCode: line[0]?.setCode ?? null,
    papers: line,
    total: line.reduce((sum, paper) => sum + paper.total, 0),
  }));
}

async function readTiers(tx: Tx, paperIds: readonly string[]): Promise<Map<string, PaperTierFee[]>> {
  if (paperIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('session_subject_tier_fee')
    .selectAll()
    .where('session_subject_id', 'in', paperIds)
    .orderBy('from_count')
    .execute();
  return groupedBy(
    rows,
    (row) => row.session_subject_id,
    (row) => ({ id: row.id, from: row.from_count, to: row.to_count, localFee: row.local_fee }),
  );
}

async function readLateCharges(tx: Tx, paperIds: readonly string[]): Promise<Map<string, PaperLateCharge[]>> {
  if (paperIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('session_subject_late_charge')
    .selectAll()
    .where('session_subject_id', 'in', paperIds)
    .orderBy('start_at')
    .execute();
  return groupedBy(
    rows,
    (row) => row.session_subject_id,
    (row) => ({ id: row.id, stage: row.stage, fee: row.fee, startDate: row.start_at, endDate: row.end_at }),
  );
}

function groupedBy<Row, Value>(
  rows: readonly Row[],
  key: (row: Row) => string,
  value: (row: Row) => Value,
): Map<string, Value[]> {
  const groups = Map.groupBy(rows, key);
  return new Map([...groups].map(([group, members]) => [group, members.map(value)]));
}
