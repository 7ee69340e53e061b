import type { SavedCandidate } from '@exam/contract/entities';
import { useMessages } from '@exam/ui/i18n';
import { Button, EmptyState, Pagination, Skeleton } from '@exam/ui/parts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../app/api.ts';
import { candidatesWords } from '../../messages/candidates.ts';
import { CandidateCard } from './candidate-card.tsx';
import type { ListAddress } from './list-address.ts';
import { candidatesKey } from './save-candidate.ts';

const pageSize = 10;

type ResultsProps = {
  address: ListAddress;
  go: (part: Partial<ListAddress>) => void;
  onDelete: (candidate: SavedCandidate) => void;
};

function useCandidates({ keyword, age, page }: ListAddress) {
  const filters = [
    ...(keyword === '' ? [] : [{ field: 'keyword' as const, value: keyword }]),
    ...(age === '' ? [] : [{ field: 'candidateAgeType' as const, value: age }]),
  ];
  const body = { pageIndex: page, pageSize, filters };
  return useQuery({
    queryKey: [...candidatesKey, 'search', body],
    queryFn: ({ signal }) => api('candidate.search', { body }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The candidates that fit the search, a page of them, or words that say why there are none. */
export function CandidateResults({ address, go, onDelete }: ResultsProps) {
  const words = useMessages(candidatesWords).list;
  const { data, isPending, isError, refetch } = useCandidates(address);
  const isBeyond = data !== undefined && address.page > Math.max(1, data.pageCount);
  useEffect(() => {
    // The last candidate of the last page has just been deleted.
    if (isBeyond) go({ page: Math.max(1, data.pageCount) });
  });
  if (isPending) return <Skeleton count={3} shape="block" />;
  if (isError) {
    return (
      <EmptyState title={words.failedTitle} action={<Button onClick={() => void refetch()}>{words.again}</Button>}>
        <p>{words.failedText}</p>
      </EmptyState>
    );
  }
  if (data.list.length === 0) return <Nobody address={address} go={go} />;
  return (
    <>
      <output className="mb-3 block text-ink-2">{words.found(data.recordCount)}</output>
      <ul className="grid gap-4 xl:grid-cols-2">
        {data.list.map((candidate) => (
          <CandidateCard
            key={candidate.id}
            candidate={candidate}
            onEdit={() => go({ form: candidate.id })}
            onDelete={() => onDelete(candidate)}
          />
        ))}
      </ul>
      <Pagination page={address.page} pageCount={data.pageCount} onPage={(page) => go({ page })} />
    </>
  );
}

function Nobody({ address, go }: Omit<ResultsProps, 'onDelete'>) {
  const words = useMessages(candidatesWords).list;
  if (address.keyword !== '' || address.age !== '') {
    const all = { keyword: '', age: '' as const, page: 1 };
    return (
      <EmptyState
        title={words.noneTitle}
        action={
          <Button variant="secondary" onClick={() => go(all)}>
            {words.clearSearch}
          </Button>
        }
      >
        <p>{words.noneText}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={words.emptyTitle} action={<Button onClick={() => go({ form: 'new' })}>{words.add}</Button>}>
      <p>{words.emptyText}</p>
    </EmptyState>
  );
}
