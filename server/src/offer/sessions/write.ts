import { instantOf } from '@exam/contract/rules';
import type { SessionPlanInput } from '@exam/contract/staff';
import { type Insertable, sql } from 'kysely';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import type { ExamSessionTable } from '#platform/tables/index';

type Prices = Pick<SessionPlanInput['papers'][number], 'localFee' | 'boardFee' | 'vat' | 'tierFees' | 'lateCharges'>;

/** Writes sessions without their papers, at least one. */
export async function insertSessions(tx: Tx, rows: readonly Insertable<ExamSessionTable>[]): Promise<void> {
  await tx
    .insertInto('exam_session')
    .values([...rows])
    .execute();
}

/** Writes the papers of a session with their tiers and stages, in their order; fees in fen, date and times of day in China. */
export async function insertPapers(
  tx: Tx,
  sessionId: string,
  { examDate, papers }: Pick<SessionPlanInput, 'examDate' | 'papers'>,
): Promise<void> {
  for (const [sort, paper] of papers.entries()) {
    const id = randomId();
    await tx
      .insertInto('session_subject')
      .values({
        id,
        session_id: sessionId,
        subject_id: paper.subjectId,
        start_time: paper.startTime,
        end_time: paper.endTime,
        starts_at: instantOf(examDate, paper.startTime),
        ends_at: instantOf(examDate, paper.endTime),
        ...feesOf(paper),
        sort,
      })
      .execute();
    await insertStages(tx, id, paper);
  }
}

/** Takes every paper of a session away, with its prices. Nobody may have chosen one. */
export async function removePapers(tx: Tx, sessionId: string): Promise<void> {
  await removeStages(tx, sql`(select id from session_subject where session_id = ${sessionId})`);
  await tx.deleteFrom('session_subject').where('session_id', '=', sessionId).execute();
}

/** Writes the prices of a paper again; its session is locked. */
export async function writePrices(tx: Tx, paperId: string, prices: Prices): Promise<void> {
  await tx.updateTable('session_subject').set(feesOf(prices)).where('id', '=', paperId).execute();
  await removeStages(tx, sql`(${paperId}::uuid)`);
  await insertStages(tx, paperId, prices);
}

/** A paper's fees as columns; the sum is the database's own constraint too. */
function feesOf({ localFee, boardFee, vat, tierFees, lateCharges }: Prices) {
  return {
    local_fee: localFee,
    board_fee: boardFee,
    vat,
    total: localFee + boardFee + vat,
    is_tier: tierFees.length > 0,
    is_late_entry_charge: lateCharges.length > 0,
  };
}

async function insertStages(tx: Tx, paperId: string, { tierFees, lateCharges }: Prices): Promise<void> {
  for (const { from, to, localFee } of tierFees)
    await tx
      .insertInto('session_subject_tier_fee')
      .values({ id: randomId(), session_subject_id: paperId, from_count: from, to_count: to, local_fee: localFee })
      .execute();
  for (const { stage, fee, startAt, endAt } of lateCharges)
    await tx
      .insertInto('session_subject_late_charge')
      .values({ id: randomId(), session_subject_id: paperId, stage, fee, start_at: startAt, end_at: endAt })
      .execute();
}

async function removeStages(tx: Tx, papers: ReturnType<typeof sql>): Promise<void> {
  await sql`delete from session_subject_tier_fee where session_subject_id in ${papers}`.execute(tx);
  await sql`delete from session_subject_late_charge where session_subject_id in ${papers}`.execute(tx);
}
