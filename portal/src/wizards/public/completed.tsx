import { useMessages } from '@exam/ui/i18n';
import { Button, Card, LinkButton, Notice } from '@exam/ui/parts';
import { registrationWords } from '../../messages/registration.ts';
import type { StepProps } from './step-screen.ts';

/** Step 8: what is in the cart now, that no seat is kept yet, and what to do next. */
export function Completed({ submitted, again }: StepProps) {
  const words = useMessages(registrationWords).completed;
  return (
    <div className="max-w-3xl">
      <Notice tone="success" live title={words.added(submitted.length)}>
        <p>{words.noSeat}</p>
        {submitted.some((each) => each.asksGuardian) && <p className="mt-2">{words.asksGuardian}</p>}
      </Notice>
      <Card className="mt-5">
        <p className="text-ink-2">{words.code}</p>
        <ul className="mt-1 flex flex-wrap gap-x-6 gap-y-1 font-mono text-lg">
          {submitted.map(({ id, code }) => (
            <li key={id}>{code}</li>
          ))}
        </ul>
      </Card>
      <h2 className="mt-8 mb-2 text-xl">{words.nextTitle}</h2>
      <ol className="grid list-decimal gap-1.5 pl-5">
        {words.next.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <div className="step-actions">
        <LinkButton href="/candidate/shopping-cart">{words.cart}</LinkButton>
        <Button variant="secondary" onClick={again}>
          {words.another}
        </Button>
        <LinkButton variant="secondary" href="/exam-all">
          {words.exams}
        </LinkButton>
      </div>
    </div>
  );
}
