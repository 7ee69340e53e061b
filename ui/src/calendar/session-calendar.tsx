import { addMonths } from '@exam/contract/rules';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useFormats, useLanguage, useMessages } from '../i18n/language.tsx';
import { uiWords } from '../messages/index.ts';
import { Button } from '../parts/button.tsx';
import { dayAfterKey, weeksOf } from './days.ts';

/** A day that can be chosen, one that can at a higher fee, or one that is taken or closed. */
export type DayMark = 'available' | 'surcharge' | 'closed';

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
  const formats = useFormats();
  const heading = useId();
  const [here, setHere] = useState(value ?? `${first}-01`);
  const month = here.slice(0, 7);
  const walk = (date: string) => {
    setHere(date);
    if (date.slice(0, 7) !== month) onMonth?.(date.slice(0, 7));
  };
  const turn = (months: number) => walk(addMonths(`${month}-01`, months));
  return (
    <section className="calendar" aria-label={texts.label}>
      <header className="mb-2 flex items-center justify-between">
        <Button variant="secondary" small aria-label={words.previous} onClick={() => turn(-1)}>
          <span aria-hidden="true">‹</span>
        </Button>
        <h2 id={heading} aria-live="polite" className="font-sans text-base font-bold">
          {formats.month(month)}
        </h2>
        <Button variant="secondary" small aria-label={words.next} onClick={() => turn(1)}>
          <span aria-hidden="true">›</span>
        </Button>
      </header>
      <Month
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

type MonthProps = Pick<SessionCalendarProps, 'marks' | 'value'> & {
  label: string;
  /** The day that has the tab stop. */
  here: string;
  walk: (date: string) => void;
  choose: (date: string) => void;
  day: CalendarTexts['day'];
  isOpen: (date: string) => boolean;
};

function Month({ label, here, walk, marks, value, choose, day, isOpen }: MonthProps) {
  const { stub } = useFormats();
  const stop = useRef<HTMLButtonElement>(null);
  const isWalked = useRef(false);
  useEffect(() => {
    if (isWalked.current) stop.current?.focus();
    isWalked.current = false;
  }, [here]);
  const onKeyDown = (event: KeyboardEvent) => {
    const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey;
    const next = isPlain ? dayAfterKey(here, event.key, event.shiftKey) : null;
    if (next === null) return;
    event.preventDefault();
    isWalked.current = true;
    walk(next);
  };
  const weeks = weeksOf(here.slice(0, 7));
  // The second week has all its days, and they tell the names of the weekdays.
  const named = weeks[1]?.filter((date) => date !== null) ?? [];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the ARIA practices' date grid is a table
    <table className="calendar-grid" role="grid" aria-labelledby={label} onKeyDown={onKeyDown}>
      <thead>
        <tr>
          {named.map((date) => (
            <th key={date} scope="col">
              {stub(date).weekday}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week.find((date) => date !== null)}>
            {week.map((date, place) =>
              date === null ? (
                <td key={`before ${place}`} aria-hidden="true" />
              ) : (
                <td key={date} aria-selected={date === value}>
                  <Day
                    date={date}
                    mark={marks[date]}
                    markText={marks[date] === undefined ? '' : day[marks[date]]}
                    isOpen={isOpen(date)}
                    isChosen={date === value}
                    stop={date === here ? stop : null}
                    onClick={() => choose(date)}
                  />
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Day(props: {
  date: string;
  mark: DayMark | undefined;
  markText: string;
  isOpen: boolean;
  isChosen: boolean;
  stop: RefObject<HTMLButtonElement | null> | null;
  onClick: () => void;
}) {
  const { date, mark, markText, isOpen, isChosen, stop } = props;
  const { locale } = useLanguage();
  const name = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(Date.parse(date));
  return (
    <button
      ref={stop}
      type="button"
      className="calendar-day"
      data-mark={mark}
      tabIndex={stop === null ? -1 : 0}
      aria-label={mark === undefined ? name : `${name}, ${markText}`}
      aria-pressed={isOpen ? isChosen : undefined}
      aria-disabled={!isOpen}
      onClick={props.onClick}
    >
      {Number(date.slice(8))}
    </button>
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
