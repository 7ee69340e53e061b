import { Skeleton } from '@exam/ui/parts';
import { CandidateChoice } from '../parts/candidate-choice.tsx';
import { CandidatePicker } from './candidate-picker.tsx';
import { useChosenSession } from './chosen-session.ts';
import type { StepProps } from './step-screen.ts';

/** Step 4: who sits the exam. */
export function CandidateInfo(props: StepProps) {
  const session = useChosenSession(props.draft);
  return (
    <CandidateChoice initial={props.draft.candidateIds} isOne={false}>
      {(list) =>
        session.data === undefined ? (
          <Skeleton count={3} />
        ) : (
          <CandidatePicker {...props} {...list} session={session.data} />
        )
      }
    </CandidateChoice>
  );
}
