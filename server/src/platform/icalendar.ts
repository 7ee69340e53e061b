/** An entry of a calendar. Instants are ISO 8601 UTC with milliseconds. */
export type CalendarEntry = {
  /** The same for every version of an entry, so that a calendar replaces instead of doubling. */
  uid: string;
  /** Grows with each version: calendars keep the highest. */
  sequence: number;
  startsAt: string;
  endsAt: string;
  title: string;
  location: string;
  description: string;
  /** Something to be done by then: it keeps nobody busy, and no app reminds of it by itself. */
  isDeadline?: boolean;
};

type Calendar = {
  entries: readonly CalendarEntry[];
  /** When this file was made. */
  madeAt: string;
  /** What a calendar has that apps subscribe to: a name, and after how many hours it is read again. */
  subscription?: { name: string; hours: number };
};

/**
 * A calendar as an iCalendar file (RFC 5545, of a subscription with the properties of RFC 7986): UTC times, escaped text, lines folded at
 * 75 bytes, one reminder a day before each entry that is not a deadline. The same calendar always gives the same bytes.
 * @returns the whole file, CRLF line ends.
 * @throws Error for a time that is not an instant in UTC.
 */
export function calendarFile({ entries, madeAt, subscription }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Examport//Exam calendar//EN',
    'METHOD:PUBLISH',
    ...(subscription ? subscriptionLines(subscription) : []),
    ...entries.flatMap((entry) => entryLines(entry, madeAt)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

/** The time zone is said for apps that show the zone of a calendar, and because a calendar without any component is not valid. */
function subscriptionLines({ name, hours }: NonNullable<Calendar['subscription']>): string[] {
  return [
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    'X-WR-TIMEZONE:Asia/Shanghai',
    `REFRESH-INTERVAL;VALUE=DURATION:PT${hours}H`,
    `X-PUBLISHED-TTL:PT${hours}H`,
    'BEGIN:VTIMEZONE',
    'TZID:Asia/Shanghai',
    'BEGIN:STANDARD',
    'DTSTART:19910915T010000',
    'TZOFFSETFROM:+0800',
    'TZOFFSETTO:+0800',
    'TZNAME:CST',
    'END:STANDARD',
    'END:VTIMEZONE',
  ];
}

function entryLines(entry: CalendarEntry, madeAt: string): string[] {
  const title = escapeText(entry.title);
  const reminder = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-P1D', `DESCRIPTION:${title}`, 'END:VALARM'];
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(entry.uid)}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTAMP:${utcTime(madeAt)}`,
    `DTSTART:${utcTime(entry.startsAt)}`,
    `DTEND:${utcTime(entry.endsAt)}`,
    `SUMMARY:${title}`,
    ...(entry.location === '' ? [] : [`LOCATION:${escapeText(entry.location)}`]),
    `DESCRIPTION:${escapeText(entry.description)}`,
    ...(entry.isDeadline === true ? ['TRANSP:TRANSPARENT'] : reminder),
    'END:VEVENT',
  ];
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
