import { activeLanguage } from '@exam/ui/app';
import { CallError, createClient, type Client, type Problem } from '@exam/contract/client';
import { addressOf, type EndpointName } from '@exam/contract/endpoints';
import { QueryClient } from '@tanstack/react-query';
import { appConfig } from './config.ts';
import { reactTo, type ProblemActs } from './problems.ts';
import { noteReadAt } from './remembered.ts';
import { userKey, type User } from './session/user-key.ts';

/** What the server has said, remembered. A refusal is an answer and is not asked again; a lost connection is, once. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      // Offline a call is tried and fails, so that the page can say so; by default it would wait without a word.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (count, error) => count < 1 && error instanceof CallError && isPassing(error),
    },
    mutations: { networkMode: 'always' },
  },
});

/**
 * Something happened to what was asked about: every answer whose key begins with one of the subjects is asked for again. A first one that is
 * under way was asked for before it happened; the library would wait for it and take it for the new one.
 */
export async function askAgain(...subjects: readonly string[]): Promise<void> {
  await Promise.all(
    subjects.map(async (subject) => {
      await queryClient.cancelQueries({ queryKey: [subject] });
      await queryClient.invalidateQueries({ queryKey: [subject] });
    }),
  );
}

function isPassing(error: CallError): boolean {
  return error.problem.status === 0 || error.problem.status === 503;
}

let acts: ProblemActs | null = null;
let client: Client | null = null;

/** Tells the call client what to do on a refusal; the app does so when it mounts. */
export function onProblems(given: ProblemActs | null): void {
  acts = given;
}

/** The anti-forgery value comes with the answer to whoever is signed in; whoever needs it before that waits for it (S-2). */
const needsToken = (name: EndpointName) =>
  addressOf(name).method !== 'GET' && queryClient.getQueryData(userKey) === undefined;

/**
 * Makes a call of the contract: `api('order.place', { body })`. Throws `CallError`; the person has been told by then
 * (toast or sign-in), unless `{ isQuiet: true }`.
 */
export const api: Client = async (name, request, options) => {
  if (needsToken(name)) await queryClient.fetchQuery({ queryKey: userKey }).catch(() => undefined);
  client ??= createClient({
    baseUrl: appConfig().apiBaseUrl,
    language: activeLanguage,
    csrfToken: () => queryClient.getQueryData<User | null>(userKey)?.token ?? null,
    onProblem: tellProblem,
    onAnswer: noteReadAt,
  });
  return await client(name, request, options);
};

/** Tells the person of a problem that a quiet call kept to itself. */
export function tellProblem(problem: Problem): void {
  if (acts !== null) reactTo(problem, acts);
}
