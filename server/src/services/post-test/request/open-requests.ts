import type { Tx } from '#platform/database';

/** How many requests of the account are paid and not over. */
export async function countOpenRequests(tx: Tx, accountId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('post_test')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('status', 'in', ['Registered', 'RegisteredCancellationRequested', 'Processing'])
    .executeTakeFirstOrThrow();
  return count;
}
