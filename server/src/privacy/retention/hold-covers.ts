import type { HoldItem, HoldPage } from '@exam/contract/staff';
import { type RawBuilder, sql } from 'kysely';
import { isKnownInOffices, maskMinors } from '#office/access';
import type { Tx } from '#platform/database';
import { nobodysAccount } from '#platform/nobody';
import { plainNameIn } from '#platform/person-name';
import { inOffices, type StaffActor } from '#platform/staff-http';

type Covered = NonNullable<HoldPage['covers']>['list'][number];
type Row = Covered & { count: number; holdId: string };

/** How many a page names; the number beside them is exact. */
const mostShown = 20;

/**
 * Whom a hold covers: the records of people and the orders that no run forgets because of it, those that are left and of the reader's offices.
 * Minors are named for the staff whom an approval lets; of somebody who is out of use (PIPL 47) only that there is one is told.
 * @returns null for a hold on a whole class.
 */
export async function findCovered(tx: Tx, staff: StaffActor, hold: HoldItem): Promise<HoldPage['covers']> {
  if (hold.scope === 'class' || hold.objectId === null) return null;
  const covered = sql`${within[hold.scope](hold.objectId, hold.id)}, held as (select ${hold.id}::uuid as hold_id, kind, id from covered)`;
  const named = await readHeld(tx, staff, { held: covered, most: mostShown });
  return {
    list: named.map(({ count: _count, holdId: _hold, ...row }) => row),
    recordCount: named[0]?.count ?? 0,
  };
}

/** What each of these holds was opened on, by hold: of a booked exam its booking; none for a whole class. */
export async function findNamed(
  tx: Tx,
  staff: StaffActor,
  holdIds: readonly string[],
): Promise<ReadonlyMap<string, Covered>> {
  const held = sql`
    held as (
      select hold.id as hold_id, known.kind, known.id from legal_hold hold join person_record known on known.id = hold.object_id
      where hold.id = any(${[...holdIds]}::uuid[]) and hold.scope = 'person'
      union all select id, 'order', object_id from legal_hold where id = any(${[...holdIds]}::uuid[]) and scope = 'order'
      union all select hold.id, 'application', known.application_id from legal_hold hold
        join misconduct_case known on known.id = hold.object_id
      where hold.id = any(${[...holdIds]}::uuid[]) and hold.scope = 'case'
      union all select hold.id, case when known.booking_id is null then 'session' else 'booking' end, coalesce(known.booking_id, known.id)
      from legal_hold hold join exam_session known on known.id = hold.object_id
      where hold.id = any(${[...holdIds]}::uuid[]) and hold.scope = 'session'
    )`;
  const named = await readHeld(tx, staff, { held, most: holdIds.length });
  return new Map(named.map(({ holdId, count: _count, ...row }) => [holdId, row]));
}

/** Records, orders and sessions as the reader may see them. `held` gives `held` with holds, kinds and ids. */
async function readHeld(
  tx: Tx,
  staff: StaffActor,
  { held, most }: { held: RawBuilder<unknown>; most: number },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with ${held}
    select covered.hold_id as "holdId", covered.kind, covered.id, coalesce(record.code, placed.code, sitting.code) as code, nullif(coalesce(record.account_id, placed.account_id), ${nobodysAccount}) as "accountId",
      case when not gone.is_out_of_use then record.name end as "candidateName", gone.is_out_of_use as "isOutOfUse",
      removed.id is null as "hasPage",
      count(*) over ()::integer as count
    from held covered
    -- Each by its key: there may be few of them, or all of a session.
    left join lateral (select kind, code, account_id, name, person_key, office_id from person_record known where known.kind = covered.kind and known.id = covered.id offset 0) record on true
    left join lateral (select id, code, account_id from exam_order known where covered.kind = 'order' and known.id = covered.id offset 0) placed on true
    left join lateral (select office_id from order_owner known where known.order_id = placed.id offset 0) owner on true
    left join lateral (select product.code || ' ' || known.exam_date::text as code, known.office_id
      from exam_session known join product on product.id = known.product_id
      where covered.kind = 'session' and known.id = covered.id offset 0) sitting on true
    left join lateral (select id from candidate known where covered.kind = 'candidate' and known.id = covered.id and known.deleted_at is not null offset 0) removed on true
    cross join lateral (select exists (select from out_of_use away where away.id = covered.id) as is_out_of_use) gone
    where case
      when record.kind = 'candidate' then ${isKnownInOffices(staff, 'person_key', 'record.person_key')}
      when record.kind is not null then ${inOffices(staff, 'record.office_id')}
      when sitting.code is not null then ${inOffices(staff, 'sitting.office_id')}
      else placed.id is not null and ${inOffices(staff, 'owner.office_id')} end
    order by array_position(array['candidate', 'application', 'booking', 'postTest', 'order'], covered.kind), code, covered.id
    limit ${most}`.execute(tx);
  return await maskMinors(tx, staff, rows, ({ kind, id }) => (kind === 'order' || kind === 'session' ? null : id));
}

/**
 * SQL: `covered`, kinds and ids, as each domain says what its rows belong to (`isHeld`): found from what is held, by index, where the runs
 * ask of each row whether it is. `holds-keep.test.ts` compares the two.
 */
const within: Record<
  'person' | 'order' | 'session' | 'case',
  (objectId: string, holdId: string) => RawBuilder<unknown>
> = {
  person: (objectId, holdId) => sql`
    saved as (
      select id from candidate where id = ${objectId}::uuid
      union select candidate_id from application where id = ${objectId}::uuid
      union select candidate_id from booking where id = ${objectId}::uuid
    ), named as (
      select record.kind, record.id from legal_hold hold join person_record record on record.person_key = hold.person_key
      where hold.id = ${holdId}
      union select 'candidate', id from saved
      union select 'application', id from application where candidate_id in (select id from saved)
      union select 'booking', id from booking where candidate_id in (select id from saved)
    ), people as (
      select kind, id from named
      union
      select 'postTest', request.id from named
      join person_record record on record.kind = named.kind and record.id = named.id
      join post_test request on request.account_id = record.account_id and request.birth_key = record.birth_key
        and ${plainNameIn(sql`request.last_name || request.first_name`)} = ${plainNameIn(sql`record.name`)}
    ), covered as (
      select kind, id from people
      union select 'order', item.order_id from people join order_item item on item.application_id = people.id
      union select 'order', placed.id from people join exam_order placed on placed.booking_id = people.id
    )`,
  order: (objectId) => sql`
    covered as (
      select 'order' as kind, ${objectId}::uuid as id
      union select 'application', registration_id from order_item where order_id = ${objectId}::uuid and registration_id is not null
      union select 'postTest', post_test_id from order_item where order_id = ${objectId}::uuid and post_test_id is not null
      union select 'booking', booking_id from exam_order where id = ${objectId}::uuid and booking_id is not null
    )`,
  session: (objectId) => sql`
    covered as (
      select 'application' as kind, id from application where session_id = ${objectId}::uuid
      union select 'booking', booking_id from exam_session where id = ${objectId}::uuid and booking_id is not null
      union select 'order', order_id from order_item where session_id = ${objectId}::uuid
    )`,
  case: (objectId) => sql`
    covered as (
      select 'application' as kind, application_id as id from misconduct_case where id = ${objectId}::uuid
      union select 'order', item.order_id from misconduct_case known join order_item item on item.registration_id = known.application_id
      where known.id = ${objectId}::uuid
    )`,
};
