import type { RefundProgress } from '@exam/contract/entities';

/** The way of a refund as its payer is told it; what goes wrong on the way is for staff and stays "in progress" (9.5). */
const refundSteps = ['requested', 'deciding', 'approved', 'underWay', 'arrived'] as const;
export type RefundStep = (typeof refundSteps)[number];
export type RefundStepState = 'done' | 'current' | 'later';

type Facts = Pick<RefundProgress, 'status' | 'cause' | 'amount'>;

/**
 * The steps of a refund, and how far it has come. A refund that nobody had to ask for begins with its approval; one that ended
 * without money stops where it ended, and one of nothing has no way to go.
 */
export function stepsOf({ status, cause, amount }: Facts): { step: RefundStep; state: RefundStepState }[] {
  if (status === 'None' || status === 'Rejected' || status === 'Closed') return [];
  const isAsked = cause === 'cancellation';
  const shown = refundSteps.filter((step) => {
    if (step === 'requested') return isAsked;
    if (step === 'deciding') return status === 'Pending';
    if (step === 'underWay') return amount > 0 && status !== 'Completed';
    return amount > 0 || step === 'approved';
  });
  const current = currentOf(status);
  const place = current === null ? shown.length : shown.indexOf(current);
  return shown.map((step, index) => ({ step, state: index < place ? 'done' : index === place ? 'current' : 'later' }));
}

function currentOf(status: Facts['status']): RefundStep | null {
  if (status === 'Completed') return null;
  return status === 'Pending' ? 'deciding' : 'underWay';
}
