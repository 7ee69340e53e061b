import { describe, expect, it } from 'vitest';
import { ageOn, candidateAgeType, canRegisterAccount, isMinor } from './ages.ts';
import { checkLeaveChoice, leaveAfterMove, leaveChoiceOf, leaveChoices } from './leave.ts';

describe('age', () => {
  it('counts completed years on a China date [1.7]', () => {
    expect(ageOn('2010-11-20', '2026-11-19')).toBe(15);
    expect(ageOn('2010-11-20', '2026-11-20')).toBe(16);
  });

  it('turns on 1 March of ordinary years for who was born on 29 February [1.7]', () => {
    expect([ageOn('2012-02-29', '2026-02-28'), ageOn('2012-02-29', '2026-03-01')]).toEqual([13, 14]);
    expect([ageOn('2012-02-29', '2028-02-28'), ageOn('2012-02-29', '2028-02-29')]).toEqual([15, 16]);
  });

  it.each([
    [0, 'U11'],
    [10, 'U11'],
    [11, 'U18'],
    [17, 'U18'],
    [18, 'Adults'],
  ])('calls %i years %s [R-29 1.7]', (age, type) => {
    expect(candidateAgeType(age)).toBe(type);
  });

  it('keeps who turns eighteen tomorrow a minor today [R-20 R-31]', () => {
    expect([isMinor('2008-11-21', '2026-11-20'), isMinor('2008-11-20', '2026-11-20')]).toEqual([true, false]);
    expect([canRegisterAccount('2008-11-21', '2026-11-20'), canRegisterAccount('2008-11-20', '2026-11-20')]).toEqual([
      false,
      true,
    ]);
  });
});

describe('leaving the centre', () => {
  const submissionDate = '2026-11-20';
  const leave = (dob: string, examDate: string, leaveAlone: boolean | null, pickupPerson: object | null = null) => {
    const result = checkLeaveChoice({ dob, examDate, submissionDate, leaveAlone, pickupPerson });
    return result.ok ? result.choice : result.code;
  };
  const person = { name: '王伟' };

  it('offers leaving alone from eleven and nothing from eighteen [R-30]', () => {
    expect(leaveChoices(10)).toEqual(['GuardianPicksUp', 'AuthorisedPersonPicksUp']);
    expect(leaveChoices(11)).toEqual(['GuardianPicksUp', 'AuthorisedPersonPicksUp', 'LeavesAlone']);
    expect(leaveChoices(18)).toEqual([]);
  });

  it('reads three choices from one nullable boolean and a person [R-30]', () => {
    expect(leaveChoiceOf({ leaveAlone: false, pickupPerson: null })).toBe('GuardianPicksUp');
    expect(leaveChoiceOf({ leaveAlone: false, pickupPerson: person })).toBe('AuthorisedPersonPicksUp');
    expect(leaveChoiceOf({ leaveAlone: true, pickupPerson: null })).toBe('LeavesAlone');
    expect(leaveChoiceOf({ leaveAlone: null, pickupPerson: null })).toBeNull();
  });

  it('refuses a ten-year-old alone and allows it to who is eleven on the exam day [R-30 R-31 rule:candidate.10_or_under_not_alone]', () => {
    expect(leave('2016-11-20', '2026-12-09', true)).toBe('LEAVE_ALONE_TOO_YOUNG');
    expect(leave('2015-12-09', '2026-12-08', true)).toBe('LEAVE_ALONE_TOO_YOUNG');
    expect(leave('2015-12-09', '2026-12-09', true)).toBe('LeavesAlone');
    expect(leave('2016-11-20', '2026-12-09', false)).toBe('GuardianPicksUp');
    expect(leave('2016-11-20', '2026-12-09', false, person)).toBe('AuthorisedPersonPicksUp');
  });

  it('is the guardian’s coming where the exam moved to a day on which the child is too young for what was chosen, or has to choose [R-30 R-31]', () => {
    const after = (dob: string, examDate: string, leaveAlone: boolean | null) =>
      leaveAfterMove({ dob, examDate, submissionDate, leaveAlone });

    expect([after('2015-12-09', '2026-12-09', true), after('2015-12-09', '2026-12-08', true)]).toEqual([true, false]);
    expect([after('2008-12-09', '2026-12-09', null), after('2008-12-09', '2026-12-08', null)]).toEqual([null, false]);
    expect([after('2015-12-09', '2026-12-09', false), after('2008-12-09', '2026-12-09', false)]).toEqual([
      false,
      false,
    ]);
    expect(after('1990-03-07', '2026-12-09', null)).toBeNull();
  });

  it('needs a choice of every minor at submission, unless eighteen on the exam day [R-31 rule:candidate.leave_type_under_18]', () => {
    expect(leave('2010-11-20', '2026-12-09', null)).toBe('LEAVE_CHOICE_REQUIRED');
    expect(leave('2010-11-20', '2026-12-09', null, person)).toBe('LEAVE_CHOICE_REQUIRED');
    expect(leave('2008-11-21', '2026-12-09', null)).toBeNull();
    expect(leave('2008-11-21', '2026-12-09', false)).toBe('GuardianPicksUp');
  });

  it('keeps no choice of adults, and takes no pickup person of them or beside leaving alone [R-30]', () => {
    expect(leave('1990-03-07', '2026-12-09', null)).toBeNull();
    expect(leave('1990-03-07', '2026-12-09', true)).toBeNull();
    expect(leave('1990-03-07', '2026-12-09', null, person)).toBe('LEAVE_NOT_FOR_ADULTS');
    expect(leave('2010-11-20', '2026-12-09', true, person)).toBe('LEAVE_ALONE_WITH_PICKUP');
  });
});
