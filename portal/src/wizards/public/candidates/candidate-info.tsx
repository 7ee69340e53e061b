import { Skeleton } from '@exam/ui/parts';
import { CandidateChoice } from '../../parts/candidates/choice.tsx';
import { CandidatePicker } from './picker.tsx';
import { useChosenSession } from '../session/chosen-session.ts';
import type { StepProps } from '../step-screen.ts';

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
