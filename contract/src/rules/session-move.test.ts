import { describe, expect, it } from 'vitest';
import { instantOf } from './china-date.ts';
import { moveChoiceUntil } from './session-move.ts';
import { workingCalendar } from './working-days.ts';

const ordinary = workingCalendar([]);
const moved = {
  movedAt: instantOf('2026-11-20', '10:00'),
  previousDate: '2026-12-05',
  examDate: '2026-12-19',
  startsAt: instantOf('2026-12-19', '09:00'),
};

describe('the choice after an exam was moved to another day', () => {
  it('stays open to the end of the fifth working day, the day of the move not counted [9.7]', () => {
    expect(moveChoiceUntil(moved, ordinary)).toBe(instantOf('2026-11-28'));
  });

  it('counts no holiday, and counts a make-up working day [9.7]', () => {
    const calendar = workingCalendar([
      { date: '2026-11-23', kind: 'Holiday' },
      { date: '2026-11-24', kind: 'Holiday' },
      { date: '2026-11-28', kind: 'MakeupWorkday' },
    ]);

    expect(moveChoiceUntil(moved, calendar)).toBe(instantOf('2026-12-01'));
  });

  it('ends when the exam begins, if that is sooner [9.7]', () => {
    const soon = { ...moved, examDate: '2026-11-24', startsAt: instantOf('2026-11-24', '09:00') };

    expect(moveChoiceUntil(soon, ordinary)).toBe(soon.startsAt);
  });

  it('is not offered for another time or place of the same day [9.7]', () => {
    expect(moveChoiceUntil({ ...moved, examDate: moved.previousDate }, ordinary)).toBeNull();
  });
});
