import { useQuery } from '@tanstack/react-query';
import { staffApi } from '../../app/api.ts';

/** Every form with the products that ask for it. */
export function useForms() {
  return useQuery({
    queryKey: ['forms'],
    queryFn: ({ signal }) => staffApi('forms.list', {}, { signal, isQuiet: true }),
  });
}
