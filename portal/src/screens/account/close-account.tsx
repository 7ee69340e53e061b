import { tellTabs } from '@exam/ui/app';
import { CallError, type Reply } from '@exam/contract/client';
import { CheckboxField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, Dialog, Link, showToast } from '@exam/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../app/api.ts';
import { useLeave } from '../../frame/guard.tsx';
import { clearSteps } from '../../app/draft/steps.ts';
import { accountWords } from '../../messages/account.ts';
import { useWithProof } from './proving.tsx';
import { Section } from './section.tsx';

type Blocker = Reply<'user.closingBlockers'>['blockers'][number];

const pageOf: Record<Blocker['kind'], string> = {
  UnpaidOrder: '/candidate/order?status=PaymentPending',
  UpcomingExam: '/candidate/application',
  OpenRefund: '/candidate/order',
  OpenBooking: '/candidate/booking',
};

/** Closing the account for good: what is in the way, or what it means, and the question. */
export function CloseAccount() {
  const words = useMessages(accountWords).close;
  const [blockers, setBlockers] = useState<readonly Blocker[] | null>(null);
  const ask = useMutation({
    mutationFn: () => api('user.closingBlockers', {}),
    onSuccess: (found) => setBlockers(found.blockers),
  });
  const onClose = () => setBlockers(null);
  return (
    <Section id="close" title={words.title}>
      <p className="mb-4 text-ink-2">{words.intro}</p>
      <Button variant="secondary" busy={ask.isPending} onClick={() => ask.mutate()}>
        {words.open}
      </Button>
      {blockers !== null && blockers.length > 0 && <Blocked blockers={blockers} onClose={onClose} />}
      {blockers?.length === 0 && <Question onClose={onClose} onBlocked={() => ask.mutate()} />}
    </Section>
  );
}

function Blocked({ blockers, onClose }: { blockers: readonly Blocker[]; onClose: () => void }) {
  const words = useMessages(accountWords).close;
  return (
    <Dialog
      open
      title={words.blockedTitle}
      onClose={onClose}
      actions={
        <Button variant="secondary" onClick={onClose}>
          {words.understood}
        </Button>
      }
    >
      <p className="mb-3">{words.blockedText}</p>
      <ul className="grid gap-3">
        {blockers.map(({ kind, count }) => (
          <li key={kind}>
            <Link href={pageOf[kind]} className="font-bold">
              {words.blockers[kind](count)}
            </Link>
            <span className="block text-ink-2">{words.blockerActs[kind]}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Question({ onClose, onBlocked }: { onClose: () => void; onBlocked: () => void }) {
  const words = useMessages(accountWords).close;
  const withProof = useWithProof();
  const leave = useLeave();
  const [isAgreed, setAgreed] = useState(false);
  const [error, setError] = useState<string>();
  const close = useMutation({
    mutationFn: () => withProof(() => api('user.closeAccount', { body: {} }, { isQuiet: true }).then(() => true)),
    onSuccess: async (isDone) => {
      if (isDone === null) return;
      void showToast(words.closed, 'success', 6000);
      clearSteps();
      await leave();
      tellTabs('signedOut');
    },
    onError: (refused) => {
      // Something has come up since it was asked: an order placed in another window.
      if (refused instanceof CallError && refused.problem.code === 'ACCOUNT_NOT_CLOSABLE') onBlocked();
    },
  });
  const confirm = () => {
    if (isAgreed) return close.mutate();
    setError(words.agreeFirst);
    document.getElementById('close-agreed')?.focus();
  };
  return (
    <Dialog
      open
      title={words.question}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {words.keep}
          </Button>
          <Button variant="danger" busy={close.isPending} onClick={confirm}>
            {words.confirm}
          </Button>
        </>
      }
    >
      <ul className="mb-4 grid list-disc gap-2 pl-5">
        {words.consequences.map((consequence) => (
          <li key={consequence}>{consequence}</li>
        ))}
      </ul>
      <CheckboxField
        id="close-agreed"
        label={words.agree}
        checked={isAgreed}
        error={error}
        onChange={(event) => {
          setAgreed(event.target.checked);
          setError(undefined);
        }}
      />
    </Dialog>
  );
}
