import { describe, expect, it } from 'vitest';
import { answersOf, draftOf, openChoices, problemsOf, type LeaveAnswers } from './answers.ts';

const today = '2026-11-20';
const grown = { name: '王芳', idType: 'IDCard' as const, idNo: '110101199003077838', mobile: '13800138000' };
const answers = (part: Partial<LeaveAnswers>): LeaveAnswers => ({ ...answersOf(undefined, []), ...part });

describe('how a minor leaves the centre', () => {
  it('a child of ten on the exam day is picked up, one of eleven may leave alone [R-30 R-31]', () => {
    expect(openChoices({ dob: '2016-11-20' }, '2027-11-19')).toEqual(['GuardianPicksUp', 'AuthorisedPersonPicksUp']);
    expect(openChoices({ dob: '2016-11-20' }, '2027-11-20')).toContain('LeavesAlone');
  });

  it('who turns 18 before the exam may still say how [R-31]', () => {
    expect(openChoices({ dob: '2008-11-21' }, '2026-12-01')).toHaveLength(3);
  });

  it('begins with the guardian, who may always come [R-30]', () => {
    for (const examDate of ['2026-12-01', '2028-12-01'])
      expect(answersOf(undefined, openChoices({ dob: '2016-11-20' }, examDate)).choice).toBe('GuardianPicksUp');
  });

  it('a choice that the age no longer allows has to be made again [R-36]', () => {
    const draft = { choice: 'LeavesAlone' as const, pickupPerson: null };
    expect(answersOf(draft, openChoices({ dob: '2016-11-20' }, '2026-12-01')).choice).toBeNull();
    expect(answersOf(draft, openChoices({ dob: '2015-11-20' }, '2026-12-01')).choice).toBe('LeavesAlone');
  });

  it('leaving alone needs the guardian’s tick, picking up a person of 14 or older [R-30 R-32 rule:candidate.11-17_alone_with_consent]', () => {
    expect(problemsOf(answers({ choice: null }), today)).toEqual({ choice: 'LEAVE_CHOICE_REQUIRED' });
    expect(problemsOf(answers({ choice: 'LeavesAlone' }), today)).toEqual({ agree: 'CONFIRMATION_REQUIRED' });
    expect(problemsOf(answers({ choice: 'LeavesAlone', isAgreed: true }), today)).toEqual({});
    expect(problemsOf(answers({ choice: 'AuthorisedPersonPicksUp', pickup: grown }), today)).toEqual({});
    const child = { ...grown, idNo: '330106201405061225' };
    expect(problemsOf(answers({ choice: 'AuthorisedPersonPicksUp', pickup: child }), today)).toEqual({
      'pickup.idNo': 'PICKUP_UNDER_AGE',
    });
  });

  it('keeps the person only where somebody other than the guardian comes [R-30 field:Departure.receiverName field:Departure.receiverID field:Departure.receiverIDType field:Departure.receiverPhoneNumber]', () => {
    expect(draftOf(answers({ choice: 'GuardianPicksUp', pickup: grown }))).toEqual({
      choice: 'GuardianPicksUp',
      pickupPerson: null,
    });
    expect(draftOf(answers({ choice: 'AuthorisedPersonPicksUp', pickup: grown })).pickupPerson).toEqual(grown);
  });
});
