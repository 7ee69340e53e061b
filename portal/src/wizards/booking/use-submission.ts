import { CallError, type Problem } from '@exam/contract/client';
import { newIdempotencyKey } from '@exam/ui/app';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, queryClient } from '../../app/api.ts';
import { afterRefusal, submissionOf } from './submission.ts';
import type { StepProps } from './wizard.ts';

/**
 * Sends the request. A lost answer may be asked for again under the same key. A refusal is told, keeps the draft and leads home,
 * where it is offered to go on; a product that changed is read again first, and so are statements that did.
 */
export function useSubmission({ product, finish, jump, leave }: StepProps) {
  const key = useRef<string | null>(null);
  const refused = async ({ status, code, fields = {} }: Problem) => {
    if (status >= 400 && status < 500) key.current = null;
    if (code === 'PRODUCT_CHANGED') {
      await queryClient.invalidateQueries({ queryKey: ['catalogue'] });
      return jump('needToKnow', { hasReadNotice: false });
    }
    if (Object.values(fields).includes('CONSENT_OUTDATED')) {
      await queryClient.invalidateQueries({ queryKey: ['catalogue'] });
      return undefined;
    }
    return status === 412 ? leave(afterRefusal(code, fields)) : undefined;
  };
  const mutation = useMutation({
    mutationKey: ['veil'],
    mutationFn: (draft: StepProps['draft']) => {
      key.current ??= newIdempotencyKey();
      return api('booking.submit', { body: submissionOf(draft, product) }, { idempotencyKey: key.current });
    },
    onSuccess: ({ bookingId, code }) => {
      finish({ bookingId }, [{ id: bookingId, code }]);
      void queryClient.invalidateQueries({ queryKey: ['booking'] });
    },
    onError: (error) => (error instanceof CallError ? refused(error.problem) : undefined),
  });
  const submit = (filled: StepProps['draft']) => {
    if (!mutation.isPending) mutation.mutate(filled);
  };
  return { submit, isBusy: mutation.isPending };
}
