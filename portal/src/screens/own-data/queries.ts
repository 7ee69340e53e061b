import { useQuery } from '@tanstack/react-query';
import { api, queryClient } from '../../app/api.ts';
import { accountKey } from '../account/user-changed.ts';

const key = [...accountKey, 'ownData'];

/** What is held of the account and of each candidate. */
export const useHeld = () =>
  useQuery({ queryKey: [...key, 'held'], queryFn: ({ signal }) => api('rights.held', {}, { signal }), staleTime: 0 });

/** What was asked, the latest first. */
export const useRequests = () =>
  useQuery({
    queryKey: [...key, 'requests'],
    queryFn: ({ signal }) => api('rights.requests', {}, { signal }),
    staleTime: 0,
  });

/** What was agreed to, the latest first. */
export const useConsents = () =>
  useQuery({
    queryKey: [...key, 'consents'],
    queryFn: ({ signal }) => api('consent.list', {}, { signal }),
    staleTime: 0,
  });

/** After an act: everything on the page is read again, and the lists of candidates elsewhere. */
export async function ownDataChanged(): Promise<void> {
  await queryClient.invalidateQueries();
}
