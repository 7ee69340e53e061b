import { useMessages } from '@exam/ui/i18n';
import { Button, Notice, Skeleton } from '@exam/ui/parts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ownDataWords } from '../../messages/own-data.ts';

/** What a query brings, or its place while it loads, or what to do when it failed. */
export function Loaded<T>({ query, children }: { query: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  const words = useMessages(ownDataWords);
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return <Skeleton count={2} />;
  return (
    <Notice tone="error" live title={words.failedTitle}>
      <p className="mb-3">{words.failedText}</p>
      <Button variant="secondary" onClick={() => void query.refetch()}>
        {words.again}
      </Button>
    </Notice>
  );
}
