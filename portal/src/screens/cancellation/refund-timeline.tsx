import type { RefundProgress } from '@exam/contract/entities';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { InstantText } from '@exam/ui/parts';
import { cancellationWords } from '../../messages/cancellation.ts';
import { stepsOf, type RefundStep, type RefundStepState } from './refund-steps.ts';

const dots: Record<RefundStepState, string> = {
  done: 'bg-jade',
  current: 'border-3 border-jade bg-card',
  later: 'border-2 border-control bg-card',
};

/** The progress of a refund, step by step with its dates, promised ones included. */
export function RefundTimeline({ refund }: { refund: RefundProgress }) {
  const words = useMessages(cancellationWords).refund;
  const steps = stepsOf(refund);
  if (refund.status === 'Rejected') return <p>{words.rejected}</p>;
  if (refund.status === 'Closed') return <p>{words.closed}</p>;
  return (
    <>
      <ol className="ml-1.5 border-l-2 border-line">
        {steps.map(({ step, state }) => (
          <li
            key={step}
            className="relative pb-4 pl-5 last:pb-0"
            aria-current={state === 'current' ? 'step' : undefined}
          >
            <span className={`absolute top-1.5 -left-1.75 size-3 rounded-full ${dots[state]}`} aria-hidden="true" />
            <p className={state === 'later' ? 'text-ink-2' : 'font-bold'}>
              {words.steps[step]} <span className="sr-only">({words[state]})</span>
            </p>
            <StepText refund={refund} step={step} state={state} />
          </li>
        ))}
      </ol>
      {refund.amount === 0 && refund.status === 'Completed' && <p className="mt-2">{words.none}</p>}
    </>
  );
}

type At = { refund: RefundProgress; step: RefundStep; state: RefundStepState };

function StepText({ refund, step, state }: At) {
  const words = useMessages(cancellationWords).refund;
  const at = { requested: refund.submittedAt, approved: refund.approvedAt, arrived: refund.completedAt };
  if (step === 'deciding') return <p className="text-sm text-ink-2">{words.decidingText}</p>;
  if (step === 'underWay') return state === 'current' ? <UnderWay refund={refund} /> : null;
  const moment = at[step];
  if (state === 'later' || moment === null) return null;
  return (
    <div className="text-sm text-ink-2">
      <InstantText at={moment} />
      {step === 'arrived' && <p>{arrivedText(refund, words)}</p>}
    </div>
  );
}

function UnderWay({ refund }: { refund: RefundProgress }) {
  const words = useMessages(cancellationWords).refund;
  const formats = useFormats();
  const { promisedFrom: from, latestDate: to } = refund;
  return (
    <div className="text-sm">
      {from !== null && to !== null && <p>{words.promised({ from: formats.date(from), to: formats.date(to) })}</p>}
      <p className="text-ink-2">{refund.status === 'Failed' ? words.trouble : words.way}</p>
    </div>
  );
}

function arrivedText(
  { isByHand, cause }: RefundProgress,
  words: { byHand: string; outside: string; arrivedText: string },
): string {
  if (isByHand) return words.byHand;
  return cause === 'outside' ? words.outside : words.arrivedText;
}
