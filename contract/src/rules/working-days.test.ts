import { describe, expect, it } from 'vitest';
import { type KnownCalendarDay, officialCalendar2026, provisionalCalendar2027 } from './calendar-data.ts';
import { calendarYearDue, knownYear, missingHolidays } from './calendar-year.ts';
import { instantOf } from './china-date.ts';
import { serviceHours } from './service-hours.ts';
import { lastMomentBefore, lastMomentWithin, workingCalendar } from './working-days.ts';

const official = workingCalendar(officialCalendar2026);
const withProvisional = workingCalendar([...officialCalendar2026, ...provisionalCalendar2027]);

describe('working days', () => {
  it.each([
    ['2026-09-30', 3, '2026-10-10'],
    ['2026-02-13', 3, '2026-02-25'],
    ['2026-02-14', 3, '2026-02-26'],
    ['2026-04-30', 15, '2026-05-25'],
    ['2026-11-20', 15, '2026-12-11'],
    ['2027-01-29', 15, '2027-02-19'],
  ])('counts forward from %s by %i to %s [5.3]', (from, n, to) => {
    expect(official.add(from, n)).toBe(to);
  });

  it.each([
    ['2026-10-09', 5, '2026-09-24'],
    ['2026-05-09', 5, '2026-04-29'],
    ['2026-05-11', 5, '2026-04-30'],
    ['2026-01-05', 5, '2025-12-26'],
    ['2027-01-06', 5, '2026-12-30'],
  ])('counts back from %s by %i to %s [5.3]', (from, n, to) => {
    expect(official.sub(from, n)).toBe(to);
  });

  it('heeds the provisional days of a year once they are known [5.3]', () => {
    expect(withProvisional.sub('2027-01-06', 5)).toBe('2026-12-29');
    expect(withProvisional.add('2027-01-29', 15)).toBe('2027-02-23');
  });

  it('works on made-up Saturdays and Sundays and rests on holidays [5.2]', () => {
    const madeUp = ['2026-01-04', '2026-02-14', '2026-02-28', '2026-05-09', '2026-09-20', '2026-10-10'];
    expect(madeUp.filter(official.isWorkingDay)).toEqual(madeUp);
    expect(['2026-10-01', '2026-02-23', '2026-11-21', '2026-11-22'].filter(official.isWorkingDay)).toEqual([]);
  });

  it('counts 13 statutory days in the provisional year [5.2]', () => {
    expect(provisionalCalendar2027).toHaveLength(13);
  });

  it('ends a deadline at the end of the last permitted day [5.3]', () => {
    expect(lastMomentBefore(official, '2026-10-09', 5)).toBe(instantOf('2026-09-25'));
    expect(lastMomentWithin(official, '2026-09-30', 3)).toBe(instantOf('2026-10-11'));
  });
});

describe('the holidays of a year', () => {
  const { NewYear, ...others } = Object.groupBy(provisionalCalendar2027, ({ name }) => name);
  const official = (days: readonly KnownCalendarDay[]) => days.map((day) => ({ ...day, source: 'Official' as const }));

  it('are unknown until each of the seven is entered, whatever the days call themselves [3-domain:5.2]', () => {
    const first = official(NewYear ?? []);
    const madeUp = provisionalCalendar2027.map((day) => ({ ...day, kind: 'MakeupWorkday' as const }));

    for (const days of [[], first, official(Object.values(others).flat()), madeUp])
      expect(knownYear(days)).toBe('Unknown');
    expect(missingHolidays(first)).toEqual([
      'SpringFestival',
      'Qingming',
      'LabourDay',
      'DragonBoat',
      'MidAutumn',
      'NationalDay',
    ]);
    expect(missingHolidays(Object.values(others).flat())).toEqual(['NewYear']);
  });

  it('are provisional until every day was announced', () => {
    const [first, ...rest] = provisionalCalendar2027;

    expect(knownYear(provisionalCalendar2027)).toBe('Provisional');
    expect(knownYear([...official(rest), ...(first ? [first] : [])])).toBe('Provisional');
    expect(knownYear(official(provisionalCalendar2027))).toBe('Official');
    expect(knownYear(officialCalendar2026)).toBe('Official');
  });

  it.each([
    ['2023', ['01-01', '01-22', '04-05', '05-01', '06-22', '09-29', '10-01']],
    ['2025', ['01-01', '01-29', '04-04', '05-01', '05-31', '10-06', '10-01']],
    ['2027', ['01-01', '02-06', '04-05', '05-01', '06-09', '09-15', '10-01']],
    ['2030', ['01-01', '02-03', '04-05', '05-01', '06-05', '09-12', '10-01']],
    ['2033', ['01-01', '01-31', '04-04', '05-01', '06-01', '09-08', '10-01']],
    ['2034', ['01-01', '02-19', '04-05', '05-01', '06-20', '09-27', '10-01']],
  ])('of %s are found by the sun and the moon, and each is missed alone', (year, days) => {
    const entered = days.map((day) => ({ date: `${year}-${day}`, kind: 'Holiday', source: 'Official' }) as const);

    expect(knownYear(entered)).toBe('Official');
    expect(entered.flatMap((day) => missingHolidays(entered.filter((each) => each !== day)))).toEqual([
      'NewYear',
      'SpringFestival',
      'Qingming',
      'LabourDay',
      'DragonBoat',
      'MidAutumn',
      'NationalDay',
    ]);
  });

  it.each([
    ['Unknown', '2026-09-30', null],
    ['Unknown', '2026-10-01', '2027-01-01'],
    ['Provisional', '2026-11-14', null],
    ['Provisional', '2026-11-15', '2027-01-01'],
    ['Provisional', '2027-06-01', '2027-01-01'],
    ['Official', '2027-06-01', null],
  ] as const)('are to be confirmed when they are %s: on %s until %s [3-domain:5.2]', (known, today, before) => {
    expect(calendarYearDue(2027, known, today)).toBe(before && instantOf(before));
  });
});

describe('service hours', () => {
  it.each([
    ['2026-11-20 08:59', false, '2026-11-20 09:00'],
    ['2026-11-20 09:00', true, '2026-11-20 12:00'],
    ['2026-11-20 12:00', false, '2026-11-20 13:30'],
    ['2026-11-20 16:59', true, '2026-11-20 17:00'],
    ['2026-11-20 17:00', false, '2026-11-23 09:00'],
    ['2026-10-10 10:00', true, '2026-10-10 12:00'],
    ['2026-09-30 18:00', false, '2026-10-08 09:00'],
  ])('at %s: open %s until %s [5.3]', (now, open, change) => {
    const at = (moment: string) => instantOf(moment.slice(0, 10), moment.slice(11));
    expect(serviceHours(at(now), official)).toEqual({ open, changesAt: at(change) });
  });
});
