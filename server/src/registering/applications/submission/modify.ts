import { leaveCart } from '../cart/leave-cart.ts';
import { forgetCartOf } from '../restrict.ts';
import { journalErasure, waitForHolds } from '#office/holds';
import { inTransaction, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { record } from '#platform/transition';
import { keepFormFiles } from './form.ts';
import { entryOf, type PersonInput } from './person.ts';
import { prepare, priceAlone, type AnswersInput, type SittingInput } from './prepare.ts';
import { nameGuardians, snapshotColumns, writeParts } from './snapshot.ts';
import { findApplication, lockCart } from '../store.ts';
import type { Submitted } from './submit.ts';

/**
 * Writes a submission over an application in the cart: everything is checked again and the snapshot renewed (9.1 #2). Its code
 * stays; earlier consents stay as evidence beside the new ones.
 * @throws Refusal NOT_FOUND; ILLEGAL_STATE when it is not in the cart any more (T37); otherwise as `submit`.
 */
export async function modify(input: AnswersInput & SittingInput & PersonInput & { id: string }): Promise<Submitted> {
  return await inTransaction(async (tx) => {
    await lockCart(tx, input.accountId);
    const row =
      (await findApplication(tx, { accountId: input.accountId, id: input.id, lock: true })) ?? refuse('NOT_FOUND');
    if (row.status !== 'Initiated') refuse('ILLEGAL_STATE');
    const entryInput = await entryOf(tx, input);
    const request = {
      ...input,
      entries: [entryInput],
      pathOf: () => '',
      exceptId: row.id,
      formFilesId: row.form_files_id,
    };
    const { submission, entries } = await prepare(tx, request);
    const [entry = refuse('INTERNAL')] = await nameGuardians(tx, submission, entries);
    await keepFormFiles(tx, input.accountId, submission.form);
    const amount = priceAlone(submission.offer, submission.now);
    await tx
      .updateTable('application')
      .set({ ...snapshotColumns(row.id, submission, entry), shown_amount: amount })
      .where('id', '=', row.id)
      .execute();
    for (const table of ['application_paper', 'application_person', 'application_step'] as const)
      await tx.deleteFrom(table).where('application_id', '=', row.id).execute();
    await writeParts(tx, row.id, submission, entry);
    await record(tx, {
      kind: 'application',
      id: row.id,
      event: 'modify',
      actor: { kind: 'candidate', id: input.accountId },
    });
    return { id: row.id, code: row.code, status: 'Initiated', amount, asksGuardian: entry.guardianKey !== null };
  });
}

/**
 * Takes an application out of the cart (9.1 #3) and forgets it at once (PIPL 47); its consents are evidence. What a hold keeps is hidden.
 * @throws Refusal NOT_FOUND; ILLEGAL_STATE when it was ordered. A line that lapsed in the cart may go too.
 */
export async function remove({ accountId, id }: { accountId: string; id: string }): Promise<void> {
  await inTransaction(async (tx) => {
    await waitForHolds(tx);
    const row = (await findApplication(tx, { accountId, id, lock: true })) ?? refuse('NOT_FOUND');
    if (
      row.status !== 'Initiated' &&
      !(row.status === 'Expired' && row.registered_at === null && !(await wasOrdered(tx, id)))
    )
      refuse('ILLEGAL_STATE');
    await record(tx, { kind: 'application', id, event: 'delete', actor: { kind: 'candidate', id: accountId } });
    const { gone, held } = await forgetCartOf(tx, { id });
    if (held > 0) await leaveCart(tx, [id]);
    if (gone.length > 0) await journalErasure(tx, 'draft', gone);
  });
}

async function wasOrdered(tx: Tx, id: string): Promise<boolean> {
  const order = await tx
    .selectFrom('application_payment')
    .select('order_id')
    .where('application_id', '=', id)
    .executeTakeFirst();
  return order !== undefined;
}
