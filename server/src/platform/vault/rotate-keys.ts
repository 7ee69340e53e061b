import { type RawBuilder, sql } from 'kysely';
import { inTransaction, reading, type Tx } from '#platform/database';
import { eachByItself, manyAtOnce } from '#platform/each';
import { forgetOldKeyNames, isResealed, noteResealed } from '#platform/vault/known-keys';
import { currentFormat, currentKeyId, isSealedAsBefore, type Place, seal, unseal } from '#platform/vault';

/** A column of sealed values, and where each is sealed for: the SQL of the place's row, and the place's table and column. */
type SealedColumn = { table: string; column: string; row: string; place: Omit<Place, 'row'> };

/** Places that do not follow the rule: row `id`, and the column's name without `_sealed`. */
const otherPlaces: Readonly<Record<string, { row: string; table?: string; column?: string }>> = {
  'wizard_draft.json_sealed': { row: `account_id || ':' || kind` },
  'application_step.json_result_sealed': { row: `application_id || '/' || position` },
  'payment_event.payload_sealed': { row: 'id', column: 'payload_sealed' },
  'index_half.half_sealed': { row: 'is_only' },
  'staff_invitation.totp_sealed': { row: 'staff_id', table: 'staff_account' },
};

/** How many values are sealed again in one transaction. */
const batchSize = 200;

/** What a rotation did: how many values of each column were sealed again, and the keys that open nothing any more. */
export type Rotation = { resealed: Record<string, number>; retired: string[] };

/**
 * Seals every value again that was sealed with an older key than the current one, in small batches: the server may run meanwhile,
 * with the same keys. It may be stopped and run again, and does nothing when nothing is left; until it has ended, the older keys
 * stay needed.
 * @throws Error when a value cannot be opened, once the others of its column are sealed.
 */
export async function rotateKeys(): Promise<Rotation> {
  const resealed: Record<string, number> = {};
  for (const column of await reading(sealedColumns)) {
    let count = 0;
    // Again until a pass finds nothing: rows move while others change them.
    for (let pass = await resealColumn(column); pass > 0; pass = await resealColumn(column)) count += pass;
    if (count > 0) resealed[`${column.table}.${column.column}`] = count;
  }
  const answers = await resealAnswers();
  if (answers > 0) resealed['idempotency_key.answer'] = answers;
  return { resealed, retired: await inTransaction(forgetOldKeyNames) };
}

/** Every sealed column there is, by the schema itself: a new one needs no entry unless its place is special. */
export async function sealedColumns(tx: Tx): Promise<SealedColumn[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and udt_name = 'bytea' and right(column_name, 7) = '_sealed'
    order by 1, 2`.execute(tx);
  return rows.map(({ table, column }) => {
    const other = otherPlaces[`${table}.${column}`];
    const place = { table: other?.table ?? table, column: other?.column ?? column.replace(/_sealed$/, '') };
    return { table, column, row: other?.row ?? 'id', place };
  });
}

/** Ends by itself within a year, and is too long to be walked through every night. */
const leftToEnd = 'network_log';

/**
 * Seals again what is sealed in an older format, or with an older key, as a rotation does. For the night, beside everybody; once nothing is left to
 * do, no later night looks again until the key or the format changes.
 */
export async function resealOld(): Promise<void> {
  if (await inTransaction(isResealed)) return;
  const columns = await reading(sealedColumns);
  let total = 0;
  await eachByItself(
    columns.filter(({ table }) => table !== leftToEnd),
    async (column) => (total += await resealColumn(column)),
  );
  if (total === 0) await inTransaction(noteResealed);
}

type Old = { id: string; at: string; sealed: Buffer };

/** Goes through a column once, row by row. @returns how many values were sealed again. */
async function resealColumn({ table, column, row, place }: SealedColumn): Promise<number> {
  const value = sql.ref(column);
  let [after, last, total] = ['(0,0)', '(0,0)', 0];
  await manyAtOnce<Old>(
    {
      atOnce: batchSize,
      take: async (tx, { most, but }) => {
        const { rows } = await sql<Old>`
          select (${sql.raw(row)})::text as id, ctid::text as at, ${value} as sealed from ${sql.table(table)}
          where ctid > ${after}::tid and ${isBefore(value)} and (${sql.raw(row)})::text <> all(${[...but]}::text[])
          limit ${most} for no key update skip locked`.execute(tx);
        last = rows.at(-1)?.at ?? last;
        return rows;
      },
      work: async (tx, rows) => {
        for (const { id, at, sealed } of rows) {
          const anew = seal(unseal(sealed, { ...place, row: id }), { ...place, row: id });
          await sql`update ${sql.table(table)} set ${value} = ${anew} where ctid = ${at}::tid`.execute(tx);
        }
      },
    },
    (count) => {
      after = last;
      total += count;
    },
  );
  return total;
}

/** SQL: `isSealedAsBefore`; of a value that was forgotten no bytes are left. */
const isBefore = (value: RawBuilder<unknown>) => sql`
  case when length(${value}) = 0 then false
    else get_byte(${value}, 0) <> ${currentFormat} or substring(${value} from 3 for get_byte(${value}, 1)) <> convert_to(${currentKeyId()}, 'UTF8') end`;

/** Kept answers are sealed as text in a JSON column. */
async function resealAnswers(): Promise<number> {
  return await inTransaction(async (tx) => {
    const { rows } = await sql<{ owner: string; key: string; answer: string }>`
      select account_id as owner, key, answer #>> '{}' as answer from idempotency_key
      where answer is not null for no key update`.execute(tx);
    let count = 0;
    for (const { owner, key, answer } of rows) {
      const sealed = Buffer.from(answer, 'base64');
      if (!isSealedAsBefore(sealed)) continue;
      const place = { table: 'idempotency_key', row: `${owner} ${key}`, column: 'answer' };
      const anew = JSON.stringify(seal(unseal(sealed, place), place).toString('base64'));
      await sql`update idempotency_key set answer = ${anew}::jsonb where account_id = ${owner} and key = ${key}`.execute(
        tx,
      );
      count += 1;
    }
    return count;
  });
}
