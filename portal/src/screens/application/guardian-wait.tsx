import type { GuardianWait } from '@exam/contract/entities';
import { newIdempotencyKey } from '@exam/ui/app';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Button, Link, showToast } from '@exam/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from '../../app/api.ts';
import { applicationWords } from '../../messages/application.ts';
import { endChanged } from '../cancellation/cancellation-data.ts';

type GuardianWaitProps = {
  /** The id of the registration, or of the request after an exam. */
  id: string;
  wait: GuardianWait;
};

/** What the registration of a minor waits for (PIPL 31), and where the guardian has to agree, another link for them. */
export function GuardianWaitText({ id, wait }: GuardianWaitProps) {
  const words = useMessages(applicationWords).guardianWait;
  const { deadline } = useFormats();
  const { until, hasObjected, isLinkOver, isUpheld, isWrongNumber, isFormer } = wait;
  if (isUpheld) return <p>{words.upheld}</p>;
  if (hasObjected) return <p>{words.objected}</p>;
  if (isWrongNumber)
    return (
      <>
        <p>{words.wrongNumber}</p>
        <p>
          <Link href="/help/contact-us">{words.contact}</Link>
        </p>
      </>
    );
  if (until !== null) return <p>{isFormer ? words.former(deadline(until)) : words.object(deadline(until))}</p>;
  return (
    <>
      <p>{isLinkOver ? words.linkOver : words.agree}</p>
      <p className="mt-2 text-ink-2">
        {words.wrong} <Link href="/help/contact-us">{words.contact}</Link>
      </p>
      <SendAgain id={id} />
    </>
  );
}

function SendAgain({ id }: Pick<GuardianWaitProps, 'id'>) {
  const words = useMessages(applicationWords).guardianWait;
  const { deadline } = useFormats();
  // The key outlives a lost answer, so that pressing again sends no second message.
  const key = useRef<string | null>(null);
  const send = useMutation({
    mutationFn: () =>
      api('guardian.sendAgain', { params: { id } }, { idempotencyKey: (key.current ??= newIdempotencyKey()) }),
    onSuccess: ({ mobileEnding, until }) => {
      key.current = null;
      void showToast(words.sent(mobileEnding, deadline(until)), 'success', 8000);
    },
    onSettled: endChanged,
  });
  return (
    <p className="no-print mt-2">
      <Button variant="secondary" small busy={send.isPending} onClick={() => send.mutate()}>
        {words.sendAgain}
      </Button>
    </p>
  );
}
