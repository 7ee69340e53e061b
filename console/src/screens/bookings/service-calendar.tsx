import type { ServiceDate } from '@exam/contract/entities';
import { addDays, addMonths, weekdayOf } from '@exam/contract/rules';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Button, Skeleton } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { staffApi } from '../../app/api.ts';
import { bookingsWords } from '../../messages/bookings.ts';
import { objectKey } from '../../page/index.ts';

/** What candidates may ask for at an office, month by month. */
export function ServiceCalendar({ officeId, productId }: { officeId: string; productId: string }) {
  const words = useMessages(bookingsWords).serviceDates;
  const formats = useFormats();
  const [turned, setTurned] = useState<string | null>(null);
  const { data } = useQuery({
    queryKey: objectKey('serviceRange', officeId, productId),
    queryFn: ({ signal }) =>
      staffApi('bookings.serviceCalendar', { body: { officeId, productId } }, { signal, isQuiet: true }),
  });
  if (data === undefined) return <Skeleton shape="block" />;
  const month = turned ?? data.earliestDate.slice(0, 7);
  const turn = (months: number) => setTurned(addMonths(`${month}-01`, months).slice(0, 7));
  return (
    <>
      <p className="text-ink-2">{words.calendarText}</p>
      <div className="my-2 flex items-center gap-3">
        <Button
          variant="secondary"
          small
          aria-label={words.previous}
          disabled={month <= data.earliestDate.slice(0, 7)}
          onClick={() => turn(-1)}
        >
          ‹
        </Button>
        <h3 aria-live="polite">{formats.month(month)}</h3>
        <Button
          variant="secondary"
          small
          aria-label={words.next}
          disabled={month >= data.latestDate.slice(0, 7)}
          onClick={() => turn(1)}
        >
          ›
        </Button>
      </div>
      <MonthTable month={month} days={new Map(data.dates.map((day) => [day.date, day]))} />
    </>
  );
}

/** The weeks that a month touches, each from Monday. */
function weeksOf(month: string): string[][] {
  const first = `${month}-01`;
  const monday = addDays(first, -((weekdayOf(first) + 6) % 7));
  const weeks = Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => addDays(monday, week * 7 + day)),
  );
  return weeks.filter((week) => week.some((date) => date.startsWith(month)));
}

function MonthTable({ month, days }: { month: string; days: ReadonlyMap<string, ServiceDate> }) {
  const formats = useFormats();
  const weeks = weeksOf(month);
  return (
    <table className="service-calendar">
      <caption className="sr-only">{formats.month(month)}</caption>
      <thead>
        <tr>
          {weeks[0]?.map((date) => (
            <th key={date} scope="col">
              {formats.stub(date).weekday}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((date) => (
              <td key={date}>{date.startsWith(month) && <Day date={date} day={days.get(date)} />}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Day({ date, day }: { date: string; day: ServiceDate | undefined }) {
  const { legend } = useMessages(bookingsWords).serviceDates;
  const formats = useFormats();
  if (day === undefined) return <span className="text-ink-2">{Number(date.slice(8))}</span>;
  return (
    <span className="service-day" data-status={day.status}>
      <time dateTime={date} aria-label={formats.longDate(date)}>
        {Number(date.slice(8))}
      </time>
      <span className="service-word">{legend[day.status]}</span>
      {day.isSurcharge && <span className="service-word">{legend.surcharge}</span>}
    </span>
  );
}
