import { sql, type RawBuilder, type Selectable } from 'kysely';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import type { ExamSessionTable } from '#platform/tables/index';
import { availabilityAt, type ListedAvailability } from './availability.ts';
import { isSubjectValid, readPapers, type Paper } from './papers.ts';
import { listed, type SessionFilter } from './search-filters.ts';

type SessionSort = { field: 'examDate' | 'publishEndTime' | 'totalFee'; desc: boolean };

export type SessionSearch = {
  filter: SessionFilter;
  sorts: readonly SessionSort[];
  pageIndex: number;
  pageSize: number;
  /** Whose invitation tickets count; null for a visitor. */
  accountId: string | null;
};

/** A session as lists show it. */
export type FoundSession = Selectable<ExamSessionTable> & {
  availability: ListedAvailability;
  /** A valid invitation ticket of the asking account. */
  hasTicket: boolean;
  papers: Paper[];
};

export type SessionPage = { sessions: FoundSession[]; recordCount: number; now: string };

/**
 * A page of the sessions a filter leaves, at the database's time. At most six statements, whatever the page holds; which sessions
 * match is found out once, for the page and for how many there are.
 * Default order: exam date, start, id; every order ends in the id, so that pages neither repeat nor lose a session.
 */
export async function searchSessions(tx: Tx, search: SessionSearch): Promise<SessionPage> {
  const now = await readNow(tx);
  const matching = tx
    .selectFrom('exam_session as s')
    .leftJoin('venue as v', 'v.id', 's.venue_id')
    .where(listed(search.filter, now));
  const ticket = hasTicket(search.accountId, now);
  let page = matching
    .selectAll('s')
    .select([availabilityAt(now).as('availability'), ticket.as('hasTicket')])
    .select(sql<number>`(count(*) over ())::integer`.as('matching'));
  for (const { field, desc } of search.sorts) {
    page = page.orderBy(sortColumn(field, ticket), (order) => (desc ? order.desc() : order.asc()).nullsLast());
  }
  const rows = await page
    .orderBy('s.exam_date')
    .orderBy('s.start_time')
    .orderBy('s.id')
    .limit(search.pageSize)
    .offset((search.pageIndex - 1) * search.pageSize)
    .execute();
  const papers = Map.groupBy(
    await readPapers(
      tx,
      rows.map((row) => row.id),
    ),
    (paper) => paper.sessionId,
  );
  // A page beyond the last has no row that could say how many there are.
  const counted =
    rows.length > 0 || search.pageIndex === 1
      ? rows[0]
      : await matching.select(({ fn }) => fn.countAll<number>().as('matching')).executeTakeFirst();
  const recordCount = counted?.matching ?? 0;
  const sessions = rows.map((row) => {
    const { matching: _, ...session } = row;
    return { ...session, papers: papers.get(row.id) ?? [] };
  });
  return { sessions, recordCount, now };
}

/** One session as its lists show it, whatever it has come to, for whoever is registered in it; null when it is unknown. */
export async function findOwnSession(tx: Tx, id: string): Promise<FoundSession | null> {
  const now = await readNow(tx);
  const row = await tx
    .selectFrom('exam_session as s')
    .leftJoin('venue as v', 'v.id', 's.venue_id')
    .where('s.id', '=', id)
    .selectAll('s')
    .select(availabilityAt(now).as('availability'))
    .executeTakeFirst();
  return row ? { ...row, hasTicket: true, papers: await readPapers(tx, [id]) } : null;
}

function hasTicket(accountId: string | null, now: string): RawBuilder<boolean> {
  if (accountId === null) return sql<boolean>`false`;
  return sql<boolean>`exists (select from invitation_ticket t where t.session_id = s.id and t.account_id = ${accountId}::uuid and t.expires_at > ${now}::timestamptz)`;
}

/** Sorting by price sorts by the price the reader sees: a hidden one says nothing by its place in the list. */
function sortColumn(field: SessionSort['field'], ticket: RawBuilder<boolean>): RawBuilder<unknown> {
  if (field === 'examDate') return sql`s.exam_date`;
  if (field === 'publishEndTime') return sql`s.publish_end_at`;
  return sql`case when s.is_exclusive and not ${ticket} then null else (
    select min(line.total) from (
      select sum(p.total) as total from session_subject p join subject u on u.id = p.subject_id
      where p.session_id = s.id and ${isSubjectValid}
      group by coalesce(u.set_code, u.id::text)
    ) line
  ) end`;
}
