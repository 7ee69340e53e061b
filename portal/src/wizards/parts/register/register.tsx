import type { SavedCandidate } from '@exam/contract/entities';
import { isFormCode } from '@exam/contract/forms';
import type { LeaveDraft } from '@exam/contract/wizards';
import { useMessages } from '@exam/ui/i18n';
import { Button, type FieldError } from '@exam/ui/parts';
import { useId, useState, type ReactNode } from 'react';
import type { Product } from '../../../app/catalogue.ts';
import { registrationWords } from '../../../messages/registration.ts';
import { candidateName, useCandidates, type PickerRow } from '../../../page/candidates.ts';
import { CandidateChoice, type CandidateList } from '../candidates/choice.tsx';
import { CandidateTiles, guardianErrors } from '../candidates/tiles.tsx';
import { WarningDialog } from '../candidates/warning-dialog.tsx';
import type { Warning } from '../candidates/warnings.ts';
import { ConfirmForm } from '../confirmation/form.tsx';
import { useFormAnswers } from '../form/use-form-answers.tsx';
import { MinorLeave } from '../leave/minor-leave.tsx';
import { useLeave } from '../leave/use-leave.ts';
import { CandidateFacts } from './facts.tsx';

type Answers = Readonly<Record<string, unknown>>;

/** What a person has said on the page: who sits the exam, how the minors among them leave, and the answers of the form. */
export type Filled = {
  people: readonly PickerRow[];
  candidateIds: readonly string[];
  minorIds: readonly string[];
  leave: Readonly<Record<string, LeaveDraft>>;
  formAnswers: Answers;
};

type Props = {
  product: Product;
  /** The day on which the age counts. */
  examDate: string;
  /** Whether one candidate is chosen and not several. */
  isOne: boolean;
  /** Most candidates of one submission. */
  limit: number;
  /** What was chosen before. */
  initial: { candidateIds: readonly string[]; leave: Filled['leave']; formAnswers: Answers | null };
  lead: string;
  /** Who of these people is known to be registered, or has no time then; it stops nobody. */
  findWarnings: (people: readonly PickerRow[]) => Promise<Warning[]>;
  /** What is shown between the people and the statements. */
  children: (candidates: readonly SavedCandidate[]) => ReactNode;
  /** The way on, always in sight: buttons that submit the form with this id. */
  actions: (given: { form: string; candidateIds: readonly string[]; isBusy: boolean }) => ReactNode;
  submit: (filled: Filled) => void;
  isBusy: boolean;
  /** What the server refused, by candidate where it is about one, and how often it did. */
  refused?: {
    entries: readonly { candidateId: string; text: string }[];
    errors: readonly FieldError[];
    attempt: number;
  };
};

/** One page for everything after the choice of the exam (decision 0086): the people, what is asked about them, the statements, the way on. */
export function Register(props: Props) {
  return (
    <CandidateChoice initial={props.initial.candidateIds} isOne={props.isOne}>
      {(list) => <Filling {...props} list={list} />}
    </CandidateChoice>
  );
}

/** What of the page is filled in, and what is wrong with it. */
function useFilling({ product, examDate, isOne, limit, initial, list }: Props & { list: CandidateList }) {
  const words = useMessages(registrationWords).candidate;
  const [isShown, setShown] = useState(false);
  const people = list.rows.filter(({ id }) => list.chosen.includes(id));
  const ids = people.map(({ id }) => id);
  const { candidates, isAll } = useCandidates(ids);
  const minorIds = people.filter(({ isMinor }) => isMinor).map(({ id }) => id);
  const minors = candidates.filter(({ id }) => minorIds.includes(id));
  const leave = useLeave({ examDate, initial: initial.leave });
  const number = product.registrationTemplateNumber;
  const form = useFormAnswers({
    form: number !== null && isFormCode(number) ? number : null,
    chosen: { examDate, candidates: people.length },
    about: isOne ? (ids[0] ?? '') : '',
    initial: isOne && ids[0] !== initial.candidateIds[0] ? null : initial.formAnswers,
    isShown,
  });
  const wrong = peopleErrors(people, limit, words);
  return {
    ids,
    candidates,
    isAll,
    minorIds,
    minors,
    leave,
    form,
    isShown,
    show: () => setShown(true),
    peopleErrors: wrong,
    errors: [...wrong, ...leave.errorsOf(minors), ...form.errors],
    filled: (): Filled => ({
      people,
      candidateIds: ids,
      minorIds,
      leave: leave.leaveOf(minors),
      formAnswers: form.answers,
    }),
  };
}

function Filling(props: Props & { list: CandidateList }) {
  const { product, submit } = props;
  const words = useMessages(registrationWords);
  const formId = useId();
  const filling = useFilling(props);
  const [isAsking, setAsking] = useState(false);
  const [warnings, setWarnings] = useState<readonly Warning[]>([]);
  const isBusy = props.isBusy || isAsking;
  const refused = props.refused ?? { entries: [], errors: [], attempt: 0 };
  const send = async () => {
    if (isBusy || !filling.isAll) return;
    setAsking(true);
    const found = await props.findWarnings(filling.filled().people);
    setAsking(false);
    if (found.length > 0) setWarnings(found);
    else submit(filling.filled());
  };
  const atPerson = ({ candidateId, text }: { candidateId: string; text: string }) => ({
    field: `entry-${candidateId}`,
    text: words.problemAt({ name: nameOf(filling.candidates, candidateId), text }),
  });
  return (
    <div className="register-main">
      <People {...props} filling={filling} />
      <ConfirmForm
        key={`${product.recipient?.version} ${filling.ids.join()}`}
        id={formId}
        product={product}
        candidates={filling.candidates}
        minorIds={filling.minorIds}
        errors={filling.errors}
        onAttempt={filling.show}
        submit={() => void send()}
        refused={{ attempt: refused.attempt, errors: [...refused.errors, ...refused.entries.map(atPerson)] }}
      >
        {filling.form.fields !== null && (
          <section className="max-w-form">
            <h2 className="mb-2 text-xl">{words.confirm.answers}</h2>
            {filling.form.fields}
          </section>
        )}
        {filling.candidates.length > 0 && props.children(filling.candidates)}
      </ConfirmForm>
      <div className="act-bar">{props.actions({ form: formId, candidateIds: filling.ids, isBusy })}</div>
      <WarningDialog
        warnings={warnings}
        onGoOn={() => {
          setWarnings([]);
          submit(filling.filled());
        }}
        onClose={() => setWarnings([])}
      />
    </div>
  );
}

/** The saved candidates to choose from; below each that is chosen what is to be checked and, of a minor, who comes after the exam. */
function People(props: Props & { list: CandidateList; filling: ReturnType<typeof useFilling> }) {
  const { list, filling, isOne, examDate } = props;
  const words = useMessages(registrationWords);
  const refused = props.refused?.entries ?? [];
  const more = (row: PickerRow) => {
    const candidate = filling.candidates.find(({ id }) => id === row.id);
    if (candidate === undefined) return null;
    return (
      <CandidateFacts
        candidate={candidate}
        isMinor={row.isMinor}
        errors={refused.filter(({ candidateId }) => candidateId === row.id).map(({ text }) => text)}
      >
        {row.isMinor && (
          <MinorLeave minor={candidate} examDate={examDate} leave={filling.leave} isShown={filling.isShown} />
        )}
      </CandidateFacts>
    );
  };
  return (
    <section>
      <h2 className="mb-2 text-xl">{words.confirm.candidates}</h2>
      <p className="mb-3 text-ink-2">{props.lead}</p>
      <CandidateTiles
        {...list}
        isOne={isOne}
        examDate={examDate}
        errors={filling.isShown ? filling.peopleErrors : []}
        more={more}
      />
      <Button id="add-candidate" variant="secondary" className="mt-3" onClick={() => list.onEdit(null)}>
        {words.candidate.add}
      </Button>
      {list.rows.length > 1 && (
        <output className="mt-3 block min-h-7 text-ink-2">
          {list.chosen.length > 0 && words.candidate.chosenCount(list.chosen.length)}
        </output>
      )}
    </section>
  );
}

function nameOf(candidates: readonly SavedCandidate[], id: string): string {
  const candidate = candidates.find((each) => each.id === id);
  return candidate ? candidateName(candidate) : '';
}

function peopleErrors(
  people: readonly PickerRow[],
  limit: number,
  words: { choose: string; tooMany: (limit: number) => string; needGuardian: (name: string) => string },
): FieldError[] {
  if (people.length === 0) return [{ field: 'add-candidate', text: words.choose }];
  if (people.length > limit) return [{ field: 'add-candidate', text: words.tooMany(limit) }];
  return guardianErrors(people, words);
}
