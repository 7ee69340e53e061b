import type { StaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { audit } from '#audit';
import { forgetCatalogue } from '#catalogue';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { checkOffice, type StaffActor } from '#platform/staff-http';

type Saved = { id: string; version: number };
type Body<N extends 'places.saveOffice' | 'places.saveCity' | 'places.saveCentre'> = z.output<StaffCalls[N]['body']>;
type Known = { version: number; office_id: string };

/** Changes an office. @throws Refusal NOT_FOUND for another; VERSION_CONFLICT (409). */
export async function saveOffice(
  tx: Tx,
  staff: StaffActor,
  { id, version, ...office }: Body<'places.saveOffice'> & { id: string },
): Promise<Saved> {
  const before = await tx.selectFrom('office').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  checkKnown(staff, before && { version: before.version, office_id: id }, version);
  await sql`
    update office set name_en = ${office.nameEn}, name_zh = ${office.nameZh}, email = ${office.email}, phone = ${office.phone},
      version = version + 1 where id = ${id}`.execute(tx);
  await note(tx, staff, { kind: 'office', id, before: before ?? null, after: office });
  return { id, version: version + 1 };
}

/** Makes or changes a city. @throws Refusal NOT_FOUND, VERSION_CONFLICT (409), CODE_TAKEN. */
export async function saveCity(
  tx: Tx,
  staff: StaffActor,
  { id, version, ...city }: Body<'places.saveCity'>,
): Promise<Saved> {
  checkOffice(staff, city.officeId);
  const before = id
    ? await tx.selectFrom('city').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    : null;
  if (before !== null) checkKnown(staff, before, version);
  const { rows } = before
    ? await sql<Saved>`
        update city set code = ${city.code}, name_en = ${city.nameEn}, name_zh = ${city.nameZh}, version = version + 1
        where id = ${before.id} and not exists (select from city other where other.code = ${city.code} and other.id <> ${before.id})
        returning id, version`.execute(tx)
    : await sql<Saved>`
        insert into city (id, office_id, code, name_en, name_zh, sort)
        values (${randomId()}, ${city.officeId}, ${city.code}, ${city.nameEn}, ${city.nameZh}, 1000)
        on conflict (code) do nothing returning id, version`.execute(tx);
  const saved = rows[0] ?? refuse('FIELDS', {}, { code: 'CODE_TAKEN' });
  await note(tx, staff, { kind: 'city', id: saved.id, before: before ?? null, after: city });
  return saved;
}

/** Makes or changes a centre of an awarding body. @throws Refusal NOT_FOUND, VERSION_CONFLICT (409), CODE_TAKEN. */
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
    ? await tx.selectFrom('exam_centre').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
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

/** The audit row of a place; lists read the catalogue anew. */
export async function note(tx: Tx, staff: StaffActor, { kind, id, before, after }: Change): Promise<void> {
  await audit(tx, { staff, action: `places.${before ? 'edit' : 'create'}`, object: { kind, id }, before, after });
  forgetCatalogue();
}
