import type { RecordKind } from '@exam/contract/rules';
import type { CoveredItem, Permission } from '@exam/contract/staff';

const pages: Readonly<Record<CoveredItem['kind'], string>> = {
  candidate: '/candidates',
  application: '/applications',
  booking: '/bookings',
  postTest: '/post-test',
  order: '/orders',
  session: '/sessions',
};

/** Who may open such a page. */
const readers: Readonly<Record<CoveredItem['kind'], Permission>> = {
  candidate: 'candidates:read',
  application: 'applications:read',
  booking: 'bookings:read',
  postTest: 'postTest:read',
  order: 'orders:read',
  session: 'sessions:read',
};

/** The page of a record of a person. */
export function recordHref({ kind, id }: { kind: RecordKind; id: string }): string {
  return `${pages[kind]}/${id}`;
}

/**
 * The page of something that a hold covers, of its account where it has none or who reads may not open it; null for neither, and for somebody out of use, whom no
 * page shows.
 */
export function coveredHref(item: CoveredItem, may: (permission: Permission) => boolean): string | null {
  const { kind, id, accountId, hasPage } = item;
  if (item.isOutOfUse) return null;
  if (hasPage && may(readers[kind])) return `${pages[kind]}/${id}`;
  return accountId !== null && may('accounts:read') ? `/accounts/${accountId}` : null;
}
