import { chinaDateOf, serviceHours, workingCalendar } from '@exam/contract/rules';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Notice } from '@exam/ui/parts';
import { useEffect, useState } from 'react';
import { helpContactWords } from '../../../messages/help-contact.ts';
import type { Contacts } from './contacts.tsx';

const lookEvery = 15_000;

/** The server's time at an answer, kept going by this device's clock; a new answer needs a new component. */
function useServerNow(answered: string): string {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const start = performance.now();
    const timer = setInterval(() => setPassed(performance.now() - start), lookEvery);
    return () => clearInterval(timer);
  }, []);
  return new Date(Date.parse(answered) + passed).toISOString();
}

/** Whether somebody answers now, until or from when, and the special days ahead. */
export function Hours({ contacts }: { contacts: Contacts }) {
  const words = useMessages(helpContactWords).hours;
  const formats = useFormats();
  const now = useServerNow(contacts.now);
  const { open, changesAt } = serviceHours(now, workingCalendar(contacts.days));
  const today = contacts.days.find((day) => day.date === chinaDateOf(now));
  return (
    <>
      <Notice tone={open ? 'success' : 'warning'} title={open ? words.open : words.closed} live>
        {today !== undefined && <p>{words.today(today.name)}</p>}
        <p>{open ? words.openUntil(formats.deadline(changesAt)) : words.opensAt(formats.beginning(changesAt))}</p>
      </Notice>
      <h3 className="mt-2">{words.ahead}</h3>
      {contacts.days.length === 0 ? <p>{words.none}</p> : <DaysAhead days={contacts.days} />}
    </>
  );
}

function DaysAhead({ days }: { days: Contacts['days'] }) {
  const words = useMessages(helpContactWords).hours;
  const formats = useFormats();
  return (
    <ul className="grid gap-1.5">
      {days.map((day) => (
        <li key={day.date}>
          <time className="mr-2 font-bold" dateTime={day.date}>
            {formats.longDate(day.date)}
          </time>
          {day.name} · {words[day.kind]}
          {day.isProvisional && <span className="text-ink-2"> · {words.provisional}</span>}
        </li>
      ))}
    </ul>
  );
}
