import type { RecordKind } from '@exam/contract/rules';
import { type CoveredItem, historyObjects, type Permission } from '@exam/contract/staff';
import { objectPages } from '../../page/index.ts';

/** The page of a record of a person. */
export function recordHref({ kind, id }: { kind: RecordKind; id: string }): string {
  return `${objectPages[kind]}/${id}`;
}

/**
 * The page of something that a hold covers, of its account where it has none or who reads may not open it; null for neither, and for somebody out of use, whom no
 * page shows.
 */
export function coveredHref(item: CoveredItem, may: (permission: Permission) => boolean): string | null {
  const { kind, id, accountId, hasPage } = item;
  if (item.isOutOfUse) return null;
  if (hasPage && may(historyObjects[kind])) return `${objectPages[kind]}/${id}`;
  return accountId !== null && may('accounts:read') ? `/accounts/${accountId}` : null;
}
