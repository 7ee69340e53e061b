import { queryOptions } from '@tanstack/react-query';
import { staffApi } from './api.ts';

/** How much of the Today board waits for the signed-in person, by kind of work. */
export const boardCounts = queryOptions({
  queryKey: ['list', 'today.counts'],
  queryFn: ({ signal }) => staffApi('today.counts', {}, { signal, isQuiet: true }),
});
