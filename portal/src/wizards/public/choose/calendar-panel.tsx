import { SessionCalendar, type DayMark } from '@exam/ui/calendar';
import { useLanguage } from '@exam/ui/i18n';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { chinaToday } from '../../../app/china-today.ts';
import { useSession } from '../../../app/session/session.ts';
import { sessionDays, sessionPage, type SessionFilter } from './filter.ts';

/** The month of exam dates, at first the one in which the list has an open session; a day chosen narrows the list to it. */
export function CalendarPanel(props: {
  productId: string;
  filter: SessionFilter;
  change: (change: Partial<SessionFilter>) => void;
}) {
  const { productId, filter, change } = props;
  const { language } = useLanguage();
  const { user } = useSession();
  const { data } = useQuery(sessionPage(productId, filter, { language, userId: user?.id }));
  const first = data?.list.find(({ status }) => status === 'Available')?.examDate ?? chinaToday();
  const asked = (filter.date || filter.month || first).slice(0, 7);
  return <Month key={asked} {...{ productId, filter, change, asked }} />;
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
