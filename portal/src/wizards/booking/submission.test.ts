import { emptyBookingDraft, replayBooking, type BookingDraft } from '@exam/contract/wizards';
import { describe, expect, it } from 'vitest';
import { stepLog } from '../parts/wizard.ts';
import { afterRefusal } from './submission.ts';
import { isAvailable, marksOf } from './service-marks.ts';
import { bookingWizard } from './wizard.ts';

const minor: BookingDraft = {
  ...emptyBookingDraft,
  productId: 'p',
  hasReadNotice: true,
  officeId: 'o',
  expectDate: '2026-12-21',
  candidateId: 'c',
  isMinor: true,
  formAnswers: { specialArrangement: { yes: true, reason: 'CANARY' } },
  leave: {
    choice: 'AuthorisedPersonPicksUp',
    pickupPerson: { name: '李强', idType: 'Passport', idNo: 'E12345678', mobile: '13800138000' },
  },
};

describe('the request of a booking', () => {
  it('logs the steps the server asks for, without documents or needs in words [R-34 R-35]', () => {
    const log = stepLog(bookingWizard, minor);
    const adults = stepLog(bookingWizard, { ...minor, isMinor: false, leave: null });

    expect([replayBooking(true, log), replayBooking(false, adults)]).toEqual([{ ok: true }, { ok: true }]);
    expect(JSON.stringify(log)).not.toMatch(/E12345678|CANARY/);
  });

  it('that is refused loses only what the refusal is about [R-37]', () => {
    expect(afterRefusal('SERVICE_DATE_FULL', { expectTestDate: 'SERVICE_DATE_FULL' })).toEqual({ expectDate: null });
    expect(afterRefusal('FIELDS', { leaveAlone: 'LEAVE_ALONE_TOO_YOUNG' })).toEqual({ leave: null });
    expect(afterRefusal('CONSENT_OUTDATED', { consents: 'CONSENT_OUTDATED' })).toEqual({});
  });
});

describe('the service-date calendar', () => {
  it('marks what can be asked for, at what fee, and what is full; closed days have no mark [R-67]', () => {
    const dates = [
      { date: '2026-12-21', status: 'Available', isSurcharge: false },
      { date: '2026-12-22', status: 'Full', isSurcharge: false },
      { date: '2026-12-25', status: 'Closed', isSurcharge: false },
      { date: '2026-12-26', status: 'Available', isSurcharge: true },
    ] as const;

    expect(marksOf({ dates: [...dates] })).toEqual({
      '2026-12-21': 'available',
      '2026-12-22': 'closed',
      '2026-12-26': 'surcharge',
    });
    expect(dates.map(({ date }) => isAvailable({ dates: [...dates] }, date))).toEqual([true, false, false, true]);
  });
});
