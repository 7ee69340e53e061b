import { sql } from 'kysely';
import { inTransaction, type Tx } from '#platform/database';
import { seal } from '#platform/vault';

const batchSize = 200;

/**
 * Seals what versions before wrote in the clear: a migration has no keys, so it moves such texts into `to_seal`, and the next start brings
 * each into its column before anybody is served; what a server of the version before writes meanwhile, the next hour. Safe to repeat and to stop at any moment, and to run in two processes at once.
 * @returns how many texts were sealed.
 */
export async function sealOldTexts(): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await inTransaction(sealBatch);
    total += count;
    if (count < batchSize) return total;
  }
}

async function sealBatch(tx: Tx): Promise<number> {
  const rows = await tx
    .deleteFrom('to_seal')
    .where('id', 'in', (of) => of.selectFrom('to_seal').select('id').limit(batchSize).forNoKeyUpdate().skipLocked())
    .returning(['table_name', 'column_name', 'object_id', 'value'])
    .execute();
  for (const { table_name: table, column_name: column, object_id: row, value } of rows) {
    const sealed = seal(value, { table, row, column });
    await sql`
      update ${sql.table(table)} set ${sql.ref(`${column}_sealed`)} = ${sealed} where id = ${row}`.execute(tx);
  }
  return rows.length;
}
