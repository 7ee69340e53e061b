import type { SavedCandidate } from '@exam/contract/entities';
import { CheckboxField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, Card, ErrorSummary, Notice, Skeleton, type FieldError } from '@exam/ui/parts';
import { useState, type FormEvent } from 'react';
import { registrationWords } from '../../messages/registration.ts';
import { candidateName, useDraftCandidates } from './candidates.ts';
import { useChosenSession, type Session } from './chosen-session.ts';
import { ConfirmAnswers } from './confirm-answers.tsx';
import { ConfirmCandidate } from './confirm-candidate.tsx';
import { Consents, consentKeys, missingConsents } from './consents.tsx';
import { ExamFacts } from './exam-facts.tsx';
import { PricePreview } from './price-preview.tsx';
import { SectionHead } from './section-head.tsx';
import { StepActions } from './step-actions.tsx';
import type { StepProps } from './step-screen.ts';
import { useSubmission, type EntryError } from './use-submission.ts';

/** Step 7: everything in one place with a way to change each part, the fees, the statements, and the confirmation. */
export function ConfirmExam(props: StepProps) {
  const { draft } = props;
  const words = useMessages(registrationWords).session;
  const candidates = useDraftCandidates(draft);
  const session = useChosenSession(draft);
  if (candidates === null || session.data === undefined) return <Skeleton count={3} shape="block" />;
  if (session.data === null) {
    return (
      <Notice tone="warning" live>
        <p className="mb-3">{words.gone}</p>
        <ChooseSession {...props} />
      </Notice>
    );
  }
  return <ConfirmForm {...props} candidates={candidates} session={session.data} />;
}

/** Goes back to the list of sessions with nothing chosen. */
function ChooseSession({ jump }: StepProps) {
  const words = useMessages(registrationWords).confirm;
  return (
    <Button variant="secondary" onClick={() => jump('selectSession', { sessionId: null, sessionSubjectIds: [] })}>
      {words.otherSession}
    </Button>
  );
}

type FormProps = StepProps & { candidates: readonly SavedCandidate[]; session: Session };

function ConfirmForm(props: FormProps) {
  const { draft, product, candidates, session } = props;
  const { confirm: words, problemAt } = useMessages(registrationWords);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [isCorrect, setCorrect] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const submission = useSubmission(props);
  const keys = consentKeys(candidates, draft.minorIds);
  const missing = missingConsents(keys, ticked);
  const isCorrectMissing = attempt > 0 && !isCorrect;
  const errors: FieldError[] = [
    ...submission.entryErrors.map((error) => atCandidate(error, candidates, problemAt)),
    ...(attempt > 0
      ? missing.map((key) => ({ field: key, text: words.statementMissingAt(words.statements[key]) }))
      : []),
    ...(isCorrectMissing ? [{ field: 'correct', text: words.correctMissing }] : []),
  ];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAttempt(attempt + 1);
    if (missing.length === 0 && isCorrect) submission.submit();
  };
  return (
    <form onSubmit={submit} noValidate className="grid max-w-3xl gap-8">
      <ErrorSummary attempt={attempt + submission.attempt} errors={errors} />
      {submission.notice !== null && (
        <Notice tone="error" live>
          <p className="mb-3">{submission.notice}</p>
          <ChooseSession {...props} />
        </Notice>
      )}
      <Chosen {...props} entryErrors={submission.entryErrors} />
      <PricePreview session={session} subjectIds={draft.subjectIds} candidates={candidates} />
      <Consents
        product={product}
        keys={keys}
        candidates={candidates}
        minorIds={draft.minorIds}
        ticked={ticked}
        onTicked={setTicked}
        isShown={attempt > 0}
      />
      <div className="border-t border-line pt-4">
        <CheckboxField
          id="correct"
          label={<strong>{words.correct}</strong>}
          error={isCorrectMissing ? words.correctMissing : undefined}
          checked={isCorrect}
          onChange={(event) => setCorrect(event.target.checked)}
        />
        <StepActions back={props.back} label={words.submit} busy={submission.isBusy} />
      </div>
    </form>
  );
}

function atCandidate(
  { candidateId, text }: EntryError,
  candidates: readonly SavedCandidate[],
  sentence: (p: { name: string; text: string }) => string,
): FieldError {
  const person = candidates.find((each) => each.id === candidateId);
  return { field: `entry-${candidateId}`, text: person ? sentence({ name: candidateName(person), text }) : text };
}

/** Exam, candidates and answers, each with the way to change it. */
function Chosen(props: FormProps & { entryErrors: readonly EntryError[] }) {
  const { draft, product, candidates, session, jump } = props;
  const words = useMessages(registrationWords).confirm;
  return (
    <>
      <section>
        <SectionHead title={words.exam} onChange={() => jump('selectSubject')} />
        <Card>
          <ExamFacts product={product} session={session} subjectIds={draft.subjectIds} />
        </Card>
      </section>
      <section>
        <SectionHead title={words.candidates} onChange={() => jump('candidateInfo')} />
        <ul className="grid gap-3">
          {candidates.map((candidate) => (
            <ConfirmCandidate
              key={candidate.id}
              candidate={candidate}
              leave={draft.minorIds.includes(candidate.id) ? draft.leave[candidate.id] : undefined}
              onChangeLeave={() => jump('leaveType')}
              errors={props.entryErrors.filter((each) => each.candidateId === candidate.id)}
            />
          ))}
        </ul>
      </section>
      <ConfirmAnswers {...props} />
    </>
  );
}
