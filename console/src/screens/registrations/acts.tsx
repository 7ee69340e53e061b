import { seatedStates } from '@exam/contract/machines';
import { lengthSeen } from '@exam/contract/rules';
import type { RegistrationPage } from '@exam/contract/staff';
import { RadioTiles, TextAreaField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, LinkButton } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { registrationWords } from '../../messages/registrations.ts';
import { ActionButton, ActionDialog, Money, objectKey } from '../../page/index.ts';
import { CorrectDialog } from './correct-dialog.tsx';
import { NewSession, type Target } from './new-session.tsx';

type Props = { registration: RegistrationPage };

/** What may be done with a registration. */
export function Acts({ registration }: Props) {
  const words = useMessages(registrationWords);
  const may = useMay();
  const { can, id, arrangement } = registration;
  const isSeated = seatedStates.some((each) => each === registration.status);
  return (
    <>
      {can.correct && <Opening label={words.correct} dialog={CorrectDialog} registration={registration} />}
      {can.move && <Opening label={words.move} dialog={MoveDialog} registration={registration} />}
      {arrangement !== 'None' && may('arrangements:read') && (
        <LinkButton variant="secondary" small href={`/special-arrangements/${id}`}>
          {words.toArrangement}
        </LinkButton>
      )}
      {arrangement === 'None' && isSeated && may('arrangements:write') && <RecordArrangement id={id} />}
      {can.withdraw && registration.withdrawalProposalId === null && (
        <Opening label={words.withdraw} dialog={WithdrawDialog} registration={registration} />
      )}
    </>
  );
}

type DialogProps = Props & { onClose: () => void };

function Opening({
  label,
  dialog: Dialog,
  registration,
}: Props & { label: string; dialog: (props: DialogProps) => React.ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" small onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && <Dialog registration={registration} onClose={() => setOpen(false)} />}
    </>
  );
}

function MoveDialog({ registration: { id, version }, onClose }: DialogProps) {
  const words = useMessages(registrationWords);
  const [target, setTarget] = useState<Target | null>(null);
  return (
    <ActionDialog
      title={words.moveTitle}
      call="applications.move"
      request={(reason) => ({ params: { id }, body: { version, sessionId: target?.sessionId ?? '', reason } })}
      reason="needed"
      confirmLabel={words.move}
      isReady={target !== null}
      done={words.moved}
      onClose={onClose}
    >
      <NewSession ids={[id]} target={target} onChange={setTarget} />
    </ActionDialog>
  );
}

function WithdrawDialog({ registration: { id, version }, onClose }: DialogProps) {
  const words = useMessages(registrationWords);
  const [refund, setRefund] = useState<'Everything' | 'Policy'>('Policy');
  const { data } = useQuery({
    queryKey: objectKey('application', id, 'withdrawal'),
    queryFn: ({ signal }) => staffApi('applications.quoteWithdrawal', { params: { id } }, { signal, isQuiet: true }),
  });
  return (
    <ActionDialog
      title={words.withdrawTitle}
      call="applications.withdraw"
      request={(reason) => ({ params: { id }, body: { version, refund, reason } })}
      reason="needed"
      confirmLabel={words.withdraw}
      isDangerous
      done={words.proposed}
      onClose={onClose}
    >
      <p className="mb-4">{words.withdrawText}</p>
      {data !== undefined && data.codes.length > 1 && <p className="mb-4">{words.together(data.codes.join(', '))}</p>}
      {data !== undefined && data.outsideAmount > 0 && (
        <p className="mb-4">
          {words.outsideBefore} <Money fen={data.outsideAmount} />
        </p>
      )}
      <RadioTiles
        label={words.refundHow}
        name="refund"
        value={refund}
        onChange={(event) => setRefund(event.target.value === 'Everything' ? 'Everything' : 'Policy')}
        options={[
          {
            value: 'Policy',
            label: words.withdrawPolicy,
            hint:
              data === undefined || data.policyAmount === null ? (
                words.withdrawClosed
              ) : (
                <Money fen={data.policyAmount} />
              ),
            disabled: data !== undefined && data.policyAmount === null,
          },
          {
            value: 'Everything',
            label: words.withdrawEverything,
            hint: <Money fen={data?.everythingAmount ?? null} />,
          },
        ]}
      />
    </ActionDialog>
  );
}

function RecordArrangement({ id }: { id: string }) {
  const words = useMessages(registrationWords);
  const [request, setRequest] = useState('');
  return (
    <ActionButton
      label={words.recordArrangement}
      call="arrangements.record"
      request={(reason) => ({ params: { id }, body: { request, reason } })}
      reason="needed"
      confirmLabel={words.recordArrangement}
      isReady={lengthSeen(request.trim()) >= 5}
      done={words.recorded}
    >
      <p className="mb-4">{words.recordText}</p>
      <TextAreaField
        label={words.request}
        maxLength={2000}
        value={request}
        onChange={(event) => setRequest(event.target.value)}
      />
    </ActionButton>
  );
}
