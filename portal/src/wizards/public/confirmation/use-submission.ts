import { newIdempotencyKey } from '@exam/ui/app';
import { CallError, type Problem } from '@exam/contract/client';
import type { ContractWords } from '@exam/contract/messages/en';
import { useMessages } from '@exam/ui/i18n';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, queryClient } from '../../../app/api.ts';
import { fieldSentence } from '../../../app/field-sentence.ts';
import { cartChanged } from '../../../app/session/session.ts';
import { ruleWords } from '../../../messages/rules.ts';
import type { StepProps } from '../step-screen.ts';
import { submissionOf } from './submission.ts';

/** What the server found wrong with one candidate of the submission. */
export type EntryError = { candidateId: string; path: string; text: string };

/**
 * Puts the candidates into the cart, all or none. A lost answer may be sent again under the same key; a refusal keeps everything
 * that was filled in and says at whom it lies.
 */
export function useSubmission({ draft, product, finish, jump }: StepProps) {
  const rules = useMessages(ruleWords);
  const [entryErrors, setEntryErrors] = useState<readonly EntryError[]>([]);
  const [notice, setNotice] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const key = useRef<string | null>(null);
  const refused = async (problem: Problem) => {
    if (problem.status >= 400 && problem.status < 500) key.current = null;
    if (problem.code === 'PRODUCT_CHANGED') {
      await queryClient.invalidateQueries({ queryKey: ['catalogue'] });
      return jump('needToKnow', { hasReadNotice: false });
    }
    if (isAboutConsents(problem)) await queryClient.invalidateQueries({ queryKey: ['catalogue'] });
    setEntryErrors(entryErrorsOf(problem, draft.candidateIds, rules));
    if (isAboutForm(problem)) return jump('examInfo');
    setNotice(isAboutSession(problem.code) ? problem.userMessage : null);
    setAttempt((count) => count + 1);
    if (isAboutSession(problem.code)) await queryClient.invalidateQueries({ queryKey: ['session'] });
    return undefined;
  };
  const mutation = useMutation({
    mutationFn: () => {
      key.current ??= newIdempotencyKey();
      return api('application.submitGroup', { body: submissionOf(draft, product) }, { idempotencyKey: key.current });
    },
    onSuccess: ({ applications }) => {
      const made = applications.map(({ id, code }) => ({ id, code }));
      finish({ applicationIds: made.map(({ id }) => id) }, made);
      void cartChanged();
    },
    onError: (error) => (error instanceof CallError ? refused(error.problem) : undefined),
  });
  const submit = () => {
    if (mutation.isPending) return;
    setEntryErrors([]);
    setNotice(null);
    mutation.mutate();
  };
  return { submit, isBusy: mutation.isPending, entryErrors, notice, attempt };
}

/** Refusals that another session answers. */
function isAboutSession(code: string): boolean {
  return code.startsWith('SESSION_') || code === 'SUBJECT_NOT_OFFERED' || code === 'INVITATION_CODE_REQUIRED';
}

/** The statements have changed, perhaps with what the recipient's record tells: they are read again. */
function isAboutConsents({ fields }: Problem): boolean {
  return Object.values(fields ?? {}).includes('CONSENT_OUTDATED');
}

/** The answers of the registration form are refused: its own step says where. */
function isAboutForm({ fields }: Problem): boolean {
  return Object.keys(fields ?? {}).some((field) => field.startsWith('testInfo.formJson'));
}

/** The wrong fields of a submission by candidate: `entries.1.leaveAlone` is the second one's. */
export function entryErrorsOf(
  problem: Pick<Problem, 'fields'>,
  candidateIds: readonly string[],
  rules: ContractWords,
): EntryError[] {
  return Object.entries(problem.fields ?? {}).flatMap(([field, code]) => {
    const [, index, path] = /^entries\.(\d+)(?:\.(.*))?$/.exec(field) ?? [];
    const candidateId = candidateIds[Number(index)];
    if (index === undefined || candidateId === undefined) return [];
    return [{ candidateId, path: path ?? '', text: fieldSentence(rules, code) }];
  });
}
