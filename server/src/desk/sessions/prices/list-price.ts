import { lateStages } from '@exam/contract/rules';
import { type RawBuilder, sql } from 'kysely';
import { lateFeesOf } from '#offer/sessions';
import type { Tx } from '#platform/database';

/**
 * Which of these drafts cost something else than the list says, a paper or a group of it: more than one person decides about that (S-16). The list is the price
 * in the catalogue; where nobody has laid one down, what the subject costs in the published session that is the last before it in the same city, else the last
 * before it, else the next. What is behind a code is on no list but that of others behind one. Without any of them nothing is on the list. A charge of late
 * entry is another price where the list has another for its stage, or none; its days are the office's (decision 0099).
 */
export async function offList(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct paper.session_id as id
    from session_subject paper
    join exam_session session on session.id = paper.session_id
    join subject on subject.id = paper.subject_id
    left join lateral (
      select * from (
        (${known(1, sql`earlier.exam_date <= session.exam_date and earlier.city_id = session.city_id order by earlier.exam_date desc`)})
        union all (${known(2, sql`earlier.exam_date <= session.exam_date order by earlier.exam_date desc`)})
        union all (${known(3, sql`earlier.exam_date > session.exam_date order by earlier.exam_date`)})) found
      order by turn limit 1) last on subject.fees is null
    where paper.session_id = any(${[...ids]}::uuid[])
      and ((paper.local_fee, paper.board_fee, paper.vat, ${tiersOf('paper')}) is distinct from (
        coalesce((subject.fees ->> 'localFee')::integer, last.local_fee), coalesce((subject.fees ->> 'boardFee')::integer, last.board_fee),
        coalesce((subject.fees ->> 'vat')::integer, last.vat), coalesce(subject.fees -> 'tierFees', ${tiersOf('last')}))
      or not (${noLateFees} || coalesce(${laidDown}, ${lateFeesOf('last')})) @> ${lateFeesOf('paper')})`.execute(tx);
  return rows.map(({ id }) => id);
}

/** A stage that the list does not have costs nothing more. */
const noLateFees = sql`${sql.lit(JSON.stringify(Object.fromEntries(lateStages.map((stage) => [stage, 0]))))}::jsonb`;

/** The charge of each stage of late entry in the catalogue; null where it has none. */
const laidDown = sql`(
  select jsonb_object_agg(listed ->> 'stage', listed -> 'fee') from jsonb_array_elements(subject.fees -> 'lateStages') listed)`;

/** What the subject of `paper` costs in the first of these published sessions (`earlier`): by the index of products and days. */
const known = (turn: number, which: RawBuilder<unknown>) => sql`
  select ${sql.lit(turn)} as turn, other.id, other.local_fee, other.board_fee, other.vat
  from exam_session earlier join session_subject other on other.session_id = earlier.id and other.subject_id = paper.subject_id
  where earlier.product_id = session.product_id and earlier.status = 'Published' and earlier.booking_id is null
    and (not earlier.is_exclusive or session.is_exclusive) and ${which}, earlier.id limit 1`;

/** What groups pay, as the catalogue writes it. */
const tiersOf = (paper: 'paper' | 'last') => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('from', tier.from_count, 'to', tier.to_count, 'localFee', tier.local_fee) order by tier.from_count), '[]')
  from session_subject_tier_fee tier where tier.session_subject_id = ${sql.ref(`${paper}.id`)})`;
