import type { HistoryObject } from '@exam/contract/staff/work';
import { useMessages } from '@exam/ui/i18n';
import { useQuery } from '@tanstack/react-query';
import { staffApi } from '../../app/api.ts';
import { pageWords } from '../../messages/page.ts';
import { objectKey } from '../object.ts';
import { Section } from '../page-head.tsx';
import { Timeline } from './timeline.tsx';
import { Because, wordOf } from '../words.tsx';

/** What staff did to an object, from the audit, newest first. */
export function History({ kind, id }: { kind: HistoryObject; id: string }) {
  const words = useMessages(pageWords);
  const { data } = useQuery({
    queryKey: objectKey(kind, id, 'history'),
    queryFn: ({ signal }) =>
      staffApi('audit.ofObject', { params: { objectKind: kind, objectId: id } }, { signal, isQuiet: true }),
  });
  const entries = data?.list ?? [];
  return (
    <Section title={words.history}>
      {entries.length === 0 ? (
        <p className="text-ink-2">{data === undefined ? words.loading : words.noHistory}</p>
      ) : (
        <Timeline
          label={words.history}
          entries={entries.map(({ at, staffName, action, reason }) => ({
            at,
            who: staffName,
            text: wordOf(words.acts, action),
            detail: reason === null ? undefined : <Because reason={reason} />,
          }))}
        />
      )}
    </Section>
  );
}
