import ICAL from 'ical.js';
import { parseICS } from 'node-ical';

/** An entry as apps see it. Instants are ISO. */
export type ReadEntry = {
  uid: string;
  sequence: number;
  title: string;
  location: string;
  description: string;
  startsAt: string;
  endsAt: string;
};

const byUid = (a: ReadEntry, b: ReadEntry) => a.uid.localeCompare(b.uid);

/** The entries of a calendar as ical.js reads it, which Thunderbird uses; strict, so that a line that is not iCalendar fails. */
export function readByIcalJs(text: string): ReadEntry[] {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  return calendar
    .getAllSubcomponents('vevent')
    .map((component) => new ICAL.Event(component))
    .map((event) => ({
      uid: event.uid,
      sequence: event.sequence,
      title: event.summary,
      location: event.location ?? '',
      description: event.description,
      startsAt: event.startDate.toJSDate().toISOString(),
      endsAt: event.endDate.toJSDate().toISOString(),
    }))
    .toSorted(byUid);
}

/** The same as node-ical reads it, which home automation and calendars on walls use. */
export function readByNodeIcal(text: string): ReadEntry[] {
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
  return Object.values(parseICS(text))
    .flatMap((part) => (part?.type === 'VEVENT' ? [part] : []))
    .map((event) => ({
      uid: event.uid,
      sequence: Number(event.sequence),
      title: textOf(event.summary),
      location: textOf(event.location),
      description: textOf(event.description),
      startsAt: new Date(event.start).toISOString(),
      endsAt: new Date(event.end ?? event.start).toISOString(),
    }))
    .toSorted(byUid);
}
