import type { Language } from '@exam/contract/messages';
import type { CentreItem, CityItem, OfficeItem, StaffCalls, VenueDetail, VenueItem } from '@exam/contract/staff';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { inOffices, type StaffActor } from '#platform/staff-http';
import { examsToCome } from './save.ts';

type Reader = { staff: StaffActor; language: Language };
type Query<N extends 'places.cities' | 'places.venues' | 'places.centres'> = z.output<StaffCalls[N]['body']>;
type Page<Row> = { list: Row[]; pageIndex: number; pageSize: number; recordCount: number };

const name = (table: string, language: Language) => sql.ref(`${table}.name_${language}`);

/** The reader's offices, and the awarding bodies that centres belong to. */
export async function listOffices(
  tx: Tx,
  { staff, language }: Reader,
): Promise<z.output<StaffCalls['places.offices']['reply']>> {
  const { rows: list } = await sql<OfficeItem>`
    select id, code, name_en as "nameEn", name_zh as "nameZh", email, phone, version,
      (select count(*)::integer from city where city.office_id = office.id) as cities
    from office where ${inOffices(staff, 'office.id')} order by sort, id`.execute(tx);
  const { rows: bodies } = await sql<{ id: string; name: string }>`
    select id, ${name('awarding_body', language)} as name from awarding_body order by code`.execute(tx);
  return { list, bodies };
}

/** Cities of the reader's offices. */
export async function findCities(
  tx: Tx,
  { staff, language }: Reader,
  query: Query<'places.cities'>,
): Promise<Page<CityItem>> {
  const conditions = [inOffices(staff, 'city.office_id')];
  if (query.status !== undefined) conditions.push(sql<boolean>`city.status = ${query.status}`);
  if (query.officeId !== undefined) conditions.push(sql<boolean>`city.office_id = ${query.officeId}`);
  const { rows } = await sql<CityItem & Counted>`
    select city.id, city.code, city.name_en as "nameEn", city.name_zh as "nameZh", city.office_id as "officeId", city.status,
      ${name('office', language)} as "officeName", city.version, count(*) over ()::integer as matching,
      (select count(*)::integer from venue where venue.city_id = city.id) as venues
    from city join office on office.id = city.office_id
    where ${sql.join(conditions, sql` and `)}
    order by ${ordered(sql`city.code`, query.sort)}, city.id ${paged(query)}`.execute(tx);
  return pageOf(rows, query);
}

type Counted = { matching: number };

const capacity = sql`(select coalesce(sum(room.capacity), 0)::integer from venue_room room where room.venue_id = venue.id)`;

const venueColumns = (language: Language) => sql`
  venue.id, venue.code, coalesce(own.display_name, venue.code) as name, venue.city_id as "cityId",
  ${name('city', language)} as "cityName", city.office_id as "officeId", venue.status, ${capacity} as capacity,
  (select count(*)::integer from venue_room room where room.venue_id = venue.id) as "roomCount",
  (select count(*)::integer from (${examsToCome('venue_id', sql`venue.id`)}) exam) as "sessionsToCome"`;

/** Venues in cities of the reader's offices. */
export async function findVenues(
  tx: Tx,
  { staff, language }: Reader,
  query: Query<'places.venues'>,
): Promise<Page<VenueItem>> {
  const conditions = [inOffices(staff, 'city.office_id')];
  if (query.status !== undefined) conditions.push(sql<boolean>`venue.status = ${query.status}`);
  if (query.cityId !== undefined) conditions.push(sql<boolean>`venue.city_id = ${query.cityId}`);
  const by = query.sort?.endsWith('capacity') ? capacity : sql`venue.code`;
  const { rows } = await sql<VenueItem & Counted>`
    select ${venueColumns(language)}, count(*) over ()::integer as matching
    from venue join city on city.id = venue.city_id
    left join venue_name own on own.venue_id = venue.id and own.language = ${language}
    where ${sql.join(conditions, sql` and `)}
    order by ${ordered(by, query.sort)}, venue.id ${paged(query)}`.execute(tx);
  return pageOf(rows, query);
}

/** A venue with all that is known of it. @throws Refusal NOT_FOUND. */
export async function findVenue(tx: Tx, { staff, language }: Reader, id: string): Promise<VenueDetail> {
  const { rows } = await sql<Omit<VenueDetail, 'rooms'>>`
    select ${venueColumns(language)}, venue.address_en as "addressEn", venue.address_zh as "addressZh",
      venue.access_en as "accessEn", venue.access_zh as "accessZh", venue.map_url as "mapUrl", venue.version,
      coalesce((select display_name from venue_name n where n.venue_id = venue.id and n.language = 'en'), venue.code) as "nameEn",
      coalesce((select display_name from venue_name n where n.venue_id = venue.id and n.language = 'zh'), venue.code) as "nameZh"
    from venue join city on city.id = venue.city_id
    left join venue_name own on own.venue_id = venue.id and own.language = ${language}
    where venue.id = ${id} and ${inOffices(staff, 'city.office_id')}`.execute(tx);
  const [venue] = rows;
  if (!venue) refuse('NOT_FOUND');
  const rooms = await tx
    .selectFrom('venue_room')
    .select(['name', 'capacity', 'note'])
    .where('venue_id', '=', id)
    .orderBy('name')
    .execute();
  return { ...venue, rooms };
}

/** Centres of awarding bodies that the reader's offices look after. */
export async function findCentres(
  tx: Tx,
  { staff, language }: Reader,
  query: Query<'places.centres'>,
): Promise<Page<CentreItem>> {
  const conditions = [inOffices(staff, 'centre.office_id')];
  if (query.status !== undefined) conditions.push(sql<boolean>`centre.status = ${query.status}`);
  if (query.awardingBodyId !== undefined)
    conditions.push(sql<boolean>`centre.awarding_body_id = ${query.awardingBodyId}`);
  const { rows } = await sql<CentreItem & Counted>`
    select centre.id, centre.code, ${name('body', language)} as "bodyName", centre.awarding_body_id as "awardingBodyId",
      centre.office_id as "officeId", centre.name_en as "nameEn", centre.name_zh as "nameZh", centre.status, centre.version,
      count(*) over ()::integer as matching
    from exam_centre centre join awarding_body body on body.id = centre.awarding_body_id
    where ${sql.join(conditions, sql` and `)}
    order by ${ordered(sql`centre.code`, query.sort)}, centre.id ${paged(query)}`.execute(tx);
  return pageOf(rows, query);
}

function ordered(by: RawBuilder<unknown>, sort: string | undefined): RawBuilder<unknown> {
  return sql`${by} ${sort?.startsWith('-') ? sql`desc` : sql`asc`}`;
}

type Paging = { pageIndex: number; pageSize: number };

function paged({ pageIndex, pageSize }: Paging): RawBuilder<unknown> {
  return sql`limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`;
}

function pageOf<Row extends Counted>(rows: Row[], { pageIndex, pageSize }: Paging): Page<Row> {
  return { list: rows, pageIndex, pageSize, recordCount: rows[0]?.matching ?? 0 };
}
