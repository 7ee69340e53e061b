import type { SavedCandidate } from '@exam/contract/entities';
import { RadioTiles } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, ConfirmDialog, ErrorSummary } from '@exam/ui/parts';
import { useRef, useState, type FormEvent } from 'react';
import { candidatesWords } from '../../../messages/candidates.ts';
import { ChildConsent } from '../child-consent.tsx';
import { BornFields } from './born-fields.tsx';
import { ContactFields } from './contact-fields.tsx';
import { documentTypes, NumberField, withType } from './document-fields.tsx';
import { GuardianFields } from './guardian-fields.tsx';
import { NameFields } from './name-fields.tsx';
import { fieldId, useCandidateForm, type CandidateFormState } from './use-candidate-form.ts';
import { useLeaveGuard } from './use-leave-guard.ts';

/**
 * Adds a candidate to the account's list, or changes one: document, name, contact, and a guardian for whoever is under 18. It
 * saves by itself and asks before unsaved work is left. It has no heading of its own: the page around it has.
 * @param props.initial the saved candidate to change; none adds one
 * @param props.onSaved gets the candidate as saved, after the lists of candidates have been asked for again
 */
export function CandidateForm(props: {
  initial?: SavedCandidate;
  onSaved: (candidate: SavedCandidate) => void;
  onCancel: () => void;
}) {
  const words = useMessages(candidatesWords).form;
  const isReleased = useRef(false);
  const released = (act: () => void) => {
    isReleased.current = true;
    act();
  };
  const { form, submit, errors, attempt, isSaving, isDirty } = useCandidateForm({
    initial: props.initial,
    onSaved: (candidate) => released(() => props.onSaved(candidate)),
  });
  const guard = useLeaveGuard(isDirty, isReleased);
  const [isCancelling, setCancelling] = useState(false);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <>
      <form className="max-w-form" noValidate onSubmit={onSubmit}>
        <ErrorSummary errors={errors} attempt={attempt} />
        <DocumentFields form={form} />
        <NameFields form={form} />
        <ContactFields form={form} />
        {form.isGuardianAsked && <GuardianFields form={form} />}
        {form.isConsentAsked && <GuardianConsents form={form} />}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={isSaving}>
            {words.save}
          </Button>
          <Button variant="secondary" onClick={() => (isDirty ? setCancelling(true) : props.onCancel())}>
            {words.cancel}
          </Button>
        </div>
      </form>
      <ConfirmDialog
        open={isCancelling || guard.isAsking}
        title={words.leaveTitle}
        confirmLabel={words.leave}
        cancelLabel={words.stay}
        danger
        onConfirm={() => released(isCancelling ? props.onCancel : guard.leave)}
        onCancel={() => {
          setCancelling(false);
          guard.stay();
        }}
      >
        <p>{words.leaveText}</p>
      </ConfirmDialog>
    </>
  );
}

function GuardianConsents({ form: { answers, error, set } }: { form: CandidateFormState }) {
  return (
    <ChildConsent
      id={fieldId('childKept')}
      isTicked={answers.childKept}
      error={error('childKept')}
      onTick={(childKept) => set({ childKept })}
    />
  );
}

function DocumentFields({ form }: { form: CandidateFormState }) {
  const words = useMessages(candidatesWords);
  const { answers, set } = form;
  return (
    <section aria-labelledby="candidate-document-title">
      <h2 id="candidate-document-title" className="mb-1 text-xl">
        {words.form.documentTitle}
      </h2>
      <p className="mb-4 text-ink-2">{words.form.documentIntro}</p>
      <RadioTiles
        id={fieldId('idType')}
        name="candidate-id-type"
        label={words.form.documentLabel}
        options={documentTypes.map((value) => ({
          value,
          label: words.idTypes[value],
          hint: words.form.documentHints[value],
        }))}
        value={answers.idType}
        onChange={(event) => set(withType(documentTypes.find((type) => type === event.target.value) ?? 'IDCard'))}
      />
      <NumberField
        id={fieldId('idNo')}
        label={words.form.numberLabel}
        error={form.error('idNo')}
        answers={answers}
        saved={form.saved}
        today={form.today}
        onChange={set}
        onLeave={() => answers.idNo !== '' && form.leave('idNo')}
      />
      <BornFields form={form} />
    </section>
  );
}
