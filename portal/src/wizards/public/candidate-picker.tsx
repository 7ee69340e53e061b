import { ageOn } from '@exam/contract/rules';
import { useMessages } from '@exam/ui/i18n';
import { Button, ErrorSummary, Notice, Tag, type FieldError } from '@exam/ui/parts';
import { useState, type FormEvent } from 'react';
import { registrationWords } from '../../messages/registration.ts';
import { candidateName, type PickerRow } from './candidates.ts';
import { timesOf, type Session } from './chosen-session.ts';
import { findWarnings, type Warning } from './find-warnings.ts';
import { StepActions } from './step-actions.tsx';
import type { StepProps } from './step-screen.ts';
import { WarningDialog } from './warning-dialog.tsx';

/** Most candidates of one submission; the call takes no more. */
const limit = 50;

type Props = StepProps & {
  rows: readonly PickerRow[];
  session: Session | null;
  chosen: readonly string[];
  onChosen: (ids: readonly string[]) => void;
  /** Edits one of the list, or null: adds one. */
  onEdit: (id: string | null) => void;
};

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
      <CandidateTiles {...props} errors={errors} />
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
  return people
    .filter((person) => person.isMinor && !person.hasGuardian)
    .map((person) => ({ field: `candidate-${person.id}`, text: words.needGuardian(candidateName(person)) }));
}

function CandidateTiles({
  rows,
  chosen,
  session,
  onChosen,
  onEdit,
  errors,
}: Props & { errors: readonly FieldError[] }) {
  const words = useMessages(registrationWords).candidate;
  if (rows.length === 0) return <Notice>{words.empty}</Notice>;
  const toggle = (id: string, isOn: boolean) => onChosen(isOn ? [...chosen, id] : chosen.filter((each) => each !== id));
  return (
    <fieldset>
      <legend className="field-label mb-2">{words.legend}</legend>
      <ul className="grid gap-2">
        {rows.map((row) => {
          const name = candidateName(row);
          const error = errors.find((each) => each.field === `candidate-${row.id}`);
          return (
            <li key={row.id} className="candidate-row" data-invalid={error ? true : undefined}>
              <label className="tile">
                <input
                  id={`candidate-${row.id}`}
                  type="checkbox"
                  checked={chosen.includes(row.id)}
                  aria-invalid={error ? true : undefined}
                  onChange={(event) => toggle(row.id, event.target.checked)}
                />
                <span className="min-w-0">
                  <span className="block font-bold">{name}</span>
                  <Facts row={row} examDate={session?.examDate ?? null} />
                  {error && <span className="field-error block">{error.text}</span>}
                </span>
              </label>
              <Button variant="secondary" aria-label={words.editName(name)} onClick={() => onEdit(row.id)}>
                {words.edit}
              </Button>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

function Facts({ row, examDate }: { row: PickerRow; examDate: string | null }) {
  const words = useMessages(registrationWords);
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
      <span className="tabular-nums">
        {words.pickup.idTypes[row.idType]} {row.idNo}
      </span>
      {row.isMinor ? <Tag tone="amber">{words.candidate.minor}</Tag> : null}
      {row.isMinor && examDate !== null ? (
        <span>{words.candidate.onExamDay(ageOn(row.dob, examDate))}</span>
      ) : (
        <span>{words.candidate.ages[row.candidateAgeType]}</span>
      )}
      {row.isMinor && <span>{row.hasGuardian ? words.candidate.guardian : words.candidate.noGuardian}</span>}
    </span>
  );
}
