import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, addSeconds } from './china-date.ts';
import {
  keptUntilAfter,
  keptUntilAfterDate,
  keptYears,
  lastStart,
  lastStartDate,
  retentionClasses,
  retentionTable,
} from './retention.ts';

const byDate = retentionClasses.filter((each) => retentionTable[each].isByDate);
const byInstant = retentionClasses.filter((each) => !retentionTable[each].isByDate);
const anyDate = fc.integer({ min: 0, max: 9000 }).map((days) => addDays('2020-01-01', days));
const anyInstant = fc.integer({ min: 0, max: 9000 * 86_400 }).map((at) => addSeconds('2020-01-01T00:00:00.000Z', at));

describe('how long something is kept', () => {
  it.each([
    ['candidate', '2019-11-20', '2026-11-20T16:00:00.000Z'],
    ['identityDocument', '2022-11-20', '2026-11-20T16:00:00.000Z'],
    ['examRecord', '2024-02-29', '2028-02-29T16:00:00.000Z'],
    ['certificate', '2022-12-31', '2026-12-31T16:00:00.000Z'],
    ['paperCopy', '2024-02-29', '2025-02-28T16:00:00.000Z'],
    ['cheatingEvidence', '2016-05-01', '2026-05-01T16:00:00.000Z'],
    ['cancellationPaper', '2026-08-31', '2027-02-28T16:00:00.000Z'],
    ['specialArrangement', '2026-05-20', '2026-11-20T16:00:00.000Z'],
    ['signedForm', '2026-05-20', '2026-11-20T16:00:00.000Z'],
    ['unusedAccount', '2024-11-30', '2026-11-30T16:00:00.000Z'],
  ] as const)(
    'of %s that starts on %s ends with the day, at %s [S-18 rule:retention.7_years rule:retention.4_years_ID rule:retention.4_years_exam rule:retention.4_years_certificate rule:retention.1_year_paper rule:retention.10_years_cheating]',
    (of, startedOn, end) => {
      expect(keptUntilAfterDate(of, startedOn)).toBe(end);
    },
  );

  it.each([
    ['networkLog', '2025-11-21T08:00:01.000Z', '2026-11-21T08:00:01.000Z'],
    ['unusedUpload', '2026-11-20T08:00:00.000Z', '2026-11-21T08:00:00.000Z'],
    ['draft', '2026-08-23T08:00:00.000Z', '2026-11-21T08:00:00.000Z'],
    ['consent', '2019-11-21T08:00:00.000Z', '2026-11-21T08:00:00.000Z'],
    ['audit', '2016-02-29T20:00:00.000Z', '2026-02-28T20:00:00.000Z'],
    ['order', '2016-11-21T08:00:00.000Z', '2026-11-21T08:00:00.000Z'],
    ['orderPerson', '2019-11-21T08:00:00.000Z', '2026-11-21T08:00:00.000Z'],
    ['lapsedOrder', '2025-11-21T08:00:00.000Z', '2026-11-21T08:00:00.000Z'],
    ['messageText', '2026-11-07T08:00:00.000Z', '2026-11-21T08:00:00.000Z'],
    ['message', '2026-05-21T08:00:00.000Z', '2026-11-21T08:00:00.000Z'],
    ['session', '2026-10-22T08:00:00.000Z', '2026-11-21T08:00:00.000Z'],
    ['rightsRequest', '2023-11-21T08:00:00.000Z', '2026-11-21T08:00:00.000Z'],
    ['relativeEvidence', '2023-11-21T08:00:00.000Z', '2026-11-21T08:00:00.000Z'],
  ] as const)('of %s that starts at %s ends at %s [S-18 rule:retention.6_months_logs]', (of, startedAt, end) => {
    expect(keptUntilAfter(of, startedAt)).toBe(end);
  });

  it('is the same asked from either end, for every class and day [S-18]', () => {
    fc.assert(
      fc.property(fc.constantFrom(...byDate), anyDate, anyInstant, (of, started, now) => {
        expect(started <= lastStartDate(of, now)).toBe(keptUntilAfterDate(of, started) <= now);
      }),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...byInstant),
        anyInstant,
        fc.integer({ min: -2, max: 2 }),
        (of, started, seconds) => {
          const now = addSeconds(keptUntilAfter(of, started), seconds);
          expect(started <= lastStart(of, now)).toBe(seconds >= 0);
        },
      ),
    );
  });

  it('ends on one day for four that began at the end of longer months, and each of them may go then [S-18]', () => {
    const end = '2027-02-28T16:00:00.000Z';
    expect(lastStartDate('cancellationPaper', end)).toBe('2026-08-31');
    expect(lastStartDate('cancellationPaper', addSeconds(end, -1))).toBe('2026-08-27');
    expect(lastStart('message', '2027-02-28T08:00:00.000Z')).toBe('2026-08-31T08:00:00.000Z');
  });

  it('is told in years where it is whole years, and nowhere else', () => {
    expect([keptYears('candidate'), keptYears('networkLog'), keptYears('order')]).toEqual([7, 1, 10]);
    for (const of of ['cancellationPaper', 'draft'] as const) expect(() => keptYears(of)).toThrow(RangeError);
  });

  it('begins with a date or with an instant, and is not asked for by the other', () => {
    expect(() => keptUntilAfterDate('consent', '2026-11-21')).toThrow(RangeError);
    expect(() => keptUntilAfter('candidate', '2026-11-21T08:00:00.000Z')).toThrow(RangeError);
  });

  it('has no class for answers given on a computer: they are kept nowhere [S-18 rule:retention.answers_not_kept]', () => {
    expect(retentionClasses.filter((each) => /answer/i.test(each))).toEqual([]);
  });
});
