import { SessionCalendar, type DayMark } from '@exam/ui/calendar';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { chinaToday } from '../../../app/china-today.ts';
import { sessionDays, type SessionFilter } from './filter.ts';

/** The month of exam dates; a day chosen narrows the list to it. */
export function CalendarPanel(props: {
  productId: string;
  filter: SessionFilter;
  change: (change: Partial<SessionFilter>) => void;
}) {
  const { productId, filter, change } = props;
  const asked = filter.date.slice(0, 7) || filter.month || chinaToday().slice(0, 7);
  return <Month key={filter.month} {...{ productId, filter, change, asked }} />;
}

function Month(props: {
  productId: string;
  filter: SessionFilter;
  change: (change: Partial<SessionFilter>) => void;
  asked: string;
}) {
  const [month, setMonth] = useState(props.asked);
  const days = useQuery({
    ...sessionDays(props.productId, props.filter, month),
    placeholderData: keepPreviousData,
  });
  const marks: Record<string, DayMark> = {};
  for (const day of days.data ?? []) marks[day.date] = day.isAvailable ? 'available' : 'closed';
  return (
    <SessionCalendar
      marks={marks}
      month={month}
      onMonth={setMonth}
      value={props.filter.date === '' ? null : props.filter.date}
      onChange={(date) => props.change({ date: date ?? '' })}
    />
  );
}
