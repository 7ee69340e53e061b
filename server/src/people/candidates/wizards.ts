import { forgetDraftsNaming } from '#people/drafts';
import { journalErasure } from '#office/holds';
import type { Tx } from '#platform/database';
import { openAny } from './open-any.ts';

/** Forgets wizards left half way that name a candidate. @returns how many a hold keeps. */
export async function forgetWizardsNaming(
  tx: Tx,
  { accountId, candidateId }: { accountId: string; candidateId: string },
): Promise<number> {
  const person = await openAny(tx, candidateId);
  if (!person) return 0;
  const { gone, held } = await forgetDraftsNaming(tx, { accountId, candidateId, ...person });
  const [started] = gone;
  // They are found by account and kind; the account stands for both.
  if (started !== undefined) await journalErasure(tx, 'draft', [{ id: accountId, started }]);
  return held;
}
