import { newIdempotencyKey } from '@exam/ui/app';
import { CallError } from '@exam/contract/client';
import type { SavedCandidate } from '@exam/contract/entities';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, queryClient } from '../../app/api.ts';
import type { CandidateAnswers } from '@exam/contract/wizards';
import { additionOf, changeOf, identityOf } from './form/answers.ts';

/** Where everything about saved candidates is remembered. */
export const candidatesKey = ['candidate'] as const;

type Saving = { answers: CandidateAnswers; saved: SavedCandidate | undefined; today: string };

/** Saves the answers as a new candidate or as a change of a saved one; lists of candidates are asked for again. */
export function useSaving() {
  // The key outlives a lost answer, so that pressing again cannot add a second entry; an answer of any kind ends it.
  const key = useRef<string | null>(null);
  return useMutation({
    mutationFn: async ({ answers, saved, today }: Saving): Promise<SavedCandidate> => {
      if (saved) return api('candidate.modify', { body: changeOf(answers, { saved, today }) });
      key.current ??= newIdempotencyKey();
      return api('candidate.add', { body: additionOf(answers, { today }) }, { idempotencyKey: key.current });
    },
    onSuccess: async () => {
      key.current = null;
      await queryClient.invalidateQueries({ queryKey: candidatesKey });
    },
    onError: (error) => {
      if (error instanceof CallError && error.problem.status >= 400 && error.problem.status < 500) key.current = null;
    },
  });
}

/** Whether the number is in the account's own list already: told early, decided when it is saved. */
export async function isInOwnList(answers: CandidateAnswers, today: string): Promise<boolean> {
  if (identityOf(answers, today) === null) return false;
  const body = { idType: answers.idType, card: answers.idNo };
  const check = await api('candidate.checkCardPrivately', { body }, { isQuiet: true }).catch(() => null);
  return check?.isDuplicateInOwnList === true;
}
