import { formCodes } from '@exam/contract/forms';
import type { FormUse } from '@exam/contract/staff';
import type { Tx } from '#platform/database';

/** The number of a form by the id of one of its versions; null for an id that nobody has. */
export async function findFormNumber(tx: Tx, templateId: string): Promise<string | null> {
  const found = await tx.selectFrom('form_template').select('number').where('id', '=', templateId).executeTakeFirst();
  return found?.number ?? null;
}

/** Every form with the products that ask for it. */
export async function findUses(tx: Tx): Promise<FormUse[]> {
  const rows = await tx
    .selectFrom('product')
    .innerJoin('form_template', 'form_template.id', 'product.form_template_id')
    .innerJoin('product_line', 'product_line.id', 'product.line_id')
    .select(['form_template.number', 'product.id', 'product.code', 'product.category', 'product.access'])
    .select(['product.name_en as nameEn', 'product.name_zh as nameZh'])
    .orderBy('product_line.sort')
    .orderBy('product.sort')
    .orderBy('product.id')
    .execute();
  const products = Map.groupBy(rows, (row) => row.number);
  return formCodes.map((number) => ({
    number,
    products: (products.get(number) ?? []).map(({ number: _number, ...product }) => product),
  }));
}
