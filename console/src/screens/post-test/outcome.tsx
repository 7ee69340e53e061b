import { markOutcomes, type MarkOutcome } from '@exam/contract/entities';
import type { PostTestPage } from '@exam/contract/staff';
import { CheckboxField, SelectField, TextAreaField, TextField } from '@exam/ui/form';
import { formatMoney } from '@exam/contract/rules';
import { useMessages } from '@exam/ui/i18n';
import { useState } from 'react';
import { postTestWords } from '../../messages/post-test.ts';
import { ActionButton } from '../../page/index.ts';

type Mark = { outcome: MarkOutcome | ''; markBefore: string; markAfter: string };
type Typed = {
  marks: Readonly<Record<number, Mark>>;
  isGradeChanged: boolean;
  gradeBefore: string;
  gradeAfter: string;
  note: string;
};

const unmarked: Mark = { outcome: '', markBefore: '', markAfter: '' };

function typedOf(request: PostTestPage): Typed {
  const marks = request.components.map(({ position, outcome, markBefore, markAfter }) => [
    position,
    { outcome: outcome ?? '', markBefore: markBefore ?? '', markAfter: markAfter ?? '' },
  ]);
  return {
    marks: Object.fromEntries(marks),
    isGradeChanged: request.isGradeChanged ?? false,
    gradeBefore: request.gradeBefore ?? '',
    gradeAfter: request.gradeAfter ?? '',
    note: request.outcomeNote ?? '',
  };
}

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** Records what became of each mark, or proposes another outcome. */
export function OutcomeButton({ request, isCorrection = false }: { request: PostTestPage; isCorrection?: boolean }) {
  const words = useMessages(postTestWords);
  const [typed, setTyped] = useState(() => typedOf(request));
  const rows = request.hasMarks ? request.components : [];
  const components = rows.flatMap(({ position }) => {
    const { outcome, markBefore, markAfter } = typed.marks[position] ?? unmarked;
    return outcome === '' ? [] : [{ position, outcome, markBefore: orNull(markBefore), markAfter: orNull(markAfter) }];
  });
  const body = {
    version: request.version,
    components,
    isGradeChanged: typed.isGradeChanged,
    gradeBefore: orNull(typed.gradeBefore),
    gradeAfter: orNull(typed.gradeAfter),
    note: orNull(typed.note),
  };
  const params = { id: request.id };
  const fields = <Fields request={request} typed={typed} change={(part) => setTyped({ ...typed, ...part })} />;
  const isReady = components.length === rows.length;
  if (isCorrection)
    return (
      <ActionButton
        label={words.correct}
        call="postTests.correct"
        request={(reason) => ({ params, body: { ...body, reason } })}
        reason="needed"
        reasonHint={words.correctReason}
        isReady={isReady}
        confirmLabel={words.correct}
        done={words.proposed}
      >
        <p className="mb-4">{words.correctText}</p>
        {fields}
      </ActionButton>
    );
  return (
    <ActionButton
      label={words.record}
      variant="primary"
      call="postTests.complete"
      request={() => ({ params, body: { ...body, fileIds: [] } })}
      isReady={isReady}
      confirmLabel={words.record}
      done={(page) => (page.proposalId === null ? words.done : words.proposed)}
    >
      <p className="mb-4">
        {request.hasMarks ? words.recordText(formatMoney(request.gradeChangeAmount)) : words.recordNoMarks}
      </p>
      {fields}
    </ActionButton>
  );
}

function Fields(props: { request: PostTestPage; typed: Typed; change: (part: Partial<Typed>) => void }) {
  const words = useMessages(postTestWords);
  const { request, typed, change } = props;
  return (
    <>
      {request.hasMarks &&
        request.components.map((component) => (
          <MarkFields key={component.position} component={component} typed={typed} change={change} />
        ))}
      {request.hasMarks && (
        <CheckboxField
          label={words.gradeChanged}
          checked={typed.isGradeChanged}
          onChange={(event) => change({ isGradeChanged: event.target.checked })}
        />
      )}
      {typed.isGradeChanged && (
        <div className="grid grid-cols-2 gap-x-4">
          <TextField
            label={words.gradeBefore}
            value={typed.gradeBefore}
            maxLength={10}
            onChange={(event) => change({ gradeBefore: event.target.value })}
          />
          <TextField
            label={words.gradeAfter}
            value={typed.gradeAfter}
            maxLength={10}
            onChange={(event) => change({ gradeAfter: event.target.value })}
          />
        </div>
      )}
      <TextAreaField
        label={words.note}
        value={typed.note}
        maxLength={1000}
        onChange={(event) => change({ note: event.target.value })}
      />
    </>
  );
}

function MarkFields(props: {
  component: PostTestPage['components'][number];
  typed: Typed;
  change: (part: Partial<Typed>) => void;
}) {
  const words = useMessages(postTestWords);
  const { code, position } = props.component;
  const mark = props.typed.marks[position] ?? unmarked;
  const set = (part: Partial<Mark>) =>
    props.change({ marks: { ...props.typed.marks, [position]: { ...mark, ...part } } });
  return (
    <div className="grid gap-x-4 sm:grid-cols-3">
      <SelectField
        label={`${words.outcome} · ${code}`}
        value={mark.outcome}
        options={markOutcomes.map((value) => ({ value, label: words.outcomes[value] }))}
        onChange={(event) => set({ outcome: markOutcomes.find((each) => each === event.target.value) ?? '' })}
      />
      <TextField
        label={`${words.markBefore} · ${code}`}
        value={mark.markBefore}
        maxLength={20}
        onChange={(event) => set({ markBefore: event.target.value })}
      />
      <TextField
        label={`${words.markAfter} · ${code}`}
        value={mark.markAfter}
        maxLength={20}
        onChange={(event) => set({ markAfter: event.target.value })}
      />
    </div>
  );
}
