import { newIdempotencyKey } from '@exam/ui/app';
import { CallError, type Problem } from '@exam/contract/client';
import type { ContractWords } from '@exam/contract/messages/en';
import type { PublicDraft } from '@exam/contract/wizards';
import { useMessages } from '@exam/ui/i18n';
import type { FieldError } from '@exam/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, queryClient } from '../../../app/api.ts';
import { useNames } from '../../../app/catalogue.ts';
import { fieldSentence } from '../../../app/field-sentence.ts';
import { cartChanged } from '../../../app/session/session.ts';
import { ruleWords } from '../../../messages/rules.ts';
import { confirmUrl } from '../../../screens/cart/cart-data.ts';
import { ordersChanged, payUrl } from '../../../page/order-data.ts';
import type { Submitted } from '../../parts/wizard.ts';
import type { StepProps } from '../step-screen.ts';
import { optionName, optionOf } from '../subject-options.ts';
import { submissionOf } from './submission.ts';

/** What the server found wrong with one candidate of the submission. */
export type EntryError = { candidateId: string; path: string; text: string };

/** Where a registration goes on: ordered at once and to be paid, or into the cart with others. */
export type Onward = 'order' | 'cart';

type Submission = { draft: PublicDraft; onward: Onward; total: number | null };

/**
 * Puts the candidates into the cart, all or none, and orders them at once where that is asked for, at the total that was on show. A lost
 * answer may be sent again under the same key; a refusal keeps everything that was filled in and says at whom it lies.
 */
export function useSubmission({ product, finish, finishAt, jump }: StepProps) {
  const rules = useMessages(ruleWords);
  const { nameOf } = useNames();
  const [refused, setRefused] = useState<Refused>({ entries: [], errors: [], attempt: 0 });
  const [notice, setNotice] = useState<string | null>(null);
  const key = useRef<string | null>(null);
  const refuse = async (problem: Problem, { candidateIds, sittings }: PublicDraft) => {
    const subjectAt = (index: number) => {
      const option = optionOf(product, sittings[index]?.subjectIds[0]);
      return option === undefined ? '' : optionName(option, nameOf);
    };
    if (problem.status >= 400 && problem.status < 500) key.current = null;
    if (problem.code === 'PRODUCT_CHANGED') {
      await queryClient.invalidateQueries({ queryKey: ['catalogue'] });
      return jump('needToKnow', { hasReadNotice: false });
    }
    if (isAboutConsents(problem)) await queryClient.invalidateQueries({ queryKey: ['catalogue'] });
    setRefused(({ attempt }) => ({
      entries: entryErrorsOf(problem, { candidateIds, rules, subjectAt }),
      errors: formErrorsOf(problem, rules),
      attempt: attempt + 1,
    }));
    setNotice(isAboutSession(problem.code) ? problem.userMessage : null);
    if (isAboutSession(problem.code)) await queryClient.invalidateQueries({ queryKey: ['session'] });
    return undefined;
  };
  const mutation = useMutation({
    mutationKey: ['veil'],
    mutationFn: async ({ draft, onward, total }: Submission) => {
      key.current ??= newIdempotencyKey();
      const body = submissionOf(draft, product);
      const { applications } = await api('application.submitGroup', { body }, { idempotencyKey: key.current });
      const made = applications.map(({ id, code, asksGuardian }) => ({ id, code, asksGuardian }));
      return { made, address: onward === 'cart' ? null : await order(made, total) };
    },
    onSuccess: ({ made, address }, { draft: { candidateIds, leave } }) => {
      if (address === null) finish({ applicationIds: made.map(({ id }) => id), candidateIds, leave }, made);
      else finishAt(address);
      void cartChanged();
      void ordersChanged();
    },
    onError: (error, { draft }) => (error instanceof CallError ? refuse(error.problem, draft) : undefined),
  });
  const submit = (submission: Submission) => {
    if (mutation.isPending) return;
    setRefused(({ attempt }) => ({ entries: [], errors: [], attempt }));
    setNotice(null);
    mutation.mutate(submission);
  };
  return { submit, isBusy: mutation.isPending, refused, notice };
}

type Refused = { entries: readonly EntryError[]; errors: readonly FieldError[]; attempt: number };

/**
 * Orders what has just come into the cart.
 * @returns where it is paid; where the order is refused, or gets no answer, the page that orders what lies in the cart, and says why
 */
async function order(made: readonly Submitted[], totalPayAmount: number | null): Promise<string> {
  const applicationIds = made.map(({ id }) => id);
  if (totalPayAmount === null) return confirmUrl(applicationIds);
  const body = { applicationIds, totalPayAmount };
  try {
    const { id, isNocharge } = await api(
      'order.place',
      { body },
      { idempotencyKey: newIdempotencyKey(), isQuiet: true },
    );
    return isNocharge ? `/payment-success?orderId=${id}` : payUrl(id);
  } catch {
    return confirmUrl(applicationIds);
  }
}

/** Refusals that another session answers. */
function isAboutSession(code: string): boolean {
  return code.startsWith('SESSION_') || code === 'SUBJECT_NOT_OFFERED' || code === 'INVITATION_CODE_REQUIRED';
}

/** The statements have changed, perhaps with what the recipient's record tells: they are read again. */
function isAboutConsents({ fields }: Problem): boolean {
  return Object.values(fields ?? {}).includes('CONSENT_OUTDATED');
}

/** The wrong answers of the registration form. */
function formErrorsOf({ fields = {} }: Problem, rules: ContractWords): FieldError[] {
  const begin = 'testInfo.formJson.';
  return Object.entries(fields)
    .filter(([field]) => field.startsWith(begin))
    .map(([field, code]) => ({ field: field.slice(begin.length), text: fieldSentence(rules, code) }));
}

/**
 * The wrong fields of a submission by candidate: `entries.1.leaveAlone` is the second one's; what is wrong with one of several sittings
 * (`sittings.0.entries.1.candidateId`) names its subject.
 */
export function entryErrorsOf(
  problem: Pick<Problem, 'fields'>,
  known: { candidateIds: readonly string[]; rules: ContractWords; subjectAt: (index: number) => string },
): EntryError[] {
  return Object.entries(problem.fields ?? {}).flatMap(([field, code]) => {
    const [, sitting, index, path] = /^(?:sittings\.(\d+)\.)?entries\.(\d+)(?:\.(.*))?$/.exec(field) ?? [];
    const candidateId = known.candidateIds[Number(index)];
    if (index === undefined || candidateId === undefined) return [];
    const text = fieldSentence(known.rules, code);
    const named = sitting === undefined ? text : `${known.subjectAt(Number(sitting))} · ${text}`;
    return [{ candidateId, path: path ?? '', text: named }];
  });
}
