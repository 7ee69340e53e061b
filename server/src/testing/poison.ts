import { databasePool } from '#platform/database';

/**
 * Runs `work` while the database refuses every change of rows of `table` that name one of these ids: their items of a sweep fail each time.
 * @returns what `work` threw, or null.
 */
export async function whilePoisoned(
  { table, ids }: { table: string; ids: readonly string[] },
  work: () => Promise<unknown>,
): Promise<unknown> {
  await databasePool().query(`
    create function poison() returns trigger language plpgsql as $$ declare row text; begin
      if tg_op = 'DELETE' then row := old::text; else row := new::text; end if;
      if row ~ '${ids.join('|')}' then raise exception 'poisoned'; end if;
      if tg_op = 'DELETE' then return old; else return new; end if; end $$;
    create trigger poison before insert or update or delete on ${table} for each row execute function poison()`);
  try {
    await work();
    return null;
  } catch (error) {
    return error;
  } finally {
    await databasePool().query(`drop trigger poison on ${table}; drop function poison()`);
  }
}
