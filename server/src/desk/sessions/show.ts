import { next, sessionMachine } from '@exam/contract/machines';
import type { Language } from '@exam/contract/messages';
import type { SessionAction, SessionDetail, StaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { maskMinors } from '#office/access';
import { proposalsAbout } from '#office/approvals';
import { subjectsByIds } from '#offer/catalogue';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { may, type StaffActor } from '#platform/staff-http';
import { papersOf, pricesOf } from './plan.ts';
import { offList } from './prices/list-price.ts';
import { findItem } from './queries.ts';

type Reader = { staff: StaffActor; language: Language };
type HoldQuery = z.output<StaffCalls['sessions.holds']['body']>;
type HoldPage = z.output<StaffCalls['sessions.holds']['reply']>;

/** Everything about one session. @throws Refusal NOT_FOUND. */
export async function showSession(tx: Tx, reader: Reader, id: string): Promise<SessionDetail> {
  const item = (await findItem(tx, reader, id)) ?? refuse('NOT_FOUND');
  const row = await tx.selectFrom('exam_session').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const now = await readNow(tx);
  return {
    ...item,
    version: row.version,
    seatPer: row.seat_per,
    noticeEn: row.notice_en,
    noticeZh: row.notice_zh,
    papers: await presentPapers(tx, id, reader.language),
    isOffList: row.status === sessionMachine.initial && (await offList(tx, [id])).length > 0,
    openProposals: await proposalsAbout(tx, id),
    timeline: await timeline(tx, id),
    actions: actionsOf(reader.staff, { status: row.status, registered: row.registered, isPast: row.starts_at <= now }),
  };
}

/** What the reader may do now: events of 9.7 and the edits that are none. */
function actionsOf(
  staff: StaffActor,
  { status, registered, isPast }: { status: SessionDetail['status']; registered: number; isPast: boolean },
): SessionAction[] {
  if (!may(staff, 'sessions:write')) return [];
  if (status === 'Withdrawn') return ['clone'];
  const events: SessionAction[] = (['publish', 'takeBack', 'withdraw'] as const).filter(
    (event) => next(sessionMachine, status, event, 'staff') !== null && (event !== 'takeBack' || registered === 0),
  );
  const edits: SessionAction[] = ['edit', 'changeCapacity', 'changeFees'];
  if (!isPast) edits.push('changeWindow');
  if (status === 'Published' && !isPast) edits.push('move');
  const now: SessionAction[] = isPast ? events.filter((event) => event !== 'publish') : events;
  return [...now, ...edits, 'clone'];
}

async function presentPapers(tx: Tx, id: string, language: Language): Promise<SessionDetail['papers']> {
  const papers = await papersOf(tx, id);
  const subjects = await subjectsByIds(
    tx,
    papers.map(({ subjectId }) => subjectId),
  );
  const { rows } = await sql<{ id: string; registered: number }>`
    select session_subject_id as id, count(*)::integer as registered from seat_allocation
    where session_id = ${id} and state in ('Held', 'Taken') group by session_subject_id`.execute(tx);
  const counts = new Map(rows.map((row) => [row.id, row.registered]));
  return papers.map((paper) => {
    const subject = subjects.get(paper.subjectId);
    return {
      sessionSubjectId: paper.sessionSubjectId,
      subjectId: paper.subjectId,
      subjectCode: paper.subjectCode,
      subjectName: (language === 'zh' ? subject?.name_zh : subject?.name_en) ?? paper.subjectCode,
      startTime: paper.startTime,
      endTime: paper.endTime,
      localFee: paper.localFee,
      boardFee: paper.boardFee,
      vat: paper.vat,
      total: paper.total,
      ...pricesOf(paper),
      registered: counts.get(paper.sessionSubjectId) ?? 0,
    };
  });
}

async function timeline(tx: Tx, id: string): Promise<SessionDetail['timeline']> {
  const { rows } = await sql<SessionDetail['timeline'][number]>`
    select history.at, history.event, staff.name as by, history.reason
    from history left join staff_account staff on staff.id = history.actor_id and history.actor_kind = 'staff'
    where history.kind = 'session' and history.object_id = ${id}
    order by history.at desc, history.id desc limit 200`.execute(tx);
  return rows;
}

/** Places that wait for payment, those that end soonest first. @throws Refusal NOT_FOUND. */
export async function findHolds(
  tx: Tx,
  reader: Reader,
  { id, ...query }: HoldQuery & { id: string },
): Promise<HoldPage> {
  if (!(await findItem(tx, reader, id))) refuse('NOT_FOUND');
  const { pageIndex, pageSize, sort = 'heldUntil' } = query;
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`;
  const { rows } = await sql<HoldPage['list'][number] & { applicationId: string; count: number }>`
    select held.id, held.application_id as "applicationId", held.order_id as "orderId", exam_order.code as "orderCode", application.code as "applicationCode",
      summary.candidate_name as "candidateName", subject.code as "subjectCode", held.weight as seats, held.held_until as "heldUntil",
      count(*) over ()::integer as count
    from seat_allocation held
    join exam_order on exam_order.id = held.order_id
    join application on application.id = held.application_id
    join application_summary summary on summary.application_id = application.id
    join session_subject paper on paper.id = held.session_subject_id
    join subject on subject.id = paper.subject_id
    where held.session_id = ${id} and held.state = 'Held'
    order by held.held_until ${direction}, held.id limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`.execute(tx);
  const list = await maskMinors(tx, reader.staff, rows, ({ applicationId }) => applicationId);
  return { list, pageIndex, pageSize, recordCount: rows[0]?.count ?? 0 };
}
