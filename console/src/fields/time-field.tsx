import { readTime } from '@exam/contract/rules';
import { Field, type ControlProps, type FieldTexts } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import type { ComponentProps } from 'react';
import { pageWords } from '../messages/page.ts';
import { isEnter, useTyped, type Typed } from './use-typed.ts';

type TimeProps = {
  /** `HH:mm`, or '' when there is none. */
  value: string;
  /** Called as soon as a text can be read, and with '' when it no longer can. */
  onChange: (time: string) => void;
};

/** A time of day that is typed as people write it (decision 0100); shown by 24 hours in both languages. */
export function TimeField({
  label,
  hint,
  error,
  optional,
  id,
  required,
  ...time
}: FieldTexts & { id?: string; required?: boolean } & TimeProps) {
  const typed = useTypedTime(time);
  return (
    <Field label={label} hint={hint} error={typed.told ?? error} optional={optional} id={id}>
      {(control) => <TimeInput typed={typed} control={control} required={required} />}
    </Field>
  );
}

/** A text that means a time of day. */
export function useTypedTime({ value, onChange }: TimeProps): Typed {
  const words = useMessages(pageWords).fields;
  return useTyped({
    value,
    onChange,
    read: (text) => {
      const time = readTime(text);
      return { value: time ?? '', refusal: time === null ? words.timeUnreadable : null };
    },
    show: (time) => time.slice(0, 5),
  });
}

export function TimeInput({
  typed: { attach, text, change, settle },
  control,
  required,
}: {
  typed: Typed;
  control: Partial<ControlProps> & Pick<ComponentProps<'input'>, 'aria-label'>;
  required?: boolean | undefined;
}) {
  return (
    <input
      type="text"
      autoComplete="off"
      spellCheck={false}
      maxLength={20}
      data-reads="time"
      placeholder="9:30"
      {...control}
      required={required}
      ref={attach}
      className="input time-input"
      value={text}
      onChange={(event) => change(event.target.value)}
      onBlur={settle}
      onKeyDown={(event) => {
        if (isEnter(event)) settle();
      }}
    />
  );
}
