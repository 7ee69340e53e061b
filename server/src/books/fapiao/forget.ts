import { sql } from 'kysely';
import { forgetFiles } from '#office/files';
import type { Tx } from '#platform/database';
import { nobodysAccount } from '#platform/nobody';

/** Forgets to whom the invoices of orders were made out; a company is no person. */
export async function forgetBuyers(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await sql`
    update fapiao set account_id = ${nobodysAccount}, email_sealed = null, email_masked = '***',
      title = case buyer when 'Personal' then '***' else title end
    where order_id = any(${[...orderIds]}::uuid[])`.execute(tx);
}

/** Forgets the invoices of orders as a whole, with their papers. */
export async function forgetFapiao(tx: Tx, orderIds: readonly string[]): Promise<void> {
  const asked = sql`select id from fapiao where order_id = any(${[...orderIds]}::uuid[])`;
  const { rows } = await sql<{ id: string | null }>`
    delete from fapiao_paper where fapiao_id in (${asked}) returning file_id as id`.execute(tx);
  await sql`delete from fapiao where id in (${asked})`.execute(tx);
  await forgetFiles(
    tx,
    rows.flatMap(({ id }) => id ?? []),
  );
}
