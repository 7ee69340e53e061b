import { type HistoryObject, historyObjects } from '@exam/contract/staff';
import { useMessages } from '@exam/ui/i18n';
import { Link } from '@exam/ui/parts';
import type { ReactNode } from 'react';
import { useMay } from '../app/session.ts';
import { pageWords } from '../messages/page.ts';

/** Where what has a code, or a name, has its page. */
export const objectPages = {
  application: '/applications',
  booking: '/bookings',
  order: '/orders',
  refund: '/refunds',
  cancellation: '/cancellations',
  account: '/accounts',
  candidate: '/candidates',
  session: '/sessions',
  postTest: '/post-test',
} as const satisfies Partial<Record<HistoryObject, string>>;

type PageObject = keyof typeof objectPages;

type ObjectLinkProps = { kind: PageObject; id: string | null; children: ReactNode };

/** A code or a name that leads to its page; plain text for whoever may not open that, and where there is none. */
export function ObjectLink({ kind, id, children }: ObjectLinkProps) {
  const may = useMay();
  if (id === null || !may(historyObjects[kind])) return children;
  return <Link href={`${objectPages[kind]}/${id}`}>{children}</Link>;
}

/** The same as a fact of a page or a cell; nothing where there is no code. */
export const linked = (kind: PageObject, id: string | null, code: string | null): ReactNode =>
  code === null ? null : (
    <ObjectLink kind={kind} id={id}>
      {code}
    </ObjectLink>
  );

/** The way from a case to everything that its person has; nothing where there is no page of them, or the reader may not open it. */
export function EverythingOf({ id }: { id: string | null }) {
  const words = useMessages(pageWords);
  const may = useMay();
  if (id === null || !may(historyObjects.candidate)) return null;
  return <Link href={`${objectPages.candidate}/${id}`}>{words.everythingOf}</Link>;
}
