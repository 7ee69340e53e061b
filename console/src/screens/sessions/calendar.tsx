import { addDays, addMonths, chinaDateOf, weekdayOf } from '@exam/contract/rules';
import type { StaffReply } from '@exam/contract/staff/client';
import { useSearchParams } from '@exam/ui/app';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Button, Link } from '@exam/ui/parts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { staffApi } from '../../app/api.ts';
import { sessionsWords } from '../../messages/sessions.ts';

type Day = StaffReply<'sessions.calendar'>['days'][number];

/** A month of sessions: each day leads to its list; holidays and make-up working days are named. */
export function MonthView() {
  const words = useMessages(sessionsWords);
  const formats = useFormats();
  const [params, setParams] = useSearchParams();
  const [thisMonth] = useState(() => chinaDateOf(new Date().toISOString()).slice(0, 7));
  const asked = params.get('month') ?? '';
  const month = /^20\d{2}-(0[1-9]|1[0-2])$/.test(asked) ? asked : thisMonth;
  const { data } = useQuery({
    queryKey: ['list', 'sessions.calendar', month],
    queryFn: ({ signal }) => staffApi('sessions.calendar', { body: { month } }, { signal, isQuiet: true }),
    placeholderData: keepPreviousData,
  });
  const days = new Map((data?.days ?? []).map((day) => [day.date, day]));
  const go = (months: number) => setParams({ view: 'calendar', month: addMonths(`${month}-01`, months).slice(0, 7) });
  return (
    <section aria-label={words.calendar}>
      <div className="month-bar">
        <Button variant="secondary" small onClick={() => go(-1)}>
          {words.previousMonth}
        </Button>
        <h2 aria-live="polite" className="text-xl">
          {formats.month(month)}
        </h2>
        <Button variant="secondary" small onClick={() => go(1)}>
          {words.nextMonth}
        </Button>
      </div>
      <ol className="month-grid">
        {words.weekdays.map((name) => (
          <li key={name} className="month-name" aria-hidden="true">
            {name}
          </li>
        ))}
        {datesOf(month).map((date, at) => (
          <li
            key={date}
            className="month-day"
            data-kind={days.get(date)?.kind}
            data-empty={(days.get(date)?.sessions ?? 0) === 0 || undefined}
            style={at === 0 ? { gridColumnStart: weekdayOf(date) + 1 } : undefined}
          >
            <DayCell date={date} day={days.get(date)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function DayCell({ date, day }: { date: string; day: Day | undefined }) {
  const words = useMessages(sessionsWords);
  const formats = useFormats();
  return (
    <>
      <span className="month-date" aria-label={formats.longDate(date)}>
        {Number(date.slice(8))}
      </span>
      {day?.name && <span className="month-holiday">{day.name}</span>}
      {day !== undefined && day.sessions > 0 && (
        <Link href={`/sessions?from=${date}&to=${date}`} className="month-link">
          {words.onDay(day.sessions)}
          <span className="block text-sm">{words.taken(day.registered, day.seat)}</span>
        </Link>
      )}
    </>
  );
}

function datesOf(month: string): string[] {
  const first = `${month}-01`;
  const next = addMonths(first, 1);
  const dates: string[] = [];
  for (let date = first; date < next; date = addDays(date, 1)) dates.push(date);
  return dates;
}
