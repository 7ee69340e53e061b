import { useMessages } from '@exam/ui/i18n';
import { Button, Notice, Skeleton } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { registrationWords } from '../../../messages/registration.ts';
import { isFields } from '../../../app/draft/typed.ts';
import { candidateById, pickerRows, type PickerRow } from '../../../page/candidates.ts';
import { useTypedInStep } from '../draft/use-typed-in-step.ts';

const CandidateForm = lazy(() =>
  import('../../../screens/candidates/form/candidate-form.tsx').then((m) => ({ default: m.CandidateForm })),
);

/** The form in hand: of a new candidate, or of one in the list. */
type Editing = { id: string | null };

/** Who is chosen, and the form that is open. */
type Hand = { chosen: readonly string[]; editing: Editing | null };

function isHand(value: unknown): value is Hand {
  if (!isFields(value)) return false;
  const { chosen, editing } = value;
  const isEditing =
    editing === null || (isFields(editing) && (editing['id'] === null || typeof editing['id'] === 'string'));
  return isEditing && Array.isArray(chosen) && chosen.every((id) => typeof id === 'string');
}

/** What the list of saved candidates gives to the step that chooses from it. */
export type CandidateList = {
  rows: readonly PickerRow[];
  chosen: readonly string[];
  onChosen: (ids: readonly string[]) => void;
  /** Edits one of the list, or null: adds one. */
  onEdit: (id: string | null) => void;
};

/**
 * The account's saved candidates to choose from, which can be added to and changed here.
 * @param props.initial who is chosen at first
 * @param props.isOne whether one is chosen, so that a new one takes the place of the one before
 */
export function CandidateChoice(props: {
  initial: readonly string[];
  isOne: boolean;
  children: (list: CandidateList) => ReactNode;
}) {
  const rows = useQuery(pickerRows);
  const { chosen, edited, setChosen, setEditing, close } = useHand(rows.data, props.initial);
  if (edited !== null) {
    const done = (id: string) => {
      if (!chosen.includes(id)) setChosen(props.isOne ? [id] : [...chosen, id]);
      close(`candidate-${id}`);
    };
    const back = edited.id === null ? 'add-candidate' : `candidate-${edited.id}`;
    return <Editor editing={edited} onSaved={done} onCancel={() => close(back)} />;
  }
  if (rows.data === undefined)
    return rows.isError ? <Failed onAgain={() => void rows.refetch()} /> : <Skeleton count={3} />;
  return props.children({
    rows: rows.data,
    chosen: chosen.filter((id) => rows.data.some((row) => row.id === id)),
    onChosen: setChosen,
    onEdit: (id) => setEditing({ id }),
  });
}

/** Who is chosen, and whose form is open. The only one there is need not be ticked; whoever has saved nobody is asked for the first at once. */
function useHand(rows: readonly PickerRow[] | undefined, initial: readonly string[]) {
  const [{ chosen, editing }, setHand] = useTypedInStep<Hand>(
    'candidates',
    () => ({ chosen: initial, editing: null }),
    isHand,
  );
  // Unticked, or cancelled, it stays so.
  const [isLeft, setLeft] = useState(false);
  const [only, ...others] = rows ?? [];
  const isPicked = chosen.length === 0 && !isLeft && only !== undefined && others.length === 0;
  const isFirst = editing === null && !isLeft && rows?.length === 0;
  const setChosen = (next: readonly string[]) => {
    setLeft(true);
    setHand((before) => ({ ...before, chosen: next }));
  };
  const setEditing = (next: Editing | null) => setHand((before) => ({ ...before, editing: next }));
  const close = (focusId: string) => {
    setLeft(true);
    setEditing(null);
    focusSoon(focusId);
  };
  return {
    chosen: isPicked ? [only.id] : chosen,
    edited: isFirst ? { id: null } : editing,
    setChosen,
    setEditing,
    close,
  };
}

function Failed({ onAgain }: { onAgain: () => void }) {
  const words = useMessages(registrationWords);
  return (
    <Notice tone="error" live title={words.candidate.failed}>
      <p className="mb-3">{words.notOffered.failedText}</p>
      <Button variant="secondary" onClick={onAgain}>
        {words.notOffered.again}
      </Button>
    </Notice>
  );
}

/** Moves the focus to where the person was, once the list is back. */
function focusSoon(id: string): void {
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(id)?.focus()));
}

function Editor(props: { editing: Editing; onSaved: (id: string) => void; onCancel: () => void }) {
  const words = useMessages(registrationWords).candidate;
  const { id } = props.editing;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="max-w-form" aria-labelledby="candidate-form">
      <h2 ref={heading} tabIndex={-1} id="candidate-form" className="mb-4 text-xl">
        {id === null ? words.addTitle : words.editTitle}
      </h2>
      <Suspense fallback={<Skeleton count={4} />}>
        {id === null ? (
          <CandidateForm onSaved={(candidate) => props.onSaved(candidate.id)} onCancel={props.onCancel} />
        ) : (
          <SavedForm id={id} onSaved={props.onSaved} onCancel={props.onCancel} />
        )}
      </Suspense>
    </section>
  );
}

function SavedForm({ id, onSaved, onCancel }: { id: string; onSaved: (id: string) => void; onCancel: () => void }) {
  const words = useMessages(registrationWords);
  const saved = useQuery({ ...candidateById(id), staleTime: 0 });
  if (saved.isError) {
    return (
      <Notice tone="error" live title={words.candidate.failed}>
        <Button variant="secondary" onClick={onCancel}>
          {words.back}
        </Button>
      </Notice>
    );
  }
  if (saved.data === undefined || saved.isFetching) return <Skeleton count={4} />;
  return <CandidateForm initial={saved.data} onSaved={(candidate) => onSaved(candidate.id)} onCancel={onCancel} />;
}
