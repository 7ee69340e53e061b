import type { Tx } from '#platform/database';
import type { LimitName } from '#platform/limits/table';
import { type NewItem, staffOver } from '#office/work-items';

/** More records opened in full in one day than ordinary work explains. */
const revealsOfADay = 30;

/** Members of staff who asked for many records in full within a day, for the board of the privacy officer (T33). */
export async function manyReveals(tx: Tx): Promise<Omit<NewItem, 'kind'>[]> {
  return await colleaguesOver(tx, 'staffReveal', revealsOfADay);
}

/** Those who were stopped within a day because they searched for too many people by a whole number or name (T33). */
export async function manySearches(tx: Tx): Promise<Omit<NewItem, 'kind'>[]> {
  return await colleaguesOver(tx, 'staffSearch.over', 1);
}

async function colleaguesOver(tx: Tx, limit: LimitName, times: number): Promise<Omit<NewItem, 'kind'>[]> {
  const staff = await tx.selectFrom('staff_colleague').select(['id', 'name']).$narrowType<{ id: string }>().execute();
  const counted = staff.map((each) => ({ ...each, key: each.id }));
  return await staffOver(tx, { limit, times }, counted);
}
