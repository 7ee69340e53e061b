import { CallError, type Problem, type Request } from '@exam/contract/client';
import { cancellationReasonProblem } from '@exam/contract/rules';
import { useMessages } from '@exam/ui/i18n';
import { showToast, type FieldError } from '@exam/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { newIdempotencyKey } from '@exam/ui/app';
import { useRef, useState } from 'react';
import { api, tellProblem } from '../../app/api.ts';
import { useTyped } from '../../app/draft/typed.ts';
import { fieldSentence } from '../../app/field-sentence.ts';
import { cancellationWords } from '../../messages/cancellation.ts';
import { ruleWords } from '../../messages/rules.ts';
import { endChanged, type Quote } from './cancellation-data.ts';
import { documentsFieldId } from './documents-field.tsx';
import type { Documents } from './use-documents.ts';

/** Ids of the form's own controls. */
export const fieldIds = { reason: 'cancellation-reason', nothing: 'cancellation-nothing' } as const;

const isText = (value: unknown): value is string => typeof value === 'string';

type Given = { applicationId: string; quote: Quote; documents: Documents; refetch: () => void; onDone: () => void };

/** The answers of the request, what is wrong with them, and sending them once. */
export function useRequest({ applicationId, quote, documents, refetch, onDone }: Given) {
  const words = useMessages(cancellationWords).ask;
  const rules = useMessages(ruleWords);
  const [reason, setReason] = useTyped(`cancellation:${applicationId}`, () => '', isText);
  const [isAware, setAware] = useState(false);
  const [errors, setErrors] = useState<FieldError[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [before, setBefore] = useState<number | null>(null);
  const reasonError = (code: string) => ({ field: fieldIds.reason, text: fieldSentence(rules, code) });
  const sending = useSending({
    applicationId,
    onDone: () => {
      void showToast(words.sent, 'success');
      onDone();
    },
    onRefused: ({ code, fields }) => {
      if (code === 'CANCELLATION_QUOTE_CHANGED') {
        setBefore(quote.amount);
        refetch();
        return true;
      }
      if (fields?.['reason'] === undefined) return false;
      setErrors([reasonError(fields['reason'])]);
      return true;
    },
  });
  const wrongs = (): FieldError[] => {
    const problem = cancellationReasonProblem(reason);
    return [
      ...(problem === null ? [] : [reasonError(problem)]),
      ...(documents.sending.length > 0 ? [{ field: documentsFieldId, text: words.waitForFiles }] : []),
      ...(quote.amount === 0 && !isAware ? [{ field: fieldIds.nothing, text: words.nothingBackNeeded }] : []),
    ];
  };
  const submit = () => {
    const found = wrongs();
    setErrors(found);
    setAttempt((count) => count + 1);
    const documentIds = documents.files.map(({ id }) => id);
    if (found.length === 0) sending.mutate({ reason: reason.trim(), documentIds, expectedAmount: quote.amount });
  };
  return {
    reason,
    setReason: (text: string) => {
      setReason(text);
      // What was complained of is being put right: the complaint goes, the next attempt looks again.
      setErrors((all) => all.filter(({ field }) => field !== fieldIds.reason));
    },
    isAware,
    setAware,
    errors,
    attempt,
    errorAt: (field: string) => errors.find((error) => error.field === field)?.text,
    /** The amount that the person had seen before it changed, fen. */
    before: before === quote.amount ? null : before,
    isSending: sending.isPending,
    submit,
  };
}

type Sending = {
  applicationId: string;
  onDone: () => void;
  /** Whether the form says it itself. */
  onRefused: (problem: Problem) => boolean;
};

function useSending({ applicationId, onDone, onRefused }: Sending) {
  // The key outlives a lost answer, so that pressing again is the same request; an answer of any kind ends it.
  const key = useRef<string | null>(null);
  return useMutation({
    mutationKey: ['veil'],
    mutationFn: (body: Request<'application.requestCancellation'>['body']) => {
      key.current ??= newIdempotencyKey();
      const options = { idempotencyKey: key.current, isQuiet: true };
      return api('application.requestCancellation', { query: { applicationId }, body }, options);
    },
    onSuccess: () => {
      onDone();
      void endChanged();
    },
    onError: (error) => {
      if (!(error instanceof CallError)) return;
      const { problem } = error;
      if (problem.status >= 400 && problem.status < 500) key.current = null;
      if (onRefused(problem)) return;
      tellProblem(problem);
      // The registration is no longer what the page shows: a second window may have asked already.
      if (problem.status === 412) void endChanged();
    },
  });
}
