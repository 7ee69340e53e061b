import { sql } from 'kysely';
import { manyAtOnce } from '#platform/each';
import { sealedBirthDate } from './store.ts';

/** Seals the birth dates that a version before wrote in clear, and empties what is in clear of them. Safe to repeat, and to stop at any moment. */
export async function sealBirthDates(): Promise<void> {
  await manyAtOnce<{ id: string; dob: string }>({
    atOnce: 500,
    take: async (tx, { most, but }) => {
      const { rows } = await sql<{ id: string; dob: string }>`
        select id, date_of_birth::text as dob from account where date_of_birth is not null and id <> all(${[...but]}::uuid[])
        order by id limit ${most} for no key update skip locked`.execute(tx);
      return rows;
    },
    work: async (tx, rows) => {
      for (const { id, dob } of rows)
        await sql`
          update account set date_of_birth = null, date_of_birth_sealed = coalesce(date_of_birth_sealed, ${sealedBirthDate(id, dob)})
          where id = ${id}`.execute(tx);
    },
  });
}
