import { chinaDateOf, endOfDay } from '@exam/contract/rules';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import type { LimitName } from '#platform/limits/table';
import { takesOf } from '#platform/limits';
import type { NewItem } from './items.ts';

/** A member of staff, and the key under which a limit counts them. */
type Counted = { id: string; name: string | null; key: string };

/**
 * The members of staff who are on the board because they reached a limit within its longest window; due by the end of the day in China.
 * @param times from how many takes on.
 */
export async function staffOver(
  tx: Tx,
  { limit, times }: { limit: LimitName; times: number },
  staff: readonly Counted[],
): Promise<Omit<NewItem, 'kind'>[]> {
  const takes = await takesOf(
    tx,
    limit,
    staff.map(({ key }) => key),
  );
  const dueAt = endOfDay(chinaDateOf(await readNow(tx)));
  return staff
    .filter(({ key }) => (takes.get(key) ?? 0) >= times)
    .map(({ id, name }) => ({ objectKind: 'staff', objectId: id, officeId: null, dueAt, label: name }));
}
