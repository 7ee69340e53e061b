/** What an exam's calendar entry says. Instants are ISO 8601 UTC with milliseconds; no personal data goes in. */
export type CalendarEntry = {
  /** The same for every version of one application's entry, so that a calendar replaces instead of doubling. */
  uid: string;
  /** Grows with each version: calendars keep the highest. */
  sequence: number;
  /** When this version was made. */
  changedAt: string;
  startsAt: string;
  endsAt: string;
  title: string;
  location: string;
  description: string;
};

/**
 * One exam as an iCalendar file (RFC 5545): UTC times, escaped text, lines folded at 75 bytes, a reminder one day before.
 * Takes the entry; gives the whole file, CRLF line ends. The same entry always gives the same bytes.
 */
export function calendarFile(entry: CalendarEntry): string {
  const title = escapeText(entry.title);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Examport//Exam calendar//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escapeText(entry.uid)}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTAMP:${utcTime(entry.changedAt)}`,
    `DTSTART:${utcTime(entry.startsAt)}`,
    `DTEND:${utcTime(entry.endsAt)}`,
    `SUMMARY:${title}`,
    `LOCATION:${escapeText(entry.location)}`,
    `DESCRIPTION:${escapeText(entry.description)}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-P1D',
    `DESCRIPTION:${title}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

/** `2026-11-21T08:00:00.000Z` as `20261121T080000Z`; throws on anything but an instant, which would move the exam. */
function utcTime(instant: string): string {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(instant)) throw new Error(`Not a UTC instant: ${instant}`);
  return `${instant.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

/** A value as iCalendar TEXT: other control characters are dropped, a line end becomes `\n`, so no property can be added. */
function escapeText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?!\n)\p{Cc}|[\u2028\u2029]/gu, '')
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');
}

/** Folds a line so that none is longer than 75 bytes of UTF-8, never inside a character. */
function fold(line: string): string {
  let folded = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > 75) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}
