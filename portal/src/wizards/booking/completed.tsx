import { useMessages } from '@exam/ui/i18n';
import { Button, Card, CopyCode, LinkButton, Notice } from '@exam/ui/parts';
import { bookingWizardWords } from '../../messages/booking-wizard.ts';
import type { StepProps } from './wizard.ts';

/** Step 7: the request is with us; its number, and what comes next. */
export function Completed({ submitted, again }: StepProps) {
  const words = useMessages(bookingWizardWords).completed;
  const [made] = submitted;
  return (
    <div className="max-w-3xl">
      <Notice tone="success" live title={words.sent}>
        <p>{words.text}</p>
      </Notice>
      {made !== undefined && (
        <Card className="mt-5">
          <p className="text-ink-2">{words.code}</p>
          <p className="mt-1 text-lg">
            <CopyCode code={made.code} label={words.code} />
          </p>
        </Card>
      )}
      <h2 className="mt-8 mb-2 text-xl">{words.nextTitle}</h2>
      <ol className="grid list-decimal gap-1.5 pl-5">
        {words.next.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <div className="step-actions">
        {made !== undefined && <LinkButton href={`/candidate/booking/${made.id}`}>{words.toBooking}</LinkButton>}
        <LinkButton variant="secondary" href="/candidate/booking">
          {words.toBookings}
        </LinkButton>
        <Button variant="secondary" onClick={again}>
          {words.another}
        </Button>
      </div>
    </div>
  );
}
