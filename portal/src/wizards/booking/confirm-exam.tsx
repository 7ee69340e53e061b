import type { SavedCandidate } from '@exam/contract/entities';
import { type bookingJumps, jumpedBack } from '@exam/contract/wizards';
import { useMessages } from '@exam/ui/i18n';
import { Card, ConfirmDialog, Notice, Skeleton } from '@exam/ui/parts';
import { useState } from 'react';
import { bookingWizardWords } from '../../messages/booking-wizard.ts';
import { ConfirmAnswers } from '../parts/confirmation/answers.tsx';
import { ConfirmCandidate } from '../parts/confirmation/candidate.tsx';
import { ConfirmForm } from '../parts/confirmation/form.tsx';
import { SectionHead } from '../parts/confirmation/section-head.tsx';
import { useCandidates } from '../parts/candidates/candidates.ts';
import { Expected } from './expectation-bar.tsx';
import { useSubmission } from './use-submission.ts';
import type { StepProps } from './wizard.ts';

/** Step 6: everything in one place with a way to change each part, the statements, and the request. */
export function ConfirmExam(props: StepProps) {
  const candidates = useCandidates(props.draft.candidateId === null ? [] : [props.draft.candidateId]);
  if (candidates === null) return <Skeleton count={3} shape="block" />;
  const [candidate] = candidates;
  return candidate === undefined ? <ChooseAgain {...props} /> : <Confirmation {...props} candidate={candidate} />;
}

/** The candidate was deleted meanwhile, perhaps on another device. */
function ChooseAgain({ jump, draft }: StepProps) {
  const words = useMessages(bookingWizardWords).candidate;
  return (
    <Notice tone="warning" live>
      <SectionHead title={words.choose} onChange={() => jump('candidateInfo', jumpedBack(draft, 'candidateInfo'))} />
    </Notice>
  );
}

type Jump = (typeof bookingJumps)[number];

function Confirmation(props: StepProps & { candidate: SavedCandidate }) {
  const { product, draft, candidate, jump } = props;
  const words = useMessages(bookingWizardWords).confirm;
  const submission = useSubmission(props);
  const [asked, setAsked] = useState<Jump | null>(null);
  return (
    <ConfirmForm
      key={product.recipient?.version}
      product={product}
      candidates={[candidate]}
      minorIds={draft.isMinor ? [candidate.id] : []}
      back={props.back}
      submitLabel={words.submit}
      submit={submission.submit}
      isBusy={submission.isBusy}
    >
      <section>
        <SectionHead title={words.expectation} onChange={() => setAsked('expectation')} />
        <Card>
          <Expected product={product} draft={draft} />
        </Card>
      </section>
      <section>
        <SectionHead title={words.candidate} onChange={() => setAsked('candidateInfo')} />
        <ul>
          <ConfirmCandidate
            candidate={candidate}
            leave={draft.leave ?? undefined}
            onChangeLeave={() => jump('leaveType')}
            errors={[]}
          />
        </ul>
      </section>
      <ConfirmAnswers product={product} answers={draft.formAnswers} onChange={() => setAsked('examInfo')} />
      <Notice>{words.noPrice}</Notice>
      <ConfirmDialog
        open={asked !== null}
        title={words.reset.title}
        confirmLabel={words.reset.confirm}
        onConfirm={() => {
          if (asked !== null) jump(asked, jumpedBack(draft, asked));
        }}
        onCancel={() => setAsked(null)}
      >
        <p>{asked !== null && words.reset[asked]}</p>
      </ConfirmDialog>
    </ConfirmForm>
  );
}
