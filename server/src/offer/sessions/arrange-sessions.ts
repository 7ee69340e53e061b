import { instantOf } from '@exam/contract/rules';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { insertSessions } from './write.ts';

/** A paper as it was arranged with an institution; fees in fen, date and times of day in China. */
export type ArrangedPaper = {
  title: string;
  titleEn: string | null;
  cityId: string;
  venueId: string | null;
  /** Room or desk there; may be empty. */
  place: string;
  examDate: string;
  startTime: string;
  endTime: string;
  localFee: number;
  boardFee: number;
  vat: number;
};

type Arranging = {
  bookingId: string;
  productId: string;
  officeId: string;
  /** The catalogue's subject that stands for any paper of the product. */
  subjectId: string;
  /** Until when it can be paid. */
  payEndAt: string;
  now: string;
  papers: readonly ArrangedPaper[];
};

/**
 * Makes a session for each paper of a booking, for this booking alone: no list shows it and no seat of it is counted (9.2#1).
 * @returns the session and its paper, in the order of `papers`.
 */
export async function arrangeSessions(
  tx: Tx,
  { papers, ...booking }: Arranging,
): Promise<{ sessionId: string; sessionSubjectId: string }[]> {
  const arranged = papers.map((paper) => ({
    ...paper,
    sessionId: randomId(),
    sessionSubjectId: randomId(),
    startsAt: instantOf(paper.examDate, paper.startTime),
    endsAt: instantOf(paper.examDate, paper.endTime),
  }));
  await insertSessions(
    tx,
    arranged.map((paper) => ({
      id: paper.sessionId,
      product_id: booking.productId,
      office_id: booking.officeId,
      city_id: paper.cityId,
      venue_id: paper.venueId,
      place: paper.place,
      exam_date: paper.examDate,
      start_time: paper.startTime,
      end_time: paper.endTime,
      starts_at: paper.startsAt,
      ends_at: paper.endsAt,
      status: 'Published' as const,
      seat: 0,
      publish_start_at: booking.now,
      publish_end_at: booking.payEndAt,
      created_at: booking.now,
      booking_id: booking.bookingId,
    })),
  );
  await tx
    .insertInto('session_subject')
    .values(
      arranged.map((paper) => ({
        id: paper.sessionSubjectId,
        session_id: paper.sessionId,
        subject_id: booking.subjectId,
        title: paper.title,
        title_en: paper.titleEn,
        start_time: paper.startTime,
        end_time: paper.endTime,
        starts_at: paper.startsAt,
        ends_at: paper.endsAt,
        local_fee: paper.localFee,
        board_fee: paper.boardFee,
        vat: paper.vat,
        total: paper.localFee + paper.boardFee + paper.vat,
      })),
    )
    .execute();
  return arranged.map(({ sessionId, sessionSubjectId }) => ({ sessionId, sessionSubjectId }));
}
