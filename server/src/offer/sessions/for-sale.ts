import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { availabilityAt, type ListedAvailability } from './availability.ts';
import { papersColumn, papersFromColumn, type Paper } from './papers.ts';

/** All that registering for a session needs to know; instants ISO, `startTime` in China, money of the papers in fen. */
export type SessionForSale = {
  id: string;
  productId: string;
  officeId: string;
  cityId: string;
  venueId: string | null;
  /** Room or desk there, of a booked exam; empty where none is named. */
  place: string;
  examDate: string;
  startTime: string;
  endTime: string;
  startsAt: string;
  endsAt: string;
  publishStartAt: string;
  publishEndAt: string;
  /** Decided by the database's clock at the time of the call (9.7). */
  availability: ListedAvailability;
  status: 'Draft' | 'Published' | 'Withdrawn';
  seat: number;
  registered: number;
  seatPer: 'Candidate' | 'Subject';
  isExclusive: boolean;
  /** Staff have marked it as hot: stricter holding limits apply (S-15). */
  isHot: boolean;
  /** Staff had its letters sent before their day. */
  canSend: boolean;
  noticeEn: string | null;
  noticeZh: string | null;
  /** The papers offered, valid on the exam date. */
  papers: Paper[];
};

/**
 * The sessions with these ids that exist, in ascending id, whatever their availability: the caller decides and refuses. One statement,
 * and one each for tiers and late-entry stages where papers have them.
 * @param at the moment the caller decides by, when it has read the clock already.
 */
export async function sessionsForSale(tx: Tx, sessionIds: readonly string[], at?: string): Promise<SessionForSale[]> {
  if (sessionIds.length === 0) return [];
  const now = at ?? (await readNow(tx));
  const rows = await tx
    .selectFrom('exam_session as s')
    .leftJoin('venue as v', 'v.id', 's.venue_id')
    .selectAll('s')
    .select([availabilityAt(now).as('availability'), papersColumn.as('papers')])
    .where('s.id', 'in', [...new Set(sessionIds)])
    .orderBy('s.id')
    .execute();
  const papers = Map.groupBy(
    await papersFromColumn(
      tx,
      rows.flatMap((row) => row.papers),
    ),
    (paper) => paper.sessionId,
  );
  return rows.map((row) => ({
    id: row.id,
    productId: row.product_id,
    officeId: row.office_id,
    cityId: row.city_id,
    venueId: row.venue_id,
    place: row.place,
    examDate: row.exam_date,
    startTime: row.start_time,
    endTime: row.end_time,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    publishStartAt: row.publish_start_at,
    publishEndAt: row.publish_end_at,
    availability: row.availability,
    status: row.status,
    seat: row.seat,
    registered: row.registered,
    seatPer: row.seat_per,
    isExclusive: row.is_exclusive,
    isHot: row.is_hot,
    canSend: row.can_send,
    noticeEn: row.notice_en,
    noticeZh: row.notice_zh,
    papers: papers.get(row.id) ?? [],
  }));
}
