import { expect, it } from 'vitest';
import { calendarFile, type CalendarEntry } from './calendar-file.ts';

const entry: CalendarEntry = {
  uid: '0f8c7d1e-1111-4222-8333-944455566677@examport',
  sequence: 2,
  changedAt: '2026-11-21T08:00:00.000Z',
  startsAt: '2026-11-25T01:00:00.000Z',
  endsAt: '2026-11-25T02:20:00.000Z',
  title: 'TKT Module 1',
  location: 'Chaoyang Test Centre, Room 302; Beijing',
  description: 'Report by 08:30\nApplication P261121-7K3MQ',
};

const unfolded = (file: string) => file.replaceAll('\r\n ', '');

it('gives an event in UTC with a stable identity, a place and a reminder the day before', () => {
  const lines = calendarFile(entry).split('\r\n');

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

  const file = calendarFile({ ...entry, location });

  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(unfolded(file)).toContain(`LOCATION:${location}\r\n`);
  expect(file).not.toContain('\uFFFD');
});

it('lets no text add a property of its own [T23]', () => {
  const file = unfolded(calendarFile({ ...entry, title: 'A\r\nATTACH:http://evil.example\u2028B\u0000\\' }));

  expect(file).toContain(String.raw`SUMMARY:A\nATTACH:http://evil.exampleB\\` + '\r\n');
  expect(file).not.toMatch(/^ATTACH/m);
});

it('refuses a time that is not an instant in UTC', () => {
  expect(() => calendarFile({ ...entry, startsAt: '2026-11-25 09:00' })).toThrow('Not a UTC instant');
});
