import { useId, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { uiWords } from '../messages/index.ts';
import { MonthGrid, MonthHead, type DayMark } from './month-grid.tsx';

/** What the marks mean: the words for the legend, and for a day read out. */
type CalendarTexts = {
  label: string;
  available: string;
  surcharge?: string;
  closed: string;
  day: Readonly<Record<DayMark, string>>;
};

type SessionCalendarProps = {
  /** China dates `yyyy-mm-dd` that are marked. */
  marks: Readonly<Record<string, DayMark>>;
  /** The day chosen, or null. */
  value: string | null;
  /** A marked day was pressed; the chosen day pressed again gives null. */
  onChange: (date: string | null) => void;
  /** The month first shown, `yyyy-mm`. */
  month: string;
  /** Another month `yyyy-mm` is looked at. */
  onMonth?: (month: string) => void;
  /** Words of what the marks mean; exam sessions when left out. */
  texts?: CalendarTexts;
  /** Whether closed days can be walked over but not chosen. */
  isClosedShut?: boolean;
};

/**
 * A month of exam dates. One tab stop; arrows move by day and week, PageUp and PageDown by month (with Shift by year),
 * Home and End in the week, Enter chooses. Days without a mark can be walked over but not chosen. The legend tells by
 * shape: dot, ring, strike-through, filled.
 */
export function SessionCalendar(props: SessionCalendarProps) {
  const { marks, value, onChange, month: first, onMonth, isClosedShut = false } = props;
  const words = useMessages(uiWords).calendar;
  const texts = props.texts ?? words;
  const isOpen = (date: string) => marks[date] !== undefined && !(isClosedShut && marks[date] === 'closed');
  const heading = useId();
  const [here, setHere] = useState(value ?? `${first}-01`);
  const month = here.slice(0, 7);
  const walk = (date: string) => {
    setHere(date);
    if (date.slice(0, 7) !== month) onMonth?.(date.slice(0, 7));
  };
  return (
    <section className="calendar" aria-label={texts.label}>
      <MonthHead id={heading} month={month} walk={walk} />
      <MonthGrid
        label={heading}
        here={here}
        walk={walk}
        marks={marks}
        value={value}
        day={texts.day}
        isOpen={isOpen}
        choose={(date) => {
          setHere(date);
          if (isOpen(date)) onChange(date === value ? null : date);
        }}
      />
      <Legend texts={texts} />
    </section>
  );
}

function Legend({ texts }: { texts: CalendarTexts }) {
  const { chosen } = useMessages(uiWords).calendar;
  return (
    <ul className="calendar-legend">
      <li>
        <span className="calendar-dot" aria-hidden="true" />
        {texts.available}
      </li>
      {texts.surcharge !== undefined && (
        <li>
          <span className="calendar-ring" aria-hidden="true" />
          {texts.surcharge}
        </li>
      )}
      <li>
        <span aria-hidden="true" className="line-through">
          12
        </span>
        {texts.closed}
      </li>
      <li>
        <span className="calendar-chosen" aria-hidden="true" />
        {chosen}
      </li>
    </ul>
  );
}
