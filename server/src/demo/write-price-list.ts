import { sql } from 'kysely';
import type { Tx } from '#platform/database';

/** The catalogue's price of each subject: what its first session costs, which is what the next ones begin with. */
export async function writePriceList(tx: Tx): Promise<void> {
  await sql`
    update subject set fees = (
      select jsonb_build_object('localFee', paper.local_fee, 'boardFee', paper.board_fee, 'vat', paper.vat, 'lateStages', '[]'::jsonb,
        'tierFees', (
          select coalesce(jsonb_agg(jsonb_build_object('from', tier.from_count, 'to', tier.to_count, 'localFee', tier.local_fee)
            order by tier.from_count), '[]')
          from session_subject_tier_fee tier where tier.session_subject_id = paper.id))
      from session_subject paper join exam_session session on session.id = paper.session_id
      where paper.subject_id = subject.id order by session.exam_date, paper.id limit 1)`.execute(tx);
}
