import type { SavedCandidate } from '@exam/contract/entities';
import { useMessages } from '@exam/ui/i18n';
import { Button, Card, Notice, Skeleton, type FieldError } from '@exam/ui/parts';
import { registrationWords } from '../../../messages/registration.ts';
import { candidateName, useCandidates } from '../../parts/candidates/candidates.ts';
import { ConfirmAnswers } from '../../parts/confirmation/answers.tsx';
import { ConfirmCandidate } from '../../parts/confirmation/candidate.tsx';
import { ConfirmForm } from '../../parts/confirmation/form.tsx';
import { SectionHead } from '../../parts/confirmation/section-head.tsx';
import { useChosenSession, type Session } from '../session/chosen-session.ts';
import { ExamFacts } from '../exam-facts.tsx';
import { PricePreview } from './price-preview.tsx';
import type { StepProps } from '../step-screen.ts';
import { useSubmission, type EntryError } from './use-submission.ts';

/** Step 7: everything in one place with a way to change each part, the fees, the statements, and the confirmation. */
export function ConfirmExam(props: StepProps) {
  const { draft } = props;
  const words = useMessages(registrationWords).session;
  const candidates = useCandidates(draft.candidateIds);
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
  return <Confirmation {...props} candidates={candidates} session={session.data} />;
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

function Confirmation(props: FormProps) {
  const { draft, product, candidates, session } = props;
  const { confirm: words, problemAt } = useMessages(registrationWords);
  const submission = useSubmission(props);
  const errors = submission.entryErrors.map((error) => atCandidate(error, candidates, problemAt));
  return (
    <ConfirmForm
      key={product.recipient?.version}
      product={product}
      candidates={candidates}
      minorIds={draft.minorIds}
      back={props.back}
      submitLabel={words.submit}
      submit={submission.submit}
      isBusy={submission.isBusy}
      refused={{ errors, attempt: submission.attempt }}
    >
      {submission.notice !== null && (
        <Notice tone="error" live>
          <p className="mb-3">{submission.notice}</p>
          <ChooseSession {...props} />
        </Notice>
      )}
      <Chosen {...props} entryErrors={submission.entryErrors} />
      <PricePreview session={session} subjectIds={draft.subjectIds} candidates={candidates} />
    </ConfirmForm>
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
              errors={props.entryErrors.filter((each) => each.candidateId === candidate.id).map(({ text }) => text)}
            />
          ))}
        </ul>
      </section>
      <ConfirmAnswers product={product} answers={draft.formAnswers} onChange={() => jump('examInfo')} />
    </>
  );
}
