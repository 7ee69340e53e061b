import { useSearchParams } from '@exam/ui/app';
import { handedOn } from '../app/entries.ts';

export const pageSizes = [25, 50, 100] as const;

/** What a list asks the server for; kept in the address, so that a reload, a link and "back" find it again. */
export type ListState = {
  page: number;
  size: number;
  sort: string | null;
  filters: Readonly<Record<string, string>>;
  /** Columns on show, null for the standard ones. */
  columns: readonly string[] | null;
};

const reserved = ['page', 'size', 'sort', 'columns'];

/** Reads the state of a list from an address. Values nobody offered are left out by `known`. */
export function readListState(
  params: URLSearchParams,
  known: { sorts: readonly string[]; filters: readonly string[] },
): ListState {
  const page = Number(params.get('page') ?? 1);
  const size = pageSizes.find((each) => String(each) === params.get('size')) ?? pageSizes[0];
  const sort = params.get('sort');
  const filters = [...params].filter(
    ([name, value]) => !reserved.includes(name) && known.filters.includes(name) && value !== '',
  );
  return {
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    size,
    sort: sort !== null && known.sorts.includes(sort.replace(/^-/, '')) ? sort : null,
    filters: Object.fromEntries(filters),
    columns: params.get('columns')?.split(',') ?? null,
  };
}

/** Writes the state of a list as the parameters of an address; what is standard is left out. */
export function writeListState(state: ListState): Record<string, string> {
  return {
    ...state.filters,
    ...(state.page === 1 ? {} : { page: String(state.page) }),
    ...(state.size === pageSizes[0] ? {} : { size: String(state.size) }),
    ...(state.sort === null ? {} : { sort: state.sort }),
    ...(state.columns === null ? {} : { columns: state.columns.join(',') }),
  };
}

/** Names and numbers that a list is searched by. */
const { useHanded: useSecrets, hand } = handedOn<Readonly<Record<string, string>>>({});

/**
 * The state of the list on this page, and a way to change it: whatever changes but the page leads back to page 1. What the
 * `privates` hold (names, numbers) stays in memory, with the entry of the history, and is never in the address.
 */
export function useListState(known: {
  sorts: readonly string[];
  filters: readonly string[];
  privates: readonly string[];
}): {
  state: ListState;
  /** The same without what is private: for saved views. */
  shared: ListState;
  change: (next: Partial<ListState>) => void;
  /** Another state altogether: a saved view. */
  replace: (params: Record<string, string>) => void;
} {
  const [params, setParams] = useSearchParams();
  const secrets = useSecrets();
  const shared = readListState(params, known);
  const isPrivate = ([name]: [string, string]) => known.privates.includes(name);
  const parted = (filters: ListState['filters'], want: boolean) =>
    Object.fromEntries(Object.entries(filters).filter((entry) => isPrivate(entry) === want));
  return {
    state: { ...shared, filters: { ...shared.filters, ...secrets } },
    shared,
    change: (next) => {
      const filters = next.filters ?? { ...shared.filters, ...secrets };
      const address = writeListState({ ...shared, page: 1, ...next, filters: parted(filters, false) });
      setParams(address, hand(parted(filters, true)));
    },
    replace: (next) => setParams(next),
  };
}

/** The body of a list's call: filters by their kind, so that `true`, numbers and words arrive as such. */
export function queryOf(
  state: ListState,
  kinds: Readonly<Record<string, FilterKind>>,
): Record<string, string | number | boolean> {
  const filters = Object.entries(state.filters).map(([name, value]) => [name, valueOf(kinds[name] ?? 'text', value)]);
  return {
    ...Object.fromEntries(filters),
    pageIndex: state.page,
    pageSize: state.size,
    ...(state.sort === null ? {} : { sort: state.sort }),
  };
}

/** `given`: what only a link from another page sets. `private`: text about a person, which stays out of the address. */
export type FilterKind = 'text' | 'private' | 'choice' | 'flag' | 'date' | 'number' | 'given';

function valueOf(kind: FilterKind, value: string): string | number | boolean {
  if (kind === 'flag') return value === 'true';
  if (kind === 'number') return Number(value);
  return value.trim();
}
