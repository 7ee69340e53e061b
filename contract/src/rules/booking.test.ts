import { describe, expect, it } from 'vitest';
import type { SubjectInfo } from '../entities/booking.ts';
import {
  checkPayEnd,
  dateAnswerUntil,
  isExpectedPast,
  isForgotten,
  isPayExpired,
  lastPayMoment,
  payableUntil,
  serviceDateCalendar,
  serviceDateOf,
} from './booking-dates.ts';
import { bookingPrice } from './booking-price.ts';
import { arrangementChanges, lacksEnglishTitle, universityTimeline } from './booking-status.ts';
import { officialCalendar2026, provisionalCalendar2027 } from './calendar-data.ts';
import { addSeconds, instantOf } from './china-date.ts';
import { workingCalendar } from './working-days.ts';

const calendar = workingCalendar([...officialCalendar2026, ...provisionalCalendar2027]);
const tariff = { baseFee: 145_000, boardFee: 0, surcharge: 22_000, localVatRate: 600, boardVatRate: 600 };

describe('the last moment to pay a booking', () => {
  it('is 17:00 of the fifth working day before its first exam [R-65]', () => {
    expect(lastPayMoment(calendar, '2026-12-23')).toBe(instantOf('2026-12-16', '17:00'));
    // The National Day holiday and a make-up Saturday lie between.
    expect(lastPayMoment(calendar, '2026-10-12')).toBe(instantOf('2026-09-29', '17:00'));
  });

  it('may itself be the end of payment, a second later only once the restriction is lifted [R-65 9.3#3]', () => {
    const lastMoment = lastPayMoment(calendar, '2026-12-23');
    const firstStartAt = instantOf('2026-12-23', '09:00');
    const facts = { now: '2026-11-20T04:00:00.000Z', lastMoment, firstStartAt, isLifted: false };
    const at = (seconds: number) => addSeconds(lastMoment, seconds);

    expect([-1, 0, 1].map((seconds) => checkPayEnd(at(seconds), facts))).toEqual([null, null, 'PAY_END_TOO_LATE']);
    expect(checkPayEnd(at(1), { ...facts, isLifted: true })).toBeNull();
    expect(
      [0, 1].map((seconds) => checkPayEnd(addSeconds(firstStartAt, seconds), { ...facts, isLifted: true })),
    ).toEqual([null, 'PAY_END_AFTER_START']);
    expect([-1, 0].map((seconds) => checkPayEnd(addSeconds(facts.now, seconds), facts))).toEqual([
      'PAY_END_PAST',
      'PAY_END_PAST',
    ]);
  });

  it('is over at the very instant, or at the exam once lifted [R-66]', () => {
    const facts = { payEndAt: instantOf('2026-12-16', '17:00'), firstStartAt: instantOf('2026-12-23', '09:00') };
    const expired = (isLifted: boolean, of: string) =>
      [-1, 0, 1].map((seconds) => isPayExpired({ ...facts, isLifted, now: addSeconds(of, seconds) }));

    expect(expired(false, facts.payEndAt)).toEqual([false, true, true]);
    expect(expired(true, facts.payEndAt)).toEqual([false, false, false]);
    expect(expired(true, facts.firstStartAt)).toEqual([false, true, true]);
    expect(payableUntil({ ...facts, isLifted: true })).toBe(facts.firstStartAt);
  });

  it('of an expected date has passed on the day after it [R-66]', () => {
    const passed = ['2026-11-29', '2026-11-30', '2026-12-01'].map((today) => isExpectedPast('2026-11-30', today));
    expect(passed).toEqual([false, false, true]);
  });

  it('gives an unanswered request up thirty days after its expected date [9.3#14]', () => {
    expect(['2026-12-29', '2026-12-30', '2026-12-31'].map((today) => isForgotten('2026-11-30', today))).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe('the price helper', () => {
  const days = { holidays: ['2026-10-01', '2026-10-03'], makeupDays: ['2026-09-20'] };
  const price = (testDate: string, startTime = '09:00', endTime = '11:00') =>
    bookingPrice({ testDate, startTime, endTime }, tariff, days);

  it('takes the base on a working day and adds VAT [3.2]', () => {
    expect(price('2026-11-25')).toEqual({
      localFee: 145_000,
      boardFee: 0,
      vat: 8_700,
      total: 153_700,
      isHoliday: false,
      isWeekend: false,
      isLate: false,
    });
  });

  it('adds 220.00 once for a weekend or an evening [3.2]', () => {
    const evening = price('2026-11-25', '19:00', '21:00');
    const weekend = price('2026-11-28');
    const both = price('2026-11-28', '19:00', '21:00');

    expect([evening, weekend, both].map(({ localFee }) => localFee)).toEqual([167_000, 167_000, 167_000]);
    expect([price('2026-11-25', '16:00', '19:00').localFee, price('2026-11-25', '16:00', '19:01').localFee]).toEqual([
      145_000, 167_000,
    ]);
  });

  it('doubles the base on a public holiday, the surcharge not [3.2]', () => {
    expect(price('2026-10-01').localFee).toBe(290_000);
    expect(price('2026-10-03').localFee).toBe(312_000);
  });

  it('costs the surcharge on any other Sunday [3.2]', () => {
    expect(price('2026-12-20')).toMatchObject({ localFee: 167_000, isWeekend: true });
  });

  it('has the board’s fee with VAT of its own in its total [3.2]', () => {
    const days = { holidays: [], makeupDays: [] };
    const paper = { testDate: '2026-11-25', startTime: '09:00', endTime: '11:00' };
    expect(bookingPrice(paper, { ...tariff, boardFee: 50_000, boardVatRate: 300 }, days)).toMatchObject({
      localFee: 145_000,
      boardFee: 50_000,
      vat: 8_700 + 1_500,
      total: 205_200,
    });
  });

  it('takes a make-up Sunday for the working day it is', () => {
    expect(price('2026-09-20')).toMatchObject({ localFee: 145_000, isWeekend: false });
  });
});

describe('service dates', () => {
  const facts = {
    today: '2026-11-20',
    leadDays: 28,
    isSurchargeAllowed: false,
    ranges: [],
    full: ['2026-12-22'],
    calendar,
  };

  it('begin with the lead days and end after three months, both included [R-67]', () => {
    const dates = serviceDateCalendar(facts);
    const of = (date: string) => serviceDateOf(date, facts).status;

    expect([dates[0]?.date, dates.at(-1)?.date]).toEqual(['2026-12-18', '2027-02-20']);
    expect(['2026-12-17', '2026-12-18', '2027-02-19', '2027-02-21'].map(of)).toEqual([
      'Closed',
      'Available',
      'Available',
      'Closed',
    ]);
  });

  it('may be the very last of the three months, and none where the lead is longer than they are [R-67]', () => {
    const everyDay = { ...facts, isSurchargeAllowed: true };
    expect(serviceDateOf('2027-02-20', everyDay).status).toBe('Available');
    expect(serviceDateCalendar({ ...everyDay, leadDays: 400 })).toEqual([]);
  });

  it('close on weekends and holidays, or open them at a surcharge [R-67]', () => {
    const saturday = '2026-12-19';
    expect(serviceDateOf(saturday, facts)).toEqual({ date: saturday, status: 'Closed', isSurcharge: false });
    expect(serviceDateOf(saturday, { ...facts, isSurchargeAllowed: true })).toEqual({
      date: saturday,
      status: 'Available',
      isSurcharge: true,
    });
  });

  it('say when a day is full and take what an office laid down last [R-67]', () => {
    const day = '2026-12-23';
    const close = { from: day, to: day, isOpen: false };
    expect(serviceDateOf('2026-12-22', facts).status).toBe('Full');
    expect(serviceDateOf(day, { ...facts, ranges: [close] }).status).toBe('Closed');
    expect(serviceDateOf(day, { ...facts, ranges: [close, { ...close, isOpen: true }] }).status).toBe('Available');
  });

  it('are as an office laid down from its first day to its last, and on no other [R-67]', () => {
    const ranges = [{ from: '2026-12-23', to: '2026-12-24', isOpen: false }];
    const days = ['2026-12-21', '2026-12-23', '2026-12-24', '2026-12-25'];
    expect(days.map((day) => serviceDateOf(day, { ...facts, ranges }).status)).toEqual([
      'Available',
      'Closed',
      'Closed',
      'Available',
    ]);
  });
});

describe('the answer to another date', () => {
  // A Wednesday.
  const today = '2026-11-25';
  const until = (...dates: string[]) => dateAnswerUntil({ today, dates }, calendar);

  it('is waited for to the end of the fifth working day [decision 0044]', () => {
    expect(until('2027-01-20', '2026-12-23')).toBe('2026-12-02T16:00:00.000Z');
  });

  it('has to be there at the end of the second working day before the earlier of both dates [decision 0044]', () => {
    expect(until('2026-12-03', '2026-12-23')).toBe('2026-12-01T16:00:00.000Z');
    expect(until('2026-12-23', '2026-12-02')).toBe('2026-11-30T16:00:00.000Z');
  });
});

const paper: SubjectInfo = {
  subject: 'MATH1001',
  city: 'Beijing',
  venue: null,
  testDate: '2026-12-23',
  startTime: '09:00',
  endTime: '11:00',
  localFee: 145_000,
  boardFee: 0,
  vat: 8_700,
  total: 153_700,
};

describe('what changed in an arrangement', () => {
  it('is listed paper by paper, and nothing that stayed', () => {
    const before = { payEndDate: '2026-12-16T09:00:00.000Z', subjectInfos: [paper] };
    const venue = { name: 'Hall', address: 'Road 1' };
    const after = {
      payEndDate: '2026-12-15T09:00:00.000Z',
      subjectInfos: [
        { ...paper, venue, startTime: '10:00' },
        { ...paper, subject: 'PHYS1002' },
      ],
    };

    expect(arrangementChanges(before, before)).toEqual([]);
    expect(arrangementChanges(before, after)).toEqual([
      { field: 'venue', paper: 0, before: null, after: 'Hall' },
      { field: 'startTime', paper: 0, before: '09:00', after: '10:00' },
      { field: 'paperAdded', paper: 1, before: null, after: 'PHYS1002' },
      { field: 'payEndDate', paper: null, before: before.payEndDate, after: after.payEndDate },
    ]);
    expect(arrangementChanges(after, before)).toContainEqual({
      field: 'paperRemoved',
      paper: 1,
      before: 'PHYS1002',
      after: null,
    });
  });
});

describe('the university process', () => {
  it('has five steps, the first that is not done being current [R-71]', () => {
    const facts = {
      submittedAt: '2026-11-20T04:00:00.000Z',
      expectedDate: '2026-12-23',
      confirmedAt: null,
      firstExamDate: null,
      payEndAt: null,
      paidAt: null,
      letterFrom: null,
      isSentBack: false,
      now: '2026-11-21T04:00:00.000Z',
    };
    const states = (changes: object) =>
      universityTimeline({ ...facts, ...changes }, calendar).map(({ step, state }) => `${step} ${state}`);

    expect(states({})).toEqual(['consent done', 'submit done', 'timetable current', 'pay upcoming', 'letter upcoming']);
    const paid = { confirmedAt: facts.now, firstExamDate: '2026-12-23', paidAt: facts.now };
    expect(states({ ...paid, letterFrom: '2026-12-17T16:00:00.000Z' }).at(-1)).toBe('letter current');
    expect(states({ ...paid, letterFrom: facts.now }).at(-1)).toBe('letter done');
    expect(universityTimeline(facts, calendar).map(({ due }) => due)).toEqual([
      '2026-11-25',
      '2026-11-25',
      '2026-12-09',
      '2026-12-16',
      null,
    ]);
  });

  it('promises a letter from the day that is known, and nothing to pay while the arrangement is sent back [R-71 R-63]', () => {
    const facts = {
      submittedAt: '2026-11-20T04:00:00.000Z',
      expectedDate: '2026-12-23',
      confirmedAt: '2026-11-20T05:00:00.000Z',
      firstExamDate: '2026-12-23',
      payEndAt: '2026-12-16T09:00:00.000Z',
      paidAt: null,
      letterFrom: null,
      now: '2026-11-21T04:00:00.000Z',
    };
    const steps = (changes: object) =>
      universityTimeline({ ...facts, isSentBack: false, ...changes }, calendar)
        .slice(2)
        .map((each) => [each.state, each.due]);

    expect(steps({})).toEqual([
      ['done', '2026-12-09'],
      ['current', '2026-12-16'],
      ['upcoming', null],
    ]);
    expect(steps({ isSentBack: true })).toEqual([
      ['current', null],
      ['upcoming', null],
      ['upcoming', null],
    ]);
    expect(steps({ letterFrom: '2026-12-17T16:00:00.000Z' }).at(-1)?.[1]).toBe('2026-12-18');
    expect(steps({ payEndAt: '2026-12-11T09:00:00.000Z' })[1]).toEqual(['current', '2026-12-11']);
  });

  it('lacks an English title where the course has a Chinese one alone', () => {
    const papers = [
      { subject: '线性代数' },
      { subject: '线性代数', subjectEn: ' ' },
      { subject: '线性代数', subjectEn: 'Linear Algebra' },
      { subject: 'Linear Algebra' },
    ];
    expect(papers.map(lacksEnglishTitle)).toEqual([true, true, false, false]);
  });
});
