import type { StaffCalls } from '@exam/contract/staff';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import { audit } from '#office/audit';
import { forgetCatalogue } from '#offer/catalogue';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { checkOffice, type StaffActor } from '#platform/staff-http';

type Saved = { id: string; version: number };
type Body<N extends 'places.addOffice' | 'places.saveOffice' | 'places.saveCity' | 'places.saveCentre'> = z.output<
  StaffCalls[N]['body']
>;
type Known = { version: number; office_id: string };

/**
 * Adds an office, after the others. Nobody works in it yet: colleagues get it with their rights, so only staff who work for every
 * office may add one.
 * @throws Refusal FORBIDDEN, CODE_TAKEN.
 */
export async function addOffice(tx: Tx, staff: StaffActor, office: Body<'places.addOffice'>): Promise<Saved> {
  if (staff.offices !== 'all') refuse('FORBIDDEN');
  const { rows } = await sql<Saved>`
    insert into office (id, code, name_en, name_zh, email, phone, sort)
    select ${randomId()}, ${office.code}, ${office.nameEn}, ${office.nameZh}, ${office.email}, ${office.phone},
      coalesce(max(sort), 0) + 1 from office
    on conflict (code) do nothing returning id, version`.execute(tx);
  const saved = rows[0] ?? refuse('FIELDS', {}, { code: 'CODE_TAKEN' });
  await note(tx, staff, { kind: 'office', id: saved.id, before: null, after: office });
  return saved;
}

/** Changes an office. @throws Refusal NOT_FOUND for another; VERSION_CONFLICT (409). */
export async function saveOffice(
  tx: Tx,
  staff: StaffActor,
  { id, version, ...office }: Body<'places.saveOffice'> & { id: string },
): Promise<Saved> {
  const before = await tx.selectFrom('office').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  checkKnown(staff, before && { version: before.version, office_id: id }, version);
  await sql`
    update office set name_en = ${office.nameEn}, name_zh = ${office.nameZh}, email = ${office.email}, phone = ${office.phone},
      version = version + 1 where id = ${id}`.execute(tx);
  await note(tx, staff, { kind: 'office', id, before: before ?? null, after: office });
  return { id, version: version + 1 };
}

/**
 * Makes or changes a city. It is not put out of use while exams are to come there.
 * @throws Refusal NOT_FOUND, VERSION_CONFLICT (409), CODE_TAKEN, CITY_IN_USE.
 */
export async function saveCity(
  tx: Tx,
  staff: StaffActor,
  { id, version, ...city }: Body<'places.saveCity'>,
): Promise<Saved> {
  checkOffice(staff, city.officeId);
  const before = id
    ? await tx.selectFrom('city').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
    : null;
  if (before !== null) checkKnown(staff, before, version);
  if (before && city.status === 'Inactive' && (await isInUse(tx, 'city_id', before.id))) refuse('CITY_IN_USE');
  const { rows } = before
    ? await sql<Saved>`
        update city set code = ${city.code}, name_en = ${city.nameEn}, name_zh = ${city.nameZh}, status = ${city.status}, version = version + 1
        where id = ${before.id} and not exists (select from city other where other.code = ${city.code} and other.id <> ${before.id})
        returning id, version`.execute(tx)
    : await sql<Saved>`
        insert into city (id, office_id, code, name_en, name_zh, sort, status)
        values (${randomId()}, ${city.officeId}, ${city.code}, ${city.nameEn}, ${city.nameZh}, 1000, ${city.status})
        on conflict (code) do nothing returning id, version`.execute(tx);
  const saved = rows[0] ?? refuse('FIELDS', {}, { code: 'CODE_TAKEN' });
  await note(tx, staff, { kind: 'city', id: saved.id, before: before ?? null, after: city });
  return saved;
}

/**
 * SQL: one row for each exam to come in a city, or at a venue: sessions of the offer, those of paid bookings, and papers of other bookings as they
 * are arranged now. A booking has no papers before it is confirmed; sessions of an order of it that has ended are nobody's.
 */
export function examsToCome(place: 'city_id' | 'venue_id', id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select from exam_session session left join booking paid on paid.id = session.booking_id
    where session.${sql.ref(place)} = ${id} and session.status = 'Published' and (session.booking_id is null or paid.status = 'Completed')
      and session.exam_date >= (app_now() at time zone 'Asia/Shanghai')::date and session.ends_at > (select app_now())
    union all
    select from booking_paper paper
    join booking_arrangement arrangement on arrangement.id = paper.arrangement_id
    join booking on booking.id = arrangement.booking_id and booking.arrangement_version = arrangement.version
    where paper.${sql.ref(place)} = ${id} and paper.ends_at > (select app_now()) and booking.status in ('Confirming', 'Processing')`;
}

/** Whether exams are to come in a city, or at a venue. */
export async function isInUse(tx: Tx, place: 'city_id' | 'venue_id', id: string): Promise<boolean> {
  const { rows } = await sql`${examsToCome(place, sql`${id}`)} limit 1`.execute(tx);
  return rows.length > 0;
}

/** Makes or changes a centre of an awarding body (R-89). @throws Refusal NOT_FOUND, VERSION_CONFLICT (409), CODE_TAKEN. */
export async function saveCentre(
  tx: Tx,
  staff: StaffActor,
  { id, version, ...centre }: Body<'places.saveCentre'>,
): Promise<Saved> {
  checkOffice(staff, centre.officeId);
  const { awardingBodyId: bodyId } = centre;
  const body = await tx.selectFrom('awarding_body').select('id').where('id', '=', bodyId).executeTakeFirst();
  if (!body) refuse('NOT_FOUND');
  const before = id
    ? await tx.selectFrom('exam_centre').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
    : null;
  if (before !== null) checkKnown(staff, before, version);
  const values = sql`${centre.code}, ${bodyId}::uuid, ${centre.officeId}::uuid, ${centre.nameEn}, ${centre.nameZh}, ${centre.status}`;
  const columns = sql`code, awarding_body_id, office_id, name_en, name_zh, status`;
  const { rows } = before
    ? await sql<Saved>`
        update exam_centre set (${columns}) = (select ${values}), version = version + 1
        where id = ${before.id} and not exists (select from exam_centre other
          where other.code = ${centre.code} and other.awarding_body_id = ${bodyId} and other.id <> ${before.id})
        returning id, version`.execute(tx)
    : await sql<Saved>`
        insert into exam_centre (id, ${columns}) values (${randomId()}, ${values})
        on conflict (awarding_body_id, code) do nothing returning id, version`.execute(tx);
  const saved = rows[0] ?? refuse('FIELDS', {}, { code: 'CODE_TAKEN' });
  await note(tx, staff, { kind: 'centre', id: saved.id, before: before ?? null, after: centre });
  return saved;
}

/** @throws Refusal NOT_FOUND for what is absent or another office's; VERSION_CONFLICT (409). */
function checkKnown(staff: StaffActor, known: Known | undefined, version: number | null | undefined): void {
  if (!known) refuse('NOT_FOUND');
  checkOffice(staff, known.office_id);
  if (known.version !== version) refuse('VERSION_CONFLICT');
}

type Change = { kind: 'office' | 'city' | 'venue' | 'centre'; id: string; before: object | null; after: object };

/** The audit row of a place, before and after under the same names; lists read the catalogue again. */
export async function note(tx: Tx, staff: StaffActor, { kind, id, before, after }: Change): Promise<void> {
  const action = `places.${before ? 'edit' : 'create'}` as const;
  await audit(tx, { staff, action, object: { kind, id }, before: before && namedLike(before, after), after });
  forgetCatalogue();
}

/** What a row held in the fields that staff write. */
function namedLike(row: object, after: object): Record<string, unknown> {
  const fields = Object.entries(row).map(([column, value]) => [camelCase(column), value] as const);
  return Object.fromEntries(fields.filter(([field]) => Object.hasOwn(after, field)));
}

function camelCase(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
