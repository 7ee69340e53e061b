import type { RecordKind } from '@exam/contract/rules';

const pages: Readonly<Record<RecordKind, string>> = {
  candidate: '/candidates',
  application: '/applications',
  booking: '/bookings',
  postTest: '/post-results',
};

/** The page of a record of a person. */
export function recordHref({ kind, id }: { kind: RecordKind; id: string }): string {
  return `${pages[kind]}/${id}`;
}
