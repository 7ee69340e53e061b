import { fieldMessage, type Language } from '@exam/contract/messages';
import type { Problem } from '@exam/contract/client';
import type { StaffReply, StaffRequest } from '@exam/contract/staff/client';
import type { StaffEndpointName } from '@exam/contract/staff/endpoints';
import { TextAreaField } from '@exam/ui/form';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { Button, Notice, type ButtonVariant } from '@exam/ui/parts';
import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { unreadIn } from '../fields/use-typed.ts';
import { frameWords } from '../messages/frame.ts';
import { pageWords } from '../messages/page.ts';
import { loadAgain } from './object.ts';
import { useStaffAction } from './use-staff-action.ts';

/** What the server says of a field: its sentence, or undefined. */
export type FieldErrors = (path: string) => string | undefined;

/** An act of staff: its call, its fields, its reason. */
export type ActionProps<N extends StaffEndpointName> = {
  /** The call that does it, and what it takes; `reason` is '' when none was written. */
  call: N;
  request: (reason: string) => StaffRequest<N>;
  confirmLabel: string;
  /** Absent: no reason is asked for. `needed`: 5 to 500 characters. `optional`: none or 5 to 500. */
  reason?: 'needed' | 'optional';
  reasonLabel?: string;
  reasonHint?: ReactNode;
  /** Sentences to begin the reason with, each behind a button. */
  templates?: readonly string[];
  /** The toast afterwards. */
  done?: string | ((reply: StaffReply<N>) => string);
  onDone?: (reply: StaffReply<N>) => void;
  /** What is done, in words, and further fields. */
  children?: ReactNode | ((errors: FieldErrors) => ReactNode);
  /** Whether the further fields are filled; while they are not, a press says so and goes to the first that is empty. */
  isReady?: boolean;
};

/** @returns the form of an act, without its buttons: `id` for the button that sends it; `isConflict` once somebody else was faster. */
export function useActionForm<N extends StaffEndpointName>(
  props: ActionProps<N>,
): { id: string; fields: ReactNode; isBusy: boolean; isConflict: boolean } {
  const words = useMessages(pageWords);
  const { language } = useLanguage();
  const id = useId();
  const [reason, setReason] = useState('');
  const [isTooShort, setTooShort] = useState(false);
  const [isPressedEarly, setPressedEarly] = useState(false);
  const { act, isBusy, problem, isConflict } = useStaffAction(props.call, {
    isQuiet: true,
    ...(props.done === undefined ? {} : { done: props.done }),
    ...(props.onDone === undefined ? {} : { onDone: props.onDone }),
  });
  const errors = errorsOf(language, problem);
  useFocusOnRefused(id, problem);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const written = reason.trim();
    const isRight = isReasonRight(props.reason, written);
    const isReady = props.isReady !== false;
    // A day or a time that cannot be read: its field says so.
    const isRead = unreadIn(event.currentTarget) === null;
    setTooShort(!isRight);
    setPressedEarly(!isReady);
    if (!isReady || !isRead) goToInvalid(event.currentTarget);
    if (isRight && isReady && isRead) act(props.request(written));
  };
  const fields = (
    <form id={id} onSubmit={submit} noValidate>
      {typeof props.children === 'function' ? props.children(errors) : props.children}
      {props.reason !== undefined && (
        <ReasonField
          {...props}
          value={reason}
          error={isTooShort ? words.reasonLength : errors('reason')}
          onChange={(value) => {
            setReason(value);
            if (isReasonRight(props.reason, value.trim())) setTooShort(false);
          }}
        />
      )}
      {isPressedEarly && props.isReady === false && <NotReady />}
      <Refusal problem={problem} />
    </form>
  );
  return { id, fields, isBusy, isConflict };
}

/** The button that does an act; once somebody else was faster, one that loads the page again, which is all there is to do then. */
export function ActionSubmit(props: {
  form: Pick<ReturnType<typeof useActionForm>, 'id' | 'isBusy' | 'isConflict'>;
  label: string;
  variant?: ButtonVariant;
  onReload?: () => void;
}) {
  const words = useMessages(pageWords);
  const { form, label, variant = 'primary' } = props;
  const reload = () => {
    props.onReload?.();
    void loadAgain();
  };
  if (form.isConflict) return <Button onClick={reload}>{words.loadAgain}</Button>;
  return (
    <Button type="submit" form={form.id} busy={form.isBusy} variant={variant}>
      {label}
    </Button>
  );
}

/** An act that is done on the page itself, beside what it is decided by: one press, and no dialog between. */
export function ActionPanel<N extends StaffEndpointName>(props: ActionProps<N>) {
  const form = useActionForm(props);
  return (
    <>
      {form.fields}
      <div className="mt-3">
        <ActionSubmit form={form} label={props.confirmLabel} />
      </div>
    </>
  );
}

/** That the fields above are to be filled first. */
export function NotReady() {
  const words = useMessages(pageWords);
  return (
    <Notice tone="error" live>
      {words.notReady}
    </Notice>
  );
}

function errorsOf(language: Language, problem: Problem | null): FieldErrors {
  return (path) => {
    const code = problem?.fields?.[path];
    return code === undefined ? undefined : fieldMessage(language, code);
  };
}

/** The first field that a refusal is about has the focus. */
function useFocusOnRefused(form: string, problem: Problem | null): void {
  useEffect(() => {
    if (problem?.fields) document.getElementById(form)?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, problem]);
}

/** To the first field that has to be filled and is not, or that holds what cannot be read. */
function goToInvalid(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>(':is(input, select, textarea):invalid')?.focus();
}

/** Whether a reason is long enough, or not needed. */
export function isReasonRight(need: 'needed' | 'optional' | undefined, written: string): boolean {
  if (need === undefined || (need === 'optional' && written === '')) return true;
  return written.length >= 5 && written.length <= 500;
}

/** A refusal in the words of the server, or of the frame where it gave none; brought into sight where a long form has scrolled. */
export function Refusal({ problem }: { problem: Problem | null }) {
  const frame = useMessages(frameWords);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Some browsers give a promise back, which React would call as what cleans up.
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  if (problem === null) return null;
  return (
    <div ref={place}>
      <Notice tone="error" live>
        {problem.userMessage || (problem.status === 0 ? frame.noConnection : frame.somethingWrong)}
      </Notice>
    </div>
  );
}

/** Where the reason of an act is written, with sentences to begin it with. */
export function ReasonField(props: {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  reason?: 'needed' | 'optional';
  reasonLabel?: string;
  reasonHint?: ReactNode;
  templates?: readonly string[];
}) {
  const words = useMessages(pageWords);
  const { templates = [] } = props;
  return (
    <>
      <TextAreaField
        label={props.reasonLabel ?? words.reason}
        hint={props.reasonHint ?? words.reasonHint}
        optional={props.reason === 'optional'}
        error={props.error}
        rows={3}
        maxLength={500}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
      {templates.length > 0 && (
        <div className="mt-2 flex flex-wrap gap-2" role="group" aria-label={words.templates}>
          {templates.map((template) => (
            <Button key={template} variant="secondary" small onClick={() => props.onChange(template)}>
              {template.length > 28 ? `${template.slice(0, 27)}…` : template}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}
