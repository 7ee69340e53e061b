import { useMessages } from '@exam/ui/i18n';
import { Button, ErrorSummary, Notice, type FieldError } from '@exam/ui/parts';
import { useState, type FormEvent } from 'react';
import { registrationWords } from '../../../messages/registration.ts';
import type { CandidateList } from '../../parts/candidates/choice.tsx';
import { CandidateTiles, guardianErrors } from '../../parts/candidates/tiles.tsx';
import type { PickerRow } from '../../parts/candidates/candidates.ts';
import { timesOf, type Session } from '../session/chosen-session.ts';
import { findWarnings } from './find-warnings.ts';
import type { Warning } from '../../parts/candidates/warnings.ts';
import { StepActions } from '../../parts/step-actions.tsx';
import type { StepProps } from '../step-screen.ts';
import { WarningDialog } from '../../parts/candidates/warning-dialog.tsx';

/** Most candidates of one submission; the call takes no more. */
const limit = 50;

type Props = StepProps & CandidateList & { session: Session | null };

/** Candidates to tick, and the checks before going on: guardian, number, then the warnings that may be overruled. */
export function CandidatePicker(props: Props) {
  const { rows, chosen, draft, session } = props;
  const words = useMessages(registrationWords).candidate;
  const [attempt, setAttempt] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [warnings, setWarnings] = useState<readonly Warning[]>([]);
  const people = rows.filter((row) => chosen.includes(row.id));
  const errors = attempt === 0 ? [] : errorsOf(people, words);
  const goOn = () => {
    const leave = Object.fromEntries(Object.entries(draft.leave).filter(([id]) => chosen.includes(id)));
    const minorIds = people.filter((person) => person.isMinor).map((person) => person.id);
    props.save({ candidateIds: people.map((person) => person.id), minorIds, leave });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return undefined;
    if (errorsOf(people, words).length > 0 || session === null) return setAttempt(attempt + 1);
    setBusy(true);
    const sitting = { examDate: session.examDate, ...timesOf(session, draft.subjectIds) };
    const found = await findWarnings({ productId: props.product.id, subjectIds: draft.subjectIds, sitting, people });
    setBusy(false);
    return found.length > 0 ? setWarnings(found) : goOn();
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="max-w-3xl">
      <p className="mb-5 text-ink-2">{words.lead}</p>
      <ErrorSummary attempt={attempt} errors={errors} />
      <CandidateTiles {...props} examDate={session?.examDate ?? null} errors={errors} />
      <Button id="add-candidate" variant="secondary" className="mt-4" onClick={() => props.onEdit(null)}>
        {words.add}
      </Button>
      <output className="mt-4 block min-h-7 text-ink-2">{chosen.length > 0 && words.chosenCount(chosen.length)}</output>
      {session !== null && chosen.length > session.freeSeats && (
        <Notice tone="warning" live>
          {words.fewSeats({ free: session.freeSeats, chosen: chosen.length })}
        </Notice>
      )}
      <StepActions back={props.back} busy={isBusy} />
      <WarningDialog warnings={warnings} onGoOn={goOn} onClose={() => setWarnings([])} />
    </form>
  );
}

function errorsOf(
  people: readonly PickerRow[],
  words: { choose: string; tooMany: (limit: number) => string; needGuardian: (name: string) => string },
): FieldError[] {
  if (people.length === 0) return [{ field: 'add-candidate', text: words.choose }];
  if (people.length > limit) return [{ field: 'add-candidate', text: words.tooMany(limit) }];
  return guardianErrors(people, words);
}
