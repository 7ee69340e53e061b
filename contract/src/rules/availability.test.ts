import { describe, expect, it } from 'vitest';
import { fewSeatsLeft, secondReading, sessionAvailability } from './availability.ts';
import type { SessionFacts } from './availability.ts';
import { instantOf } from './china-date.ts';

const open: SessionFacts = {
  status: 'Published',
  venueActive: true,
  now: instantOf('2026-11-21', '12:00'),
  publishStartAt: instantOf('2026-11-01'),
  publishEndAt: instantOf('2026-11-30', '17:00'),
  examStartAt: instantOf('2026-12-09', '09:00'),
  seat: 100,
  registered: 0,
};
const of = (facts: Partial<SessionFacts>) => sessionAvailability({ ...open, ...facts });

describe('whether one can register for a session', () => {
  it('goes by the precedence of the table [R-41 9.7 9.7#1 9.7#2 9.7#3 9.7#4 9.7#5 9.7#6]', () => {
    const full = { registered: 100 };
    const after = { ...full, now: open.examStartAt };
    expect(of(full)).toBe('Full');
    expect(of({ ...full, now: instantOf('2026-10-31') })).toBe('NotStarted');
    expect(of({ ...full, now: instantOf('2026-12-01') })).toBe('RegistrationEnded');
    expect(of(after)).toBe('Expired');
    expect(of({ ...after, status: 'Draft' })).toBe('NotListed');
    expect(of({ status: 'Withdrawn' })).toBe('NotListed');
    expect(of({ venueActive: false })).toBe('NotListed');
    expect(of({})).toBe('Available');
  });

  it('turns at the exact moment [9.7]', () => {
    expect([of({ now: open.publishStartAt }), of({ now: '2026-10-31T15:59:59.999Z' })]).toEqual([
      'Available',
      'NotStarted',
    ]);
    expect([of({ now: open.publishEndAt }), of({ now: '2026-11-30T09:00:00.001Z' })]).toEqual([
      'Available',
      'RegistrationEnded',
    ]);
    expect(of({ now: '2026-12-09T00:59:59.999Z' })).toBe('RegistrationEnded');
    expect([of({ registered: 99 }), of({ registered: 101 })]).toEqual(['Available', 'Full']);
  });

  it('has a second reading with three values [R-41]', () => {
    expect((['Available', 'Full', 'RegistrationEnded', 'Expired', 'NotStarted'] as const).map(secondReading)).toEqual([
      'Open',
      'ClosedOfFull',
      'ClosedOfExpired',
      'ClosedOfExpired',
      'ClosedOfExpired',
    ]);
  });

  it('says when few seats are left: three, or one in twenty [9.7]', () => {
    expect([
      fewSeatsLeft(3, 20),
      fewSeatsLeft(4, 20),
      fewSeatsLeft(5, 100),
      fewSeatsLeft(6, 100),
      fewSeatsLeft(1, 100),
      fewSeatsLeft(0, 100),
    ]).toEqual([true, false, true, false, true, false]);
  });
});
