import { CallError, type Problem } from '@exam/contract/client';
import { checkFapiao, type FapiaoInput } from '@exam/contract/rules';
import { newIdempotencyKey } from '@exam/ui/app';
import { useMessages } from '@exam/ui/i18n';
import { showToast, type FieldError } from '@exam/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, queryClient, tellProblem } from '../../app/api.ts';
import { isFields, useTyped } from '../../app/draft/typed.ts';
import { fieldSentence } from '../../app/field-sentence.ts';
import { fapiaoWords } from '../../messages/fapiao.ts';
import { ruleWords } from '../../messages/rules.ts';
import type { FapiaoRequest } from './fapiao-data.ts';

/** The control of a field. */
export const fieldId = (field: keyof FapiaoInput) => `fapiao-${field}`;

const isField = (name: string): name is keyof FapiaoInput => ['buyer', 'title', 'taxNumber', 'email'].includes(name);

function isInput(value: unknown): value is FapiaoInput {
  if (!isFields(value) || (value['buyer'] !== 'Personal' && value['buyer'] !== 'Company')) return false;
  return [value['title'], value['taxNumber'], value['email']].every((text) => typeof text === 'string');
}

type Given = { orderId: string; before: FapiaoRequest | null; onDone: () => void };

/** What a fapiao is asked for with, what is wrong with it, and sending it once. */
export function useFapiaoForm({ orderId, before, onDone }: Given) {
  const words = useMessages(fapiaoWords).form;
  const rules = useMessages(ruleWords);
  const begin = (): FapiaoInput => ({
    buyer: before?.buyer ?? 'Personal',
    title: before?.title ?? '',
    taxNumber: before?.taxNumber ?? '',
    email: before?.email ?? '',
  });
  const [input, setInput] = useTyped(`fapiao:${orderId}`, begin, isInput);
  const [errors, setErrors] = useState<FieldError[]>([]);
  const [attempt, setAttempt] = useState(0);
  const mark = (fields: Readonly<Record<string, string | undefined>>) => {
    const found = Object.entries(fields).flatMap(([field, code]) =>
      isField(field) && code !== undefined ? [{ field: fieldId(field), text: fieldSentence(rules, code) }] : [],
    );
    setErrors(found);
    setAttempt((count) => count + 1);
    return found.length > 0;
  };
  const sending = useSending({
    orderId,
    onDone: () => {
      void showToast(words.sent, 'success');
      onDone();
    },
    onRefused: ({ fields }) => fields !== undefined && mark(fields),
  });
  // A person has no taxpayer number: what was typed for a company is not sent.
  const given = input.buyer === 'Personal' ? { ...input, taxNumber: '' } : input;
  return {
    input,
    set: <Field extends keyof FapiaoInput>(field: Field, value: FapiaoInput[Field]) => {
      setInput((all) => ({ ...all, [field]: value }));
      setErrors((all) => all.filter((error) => error.field !== fieldId(field)));
    },
    errors,
    attempt,
    errorAt: (field: keyof FapiaoInput) => errors.find((error) => error.field === fieldId(field))?.text,
    isSending: sending.isPending,
    submit: () => {
      const check = checkFapiao(given);
      if (!mark(check.ok ? {} : check.fields)) sending.mutate(given);
    },
  };
}

type Sending = { orderId: string; onDone: () => void; onRefused: (problem: Problem) => boolean };

function useSending({ orderId, onDone, onRefused }: Sending) {
  // The key outlives a lost answer, so that pressing again is the same request; an answer of any kind ends it.
  const key = useRef<string | null>(null);
  const again = () => void queryClient.invalidateQueries({ queryKey: ['order', 'fapiao'] });
  return useMutation({
    mutationFn: (body: FapiaoInput) => {
      key.current ??= newIdempotencyKey();
      const options = { idempotencyKey: key.current, isQuiet: true };
      return api('fapiao.request', { params: { id: orderId }, body }, options);
    },
    onSuccess: () => {
      onDone();
      again();
    },
    onError: (error) => {
      if (!(error instanceof CallError)) return;
      const { problem } = error;
      if (problem.status >= 400 && problem.status < 500) key.current = null;
      if (onRefused(problem)) return;
      tellProblem(problem);
      if (problem.status === 412) again();
    },
  });
}
