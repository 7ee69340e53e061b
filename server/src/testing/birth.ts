import { ageClassOn, birthColumns, type BirthTable } from '#platform/birth';
import { chinaDateOf } from '@exam/contract/rules';
import { sql } from 'kysely';
import { readNow } from '#platform/clock';
import { databasePool, inTransaction } from '#platform/database';
import { seal } from '#platform/vault';

/** Makes the holder of an account be born on a China date. */
export async function givenHolderBorn(id: string, dob: string): Promise<void> {
  const sealed = seal(dob, { table: 'account', row: id, column: 'date_of_birth' });
  await databasePool().query('update account set date_of_birth_sealed = $2 where id = $1', [id, sealed]);
}

/** Makes the person of a row be born on a China date, with what its table keeps of that. */
export async function givenBirth(table: BirthTable, id: string, dob: string): Promise<void> {
  await inTransaction(async (tx) => {
    const { rows } = await sql<{ accountId: string; examDate: string | null }>`
      select account_id as "accountId", ${table === 'application' ? sql`(select exam_date::text from exam_session where id = session_id)` : sql`null`} as "examDate"
      from ${sql.table(table)} where id = ${id}`.execute(tx);
    const [row] = rows;
    if (!row) throw new Error(`There is no ${table} ${id}.`);
    const today = chinaDateOf(await readNow(tx));
    const classes = row.examDate && {
      class_when_made: ageClassOn(dob, today),
      class_on_exam_day: ageClassOn(dob, row.examDate),
    };
    const columns = { ...birthColumns({ table, row: id, accountId: row.accountId }, { dob, today }), ...classes };
    const changes = Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
    await sql`update ${sql.table(table)} set ${sql.join(changes)} where id = ${id}`.execute(tx);
  });
}
