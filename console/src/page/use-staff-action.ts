import { CallError, type Problem } from '@exam/contract/client';
import type { StaffReply, StaffRequest } from '@exam/contract/staff/client';
import type { StaffEndpointName } from '@exam/contract/staff/endpoints';
import { newIdempotencyKey } from '@exam/ui/app';
import { showToast } from '@exam/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { staffApi } from '../app/api.ts';
import { loadAgain } from './object.ts';

/** An act of staff, and its state. */
export type StaffAction<N extends StaffEndpointName> = {
  /** Does it; a press while it is being done does nothing. */
  act: (request: StaffRequest<N>) => void;
  isBusy: boolean;
  /** Why it was refused: the sentence, the fields, whether somebody else was faster. Null when it was not. */
  problem: Problem | null;
  isConflict: boolean;
  /** Forgets the refusal. */
  reset: () => void;
};

/**
 * A staff call that changes something: sent under one Idempotency-Key until it is answered, then whatever is on the page is
 * asked for again and the person is told. A code of the authenticator is asked for where the call needs one.
 * @param given.done the toast's words, or what makes them of the answer
 * @param given.isQuiet a refusal is not told by a toast: the caller shows `problem`
 */
export function useStaffAction<N extends StaffEndpointName>(
  name: N,
  given: {
    done?: string | ((reply: StaffReply<N>) => string);
    onDone?: (reply: StaffReply<N>) => void;
    isQuiet?: boolean;
  } = {},
): StaffAction<N> {
  const key = useRef<string | null>(null);
  const { done, onDone, isQuiet = false } = given;
  const mutation = useMutation({
    mutationFn: (request: StaffRequest<N>) => {
      key.current ??= newIdempotencyKey();
      return staffApi(name, request, { isQuiet, idempotencyKey: key.current });
    },
    onSuccess: async (reply) => {
      key.current = null;
      const text = typeof done === 'function' ? done(reply) : done;
      if (text !== undefined) void showToast(text, 'success');
      // The dialog closes over a page that knows of the act: what is begun next begins from its version.
      await loadAgain();
      onDone?.(reply);
    },
    onError: (error) => {
      // Without an answer nobody knows whether it was done: the same key asks for that same act again.
      if (error instanceof CallError && isAnswered(error.problem)) key.current = null;
    },
  });
  const problem = problemOf(mutation.error);
  return {
    act: (request) => {
      if (!mutation.isPending) mutation.mutate(request);
    },
    isBusy: mutation.isPending,
    problem,
    isConflict: problem?.code === 'VERSION_CONFLICT',
    reset: mutation.reset,
  };
}

function isAnswered({ status }: Problem): boolean {
  return status !== 0 && status !== 503;
}

function problemOf(error: unknown): Problem | null {
  if (error === null || error === undefined) return null;
  return error instanceof CallError ? error.problem : { status: 0, code: 'NETWORK', userMessage: '' };
}
