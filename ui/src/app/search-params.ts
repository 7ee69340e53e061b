import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate, type NavigateOptions } from 'react-router';

type Next = URLSearchParams | Record<string, string>;

/**
 * The parameters of the address, and a way to go to the same page with others. The router's own hook does the same but drags its
 * links, forms and prefetching along: 6 KB of brotli that nothing of ours uses.
 */
export function useSearchParams(): [
  URLSearchParams,
  (next: Next | ((before: URLSearchParams) => Next), options?: NavigateOptions) => void,
] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const setParams = useCallback(
    (next: Next | ((before: URLSearchParams) => Next), options?: NavigateOptions) => {
      const wanted = typeof next === 'function' ? next(new URLSearchParams(params)) : next;
      void navigate(`?${new URLSearchParams(wanted).toString()}`, options);
    },
    [navigate, params],
  );
  return [params, setParams];
}
