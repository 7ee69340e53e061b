import { type LateStage, lateStages } from '@exam/contract/rules';
import type { SessionPlanInput } from '@exam/contract/staff';
import type { Tx } from '#platform/database';
import { type Paper, papersByIds } from '#offer/sessions';

/** Every paper of a session, whether it could be sold now or not, in its order. */
export async function papersOf(tx: Tx, sessionId: string): Promise<Paper[]> {
  const rows = await tx
    .selectFrom('session_subject')
    .select('id')
    .where('session_id', '=', sessionId)
    .orderBy('sort')
    .orderBy('id')
    .execute();
  return await papersByIds(
    tx,
    rows.map(({ id }) => id),
  );
}

/** Tiers and stages of late entry of a paper as staff write them. */
export function pricesOf(paper: Paper): Pick<SessionPlanInput['papers'][number], 'tierFees' | 'lateCharges'> {
  return {
    tierFees: paper.tierFees.map(({ from, to, localFee }) => ({ from, to, localFee })),
    lateCharges: paper.lateEntryCharges.flatMap(({ stage, fee, startDate, endDate }) => {
      const known = stageOf(stage);
      return known === undefined ? [] : [{ stage: known, fee, startAt: startDate, endAt: endDate }];
    }),
  };
}

function stageOf(stage: string): LateStage | undefined {
  return lateStages.find((known) => known === stage);
}

/** A session as the plan that would make it; null where there is none, or it has no venue. */
export async function readPlan(tx: Tx, id: string): Promise<SessionPlanInput | null> {
  const session = await tx.selectFrom('exam_session').selectAll().where('id', '=', id).executeTakeFirst();
  if (!session || session.venue_id === null) return null;
  const papers = await papersOf(tx, id);
  return {
    productId: session.product_id,
    venueId: session.venue_id,
    examDate: session.exam_date,
    publishStartAt: session.publish_start_at,
    publishEndAt: session.publish_end_at,
    seat: session.seat,
    seatPer: session.seat_per,
    isHot: session.is_hot,
    noticeEn: session.notice_en,
    noticeZh: session.notice_zh,
    papers: papers.map((paper) => ({
      subjectId: paper.subjectId,
      startTime: paper.startTime,
      endTime: paper.endTime,
      localFee: paper.localFee,
      boardFee: paper.boardFee,
      vat: paper.vat,
      ...pricesOf(paper),
    })),
  };
}
