import { sql } from 'kysely';
import { forgetFiles } from '#office/files';
import type { Tx } from '#platform/database';
import { nobodysAccount } from '#platform/nobody';

/** Forgets to whom the invoices of orders were made out; a company is no person. @returns the ids of the invoices. */
export async function forgetBuyers(tx: Tx, orderIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update fapiao set account_id = ${nobodysAccount}, email_sealed = null, email_masked = '***',
      title = case buyer when 'Personal' then '***' else title end
    where order_id = any(${[...orderIds]}::uuid[]) returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Forgets the invoices of orders as a whole, with their papers. @returns their ids. */
export async function forgetFapiao(tx: Tx, orderIds: readonly string[]): Promise<string[]> {
  const asked = sql`select id from fapiao where order_id = any(${[...orderIds]}::uuid[])`;
  const { rows } = await sql<{ id: string | null }>`
    delete from fapiao_paper where fapiao_id in (${asked}) returning file_id as id`.execute(tx);
  const { rows: gone } = await sql<{ id: string }>`
    delete from fapiao where id in (${asked}) returning id`.execute(tx);
  await forgetFiles(
    tx,
    rows.flatMap(({ id }) => id ?? []),
  );
  return gone.map(({ id }) => id);
}
