import { useMessages } from '@exam/ui/i18n';
import { Button, ErrorSummary, type FieldError } from '@exam/ui/parts';
import { useState, type FormEvent } from 'react';
import { bookingWizardWords } from '../../messages/booking-wizard.ts';
import { registrationWords } from '../../messages/registration.ts';
import { CandidateChoice, type CandidateList } from '../parts/candidates/choice.tsx';
import { CandidateTiles, guardianErrors } from '../parts/candidates/tiles.tsx';
import type { PickerRow } from '../parts/candidates/candidates.ts';
import { StepActions } from '../parts/step-actions.tsx';
import { WarningDialog } from '../parts/candidates/warning-dialog.tsx';
import { findRepeats, type Warning } from '../parts/candidates/warnings.ts';
import type { StepProps } from './wizard.ts';

/** Step 3: who sits the exam. */
export function CandidateInfo(props: StepProps) {
  const { candidateId } = props.draft;
  return (
    <CandidateChoice initial={candidateId === null ? [] : [candidateId]} isOne>
      {(list) => <OneCandidate {...props} {...list} />}
    </CandidateChoice>
  );
}

/** One candidate, with the checks before going on: guardian, then the warning of a repeated registration. */
function OneCandidate(props: StepProps & CandidateList) {
  const { rows, chosen, draft, product } = props;
  const words = useMessages(bookingWizardWords).candidate;
  const shared = useMessages(registrationWords).candidate;
  const [attempt, setAttempt] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [warnings, setWarnings] = useState<readonly Warning[]>([]);
  const person = rows.find((row) => row.id === chosen[0]);
  const found = errorsOf(person, { choose: words.choose, needGuardian: shared.needGuardian });
  const errors = attempt === 0 ? [] : found;
  const goOn = () => {
    if (person === undefined) return;
    const leave = person.id === draft.candidateId && person.isMinor ? draft.leave : null;
    props.save({ candidateId: person.id, isMinor: person.isMinor, leave });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return undefined;
    if (person === undefined || found.length > 0) return setAttempt(attempt + 1);
    setBusy(true);
    const repeats = await findRepeats({ productId: product.id, subjectId: null, people: [person] });
    setBusy(false);
    return repeats.length > 0 ? setWarnings(repeats) : goOn();
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="max-w-3xl">
      <p className="mb-5 text-ink-2">{words.lead}</p>
      <ErrorSummary attempt={attempt} errors={errors} />
      <CandidateTiles {...props} isOne examDate={draft.expectDate} errors={errors} />
      <Button id="add-candidate" variant="secondary" className="mt-4" onClick={() => props.onEdit(null)}>
        {shared.add}
      </Button>
      <StepActions back={props.back} busy={isBusy} />
      <WarningDialog warnings={warnings} onGoOn={goOn} onClose={() => setWarnings([])} />
    </form>
  );
}

function errorsOf(
  person: PickerRow | undefined,
  words: { choose: string; needGuardian: (name: string) => string },
): FieldError[] {
  return person === undefined ? [{ field: 'add-candidate', text: words.choose }] : guardianErrors([person], words);
}
