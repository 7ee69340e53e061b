import { useFormats, useMessages } from '@exam/ui/i18n';
import { Card, Tag } from '@exam/ui/parts';
import { bookingWords } from '../../messages/booking.ts';
import type { Booking } from './booking-data.ts';

const tones = { done: 'jade', current: 'amber', upcoming: 'plain' } as const;
const marks = { done: 'bg-jade border-jade', current: 'bg-card border-seal', upcoming: 'bg-card border-line' } as const;

/** The five steps of a university exam with the state of each; nothing for other exams, or once the booking has ended. */
export function ProcessCard({ booking }: { booking: Booking }) {
  const words = useMessages(bookingWords).process;
  const formats = useFormats();
  const hasEnded = booking.bookingStatus === 'Withdrawn' || booking.bookingStatus === 'Cancelled';
  if (booking.process.length === 0 || hasEnded) return null;
  const timeOf = ({ step, at, due }: Booking['process'][number]) => {
    if (at !== null) return words.doneAt(formats.instant(at));
    if (due === null) return step === 'letter' ? words.letterUnknown : '';
    return words.due[step](formats.date(due));
  };
  return (
    <Card>
      <h2 className="mb-3 text-xl">{words.title}</h2>
      <ol className="ml-1.5 border-l-2 border-line">
        {booking.process.map((step) => (
          <li
            key={step.step}
            className="relative pb-4 pl-5 last:pb-0"
            aria-current={step.state === 'current' ? 'step' : undefined}
          >
            <span
              className={`absolute top-1.5 -left-1.75 size-3 rounded-full border-2 ${marks[step.state]}`}
              aria-hidden="true"
            />
            <p className="flex flex-wrap items-center gap-x-3">
              <span className={step.state === 'upcoming' ? 'text-ink-2' : 'font-bold'}>{words.steps[step.step]}</span>
              <Tag tone={tones[step.state]}>{words.states[step.state]}</Tag>
            </p>
            <p className="text-sm text-ink-2">{timeOf(step)}</p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
