import { databasePool } from '#platform/database';

/** Runs a statement on the test's database and gives its rows. */
export async function rowsOf<Row extends object = Record<string, unknown>>(
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await databasePool().query<Row>(statement, values)).rows;
}
