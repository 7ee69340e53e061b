import type { Selectable } from 'kysely';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { ProductTable, SubjectTable } from '#platform/tables/index';
import { recipientFor } from './recipient.ts';

/** The row of a product, as the database has it now. */
export type ProductRow = Selectable<ProductTable>;
/** The row of a subject, as the database has it now. */
export type SubjectRow = Selectable<SubjectTable>;

/** A product by id, null when there is none. For commands: never from memory. */
export async function productById(tx: Tx, id: string): Promise<ProductRow | null> {
  return (await tx.selectFrom('product').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/**
 * The product somebody wants to register for.
 * @throws Refusal NOT_FOUND for an unknown id; PRODUCT_NOT_OPEN when it is archived, external or opens later; RECIPIENT_NOT_KNOWN while
 *   its consents could not say to whom the data goes.
 */
export async function productForOffer(tx: Tx, id: string): Promise<ProductRow> {
  const product = (await productById(tx, id)) ?? refuse('NOT_FOUND');
  if (product.access !== 'open') refuse('PRODUCT_NOT_OPEN');
  await recipientFor(tx, id, 'en');
  return product;
}

/** Products by id, those that exist. */
export async function productsByIds(tx: Tx, ids: readonly string[]): Promise<Map<string, ProductRow>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.selectFrom('product').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Subjects by id, those that exist. */
export async function subjectsByIds(tx: Tx, ids: readonly string[]): Promise<Map<string, SubjectRow>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.selectFrom('subject').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Every subject of a combined set, whatever its state: such papers are sold together or not at all. */
export async function subjectsOfSet(
  tx: Tx,
  { productId, setCode }: { productId: string; setCode: string },
): Promise<SubjectRow[]> {
  return await tx
    .selectFrom('subject')
    .selectAll()
    .where('product_id', '=', productId)
    .where('set_code', '=', setCode)
    .execute();
}
