import type { Tx } from '#platform/database';
import { openCandidate, type OpenedCandidate } from './unseal.ts';
import { withGuardians } from './store.ts';

/** A candidate with every value opened, also one that waits for its deletion; undefined once it is forgotten. */
export async function openAny(tx: Tx, id: string): Promise<OpenedCandidate | undefined> {
  const row = await tx
    .selectFrom('candidate')
    .selectAll()
    .where('id', '=', id)
    .where('anonymised_at', 'is', null)
    .executeTakeFirst();
  const [opened] = row ? await withGuardians(tx, [row]) : [];
  return opened && openCandidate(opened);
}
