import type { Reply } from '@exam/contract/client';
import { keptUntilAfter, maskPhone } from '@exam/contract/rules';
import type { PreparedItem } from '@exam/contract/staff';
import { preparedDraft } from '@exam/contract/wizards';
import { type RawBuilder, sql } from 'kysely';
import { isHeld } from '#office/holds';
import { subjectsByIds } from '#offer/catalogue';
import { randomId } from '#platform/chance';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { blindIndex, seal, unseal } from '#platform/vault';

type Draft = ReturnType<typeof preparedDraft>;

const placeOf = (row: string, column: 'phone' | 'draft') => ({ table: 'prepared_registration', row, column });
const keyOf = (phone: string) => blindIndex('prepared_registration.phone', phone);
const isOpen = sql<boolean>`prepared.expires_at > app_now()`;

/** Keeps what was typed for whoever has a mainland number of 11 digits, as long as an upload that nobody uses. @returns its id. */
export async function insertPrepared(
  tx: Tx,
  { phone, sessionId, draft, staffName }: { phone: string; sessionId: string; draft: Draft; staffName: string },
): Promise<string> {
  const [id, now] = [randomId(), await readNow(tx)];
  await tx
    .insertInto('prepared_registration')
    .values({
      id,
      phone_key: keyOf(phone),
      phone_sealed: seal(phone, placeOf(id, 'phone')),
      session_id: sessionId,
      draft_sealed: seal(JSON.stringify(draft), placeOf(id, 'draft')),
      prepared_by_name: staffName,
      prepared_at: now,
      expires_at: keptUntilAfter('unusedUpload', now),
    })
    .execute();
  return id;
}

/** What waits for somebody in a session, the latest first; of `id` that one alone. */
export async function findWaiting(tx: Tx, sessionId: string, id?: string): Promise<PreparedItem[]> {
  type Row = Omit<PreparedItem, 'phone'> & { phone_sealed: Buffer };
  const { rows } = await sql<Row>`
    select prepared.id, prepared.phone_sealed, prepared.prepared_by_name as "preparedBy", prepared.prepared_at as "preparedAt", prepared.expires_at as "expiresAt"
    from prepared_registration prepared
    where prepared.session_id = ${sessionId} and ${isOpen} and (${id ?? null}::uuid is null or prepared.id = ${id ?? null})
    order by prepared.prepared_at desc, prepared.id limit 200`.execute(tx);
  return rows.map(({ phone_sealed, ...row }) => ({
    ...row,
    phone: maskPhone(unseal(phone_sealed, placeOf(row.id, 'phone'))),
  }));
}

/** The session of what waits; null once it was taken over, discarded or is too old. */
export async function sessionOf(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await sql<{ sessionId: string }>`
    select session_id as "sessionId" from prepared_registration prepared where id = ${id} and ${isOpen}`.execute(tx);
  return rows[0]?.sessionId ?? null;
}

/** What waits for a number, the latest first. */
export async function findFor(tx: Tx, phone: string, isChinese: boolean): Promise<Reply<'prepared.mine'>> {
  type Row = Omit<Reply<'prepared.mine'>[number], 'subjectNames'> & { draft_sealed: Buffer };
  const name = (column: string) => sql.ref(`place.${column}_name_${isChinese ? 'zh' : 'en'}`);
  const { rows } = await sql<Row>`
    select prepared.id, ${name('product')} as "productName", place.exam_date as "examDate", ${name('city')} as "cityName",
      ${name('office')} as "officeName", prepared.draft_sealed, prepared.prepared_at as "preparedAt", prepared.expires_at as "expiresAt"
    from prepared_registration prepared join session_place place on place.session_id = prepared.session_id
    where prepared.phone_key = ${keyOf(phone)} and ${isOpen}
    order by prepared.prepared_at desc, prepared.id limit 20`.execute(tx);
  const subjectsOf = (row: Row) => openDraft(row).draft.subjects.flat();
  const subjects = await subjectsByIds(tx, rows.flatMap(subjectsOf));
  return rows.map((row) => {
    const { draft_sealed: _sealed, ...rest } = row;
    return {
      ...rest,
      subjectNames: subjectsOf(row)
        .flatMap((id) => subjects.get(id)?.[isChinese ? 'name_zh' : 'name_en'] ?? [])
        .join(isChinese ? '、' : ', '),
    };
  });
}

const openDraft = (row: { id: string; draft_sealed: Buffer }): Draft =>
  JSON.parse(unseal(row.draft_sealed, placeOf(row.id, 'draft')));

/** Takes what waits for a number away. @returns what was typed; null where nothing waits. */
export async function takeFor(tx: Tx, phone: string, id: string): Promise<Draft | null> {
  const [row] = await deleted(tx, sql`prepared.id = ${id} and prepared.phone_key = ${keyOf(phone)} and ${isOpen}`);
  return row ? openDraft(row) : null;
}

/** Deletes what waits for somebody; a second time is the same. */
export async function discard(tx: Tx, id: string): Promise<void> {
  await deleted(tx, sql`prepared.id = ${id}`);
}

/** Deletes what waits for the number of an account that is being closed. */
export async function forgetFor(tx: Tx, phone: string): Promise<void> {
  await deleted(tx, sql`prepared.phone_key = ${keyOf(phone)} and not ${isHeld({ class: 'unusedUpload' })}`);
}

/** Deletes what nobody took over in time; run by a cron. */
export async function forgetOld(tx: Tx): Promise<void> {
  await deleted(tx, sql`not ${isOpen} and not ${isHeld({ class: 'unusedUpload' })}`);
}

async function deleted(tx: Tx, which: RawBuilder<unknown>): Promise<{ id: string; draft_sealed: Buffer }[]> {
  const { rows } = await sql<{ id: string; draft_sealed: Buffer }>`
    delete from prepared_registration prepared where ${which} returning id, draft_sealed`.execute(tx);
  return rows;
}
