import { CallError } from '@exam/contract/client';
import { useMessages } from '@exam/ui/i18n';
import { Button, EmptyState, Link, Notice, Pagination, ShortDates, Skeleton } from '@exam/ui/parts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useRowsShown } from '../app/entries.ts';
import { listWords } from '../messages/list.ts';
import { MaskedNames } from '../page/access/masked-names.tsx';
import { BulkBar, type BulkAction } from './bulk-bar.tsx';
import { ColumnChooser } from './column-chooser.tsx';
import { ExportButton, type ExportColumn } from './export-button.tsx';
import { Filters, type Filter } from './filters.tsx';
import { pageSizes, queryOf, useListState, type ListState } from './list-state.ts';
import { SavedViews } from './saved-views.tsx';
import { mostSelected, useSelection, type Selection } from './selection.ts';

export type Page<Row> = { list: readonly Row[]; recordCount: number };
export type ListBody = ReturnType<typeof queryOf>;

/** A column: what it is called, what it shows, and, where the server sorts by it, by which field. */
export type ListColumn<Row> = ExportColumn & {
  cell: (row: Row) => ReactNode;
  sort?: string;
  /** Numbers and amounts are at the end of their cell. */
  end?: true;
  /** Where the window is too narrow for all columns, this one is cut, and not the last. */
  gives?: true;
  /** Said in grey: the number of something that is known by its person and its exam. */
  quiet?: true;
  /** Only on show when chosen. */
  isExtra?: true;
};

export type StaffListProps<Row> = {
  /** Names the list for saved views and exports: the endpoint that answers it. */
  name: string;
  caption: string;
  columns: readonly ListColumn<Row>[];
  filters?: readonly Filter[];
  load: (body: ListBody, signal?: AbortSignal) => Promise<Page<Row>>;
  rowKey: (row: Row) => string;
  /** What a screen reader calls the row. */
  rowLabel: (row: Row) => string;
  /** The first column's link: the row's own page; null where the row has none. */
  rowHref?: (row: Row) => string | null;
  bulk?: readonly BulkAction[];
  /** Whether the reader may export this list. */
  canExport?: boolean;
  /** What is there when nothing is in the list and nothing filters it. */
  empty?: ReactNode;
  /** Said of an empty list whatever filters it, where the general words would mislead. */
  emptyTitle?: string;
};

/**
 * A list of the console: paging and sort by the server, filters and columns in the address, saved views, selection across
 * pages with acts on what is selected, and an export of what is seen.
 */
export function StaffList<Row>(props: StaffListProps<Row>) {
  const { columns, filters = nothing, bulk = nothing } = props;
  const words = useMessages(listWords);
  const sorts = columns.flatMap(({ sort }) => sort ?? []);
  const isPrivate = ({ kind }: Filter) => kind === 'private';
  const { state, shared, change, replace } = useListState({
    sorts,
    filters: filters.filter((filter) => !isPrivate(filter)).map(({ name }) => name),
    privates: filters.filter(isPrivate).map(({ name }) => name),
  });
  const kinds = Object.fromEntries(filters.map(({ name, kind }) => [name, kind]));
  const body = queryOf(state, kinds);
  const { data, error, isError, isFetching, refetch } = useQuery({
    queryKey: ['list', props.name, body],
    queryFn: ({ signal }) => props.load(body, signal),
    placeholderData: keepPreviousData,
  });
  const selection = useSelection(JSON.stringify(state.filters));
  const shown = columns.filter(({ key, isExtra }) => state.columns?.includes(key) ?? !isExtra);
  const count = data?.recordCount ?? 0;
  return (
    <section aria-label={props.caption}>
      <div className="list-head">
        <Filters filters={filters} state={state} change={change} />
        <div className="list-tools">
          <output aria-live="polite">{data === undefined ? words.loading : words.found(count)}</output>
          <SavedViews list={props.name} state={shared} replace={replace} />
          <ColumnChooser columns={columns} shown={shown} change={change} />
          {props.canExport === true && (
            <ExportButton list={props.name} body={body} count={count} columns={shown} caption={props.caption} />
          )}
        </div>
      </div>
      {bulk.length > 0 && (
        <BulkBar actions={bulk} selection={selection} count={count} loadIds={() => allIds(props, body)} />
      )}
      <MaskedNames rows={data?.list ?? nothing} />
      {isError && <CannotLoad error={error} again={() => void refetch()} />}
      <Body {...props} columns={shown} rows={data?.list} {...{ isError, isFetching, state, change, selection }} />
      <Foot state={state} count={count} change={change} />
    </section>
  );
}

const nothing: readonly never[] = [];

/** The ids of everything that matches, at most as many as may be changed at once. */
async function allIds<Row>(props: StaffListProps<Row>, body: ListBody): Promise<string[]> {
  const { list } = await props.load({ ...body, pageIndex: 1, pageSize: mostSelected });
  return list.map(props.rowKey);
}

/** A refusal says why, and until when; anything else that it did not come. */
function CannotLoad({ error, again }: { error: Error; again: () => void }) {
  const words = useMessages(listWords);
  const problem = error instanceof CallError ? error.problem : null;
  const isRefused = problem !== null && problem.status >= 400 && problem.status < 500;
  return (
    <Notice tone="error">
      {isRefused ? problem.userMessage : words.cannotLoad}{' '}
      <Button variant="quiet" small onClick={again}>
        {words.again}
      </Button>
    </Notice>
  );
}

function Nothing<Row>({ empty, emptyTitle, isFiltered }: StaffListProps<Row> & { isFiltered: boolean }) {
  const words = useMessages(listWords);
  const title = emptyTitle ?? (isFiltered ? words.nothing : words.nothingYet);
  return <EmptyState title={title}>{isFiltered ? null : empty}</EmptyState>;
}

type BodyProps<Row> = Omit<RowsProps<Row>, 'rows'> & {
  rows: readonly Row[] | undefined;
  isError: boolean;
  isFetching: boolean;
};

function Body<Row>({ rows, isError, isFetching, ...props }: BodyProps<Row>) {
  const words = useMessages(listWords);
  if (rows === undefined) return isError ? null : <Skeleton count={8} />;
  if (rows.length === 0) return <Nothing {...props} isFiltered={Object.keys(props.state.filters).length > 0} />;
  return (
    <div className="list-scroll list-rows" aria-busy={isFetching || undefined}>
      <ShortDates>
        {/* Rows are cards on a phone, and their head is out of sight. */}
        {(props.bulk?.length ?? 0) > 0 && (
          <label className="list-select-page">
            <SelectPage keys={rows.map(props.rowKey)} selection={props.selection} />
            {words.selectPage}
          </label>
        )}
        <Rows {...props} rows={rows} />
      </ShortDates>
    </div>
  );
}

type RowsProps<Row> = StaffListProps<Row> & {
  rows: readonly Row[];
  state: ListState;
  change: (next: Partial<ListState>) => void;
  selection: Selection;
};

function Rows<Row>(props: RowsProps<Row>) {
  const { columns, rows, rowKey, selection } = props;
  const words = useMessages(listWords);
  const canSelect = (props.bulk?.length ?? 0) > 0;
  const keys = rows.map(rowKey);
  useRowsShown(rows.flatMap((row) => props.rowHref?.(row) ?? []));
  return (
    <table className="list-table">
      <caption className="sr-only">{props.caption}</caption>
      <thead>
        <tr>
          {canSelect && (
            <th scope="col" className="list-select">
              <SelectPage keys={keys} selection={selection} />
            </th>
          )}
          {columns.map((column) => (
            <Header key={column.key} column={column} state={props.state} change={props.change} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} data-selected={selection.has(rowKey(row)) || undefined}>
            {canSelect && (
              <td className="list-select">
                <input
                  type="checkbox"
                  aria-label={words.select(props.rowLabel(row))}
                  checked={selection.has(rowKey(row))}
                  onChange={(event) => selection.set([rowKey(row)], event.target.checked)}
                />
              </td>
            )}
            {columns.map((column, at) => (
              <td key={column.key} data-label={column.header} className={classOf(column)}>
                <Cell column={column} row={row} href={at === 0 ? (props.rowHref?.(row) ?? null) : null} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SelectPage({ keys, selection }: { keys: readonly string[]; selection: Selection }) {
  const words = useMessages(listWords);
  return (
    <input
      type="checkbox"
      aria-label={words.selectPage}
      checked={keys.every((key) => selection.has(key))}
      onChange={(event) => selection.set(keys, event.target.checked)}
    />
  );
}

function classOf<Row>({ end, gives, quiet }: ListColumn<Row>): string | undefined {
  if (end) return 'cell-end';
  return gives ? 'cell-gives' : quiet && 'cell-quiet';
}

function Cell<Row>({ column, row, href }: { column: ListColumn<Row>; row: Row; href: string | null }) {
  if (href === null) return column.cell(row);
  return (
    <Link href={href} className="list-link">
      {column.cell(row)}
    </Link>
  );
}

function Header<Row>(props: { column: ListColumn<Row>; state: ListState; change: (next: Partial<ListState>) => void }) {
  const { column, state, change } = props;
  const words = useMessages(listWords);
  const { sort } = column;
  const order = state.sort === sort ? 'ascending' : state.sort === `-${sort}` ? 'descending' : undefined;
  const className = classOf(column);
  if (sort === undefined) {
    return (
      <th scope="col" className={className}>
        {column.header}
      </th>
    );
  }
  return (
    <th scope="col" className={className} aria-sort={order ?? 'none'}>
      <button
        type="button"
        className="list-sort"
        aria-label={words.sortBy(column.header)}
        onClick={() => change({ sort: order === 'ascending' ? `-${sort}` : sort })}
      >
        {column.header}
        <span aria-hidden="true">{order === 'ascending' ? ' ▲' : order === 'descending' ? ' ▼' : ' ↕'}</span>
      </button>
    </th>
  );
}

function Foot({
  state,
  count,
  change,
}: {
  state: ListState;
  count: number;
  change: (next: Partial<ListState>) => void;
}) {
  const words = useMessages(listWords);
  if (count <= pageSizes[0]) return null;
  return (
    <div className="list-foot">
      <label className="flex items-center gap-2">
        {words.perPage}
        <select
          className="input w-auto"
          value={state.size}
          onChange={(event) => change({ size: Number(event.target.value) })}
        >
          {pageSizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </label>
      <Pagination page={state.page} pageCount={Math.ceil(count / state.size)} onPage={(page) => change({ page })} />
    </div>
  );
}
