import { chinaDateOf } from '@exam/contract/rules';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';

/** The date in China by the database's clock (S-9): what every age of a saved candidate is told by. */
export async function readToday(tx: Tx): Promise<string> {
  return chinaDateOf(await readNow(tx));
}
