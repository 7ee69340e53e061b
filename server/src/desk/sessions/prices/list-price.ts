import { sql } from 'kysely';
import type { Tx } from '#platform/database';

/**
 * Which of these sessions cost something else than the list says, a paper or a group of it: more than one person decides about that (S-16). The list is the price
 * in the catalogue; where nobody has laid one down, what the subject costs in the session made last of those that were published, of the same city if there
 * is one. Without either nothing is on the list.
 */
export async function offList(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct paper.session_id as id
    from session_subject paper
    join exam_session session on session.id = paper.session_id
    join subject on subject.id = paper.subject_id
    left join lateral (
      select known.id, known.local_fee, known.board_fee, known.vat
      from session_subject known join exam_session earlier on earlier.id = known.session_id
      where known.subject_id = paper.subject_id and earlier.status = 'Published' and earlier.booking_id is null
        and earlier.id <> all(${[...ids]}::uuid[])
      order by earlier.city_id = session.city_id desc, earlier.created_at desc, earlier.exam_date desc, known.id limit 1) last on subject.fees is null
    where paper.session_id = any(${[...ids]}::uuid[])
      and (paper.local_fee, paper.board_fee, paper.vat, ${tiersOf('paper')}) is distinct from (
        coalesce((subject.fees ->> 'localFee')::integer, last.local_fee), coalesce((subject.fees ->> 'boardFee')::integer, last.board_fee),
        coalesce((subject.fees ->> 'vat')::integer, last.vat), coalesce(subject.fees -> 'tierFees', ${tiersOf('last')}))`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** What groups pay, as the catalogue writes it. */
const tiersOf = (paper: 'paper' | 'last') => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('from', tier.from_count, 'to', tier.to_count, 'localFee', tier.local_fee) order by tier.from_count), '[]')
  from session_subject_tier_fee tier where tier.session_subject_id = ${sql.ref(`${paper}.id`)})`;
