import { sql } from 'kysely';
import { manyAtOnce } from '#platform/each';
import { letterCodeColumns } from './code.ts';

/** Seals the codes of letters that a version before wrote in clear, and empties what is in clear of them. Safe to repeat, and to stop at any moment. */
export async function sealLetterCodes(): Promise<void> {
  await manyAtOnce<{ id: string; code: string }>({
    atOnce: 500,
    take: async (tx, { most, but }) => {
      const { rows } = await sql<{ id: string; code: string }>`
        select id, letter_code as code from application where letter_code is not null and id <> all(${[...but]}::uuid[])
        order by id limit ${most} for no key update skip locked`.execute(tx);
      return rows;
    },
    work: async (tx, rows) => {
      for (const { id, code } of rows) {
        const { letter_code_sealed: sealed, letter_code_key: key } = letterCodeColumns(id, code);
        // What names nobody has no letter any more.
        await sql`
          update application set letter_code = null,
            letter_code_sealed = case when anonymised_at is null then coalesce(letter_code_sealed, ${sealed}) end,
            letter_code_key = case when anonymised_at is null then coalesce(letter_code_key, ${key}) end
          where id = ${id}`.execute(tx);
      }
    },
  });
}
