import { ageOn } from '@exam/contract/rules';
import { TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, Notice, Tag, type FieldError } from '@exam/ui/parts';
import { useState, type ReactNode } from 'react';
import { registrationWords } from '../../../messages/registration.ts';
import type { CandidateList } from './choice.tsx';
import { candidateName, importedOf, type PickerRow, withChinese } from '../../../page/candidates.ts';

/** Which of these people are minors without a guardian, as errors at their tiles. */
export function guardianErrors(
  people: readonly PickerRow[],
  words: { needGuardian: (name: string) => string },
): FieldError[] {
  return people
    .filter((person) => person.isMinor && !person.hasGuardian)
    .map((person) => ({ field: `candidate-${person.id}`, text: words.needGuardian(candidateName(person)) }));
}

type Props = CandidateList & {
  /** Whether one is chosen and not several. */
  isOne?: boolean;
  /** The day on which the age counts, if it is known. */
  examDate: string | null;
  errors: readonly FieldError[];
  /** What is shown below a person's tile. */
  more: (row: PickerRow) => ReactNode;
};

/** From so many on they are searched, and no more are shown at once. */
const searched = 8;
const mostShown = 20;
/** Up to this number they are ticked one by one. */
const aFew = 2;

/** The saved candidates as tiles to tick, or to choose one of, each with the way to edit it. */
export function CandidateTiles({ rows, chosen, examDate, onChosen, onEdit, errors, more, isOne = false }: Props) {
  const words = useMessages(registrationWords).candidate;
  const [sought, setSought] = useState('');
  if (rows.length === 0) return <Notice>{words.empty}</Notice>;
  const toggle = (id: string, isOn: boolean) => {
    if (isOne) return onChosen([id]);
    return onChosen(isOn ? [...chosen, id] : chosen.filter((each) => each !== id));
  };
  const found = rows.filter((row) => withChinese(candidateName(row), row.nameZh).includes(sought.trim().toUpperCase()));
  const first = new Set(found.slice(0, mostShown));
  const shown = rows.filter((row) => first.has(row) || chosen.includes(row.id));
  const hidden = found.filter((row) => !shown.includes(row)).length;
  return (
    <fieldset>
      <legend className="sr-only">{words.legend}</legend>
      {rows.length > searched && (
        <TextField
          label={words.search}
          hint={words.searchHint}
          autoComplete="off"
          value={sought}
          onChange={(event) => setSought(event.target.value)}
        />
      )}
      {!isOne && <Shortcuts rows={rows} found={found} chosen={chosen} onChosen={onChosen} />}
      <ul className="grid gap-2">
        {shown.map((row) => {
          const name = candidateName(row);
          const error = errors.find((each) => each.field === `candidate-${row.id}`);
          return (
            <li key={row.id} className="candidate-row" data-invalid={error ? true : undefined}>
              <label className="tile">
                <input
                  id={`candidate-${row.id}`}
                  type={isOne ? 'radio' : 'checkbox'}
                  name={isOne ? 'candidate' : undefined}
                  checked={chosen.includes(row.id)}
                  aria-invalid={error ? true : undefined}
                  onChange={(event) => toggle(row.id, event.target.checked)}
                />
                <span className="min-w-0">
                  <span className="block font-bold">{withChinese(name, row.nameZh)}</span>
                  <Facts row={row} examDate={examDate} />
                  {error && <span className="field-error block">{error.text}</span>}
                </span>
              </label>
              <Button variant="secondary" aria-label={words.editName(name)} onClick={() => onEdit(row.id)}>
                {words.edit}
              </Button>
              {more(row)}
            </li>
          );
        })}
      </ul>
      {hidden > 0 && <p className="mt-2 text-ink-2">{words.moreFound(hidden)}</p>}
    </fieldset>
  );
}

type Choosing = Pick<CandidateList, 'chosen' | 'onChosen'>;

/** One press for those who were imported last, and one for everybody who is found, unless they are more than are shown. */
function Shortcuts({
  rows,
  found,
  ...choosing
}: { rows: readonly PickerRow[]; found: readonly PickerRow[] } & Choosing) {
  const words = useMessages(registrationWords).candidate;
  const imported = importedOf(rows);
  return (
    <>
      {imported.length > aFew && <ChooseAll found={imported} label={words.chooseImported} {...choosing} />}
      {found.length > aFew && found.length <= mostShown && (
        <ChooseAll found={found} label={words.chooseAll} {...choosing} />
      )}
    </>
  );
}

/** Ticks everybody who is found, or unticks them when they all are. */
function ChooseAll(props: { found: readonly PickerRow[]; label: (count: number) => string } & Choosing) {
  const { found, label, chosen, onChosen } = props;
  const words = useMessages(registrationWords).candidate;
  const ids = found.map(({ id }) => id);
  const others = chosen.filter((id) => !ids.includes(id));
  const isAll = chosen.length - others.length === ids.length;
  return (
    <Button variant="quiet" small className="mb-2 -mx-3" onClick={() => onChosen(isAll ? others : [...others, ...ids])}>
      {isAll ? words.chooseNone : label(ids.length)}
    </Button>
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
