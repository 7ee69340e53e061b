import { addMonths } from '@exam/contract/rules';
import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { useFormats, useLanguage, useMessages } from '../i18n/language.tsx';
import { uiWords } from '../messages/index.ts';
import { Button } from '../parts/button.tsx';
import { dayAfterKey, weeksOf } from './days.ts';

/** A day that can be chosen, one that can at a higher fee, or one that is taken or closed. */
export type DayMark = 'available' | 'surcharge' | 'closed';

/** The month that is looked at, between the buttons to the one before and the one after. */
export function MonthHead({ id, month, walk }: { id: string; month: string; walk: (date: string) => void }) {
  const words = useMessages(uiWords).calendar;
  const formats = useFormats();
  const turn = (months: number) => walk(addMonths(`${month}-01`, months));
  return (
    <header className="mb-2 flex items-center justify-between">
      <Button variant="secondary" small aria-label={words.previous} onClick={() => turn(-1)}>
        <span aria-hidden="true">‹</span>
      </Button>
      <h2 id={id} aria-live="polite" className="font-sans text-base font-bold">
        {formats.month(month)}
      </h2>
      <Button variant="secondary" small aria-label={words.next} onClick={() => turn(1)}>
        <span aria-hidden="true">›</span>
      </Button>
    </header>
  );
}

type MonthProps = {
  marks: Readonly<Record<string, DayMark>>;
  value: string | null;
  label: string;
  /** The day that has the tab stop. */
  here: string;
  walk: (date: string) => void;
  choose: (date: string) => void;
  /** What a mark means, for a day read out. */
  day?: Readonly<Record<DayMark, string>>;
  isOpen: (date: string) => boolean;
};

export function MonthGrid({ label, here, walk, marks, value, choose, day, isOpen }: MonthProps) {
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
                    markText={textOf(day, marks[date])}
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

function textOf(day: MonthProps['day'], mark: DayMark | undefined): string {
  return mark === undefined ? '' : (day?.[mark] ?? '');
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
