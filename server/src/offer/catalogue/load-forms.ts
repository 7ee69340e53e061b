import { formCodes, forms } from '@exam/contract/forms';
import { sql } from 'kysely';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';

/**
 * Gives every form of the contract its template, and products that ask for an earlier version the current one; answers keep the
 * version they were given to. A product whose form changed counts as changed. Safe to repeat.
 */
export async function loadKnownForms(tx: Tx): Promise<void> {
  await tx
    .insertInto('form_template')
    .values(formCodes.map((number) => ({ id: randomId(), number, version: forms[number].version })))
    .onConflict((conflict) => conflict.columns(['number', 'version']).doNothing())
    .execute();
  for (const number of formCodes) {
    await sql`
      update product set form_template_id = current.id, last_modified_at = app_now()
      from form_template asked, form_template current
      where asked.id = product.form_template_id and asked.number = ${number} and asked.version < current.version
        and current.number = ${number} and current.version = ${forms[number].version}`.execute(tx);
  }
}
