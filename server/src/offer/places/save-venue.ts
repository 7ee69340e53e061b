import type { StaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { checkOffice, type StaffActor } from '#platform/staff-http';
import { isInUse, note } from './save.ts';

type NewVenue = z.output<StaffCalls['places.saveVenue']['body']>;
type Saved = { id: string; version: number };

/**
 * Makes or changes a venue with its names and rooms. A session is listed only at a venue in use, and a booking is paid as it was arranged, so
 * it is not put out of use, nor moved to another city, while exams of either are to come there.
 * @throws Refusal NOT_FOUND for another office's, VERSION_CONFLICT (409), CODE_TAKEN, VENUE_IN_USE.
 */
export async function saveVenue(tx: Tx, staff: StaffActor, { id, version, ...venue }: NewVenue): Promise<Saved> {
  await checkCity(tx, staff, venue.cityId);
  const before = id ? await lockVenue(tx, staff, id) : null;
  if (before && before.version !== version) refuse('VERSION_CONFLICT');
  const leaves = before !== null && (before.city_id !== venue.cityId || venue.status === 'Inactive');
  if (leaves && (await isInUse(tx, 'venue_id', before.id))) refuse('VENUE_IN_USE');
  const saved = await write(tx, venue, before?.id ?? null);
  await writeNames(tx, saved.id, venue);
  await writeRooms(tx, saved.id, venue.rooms);
  await note(tx, staff, { kind: 'venue', id: saved.id, before, after: venue });
  return saved;
}

async function checkCity(tx: Tx, staff: StaffActor, cityId: string): Promise<void> {
  const city = await tx.selectFrom('city').select('office_id').where('id', '=', cityId).executeTakeFirst();
  if (!city) refuse('NOT_FOUND');
  checkOffice(staff, city.office_id);
}

async function lockVenue(tx: Tx, staff: StaffActor, id: string) {
  const venue = await tx.selectFrom('venue').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!venue) return refuse('NOT_FOUND');
  await checkCity(tx, staff, venue.city_id);
  return venue;
}

type Fields = Omit<NewVenue, 'id' | 'version'>;

async function write(tx: Tx, venue: Fields, id: string | null): Promise<Saved> {
  const values = sql`${venue.cityId}::uuid, ${venue.code}, ${venue.status}, ${venue.addressEn}, ${venue.addressZh},
    ${venue.accessEn ?? null}, ${venue.accessZh ?? null}, ${venue.mapUrl ?? null}`;
  const columns = sql`city_id, code, status, address_en, address_zh, access_en, access_zh, map_url`;
  const { rows } =
    id === null
      ? await sql<Saved>`
          insert into venue (id, ${columns}) values (${randomId()}, ${values})
          on conflict (code) do nothing returning id, version`.execute(tx)
      : await sql<Saved>`
          update venue set (${columns}) = (select ${values}), version = version + 1
          where id = ${id} and not exists (select from venue other where other.code = ${venue.code} and other.id <> ${id})
          returning id, version`.execute(tx);
  return rows[0] ?? refuse('FIELDS', {}, { code: 'CODE_TAKEN' });
}

async function writeNames(tx: Tx, id: string, { nameEn, nameZh }: Fields): Promise<void> {
  const names = { en: nameEn, zh: nameZh };
  for (const [language, name] of Object.entries(names))
    await sql`
      insert into venue_name (id, venue_id, language, display_name) values (${randomId()}, ${id}, ${language}, ${name})
      on conflict (venue_id, language) do update set display_name = excluded.display_name`.execute(tx);
}

async function writeRooms(tx: Tx, id: string, rooms: Fields['rooms']): Promise<void> {
  const names = rooms.map(({ name }) => name);
  if (new Set(names).size < names.length) refuse('FIELDS', {}, { rooms: 'CODE_TAKEN' });
  await sql`delete from venue_room where venue_id = ${id} and name <> all(${names}::text[])`.execute(tx);
  for (const { name, capacity, note: about } of rooms)
    await sql`
      insert into venue_room (id, venue_id, name, capacity, note)
      values (${randomId()}, ${id}, ${name}, ${capacity}, ${about ?? null})
      on conflict (venue_id, name) do update set capacity = excluded.capacity, note = excluded.note`.execute(tx);
}
