import { parseDate, type CalendarDate } from '@internationalized/date';
import { Button } from 'react-aria-components/Button';
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
} from 'react-aria-components/Calendar';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useLanguage, useMessages } from '../i18n/language.tsx';
import { uiWords } from '../messages/index.ts';

/** A day with a session one can register for, or with sessions of which all are closed. */
export type DayMark = 'available' | 'closed';

/**
 * React Aria adds a style element of its own unless one with this id is there. Our content policy refuses it, and its
 * one rule stands in calendar.css.
 */
function keepStyleOut(): void {
  const id = 'react-aria-pressable-style';
  if (document.getElementById(id) !== null) return;
  const place = document.createElement('meta');
  place.id = id;
  document.head.append(place);
}

if (typeof document !== 'undefined') keepStyleOut();

type SessionCalendarProps = {
  /** China dates `yyyy-mm-dd` that have a session. */
  marks: Readonly<Record<string, DayMark>>;
  /** The day chosen, or null. */
  value: string | null;
  /** A day with a session was pressed; the chosen day pressed again gives null. */
  onChange: (date: string | null) => void;
  /** The month first shown, `yyyy-mm`. */
  month: string;
  /** Another month `yyyy-mm` is looked at. */
  onMonth?: (month: string) => void;
};

/**
 * A month of exam dates. One tab stop; arrows move by day and week, PageUp and PageDown by month, Home and End in the
 * week, Enter chooses. Days without a session can be walked over but not chosen. The legend tells by shape: dot,
 * strike-through, filled.
 */
export function SessionCalendar({ marks, value, onChange, month, onMonth }: SessionCalendarProps) {
  const { locale } = useLanguage();
  const words = useMessages(uiWords).calendar;
  return (
    <I18nProvider locale={locale}>
      <Calendar
        className="calendar"
        aria-label={words.label}
        firstDayOfWeek="mon"
        value={value === null ? null : parseDate(value)}
        defaultFocusedValue={parseDate(value ?? `${month}-01`)}
        onFocusChange={(date) => onMonth?.(date.toString().slice(0, 7))}
        isDateUnavailable={(date) => marks[date.toString()] === undefined}
        onChange={(date) => {
          const chosen = date.toString();
          onChange(chosen === value ? null : chosen);
        }}
      >
        <header className="mb-2 flex items-center justify-between">
          <Button slot="previous" className="button button-secondary button-small">
            <span aria-hidden="true">‹</span>
          </Button>
          <CalendarHeading className="font-sans text-base font-bold" />
          <Button slot="next" className="button button-secondary button-small">
            <span aria-hidden="true">›</span>
          </Button>
        </header>
        <CalendarGrid className="calendar-grid" weekdayStyle="short">
          <CalendarGridHeader>{(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
          <CalendarGridBody>{(date) => <Day date={date} mark={marks[date.toString()]} />}</CalendarGridBody>
        </CalendarGrid>
      </Calendar>
      <Legend />
    </I18nProvider>
  );
}

function Day({ date, mark }: { date: CalendarDate; mark: DayMark | undefined }) {
  const words = useMessages(uiWords).calendar;
  return (
    <CalendarCell
      date={date}
      className="calendar-day"
      data-mark={mark}
      render={({ 'aria-label': label, ...cell }) => (
        <div {...cell} aria-label={mark === undefined ? label : `${label}, ${words.day[mark]}`} />
      )}
    />
  );
}

function Legend() {
  const words = useMessages(uiWords).calendar;
  return (
    <ul className="calendar-legend">
      <li>
        <span className="calendar-dot" aria-hidden="true" />
        {words.available}
      </li>
      <li>
        <span aria-hidden="true" className="line-through">
          12
        </span>
        {words.closed}
      </li>
      <li>
        <span className="calendar-chosen" aria-hidden="true" />
        {words.chosen}
      </li>
    </ul>
  );
}
