import { Skeleton } from '@exam/ui/parts';
import { useCandidates } from '../parts/candidates/candidates.ts';
import { LeaveForm } from '../parts/leave/form.tsx';
import { useChosenSession } from './session/chosen-session.ts';
import type { StepProps } from './step-screen.ts';

/** Step 6, for minors only: how each of them leaves the centre. */
export function LeaveType({ draft, save, back }: StepProps) {
  const candidates = useCandidates(draft.candidateIds);
  const { data: session } = useChosenSession(draft);
  if (candidates === null || !session) return <Skeleton count={2} shape="block" />;
  const minors = candidates.filter((candidate) => draft.minorIds.includes(candidate.id));
  return (
    <LeaveForm
      minors={minors}
      examDate={session.examDate}
      initial={draft.leave}
      onSave={(leave) => save({ leave })}
      back={back}
    />
  );
}
