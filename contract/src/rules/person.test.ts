import { describe, expect, it } from 'vitest';
import { checkCandidate } from './candidate.ts';
import type { CandidateForm } from './candidate.ts';
import { checkGuardian, checkPickupPerson } from './guardian.ts';
import type { GuardianForm, PickupForm } from './guardian.ts';
import { under } from './person-refusals.ts';

const options = { today: '2026-11-20' };
const adult: CandidateForm = {
  idType: 'IDCard',
  idNo: '110101199003077838',
  gender: 'Male',
  dob: '1990-03-07',
  firstName: 'Wei',
  lastName: 'Zhang',
  email: 'Wei@QQ.com',
  mobile: '138 0000 1234',
};
const guardian: GuardianForm = {
  name: '张伟',
  idType: 'IDCard',
  idNo: '110101199003077838',
  mobile: '13800001234',
  type: 'Father',
};
const child: CandidateForm = {
  idType: 'IDCard',
  idNo: '11010820161120003x',
  firstName: 'Xiaoming',
  lastName: 'Zhang',
  guardianModel: guardian,
};
const fieldsOf = (form: CandidateForm) => {
  const result = checkCandidate(form, options);
  return result.ok ? {} : result.fields;
};

describe('a candidate', () => {
  it('is stored in one spelling, with the age type of today [R-08 1.1 field:CandidateForm.birthday field:CandidateForm.email field:CandidateForm.firstName field:CandidateForm.lastName field:CandidateForm.gender field:CandidateForm.ID field:CandidateForm.IDType field:CandidateForm.mobile field:CandidateForm.isMinor]', () => {
    expect(checkCandidate(adult, options)).toEqual({
      ok: true,
      person: {
        idType: 'IDCard',
        idNo: '110101199003077838',
        comparable: 'IDCard:110101199003077838',
        gender: 'Male',
        firstName: 'WEI',
        lastName: 'ZHANG',
        nameZh: null,
        email: 'Wei@qq.com',
        mobile: '+8613800001234',
        dob: '1990-03-07',
        isMinor: false,
        candidateAgeType: 'Adults',
        guardian: null,
      },
    });
  });

  it('may be born today, and not tomorrow [1.1]', () => {
    const newborn = { ...child, idType: 'Passport', idNo: 'E12345678', gender: 'Male' } as const;
    expect(fieldsOf({ ...newborn, dob: '2026-11-20' })).toEqual({});
    expect(fieldsOf({ ...newborn, dob: '2026-11-21' })).toEqual({ dob: 'DOB_FORMAT' });
  });

  it('is asked for birth date and gender beside a wrong number, unless that is to contain them [1.1 R-95]', () => {
    const wrong = { idNo: '?', firstName: 'Wei', lastName: 'Zhang' };
    expect(Object.keys(fieldsOf({ ...wrong, idType: 'IDCard' }))).toEqual(['idNo']);
    expect(Object.keys(fieldsOf({ ...wrong, idType: 'Passport' })).toSorted()).toEqual(['dob', 'gender', 'idNo']);
  });

  it('takes birth date and gender from the number [1.1 R-95]', () => {
    const result = checkCandidate(child, options);
    expect(result).toMatchObject({
      person: { dob: '2016-11-20', gender: 'Male', isMinor: true, candidateAgeType: 'U11' },
    });
  });

  it('is refused when the form says otherwise than the number [1.1]', () => {
    expect(fieldsOf({ ...adult, dob: '1990-03-08', gender: 'Female' })).toEqual({
      dob: 'DOB_DIFFERS_FROM_ID',
      gender: 'GENDER_DIFFERS_FROM_ID',
    });
  });

  it('may send the birth date as an instant, meaning the day in China [R-09]', () => {
    expect(checkCandidate({ ...adult, dob: '1990-03-06T16:00:00.000Z' }, options)).toMatchObject({
      person: { dob: '1990-03-07' },
    });
  });

  it('with a passport has to type birth date and gender [1.4 rule:candidate.required_fields]', () => {
    const passport: CandidateForm = {
      ...adult,
      idType: 'Passport',
      idNo: 'E12345678',
      dob: undefined,
      gender: undefined,
    };
    expect(fieldsOf(passport)).toEqual({ dob: 'REQUIRED_FIELD', gender: 'REQUIRED_FIELD' });
    expect(fieldsOf({ ...passport, dob: '2026-11-21', gender: 'Male' })).toEqual({ dob: 'DOB_FORMAT' });
    expect(fieldsOf({ ...passport, dob: '2010-02-29', gender: 'Male' })).toEqual({ dob: 'DOB_FORMAT' });
    expect(fieldsOf({ ...passport, dob: '1899-12-31', gender: 'Male' })).toEqual({ dob: 'DOB_FORMAT' });
  });

  it('is not asked for what a resident ID contains because its number is wrong [1.1]', () => {
    const wrong: CandidateForm = { ...adult, idType: 'IDCard', idNo: '110101199003077830', dob: null, gender: null };

    expect(Object.keys(fieldsOf(wrong))).toEqual(['idNo']);
    expect(fieldsOf({ ...wrong, dob: '2010-02-29' })).toMatchObject({ dob: 'DOB_FORMAT' });
  });

  it('is told everything that is wrong at once', () => {
    const form: CandidateForm = { idType: 'IDCard', idNo: '1', firstName: '', lastName: '张', email: 'x', mobile: '1' };
    expect(fieldsOf(form)).toEqual({
      idNo: 'ID_LENGTH',
      firstName: 'NAME_GIVEN_REQUIRED',
      lastName: 'NAME_HAN',
      email: 'EMAIL_AT',
      mobile: 'PHONE_MAINLAND',
    });
  });

  it('under eighteen needs a guardian, and from eighteen keeps none [R-31]', () => {
    expect(fieldsOf({ ...child, guardianModel: null })).toEqual({ guardianModel: 'GUARDIAN_REQUIRED' });
    expect(fieldsOf({ ...child, idNo: '440300200811214518', guardianModel: null })).toEqual({
      guardianModel: 'GUARDIAN_REQUIRED',
    });
    expect(checkCandidate({ ...adult, guardianModel: guardian }, options)).toMatchObject({
      person: { guardian: null },
    });
  });

  it('has a guardian checked under the guardian’s own paths [R-32]', () => {
    expect(fieldsOf({ ...child, guardianModel: { ...guardian, name: ' ', mobile: '', idNo: '11' } })).toEqual({
      'guardianModel.name': 'REQUIRED_FIELD',
      'guardianModel.mobile': 'PHONE_REQUIRED',
      'guardianModel.idNo': 'ID_LENGTH',
    });
    expect(fieldsOf({ ...child, guardianModel: { ...guardian, name: '点击 http://e.cn' } })).toEqual({
      'guardianModel.name': 'FREE_NAME_CHARACTERS',
    });
  });
});

describe('a guardian', () => {
  it('is at least eighteen where the document shows it [R-32 field:CandidateForm.guardianIDType]', () => {
    expect(checkGuardian({ ...guardian, idNo: '440300200811214518' }, { today: '2026-11-21' })).toMatchObject({
      ok: true,
    });
    expect(checkGuardian({ ...guardian, idNo: '440300200811214518' }, options)).toEqual({
      ok: false,
      fields: { idNo: 'GUARDIAN_UNDER_AGE' },
    });
    expect(checkGuardian({ ...guardian, idType: 'Passport', idNo: 'E12345678' }, options)).toMatchObject({
      person: { ageShownBy: 'Staff' },
    });
  });

  it('has another document than the candidate [R-32]', () => {
    const candidateComparable = 'IDCard:110101199003077838';
    expect(checkGuardian(guardian, { ...options, candidateComparable })).toEqual({
      ok: false,
      fields: { idNo: 'GUARDIAN_IS_CANDIDATE' },
    });
  });
});

describe('a pickup person', () => {
  const pickup: PickupForm = { name: '李娜', idType: 'IDCard', idNo: '310115201202290020', mobile: '+852 9123 4567' };

  it('may be fourteen, and on the day before not yet [R-32 rule:candidate.pickup_person_14_or_older]', () => {
    expect(checkPickupPerson(pickup, { today: '2026-03-01' })).toMatchObject({
      ok: true,
      person: { type: 'AuthorisedPerson', ageShownBy: 'Document', mobile: '+85291234567' },
    });
    expect(checkPickupPerson(pickup, { today: '2026-02-28' })).toEqual({
      ok: false,
      fields: { idNo: 'PICKUP_UNDER_AGE' },
    });
  });

  it('declares the age when the document does not show it [R-32]', () => {
    const passport: PickupForm = { ...pickup, idType: 'Passport', idNo: 'E12345678' };
    expect(checkPickupPerson({ ...passport, isFourteenOrOlder: true }, options)).toMatchObject({
      person: { ageShownBy: 'Declaration' },
    });
    for (const said of [passport, { ...passport, isFourteenOrOlder: false }])
      expect(checkPickupPerson(said, options)).toEqual({
        ok: false,
        fields: { isFourteenOrOlder: 'PICKUP_AGE_NOT_DECLARED' },
      });
  });

  it('is reported under the name of the field it came in', () => {
    expect(under('applicationPickupPerson', { idNo: 'ID_LENGTH' })).toEqual({
      'applicationPickupPerson.idNo': 'ID_LENGTH',
    });
  });
});
