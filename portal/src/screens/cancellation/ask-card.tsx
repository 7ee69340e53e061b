import { useFormats, useMessages } from '@exam/ui/i18n';
import { Button, Card, Skeleton } from '@exam/ui/parts';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { fieldSentence } from '../../app/field-sentence.ts';
import { KeptForm } from '../../page/kept-form.tsx';
import { cancellationWords } from '../../messages/cancellation.ts';
import { ruleWords } from '../../messages/rules.ts';
import type { Registration } from '../application/people.tsx';

const RequestForm = lazy(() => import('./request-form.tsx').then((module) => ({ default: module.RequestForm })));

/** The way to ask for a cancellation, opened in its place; or why it cannot be asked for, and whom to write to. */
export function AskCard({ exam }: { exam: Registration }) {
  const words = useMessages(cancellationWords).ask;
  const [isOpen, setOpen] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const button = useRef<HTMLSpanElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen) heading.current?.focus();
    else if (wasOpen.current) button.current?.querySelector('button')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const problem = exam.cancellationProblem;
  // After a move everything can be had back at once: the page offers that, not a part of it.
  if (problem === 'CANCELLATION_NOT_POSSIBLE' || problem === 'MOVE_CHOICE_OPEN') return null;
  // Once an objection is upheld the office withdraws it: whoever cancels would have less back.
  if (exam.letter.guardianWait?.isUpheld === true) return null;
  if (!exam.canRequestCancellation) return <NotPossible exam={exam} />;
  return (
    <Card className="no-print">
      <h2 ref={heading} tabIndex={-1} className="mb-3 text-xl">
        {isOpen ? words.heading : words.title}
      </h2>
      {isOpen ? (
        <Suspense fallback={<Skeleton shape="block" />}>
          <KeptForm>
            <RequestForm exam={exam} onClose={() => setOpen(false)} />
          </KeptForm>
        </Suspense>
      ) : (
        <>
          <p>{words.text}</p>
          <span ref={button}>
            <Button variant="secondary" className="mt-3" onClick={() => setOpen(true)}>
              {exam.cancellation?.outcome === 'Rejected' ? words.again : words.open}
            </Button>
          </span>
        </>
      )}
    </Card>
  );
}

function NotPossible({ exam }: { exam: Registration }) {
  const words = useMessages(cancellationWords).ask;
  const rules = useMessages(ruleWords);
  return (
    <Card className="no-print">
      <h2 className="mb-2 text-xl">{words.notPossible}</h2>
      {exam.cancellationProblem !== null && <p>{fieldSentence(rules, exam.cancellationProblem)}</p>}
      <OfficeContact exam={exam} />
    </Card>
  );
}

/** Whom to write to about this exam. */
export function OfficeContact({ exam }: { exam: Registration }) {
  const words = useMessages(cancellationWords).ask;
  const formats = useFormats();
  const { officeName, officeEmail } = exam.session;
  const subject = encodeURIComponent(`${exam.code} ${formats.date(exam.examInfo.examDate)}`);
  return (
    <p className="mt-2">
      {words.office(officeName)}
      <br />
      <a href={`mailto:${officeEmail}?subject=${subject}`}>{words.contact(officeEmail)}</a>
    </p>
  );
}
