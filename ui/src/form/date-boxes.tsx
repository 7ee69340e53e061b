import { useState } from 'react';
import { useLanguage, useMessages } from '../i18n/language.tsx';
import { uiWords } from '../messages/index.ts';
import { Field, type ControlProps, type FieldTexts } from './field.tsx';

type Box = 'year' | 'month' | 'day';
type Boxes = Record<Box, string>;

const order: Record<'en' | 'zh', readonly Box[]> = { en: ['day', 'month', 'year'], zh: ['year', 'month', 'day'] };
const digitsOf: Record<Box, number> = { year: 4, month: 2, day: 2 };

function boxesOf(value: string): Boxes {
  const [year = '', month = '', day = ''] = value.split('-');
  return { year, month, day };
}

function joined(boxes: Boxes, kinds: readonly Box[]): string {
  const used: Box[] = (['year', 'month', 'day'] as const).filter((box) => kinds.includes(box));
  if (used.every((box) => boxes[box] === '')) return '';
  return used.map((box) => boxes[box].padStart(digitsOf[box], '0')).join('-');
}

type DateBoxesProps = FieldTexts & {
  id?: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  /** All boxes have been left, not one for the next. */
  onBlur?: () => void;
  /** A date of birth is filled in by the browser's own data. */
  birthday?: boolean;
};

/**
 * A remembered date in three boxes, in the order of the language; never a calendar.
 * `value` and what `onChange` gives are `yyyy-mm-dd` as typed (it may be no real date: `2026-02-31`), or '' when all boxes are empty.
 */
export function DateBoxes(props: DateBoxesProps) {
  const { language } = useLanguage();
  return <BoxesField {...props} kinds={order[language]} />;
}

/** A month in two boxes; `yyyy-mm`, or '' when both are empty. */
export function MonthBoxes(props: Omit<DateBoxesProps, 'birthday'>) {
  const { language } = useLanguage();
  return <BoxesField {...props} kinds={order[language].filter((box) => box !== 'day')} />;
}

function BoxesField(props: DateBoxesProps & { kinds: readonly Box[] }) {
  const { kinds, value, onChange } = props;
  const [typed, setTyped] = useState(() => boxesOf(value));
  // What is typed keeps its form ("5", not "05") as long as it says the same as the value.
  const boxes = joined(typed, kinds) === value ? typed : boxesOf(value);
  const change = (box: Box, text: string) => {
    const next = { ...boxes, [box]: text.replaceAll(/\D/g, '').slice(0, digitsOf[box]) };
    setTyped(next);
    onChange(joined(next, kinds));
  };
  return (
    <Field label={props.label} hint={props.hint} error={props.error} optional={props.optional} id={props.id} group>
      {(control) => (
        <div
          className="boxes flex-wrap"
          onBlur={(event) => {
            if (!event.currentTarget.contains(event.relatedTarget)) props.onBlur?.();
          }}
        >
          {kinds.map((box, index) => (
            <NumberBox
              key={box}
              box={box}
              first={index === 0}
              control={control}
              value={boxes[box]}
              birthday={props.birthday === true}
              onChange={(text) => change(box, text)}
            />
          ))}
        </div>
      )}
    </Field>
  );
}

function NumberBox(props: {
  box: Box;
  first: boolean;
  control: ControlProps;
  value: string;
  birthday: boolean;
  onChange: (text: string) => void;
}) {
  const words = useMessages(uiWords);
  const id = props.first ? props.control.id : `${props.control.id}-${props.box}`;
  return (
    <label htmlFor={id}>
      {words[props.box]}
      <input
        id={id}
        className={`input ${props.box === 'year' ? 'input-year' : ''}`}
        type="text"
        inputMode="numeric"
        autoComplete={props.birthday ? `bday-${props.box}` : 'off'}
        maxLength={digitsOf[props.box]}
        aria-invalid={props.control['aria-invalid']}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </label>
  );
}
