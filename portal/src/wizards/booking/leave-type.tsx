import { Skeleton } from '@exam/ui/parts';
import { useCandidates } from '../parts/candidates/candidates.ts';
import { LeaveForm } from '../parts/leave/form.tsx';
import type { StepProps } from './wizard.ts';

/** Step 5, for a minor only: how the candidate leaves the centre, by the age on the expected date. */
export function LeaveType({ draft, save, back }: StepProps) {
  const id = draft.candidateId ?? '';
  const candidates = useCandidates([id]);
  if (candidates === null || draft.expectDate === null) return <Skeleton shape="block" />;
  return (
    <LeaveForm
      minors={candidates}
      examDate={draft.expectDate}
      initial={draft.leave === null ? {} : { [id]: draft.leave }}
      onSave={(leave) => save({ leave: leave[id] ?? null })}
      back={back}
    />
  );
}
