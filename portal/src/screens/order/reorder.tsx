import { newIdempotencyKey } from '@exam/ui/app';
import type { Reply } from '@exam/contract/client';
import { useMessages } from '@exam/ui/i18n';
import { Button, Dialog, LinkButton } from '@exam/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../app/api.ts';
import { cartChanged } from '../../app/session/session.ts';
import { orderWords } from '../../messages/order.ts';

type Outcome = Reply<'application.reorder'>;

/** Puts the registrations of an expired order into the cart again and says which, and why not the others. */
export function ReorderButton({ orderId }: { orderId: string }) {
  const words = useMessages(orderWords).reorder;
  const [isOpen, setOpen] = useState(false);
  const reorder = useMutation({
    mutationFn: () =>
      api('application.reorder', { query: { orderId }, body: {} }, { idempotencyKey: newIdempotencyKey() }),
    onSuccess: () => {
      setOpen(true);
      void cartChanged();
    },
  });
  return (
    <>
      <Button busy={reorder.isPending} onClick={() => reorder.mutate()}>
        {words.action}
      </Button>
      <Dialog
        open={isOpen}
        title={words.title}
        onClose={() => setOpen(false)}
        actions={
          <>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              {words.close}
            </Button>
            {(reorder.data?.cloned.length ?? 0) > 0 && (
              <LinkButton href="/candidate/shopping-cart">{words.toCart}</LinkButton>
            )}
          </>
        }
      >
        {reorder.data !== undefined && <OutcomeText outcome={reorder.data} />}
      </Dialog>
    </>
  );
}

function OutcomeText({ outcome }: { outcome: Outcome }) {
  const words = useMessages(orderWords).reorder;
  const count = outcome.cloned.length;
  return (
    <>
      <p>{count === 0 ? words.noneCloned : words.cloned(count)}</p>
      {outcome.skipped.length > 0 && (
        <>
          <p className="mt-3 font-bold">{words.skipped}</p>
          <ul className="mt-1 list-disc pl-6">
            {outcome.skipped.map((each) => (
              <li key={each.applicationId}>{each.userMessage}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
