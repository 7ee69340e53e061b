import { Button, Card, Skeleton } from '@exam/ui/parts';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { leaveOptions } from './leave-answers.ts';
import { LeaveCard, type Registration } from './people.tsx';

/**
 * How a minor leaves, and in its place the form that changes it.
 * @param props.canEdit whether it may be changed now; the server has the last word
 * @param props.note says until when, or why not any more
 * @param props.form the form, fetched when it is opened
 */
export function EditableLeave(props: {
  registration: Registration;
  canEdit: boolean;
  label: string;
  note?: ReactNode;
  form: (acts: { close: () => void }) => ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const button = useRef<HTMLSpanElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen) heading.current?.focus();
    else if (wasOpen.current) button.current?.querySelector('button')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const close = () => setOpen(false);
  if (isOpen) {
    return (
      <Card>
        <h2 ref={heading} tabIndex={-1} className="mb-4 text-xl">
          {props.label}
        </h2>
        <Suspense fallback={<Skeleton shape="block" />}>{props.form({ close })}</Suspense>
      </Card>
    );
  }
  const mayEdit = props.canEdit && leaveOptions(props.registration).choices.length > 0;
  return (
    <LeaveCard
      registration={props.registration}
      action={
        <div className="no-print mt-2">
          {props.note}
          {mayEdit && (
            <span ref={button}>
              <Button variant="secondary" small className="mt-2" onClick={() => setOpen(true)}>
                {props.label}
              </Button>
            </span>
          )}
        </div>
      }
    />
  );
}
