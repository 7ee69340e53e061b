import { describe, expect, it } from 'vitest';
import { leaveOf, leaveRefusals, mustDeclareAge, type LeaveAnswers } from './leave-answers.ts';

const today = '2026-11-21';
const person = {
  name: '李娜',
  idType: 'Passport',
  idNo: 'E12345679',
  mobile: '13900139000',
  isFourteenOrOlder: true,
} as const;
const authorised: LeaveAnswers = { choice: 'AuthorisedPersonPicksUp', person, isAgreed: false };

describe('changing how a minor leaves', () => {
  it('asks for a choice before anything else [R-30]', () => {
    expect(leaveRefusals({ ...authorised, choice: null }, today)).toEqual({ leaveAlone: 'LEAVE_CHOICE_REQUIRED' });
  });

  it('asks for the guardian’s tick where the child is to leave alone [R-27 R-30]', () => {
    const alone: LeaveAnswers = { ...authorised, choice: 'LeavesAlone' };

    expect(leaveRefusals(alone, today)).toEqual({ agree: 'CONFIRMATION_REQUIRED' });
    expect(leaveRefusals({ ...alone, isAgreed: true }, today)).toEqual({});
  });

  it('names what is wrong with the pickup person as the server does [R-32]', () => {
    const answers = {
      ...authorised,
      person: { ...person, name: '', idType: 'IDCard', idNo: '', mobile: '1' },
    } as const;

    expect(leaveRefusals(answers, today)).toEqual({
      'applicationPickupPerson.name': 'REQUIRED_FIELD',
      'applicationPickupPerson.idNo': 'ID_REQUIRED',
      'applicationPickupPerson.mobile': 'PHONE_MAINLAND',
    });
  });

  it('asks for a declaration of age only where the document shows none [R-32]', () => {
    expect(mustDeclareAge(person, today)).toBe(true);
    expect(mustDeclareAge({ ...person, idType: 'IDCard', idNo: '110101199003077838' }, today)).toBe(false);
    expect(leaveRefusals({ ...authorised, person: { ...person, isFourteenOrOlder: false } }, today)).toEqual({
      'applicationPickupPerson.isFourteenOrOlder': 'PICKUP_AGE_NOT_DECLARED',
    });
  });

  it('sends no person with any other choice, whatever was typed before [R-30]', () => {
    const sent = (choice: LeaveAnswers['choice']) => leaveOf({ ...authorised, choice }, today);

    expect(sent('LeavesAlone')).toEqual({ leaveAlone: true, applicationPickupPerson: null });
    expect(sent('GuardianPicksUp')).toEqual({ leaveAlone: false, applicationPickupPerson: null });
    expect(sent('AuthorisedPersonPicksUp')).toMatchObject({
      leaveAlone: false,
      applicationPickupPerson: { idNo: 'E12345679', isFourteenOrOlder: true, type: 'AuthorisedPerson' },
    });
  });
});
