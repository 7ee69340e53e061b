import { Field, type FieldTexts } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { useEffect, useState } from 'react';
import { pageWords } from '../messages/page.ts';
import { DayInput, useTypedDay, type DayProps } from './day-field.tsx';
import { TimeInput, useTypedTime } from './time-field.tsx';

type Parts = { day: string; time: string };

const partsOf = (value: string): Parts => {
  const [day = '', time = ''] = value.split('T');
  return { day, time: time.slice(0, 5) };
};

const joined = ({ day, time }: Parts): string => (day === '' || time === '' ? '' : `${day}T${time}`);

/** A day and a time of day in China: `yyyy-mm-ddTHH:mm`, or '' while one of them is missing. */
export function MomentField({
  label,
  hint,
  error,
  optional,
  id,
  required,
  value,
  onChange,
  yearless,
}: FieldTexts & { id?: string; required?: boolean } & Pick<DayProps, 'value' | 'onChange' | 'yearless'>) {
  const words = useMessages(pageWords).fields;
  const [given, setGiven] = useState(() => partsOf(value));
  const [isLeft, setLeft] = useState(false);
  // Half a moment is kept as long as it says the same as the value: nothing.
  const parts = joined(given) === joined(partsOf(value)) ? given : partsOf(value);
  const set = (change: Partial<Parts>) => {
    const next = { ...parts, ...change };
    setGiven(next);
    if (joined(next) !== value) onChange(joined(next));
  };
  const day = useTypedDay({ value: parts.day, onChange: (next) => set({ day: next }), ...(yearless && { yearless }) });
  const time = useTypedTime({ value: parts.time, onChange: (next) => set({ time: next }) });
  const missing = missingOf(day.text, time.text);
  const dayMissing = useMissing(day.input, missing === 'day' ? words.momentWhole : null, isLeft);
  const timeMissing = useMissing(time.input, missing === 'time' ? words.momentWhole : null, isLeft);
  const wrong = { day: day.told ?? dayMissing, time: time.told ?? timeMissing };
  const told = wrong.day ?? wrong.time;
  // What the server says is of both; else only the half that is wrong is marked.
  const isWrong = (half: keyof Parts) => (told === undefined ? error : wrong[half]) !== undefined || undefined;
  return (
    <Field label={label} hint={hint} error={told ?? error} optional={optional} id={id} group>
      {(control) => (
        <div
          className="moment-input"
          onFocus={() => setLeft(false)}
          onBlur={(event) => {
            if (!event.currentTarget.contains(event.relatedTarget)) setLeft(true);
          }}
        >
          <DayInput
            value={parts.day}
            onChange={(next) => set({ day: next })}
            typed={day}
            required={required ?? false}
            control={{ ...control, 'aria-invalid': isWrong('day'), 'aria-label': words.day }}
          />
          <TimeInput
            typed={time}
            required={required}
            control={{
              ...control,
              id: `${control.id}-time`,
              'aria-invalid': isWrong('time'),
              'aria-label': words.time,
            }}
          />
        </div>
      )}
    </Field>
  );
}

/** Which half of a moment is empty while the other is not. */
function missingOf(day: string, time: string): 'day' | 'time' | null {
  if ((day.trim() === '') === (time.trim() === '')) return null;
  return day.trim() === '' ? 'day' : 'time';
}

/** Half a moment is as wrong to the browser as what cannot be read. @returns what to say of it, once the field was left. */
function useMissing(input: HTMLInputElement | null, text: string | null, isLeft: boolean): string | undefined {
  useEffect(() => {
    if (text === null) return undefined;
    input?.setCustomValidity(text);
    return () => input?.setCustomValidity('');
  }, [input, text]);
  return isLeft && text !== null ? text : undefined;
}
