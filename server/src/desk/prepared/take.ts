import type { Reply } from '@exam/contract/client';
import type { Language } from '@exam/contract/messages';
import { accountContact } from '#people/accounts';
import { writeDraft } from '#people/drafts';
import { inTransaction, reading, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { findFor, takeFor } from './store.ts';

/** What staff typed for the number of an account, in its language. */
export async function preparedFor(accountId: string, language: Language): Promise<Reply<'prepared.mine'>> {
  return await reading(async (tx) => {
    const { phone } = await accountContact(tx, accountId);
    return phone === null ? [] : await findFor(tx, phone, language === 'zh');
  });
}

/**
 * Puts what staff typed into the account's registration wizard, in the place of what is begun there; it waits for nobody any more.
 * @throws Refusal NOT_FOUND where nothing waits for the account's number.
 */
export async function takeOver(accountId: string, id: string): Promise<{ productCode: string }> {
  return await inTransaction(async (tx) => {
    const draft = await takeAway(tx, accountId, id);
    await writeDraft(tx, { accountId, kind: 'public' }, JSON.stringify(draft));
    return { productCode: draft.product };
  });
}

/** Deletes what staff typed for the number of an account. @throws as `takeOver`. */
export async function refusePrepared(accountId: string, id: string): Promise<void> {
  await inTransaction((tx) => takeAway(tx, accountId, id));
}

async function takeAway(tx: Tx, accountId: string, id: string) {
  const { phone } = await accountContact(tx, accountId);
  return (phone === null ? null : await takeFor(tx, phone, id)) ?? refuse('NOT_FOUND');
}
