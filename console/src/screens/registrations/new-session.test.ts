import { describe, expect, it } from 'vitest';
import { eachOnce, oneOfEach, type Target } from './new-session.tsx';

const somewhere = {
  free: 3,
  price: null,
  isOpen: true,
  cityNameEn: 'Beijing',
  cityNameZh: '北京',
  venueNameEn: null,
  venueNameZh: null,
};
const target = (sessionId: string, examDate: string, startTime: string): Target => ({
  ...somewhere,
  sessionId,
  examDate,
  startTime,
});

describe('where several registrations can be moved to', () => {
  it('is asked for one of each session, of whom one may open the record if there is one', () => {
    const rows = [
      { id: 'child', sessionId: 'morning', idNo: null },
      { id: 'adult', sessionId: 'morning', idNo: '110***********0011' },
      { id: 'other child', sessionId: 'evening', idNo: null },
      { id: 'another adult', sessionId: 'morning', idNo: '110***********0022' },
    ];

    expect(oneOfEach(rows)).toEqual(['adult', 'other child']);
  });

  it('is said once and the soonest first: people of two sessions can also be brought together in one of them', () => {
    const later = target('later', '2027-01-10', '14:00');
    const morning = target('morning', '2027-01-10', '09:00');
    const first = target('first', '2026-12-20', '14:00');

    expect(eachOnce([first, later, later, morning])).toEqual([first, morning, later]);
  });
});
