import type { Reply } from '@exam/contract/client';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { Button, Notice } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../../app/api.ts';
import { helpWords } from '../../../messages/help.ts';

export type Contacts = Reply<'site.contacts'>;

/** Who answers, where and when, and when it was asked (milliseconds of this device). */
function useContacts() {
  const { language } = useLanguage();
  return useQuery({
    queryKey: ['site', 'contacts', language],
    queryFn: ({ signal }) => api('site.contacts', {}, { signal, isQuiet: true }),
    staleTime: 60_000,
  });
}

/** Says that the details on the page are invented, where they are. */
export function Demonstration({ operator }: { operator: Contacts['operator'] }) {
  const words = useMessages(helpWords);
  return operator.isDemonstration && <p className="text-ink-2">{words.demonstration}</p>;
}

/**
 * Shows what the server knows of the operator once it has said so. A page written ahead keeps the place free: `rows` lines of facts.
 */
export function WithContacts({ rows, children }: { rows: number; children: (contacts: Contacts) => ReactNode }) {
  const words = useMessages(helpWords);
  const contacts = useContacts();
  if (contacts.data !== undefined) return children(contacts.data);
  if (contacts.isError) {
    return (
      <Notice tone="error" live>
        <p>{words.failed}</p>
        <Button className="mt-3" variant="secondary" onClick={() => void contacts.refetch()}>
          {words.again}
        </Button>
      </Notice>
    );
  }
  return (
    <div aria-busy="true">
      <span className="sr-only">{words.loading}</span>
      <noscript>{words.noScript}</noscript>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="skeleton mb-3 h-9" aria-hidden="true" />
      ))}
    </div>
  );
}
