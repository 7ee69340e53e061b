import { EmptyState, FilterChips, Pagination } from '@exam/ui/parts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded } from './loaded.tsx';

type ListWords<Filter extends string> = {
  title: string;
  filter: { label: string } & Readonly<Record<Filter, string>>;
};

/** How many chips stay whatever there is: everything, and what most people look for. */
const alwaysShown = 3;

/**
 * The frame of a list of what an account owns: its heading, and chips of which one is chosen.
 * @param props.counts how many of each there are, null while that is not known; what there is none of has no chip then, but for the first three
 * @param props.action what can be started again, beside the heading
 */
export function OwnListPage<Filter extends string>(props: {
  words: ListWords<Filter>;
  filters: readonly Filter[];
  filter: Filter;
  onFilter: (filter: Filter) => void;
  counts?: Readonly<Record<Filter, number>> | null;
  action?: ReactNode;
  children: ReactNode;
}) {
  const { words, filter, counts } = props;
  const filters = props.filters.filter(
    (value, at) => counts === undefined || at < alwaysShown || value === filter || (counts?.[value] ?? 0) > 0,
  );
  return (
    <div className="page-width py-8">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl">{words.title}</h1>
        {props.action}
      </div>
      <FilterChips
        label={words.filter.label}
        name="status"
        options={filters.map((value) => ({
          value,
          label: words.filter[value],
          ...(counts ? { count: counts[value] } : {}),
        }))}
        value={filter}
        onChange={props.onFilter}
      />
      <div className="mt-6">{props.children}</div>
    </div>
  );
}

type Page<Row> = { list: readonly Row[]; pageIndex: number; pageCount: number };

/**
 * The rows of such a list as tickets, with its pages; where there are none, what to do instead.
 * @param props.words what an empty list says, with and without a filter
 * @param props.start ways to a first row, shown when there is none at all
 * @param props.ticket a row as a list item, with its key
 */
export function OwnTickets<Row>(props: {
  query: UseQueryResult<Page<Row>>;
  words: { empty: string; emptyText: string; emptyFiltered: string; emptyFilteredText: string };
  isFiltered: boolean;
  start: ReactNode;
  onPage: (page: number) => void;
  ticket: (row: Row) => ReactNode;
}) {
  const { words, isFiltered } = props;
  return (
    <Loaded query={props.query}>
      {({ list, pageIndex, pageCount }) =>
        list.length === 0 ? (
          <EmptyState
            title={isFiltered ? words.emptyFiltered : words.empty}
            action={isFiltered ? undefined : props.start}
          >
            <p>{isFiltered ? words.emptyFilteredText : words.emptyText}</p>
          </EmptyState>
        ) : (
          <>
            <ul className="grid gap-3">{list.map(props.ticket)}</ul>
            <Pagination page={pageIndex} pageCount={pageCount} onPage={props.onPage} />
          </>
        )
      }
    </Loaded>
  );
}
