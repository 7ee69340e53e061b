import { cancellationLimits, cancellationReasonProblem } from '@exam/contract/rules';
import { wire } from '@exam/contract/wire';
import { newIdempotencyKey } from '@exam/ui/app';
import { TextAreaField } from '@exam/ui/form';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Button, Card, DescriptionList, Dialog, Money, Notice, showToast, Skeleton } from '@exam/ui/parts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { api, queryClient } from '../../app/api.ts';
import { postTestsWords } from '../../messages/post-tests.ts';
import { cancellationQuote, postTestsChanged, type PostTest } from './post-test-data.ts';

/** Cancelling before the request is sent to the awarding body: first what comes back, then the reason (9.6 #8). */
export function CancelRequest({ request }: { request: PostTest }) {
  const words = useMessages(postTestsWords).cancel;
  const [isOpen, setOpen] = useState(false);
  return (
    <Card className="no-print">
      <h2 className="text-xl">{words.title}</h2>
      <p className="mt-1 mb-3 text-ink-2">{words.text}</p>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {words.open}
      </Button>
      <Dialog open={isOpen} title={words.title} onClose={() => setOpen(false)}>
        {isOpen && <CancelForm id={request[wire.fields.applicationId]} onClose={() => setOpen(false)} />}
      </Dialog>
    </Card>
  );
}

function CancelForm({ id, onClose }: { id: string; onClose: () => void }) {
  const words = useMessages(postTestsWords).cancel;
  const { money } = useFormats();
  const quote = useQuery(cancellationQuote(id));
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const cancel = useMutation({
    mutationFn: (amount: number) =>
      api(
        'postTest.requestCancellation',
        { params: { id }, body: { reason: reason.trim(), amount } },
        { idempotencyKey: newIdempotencyKey() },
      ),
    onSuccess: () => {
      void showToast(words.sent, 'success');
      onClose();
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: ['postTest', 'quote'] }),
    onSettled: () => postTestsChanged(),
  });
  if (quote.isError) return <Notice tone="error">{words.failed}</Notice>;
  if (quote.data === undefined) return <Skeleton count={1} />;
  const { amount, paidAmount, localPercent } = quote.data;
  const isWrong = cancellationReasonProblem(reason) !== null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isWrong && !cancel.isPending) cancel.mutate(amount);
  };
  return (
    <form onSubmit={submit} noValidate>
      <DescriptionList
        items={[
          { term: words.paid, detail: <Money fen={paidAmount} /> },
          { term: words.refund, detail: <Money fen={amount} className="text-xl font-bold" /> },
        ]}
      />
      <p className="mt-1 mb-4 text-ink-2">{words.quote({ percent: localPercent })}</p>
      <TextAreaField
        id="cancel-reason"
        label={words.reason}
        hint={words.reasonHint}
        error={isTried && isWrong ? words.reasonWrong : undefined}
        value={reason}
        maxLength={cancellationLimits.reason.max}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {words.keep}
        </Button>
        <Button type="submit" variant="danger" busy={cancel.isPending}>
          {words.submit(money(amount))}
        </Button>
      </div>
    </form>
  );
}
