import { describe, expect, it } from 'vitest';
import { calendarFile, type CalendarEntry } from './icalendar.ts';
import { readByIcalJs, readByNodeIcal } from './read-calendar.testing.ts';

const entry: CalendarEntry = {
  uid: '0f8c7d1e-1111-4222-8333-944455566677@examport',
  sequence: 2,
  startsAt: '2026-11-25T01:00:00.000Z',
  endsAt: '2026-11-25T02:20:00.000Z',
  title: 'TKT Module 1',
  location: 'Chaoyang Test Centre, Room 302; Beijing',
  description: 'Report by 08:30\nApplication P261121-7K3MQ',
};

const madeAt = '2026-11-21T08:00:00.000Z';
const fileOf = (...entries: CalendarEntry[]) => calendarFile({ entries, madeAt });
const unfolded = (file: string) => file.replaceAll('\r\n ', '');

it('gives an event in UTC with a stable identity, a place and a reminder the day before', () => {
  const lines = fileOf(entry).split('\r\n');

  expect(lines).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Examport//Exam calendar//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:0f8c7d1e-1111-4222-8333-944455566677@examport',
    'SEQUENCE:2',
    'DTSTAMP:20261121T080000Z',
    'DTSTART:20261125T010000Z',
    'DTEND:20261125T022000Z',
    'SUMMARY:TKT Module 1',
    String.raw`LOCATION:Chaoyang Test Centre\, Room 302\; Beijing`,
    String.raw`DESCRIPTION:Report by 08:30\nApplication P261121-7K3MQ`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-P1D',
    'DESCRIPTION:TKT Module 1',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

it('folds long Chinese lines at 75 bytes without cutting a character', () => {
  const location = '北京市朝阳区建国门外大街十八号五号楼'.repeat(5);

  const file = fileOf({ ...entry, location });

  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(unfolded(file)).toContain(`LOCATION:${location}\r\n`);
  expect(file).not.toContain('\uFFFD');
});

it('lets no text add a property of its own [T23]', () => {
  const file = unfolded(fileOf({ ...entry, title: 'A\r\nATTACH:http://evil.example\u2028B\u0000\\' }));

  expect(file).toContain(String.raw`SUMMARY:A\nATTACH:http://evil.exampleB\\` + '\r\n');
  expect(file).not.toMatch(/^ATTACH/m);
});

it('refuses a time that is not an instant in UTC', () => {
  expect(() => fileOf({ ...entry, startsAt: '2026-11-25 09:00' })).toThrow('Not a UTC instant');
});

describe('a calendar that apps subscribe to', () => {
  const subscription = { name: '考途日程, dates; 2026', hours: 1 };
  const hostile = [
    'Exam, part 1; "two"\nBEGIN:VEVENT\nSUMMARY:another',
    String.raw`back\slash \, \; and : colon`,
    '👩‍👩‍👧‍👦'.repeat(20),
    '一'.repeat(60),
    'END:VCALENDAR',
    ' blank around ',
    'é'.repeat(40),
  ];
  const entries = hostile.map((text, at) => ({
    ...entry,
    uid: `${at}@examport`,
    title: text,
    location: text,
    description: text,
    isDeadline: at % 2 === 0,
  }));

  it('is read alike by two parsers, whatever the names in it [T23]', () => {
    const file = calendarFile({ entries, madeAt, subscription });

    const expected = entries.map(({ uid, title }) => ({ ...entry, uid, title, location: title, description: title }));
    expect(readByIcalJs(file)).toEqual(expected);
    expect(readByNodeIcal(file)).toEqual(expected);
    for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('keeps a backslash before an n what it is; node-ical reads a line end there', () => {
    const title = String.raw`C:\new\n`;

    expect(readByIcalJs(fileOf({ ...entry, title }))).toMatchObject([{ title }]);
  });

  it('says its name, when to read it again, and is valid without any entry', () => {
    const file = calendarFile({ entries: [], madeAt, subscription });

    expect(readByIcalJs(file)).toEqual([]);
    expect(readByNodeIcal(file)).toEqual([]);
    expect(file).toContain('BEGIN:VTIMEZONE');
    expect(unfolded(file)).toContain(String.raw`X-WR-CALNAME:考途日程\, dates\; 2026`);
    expect(file).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H');
  });

  it('keeps nobody busy and rings nowhere for a deadline', () => {
    const [deadline, exam] = [true, false].map((isDeadline) => fileOf({ ...entry, isDeadline }));

    expect([deadline?.includes('TRANSP:TRANSPARENT'), deadline?.includes('VALARM')]).toEqual([true, false]);
    expect([exam?.includes('TRANSP:TRANSPARENT'), exam?.includes('VALARM')]).toEqual([false, true]);
  });
});
