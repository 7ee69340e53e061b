import { columnsOf } from '#platform/columns/index';
import { createPatientClient } from '#platform/database';
import { eachByItself } from '#platform/each';

/** Every table with a column that tells something of people. */
const tables = [...new Set(columnsOf('personal', 'sensitive', 'secret').map(({ table }) => table))];

/**
 * Takes what a run has forgotten out of the tables and their indexes, and counts again what is left. One table after the other, beside everybody: a
 * table that somebody else holds is left to the next night, and no file is made shorter, which would stop its readers.
 * However long a table takes: a vacuum that is broken off begins from the start the next night.
 */
export async function clearAway(): Promise<void> {
  const client = createPatientClient();
  await client.connect();
  try {
    await eachByItself(tables, async (table) => {
      await client.query(`vacuum (analyze, skip_locked, truncate false) "${table}"`);
    });
  } finally {
    await client.end();
  }
}
