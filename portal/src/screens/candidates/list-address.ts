import type { CandidateAgeType } from '@exam/contract/entities';
import { useSearchParams } from 'react-router';

const ages = ['U11', 'U18', 'Adults'] as const satisfies CandidateAgeType[];

export type AgeFilter = CandidateAgeType | '';

/** What the list shows, as it stands in the address: `?q=&age=&page=`; `form` is `new` or the id of the candidate to change. */
export type ListAddress = { keyword: string; age: AgeFilter; page: number; form: string | null };

/** The list's state in the address, so that Back, a reload and a bookmark find the same page. */
export function useListAddress(): [ListAddress, (part: Partial<ListAddress>) => void] {
  const [params, setParams] = useSearchParams();
  const page = Number(params.get('page'));
  const address: ListAddress = {
    keyword: params.get('q') ?? '',
    age: ages.find((age) => age === params.get('age')) ?? '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
    form: params.get('form'),
  };
  return [address, (part) => setParams(paramsOf({ ...address, ...part }))];
}

function paramsOf({ keyword, age, page, form }: ListAddress): Record<string, string> {
  return {
    ...(keyword !== '' && { q: keyword }),
    ...(age !== '' && { age }),
    ...(page > 1 && { page: String(page) }),
    ...(form !== null && { form }),
  };
}
