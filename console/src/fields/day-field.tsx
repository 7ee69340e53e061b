import { chinaDateOf, isRealDate, readDay, type Yearless } from '@exam/contract/rules';
import { Field, type ControlProps, type FieldTexts } from '@exam/ui/form';
import { useFormats, useLanguage, useMessages } from '@exam/ui/i18n';
import { useState, type ComponentProps, type KeyboardEvent } from 'react';
import { pageWords } from '../messages/page.ts';
import { MonthDialog } from './month-dialog.tsx';
import { isEnter, useTyped, type Reading, type Typed } from './use-typed.ts';

/** What a field for a day is given, besides its texts. */
export type DayProps = {
  /** `yyyy-mm-dd`, or '' when there is none. */
  value: string;
  /** Called as soon as a text can be read, and with '' when it no longer can. */
  onChange: (day: string) => void;
  min?: string;
  max?: string;
  /** Which day is meant without a year; the next one when left out. */
  yearless?: Yearless;
};

type Plain = { required?: boolean; readOnly?: boolean; disabled?: boolean };

/** Today in China, by this machine's clock. */
export const chinaToday = (): string => chinaDateOf(new Date().toISOString());

/** A day that is typed as people write it (decision 0100), or picked from a month. */
export function DayField({
  label,
  hint,
  error,
  optional,
  id,
  ...day
}: FieldTexts & { id?: string } & DayProps & Plain) {
  const typed = useTypedDay(day);
  return (
    <Field label={label} hint={hint} error={typed.told ?? error} optional={optional} id={id}>
      {(control) => <DayInput {...day} typed={typed} control={control} />}
    </Field>
  );
}

/** A text that means a day. */
export function useTypedDay({ value, onChange, min, max, yearless = 'next' }: DayProps): Typed & { today: string } {
  const words = useMessages(pageWords).fields;
  const formats = useFormats();
  const { language } = useLanguage();
  const [today, setToday] = useState(chinaToday);
  // A word joiner in a text that is edited is a step of the cursor that goes nowhere.
  const show = (day: string) => (isRealDate(day) ? formats.shortDate(day).replaceAll('\u2060', '') : day);
  const read = (text: string): Reading => {
    const found = readDay(text, { language, today, yearless });
    if ('refusal' in found) return { value: '', refusal: words.dayRefusals[found.refusal] };
    const { day } = found;
    if (min && day < min) return { value: day, refusal: words.tooEarly(show(min)) };
    return { value: day, refusal: max && day > max ? words.tooLate(show(max)) : null };
  };
  const typed = useTyped({ value, onChange, read, show });
  // A page may stay open past midnight.
  const change = (text: string) => {
    setToday(chinaToday());
    typed.change(text);
  };
  return { ...typed, change, today };
}

type DayInputProps = Omit<DayProps, 'yearless'> &
  Plain & {
    typed: Typed & { today: string };
    control: Partial<ControlProps> & Pick<ComponentProps<'input'>, 'aria-label' | 'onKeyDown'>;
    /** A day was picked from the month. */
    onPick?: (day: string) => void;
  };

/** The input of a day and the button that opens the month. */
export function DayInput(props: DayInputProps) {
  const { typed, control, readOnly, disabled, required } = props;
  const { attach, text, change, settle } = typed;
  const words = useMessages(pageWords).fields;
  const [isOpen, setOpen] = useState(false);
  const isShut = readOnly === true || disabled === true;
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isEnter(event)) settle();
    if (event.key === 'ArrowDown' && event.altKey && !isShut) {
      event.preventDefault();
      setOpen(true);
    }
    control.onKeyDown?.(event);
  };
  return (
    <div className="day-input">
      <input
        type="text"
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        data-reads="day"
        placeholder={isShut ? undefined : words.dayExample}
        {...control}
        {...{ readOnly, disabled, required, onKeyDown }}
        ref={attach}
        className="input"
        value={text}
        onChange={(event) => change(event.target.value)}
        onBlur={settle}
      />
      {!isShut && (
        <button
          type="button"
          className="day-open"
          aria-label={words.openMonth}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="M3 5h14v12H3zM3 9h14M7 3v4M13 3v4" />
          </svg>
        </button>
      )}
      {isOpen && <Month {...props} close={() => setOpen(false)} />}
    </div>
  );
}

function Month({ typed, value, min, max, onChange, onPick, close }: DayInputProps & { close: () => void }) {
  return (
    <MonthDialog
      beside={typed.input}
      value={value}
      here={value || clamped(typed.today, min, max)}
      isOpen={(date) => (!min || date >= min) && (!max || date <= max)}
      onClose={close}
      onChange={(day) => {
        close();
        onChange(day);
        onPick?.(day);
      }}
    />
  );
}

function clamped(day: string, min = '', max = ''): string {
  if (min && day < min) return min;
  return max && day > max ? max : day;
}
