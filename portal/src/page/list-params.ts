import { useSearchParams } from '@exam/ui/app';

/** The page of a list (from 1) and the value of its filter, kept in the address so that "back" and a reload find them again. */
export function useListParams<Filter extends string>(
  filters: readonly [Filter, ...Filter[]],
): {
  page: number;
  setPage: (page: number) => void;
  filter: Filter;
  setFilter: (filter: Filter) => void;
} {
  const [params, setParams] = useSearchParams();
  const given = Number(params.get('page'));
  const [first] = filters;
  const filter = filters.find((each) => each === params.get('status')) ?? first;
  const go = (next: { page: number; filter: Filter }) => {
    const entries = {
      ...(next.filter === first ? {} : { status: next.filter }),
      ...(next.page === 1 ? {} : { page: String(next.page) }),
    };
    setParams(entries);
    window.scrollTo(0, 0);
  };
  const page = Number.isInteger(given) && given >= 1 && given <= 1_000_000 ? given : 1;
  return {
    page,
    setPage: (next) => go({ page: next, filter }),
    filter,
    setFilter: (next) => go({ page: 1, filter: next }),
  };
}
