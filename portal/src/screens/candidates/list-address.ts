import { useSearchParams } from '@exam/ui/app';
import type { CandidateAgeType } from '@exam/contract/entities';
import { useRef } from 'react';
import { useNavigate } from 'react-router';

const ages = ['U11', 'U18', 'Adults'] as const satisfies CandidateAgeType[];

export type AgeFilter = CandidateAgeType | '';

/** What the list shows, as it is in the address: `?q=&age=&page=`; `form` is `new`, `import` or the id of the candidate to change. */
export type ListAddress = { keyword: string; age: AgeFilter; page: number; form: string | null };

/**
 * The list's state in the address, so that Back, a reload and a bookmark find the same page.
 * @returns where the list is, how to go elsewhere in it, and how to close the form: by going back to the list it was opened from
 */
export function useListAddress(): [ListAddress, (part: Partial<ListAddress>) => void, () => void] {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const wasOpenedHere = useRef(false);
  const page = Number(params.get('page'));
  const address: ListAddress = {
    keyword: params.get('q') ?? '',
    age: ages.find((age) => age === params.get('age')) ?? '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
    form: params.get('form'),
  };
  const go = (part: Partial<ListAddress>) => {
    wasOpenedHere.current = part.form !== undefined;
    setParams(paramsOf({ ...address, ...part }));
  };
  const close = () => {
    if (wasOpenedHere.current) void navigate(-1);
    else setParams(paramsOf({ ...address, form: null }), { replace: true });
    wasOpenedHere.current = false;
  };
  return [address, go, close];
}

function paramsOf({ keyword, age, page, form }: ListAddress): Record<string, string> {
  return {
    ...(keyword !== '' && { q: keyword }),
    ...(age !== '' && { age }),
    ...(page > 1 && { page: String(page) }),
    ...(form !== null && { form }),
  };
}
