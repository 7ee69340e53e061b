import { CallError, type CallOptions, type Problem } from '@exam/contract/client';
import type { StaffEndpointName } from '@exam/contract/staff/endpoints';
import { createStaffClient, type StaffReply, type StaffRequest } from '@exam/contract/staff/client';
import { activeLanguage } from '@exam/ui/app';
import { showToast } from '@exam/ui/parts';
import { QueryClient } from '@tanstack/react-query';
import { frameWords } from '../messages/frame.ts';
import { withAnswers } from './questions.ts';

/** What the server has said, remembered. A refusal is an answer and is not asked again; a lost connection is, once. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      networkMode: 'always',
      refetchOnWindowFocus: true,
      retry: (count, error) => count < 1 && error instanceof CallError && [0, 503].includes(error.problem.status),
    },
    mutations: { networkMode: 'always' },
  },
});

let token: string | null = null;

/** The anti-forgery value of the session in use (S-2). */
export function setToken(value: string | null): void {
  token = value;
}

export function csrfToken(): string | null {
  return token;
}

const send = createStaffClient({ baseUrl: '', language: activeLanguage, csrfToken });

/** The key under which the signed-in person is remembered. */
export const meKey = ['me'] as const;

/**
 * Makes a staff call. When it needs a fresh proof of identity (403 REAUTH) or a reason to open a child's record (412 MINOR_REASON_NEEDED) the
 * person is asked, and the call is made again with the same idempotency key. @throws CallError; the person has been told by then, unless `{ isQuiet: true }`.
 */
export async function staffApi<N extends StaffEndpointName>(
  name: N,
  request: StaffRequest<N>,
  options: CallOptions = {},
): Promise<StaffReply<N>> {
  try {
    return await withAnswers(() => send(name, request, { ...options, isQuiet: true }));
  } catch (error) {
    if (error instanceof CallError && !options.isQuiet) tellProblem(error.problem);
    throw error;
  }
}

/** Shows a refusal's sentence; a lost session leads to the sign-in page. */
export function tellProblem(problem: Problem): void {
  if (problem.status === 401) {
    queryClient.setQueryData(meKey, null);
    return;
  }
  if (problem.code === 'REAUTH') return;
  const words = frameWords.peek(activeLanguage());
  const text = problem.userMessage || (problem.status === 0 ? words?.noConnection : words?.somethingWrong);
  if (text) void showToast(text, 'warning');
}
