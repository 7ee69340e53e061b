import { useMessages } from '@exam/ui/i18n';
import { Button, Notice, Skeleton } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { registrationWords } from '../../../messages/registration.ts';
import { isFields } from '../../../app/draft/typed.ts';
import { candidateById, pickerRows, type PickerRow } from './candidates.ts';
import { useTypedInStep } from '../draft/use-typed-kept.ts';

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
  const words = useMessages(registrationWords);
  const rows = useQuery(pickerRows);
  const [{ chosen, editing }, setHand] = useTypedInStep<Hand>(
    'candidates',
    () => ({ chosen: props.initial, editing: null }),
    isHand,
  );
  // The only one there is need not be ticked; unticked they stay so.
  const [isLeft, setLeft] = useState(false);
  const [only, ...others] = rows.data ?? [];
  const isPicked = chosen.length === 0 && !isLeft && only !== undefined && others.length === 0;
  const setChosen = (next: readonly string[]) => {
    setLeft(true);
    setHand((before) => ({ ...before, chosen: next }));
  };
  const setEditing = (next: Editing | null) => setHand((before) => ({ ...before, editing: next }));
  if (editing !== null) {
    const close = (focusId: string) => {
      setEditing(null);
      focusSoon(focusId);
    };
    const done = (id: string) => {
      if (!chosen.includes(id)) setChosen(props.isOne ? [id] : [...chosen, id]);
      close(`candidate-${id}`);
    };
    const back = editing.id === null ? 'add-candidate' : `candidate-${editing.id}`;
    return <Editor editing={editing} onSaved={done} onCancel={() => close(back)} />;
  }
  if (rows.isError && rows.data === undefined) {
    return (
      <Notice tone="error" live title={words.candidate.failed}>
        <p className="mb-3">{words.notOffered.failedText}</p>
        <Button variant="secondary" onClick={() => void rows.refetch()}>
          {words.notOffered.again}
        </Button>
      </Notice>
    );
  }
  if (rows.data === undefined) return <Skeleton count={3} />;
  return props.children({
    rows: rows.data,
    chosen: isPicked ? [only.id] : chosen.filter((id) => rows.data.some((row) => row.id === id)),
    onChosen: setChosen,
    onEdit: (id) => setEditing({ id }),
  });
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
