import { databasePool } from '#platform/database';

/** What a statement finds in the database under test, whoever's it is; or does there. */
export async function rowsOf<Row extends object = Record<string, unknown>>(
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await databasePool().query<Row>(statement, values)).rows;
}
