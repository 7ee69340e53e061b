import { describe, expect, it } from 'vitest';
import {
  bookingForStorage,
  bookingStepIds,
  bookingSteps,
  emptyBookingDraft,
  jumpedBack,
  replayBooking,
} from './booking.ts';
import type { BookingDraft } from './booking.ts';
import { after, before, guard, progress, shown } from './wizard.ts';

const minor: BookingDraft = {
  productId: 'p',
  registrationTemplateId: 't',
  productLastModifiedOn: '2026-11-01T00:00:00.000Z',
  hasReadNotice: true,
  officeId: 'o',
  expectDate: '2026-12-21',
  candidateId: 'c',
  isMinor: true,
  formAnswers: { contact: 'Dean' },
  leave: { choice: 'GuardianPicksUp', pickupPerson: null },
  bookingId: null,
};
const adult: BookingDraft = { ...minor, isMinor: false, leave: null };

describe('the booking wizard', () => {
  it('has seven steps, six for an adult [R-34]', () => {
    expect(shown(bookingSteps, minor)).toEqual([...bookingStepIds]);
    expect(shown(bookingSteps, adult)).toEqual(bookingStepIds.filter((step) => step !== 'leaveType'));
    expect(progress(bookingSteps, adult, 'examInfo').map(({ state }) => state)).toEqual([
      'complete',
      'complete',
      'complete',
      'current',
      'upcoming',
      'upcoming',
    ]);
  });

  it('goes from the exam information to the confirmation and back when nobody has to be picked up [R-34]', () => {
    expect([after(bookingSteps, adult, 'examInfo'), before(bookingSteps, adult, 'confirmExam')]).toEqual([
      'confirmExam',
      'examInfo',
    ]);
    expect(after(bookingSteps, minor, 'examInfo')).toBe('leaveType');
  });

  it('opens no step before those in front of it are done', () => {
    expect(guard(bookingSteps, emptyBookingDraft, 'confirmExam')).toBe('needToKnow');
    expect(guard(bookingSteps, { ...minor, leave: null }, 'confirmExam')).toBe('leaveType');
    expect(guard(bookingSteps, minor, 'confirmExam')).toBe('confirmExam');
  });

  it('starts over as the jump says: all but the exam, from the candidate, from the form [R-36 rule:wizard.booking_resets field:BookingExpectation.*]', () => {
    const cleared = { formAnswers: null, leave: null, bookingId: null };
    expect(jumpedBack(minor, 'examInfo')).toEqual({ ...minor, ...cleared });
    expect(jumpedBack(minor, 'candidateInfo')).toEqual({ ...minor, ...cleared, candidateId: null, isMinor: false });
    expect(jumpedBack(minor, 'expectation')).toEqual({
      ...emptyBookingDraft,
      productId: 'p',
      registrationTemplateId: 't',
      productLastModifiedOn: minor.productLastModifiedOn,
      hasReadNotice: true,
    });
  });

  it('asks the step log for every step shown, in order [R-34]', () => {
    const log = (steps: readonly string[]) => steps.map((stepName) => ({ stepName, jsonResult: '{}' }));
    const adults = ['needToKnow', 'expectation', 'candidateInfo', 'examInfo'];

    expect(replayBooking(false, log(adults))).toEqual({ ok: true });
    expect(replayBooking(true, log([...adults, 'leaveType', 'confirmExam']))).toEqual({ ok: true });
    expect(replayBooking(true, log(adults))).toMatchObject({ ok: false, code: 'STEP_MISSING', stepName: 'leaveType' });
    expect(replayBooking(false, log([...adults, 'leaveType']))).toMatchObject({ code: 'STEP_OUT_OF_ORDER' });
    expect(replayBooking(false, log(['selectSubject']))).toMatchObject({ code: 'STEP_UNKNOWN' });
  });

  it('leaves nobody’s number and nobody’s need in the browser [R-35]', () => {
    const pickupPerson = { name: 'Li', idType: 'Passport', idNo: 'E12345678', mobile: '1' } as const;
    const draft = {
      ...minor,
      leave: { choice: 'AuthorisedPersonPicksUp', pickupPerson } as const,
      formAnswers: { special: { yes: true, reason: 'I am ill' } },
    };

    const stored = JSON.stringify(bookingForStorage(draft));

    expect(stored).not.toContain('E12345678');
    expect(stored).not.toContain('I am ill');
    expect(bookingForStorage(adult)).toEqual(adult);
  });
});
