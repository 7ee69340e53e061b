import { CheckboxField } from '@exam/ui/form';
import { useFormats, useLanguage, useMessages } from '@exam/ui/i18n';
import { Button, EmptyState, ErrorSummary, LinkButton, Notice, showToast, type FieldError } from '@exam/ui/parts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { postTestWizardWords } from '../../../messages/post-test-wizard.ts';
import { registrationWords } from '../../../messages/registration.ts';
import { Loaded } from '../../../page/loaded.tsx';
import { payUrl } from '../../../page/order-data.ts';
import { ConfirmPerson } from './person.tsx';
import { ConfirmStatements } from './statements.tsx';
import { DeleteDraft } from '../../../screens/post-test/delete-draft.tsx';
import { PaymentList } from './payment-list.tsx';
import { draftById, type PostTestDraft } from '../post-test-data.ts';
import { useConfirmation } from './use-confirmation.ts';
import type { StepProps } from '../wizard.ts';

/** Step 4: the payment list with its total, what is passed on, the statements to tick, and save, back and delete. */
export function Confirm(props: StepProps) {
  const { language } = useLanguage();
  const words = useMessages(postTestWizardWords).confirm;
  const draft = useQuery({
    ...draftById(language, props.progress.draftId ?? ''),
    placeholderData: keepPreviousData,
  });
  const toInformation = <Button onClick={() => props.goTo('information')}>{words.toInformation}</Button>;
  return (
    <Loaded query={draft} gone={toInformation}>
      {(found) => {
        if (found.orderId !== null) return <WaitsForPayment orderId={found.orderId} />;
        if (found.fees.length === 0) return <EmptyState title={words.empty} action={toInformation} />;
        return <ConfirmDraft key={`${found.id} ${props.product.recipient?.version}`} {...props} draft={found} />;
      }}
    </Loaded>
  );
}

function WaitsForPayment({ orderId }: { orderId: string }) {
  const words = useMessages(postTestWizardWords).confirm;
  return <EmptyState title={words.waiting} action={<LinkButton href={payUrl(orderId)}>{words.pay}</LinkButton>} />;
}

function ConfirmDraft(props: StepProps & { draft: PostTestDraft }) {
  const { draft } = props;
  const words = useMessages(postTestWizardWords);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [isCorrect, setCorrect] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const { isBusy, confirm } = useConfirmation(props, draft);
  const missing = draft.service.statements.filter((statement) => !ticked.has(statement));
  const errors: FieldError[] =
    attempt === 0
      ? []
      : [
          ...missing.map((field) => ({
            field,
            text: words.confirm.consentMissingAt(words.confirm.statements[field]),
          })),
          ...(isCorrect ? [] : [{ field: 'correct', text: words.confirm.correctMissing }]),
        ];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAttempt(attempt + 1);
    if (missing.length === 0 && isCorrect && draft.canConfirm) confirm();
  };
  return (
    <form onSubmit={submit} noValidate className="grid max-w-3xl gap-8">
      <ErrorSummary attempt={attempt} errors={errors} />
      {!draft.canConfirm && <NotReady draft={draft} toInformation={() => props.goTo('information')} />}
      <PaymentList draft={draft} />
      <ConfirmPerson draft={draft} onChange={() => props.goTo('information')} />
      <ConfirmStatements
        product={props.product}
        statements={draft.service.statements}
        ticked={ticked}
        onTicked={setTicked}
        isShown={attempt > 0}
      />
      <div className="border-t border-line pt-4">
        <CheckboxField
          id="correct"
          label={<strong>{words.confirm.correct}</strong>}
          error={attempt > 0 && !isCorrect ? words.confirm.correctMissing : undefined}
          checked={isCorrect}
          onChange={(event) => setCorrect(event.target.checked)}
        />
        <Actions {...props} isBusy={isBusy} />
      </div>
    </form>
  );
}

function NotReady({ draft, toInformation }: { draft: PostTestDraft; toInformation: () => void }) {
  const words = useMessages(postTestWizardWords).confirm;
  const isClosed = draft.window !== null && draft.window.status === 'closed';
  return (
    <Notice tone="warning" live>
      <p>{isClosed ? words.closed : words.notReady}</p>
      {!isClosed && (
        <Button className="mt-3" variant="secondary" small onClick={toInformation}>
          {words.toInformation}
        </Button>
      )}
    </Notice>
  );
}

function Actions(props: StepProps & { draft: PostTestDraft; isBusy: boolean }) {
  const { draft } = props;
  const words = useMessages(postTestWizardWords);
  const { back } = useMessages(registrationWords);
  const { money } = useFormats();
  const navigate = useNavigate();
  const putAside = async () => {
    await navigate('/candidate/posttestservice?status=Drafts');
    props.forget();
    void showToast(words.info.saved, 'success');
  };
  return (
    <div className="step-actions">
      {props.back !== null && (
        <Button variant="secondary" onClick={props.back}>
          {back}
        </Button>
      )}
      <Button variant="secondary" onClick={() => void putAside()}>
        {words.confirm.save}
      </Button>
      {draft.canDelete && <DeleteDraft draft={draft} onDeleted={props.forget} />}
      <Button type="submit" busy={props.isBusy} disabled={!draft.canConfirm}>
        {draft.fee === 0 ? words.confirm.nextFree : words.confirm.next(money(draft.fee))}
      </Button>
    </div>
  );
}
