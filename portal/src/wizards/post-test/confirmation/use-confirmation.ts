import type { PostTestDraft } from '../post-test-data.ts';
import { CallError } from '@exam/contract/client';
import { postTestConsentVersion, ticksOf } from '@exam/contract/rules';
import { newIdempotencyKey } from '@exam/ui/app';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { api, queryClient } from '../../../app/api.ts';
import { ordersChanged, payUrl } from '../../../page/order-data.ts';
import type { StepProps } from '../wizard.ts';

/**
 * Confirms a draft and leads to its payment. A lost answer may be asked for again under the same key; after a refusal (a changed price, a
 * window that closed) the draft is read again.
 */
export function useConfirmation({ forget, product }: Pick<StepProps, 'forget' | 'product'>, draft: PostTestDraft) {
  const navigate = useNavigate();
  const key = useRef<string | null>(null);
  const mutation = useMutation({
    mutationKey: ['veil'],
    mutationFn: () => {
      key.current ??= newIdempotencyKey();
      const { recipient } = product;
      const consents = ticksOf(draft.service.statements, { version: postTestConsentVersion, recipient });
      const body = { id: draft.id, totalPayAmount: draft.fee, consents, isInformationConfirmed: true };
      return api('postTest.confirmPay', { body }, { idempotencyKey: key.current });
    },
    onSuccess: async ({ orderId, isNocharge }) => {
      await navigate(isNocharge ? `/post-test-payment-success?orderId=${orderId}` : payUrl(orderId));
      forget();
      await Promise.all([ordersChanged(), queryClient.invalidateQueries({ queryKey: ['postTest'] })]);
    },
    onError: (error) => {
      if (error instanceof CallError && error.problem.status >= 400 && error.problem.status < 500) key.current = null;
      void queryClient.invalidateQueries({ queryKey: ['postTest', 'draft'] });
      if (error instanceof CallError && error.problem.code.startsWith('CONSENT_'))
        void queryClient.invalidateQueries({ queryKey: ['catalogue'] });
    },
  });
  return {
    isBusy: mutation.isPending,
    confirm: () => {
      if (!mutation.isPending) mutation.mutate();
    },
  };
}
