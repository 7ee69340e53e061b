import type { StaffReply } from '@exam/contract/staff/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { staffApi } from '../../app/api.ts';

export type Choices = StaffReply<'sessions.choices'>;

const none: Choices = { offices: [], cities: [], venues: [], products: [] };

/** What sessions can be made of and filtered by. */
export const choicesQuery = queryOptions({
  queryKey: ['object', 'sessionChoices'],
  queryFn: ({ signal }) => staffApi('sessions.choices', {}, { signal, isQuiet: true }),
  staleTime: 60_000,
});

/** The same for filters, which can do without; empty until it has come. */
export function useChoices(): Choices {
  return useQuery(choicesQuery).data ?? none;
}

/** Things with a name as options of a select. */
export function optionsOf(things: readonly { id: string; name: string }[]): { value: string; label: string }[] {
  return things.map(({ id, name }) => ({ value: id, label: name }));
}
