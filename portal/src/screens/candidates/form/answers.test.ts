import type { SavedCandidate } from '@exam/contract/entities';
import type { CandidateAnswers } from '@exam/contract/wizards';
import { describe, expect, it } from 'vitest';
import { additionOf, answersOf, bornOf, changeOf, guardianAnswersOf, refusalsOf } from './answers.ts';

const today = '2026-11-20';
const adult: CandidateAnswers = {
  ...answersOf(),
  idNo: '110101199003077838',
  lastName: 'wang',
  firstName: 'xiaoming',
};
const guardian: CandidateAnswers['guardian'] = {
  idType: 'IDCard',
  idNo: '11010519491231002X',
  isKept: false,
  name: '王建国',
  type: 'Father',
  mobile: '13800138000',
  asOf: '',
};
const child = { ...adult, idNo: '330106201405061225' };
const saved: SavedCandidate = {
  id: '5f0c9a2e-6d0e-4a52-9f5c-0d6b2b3a7c11',
  candidateId: '5f0c9a2e-6d0e-4a52-9f5c-0d6b2b3a7c11',
  idType: 'IDCard',
  idNo: '****************25',
  gender: 'Female',
  firstName: 'NA',
  lastName: 'LI',
  nameZh: '李娜',
  email: null,
  mobile: '+8613912345678',
  dob: '2014-05-06',
  candidateAgeType: 'U18',
  isMinor: true,
  keptUntil: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  guardianModel: {
    id: null,
    idType: 'IDCard',
    name: '王建国',
    idNo: '****************2X',
    mobile: '+8613800138000',
    type: 'Father',
    candidateId: null,
  },
};

describe('adding a candidate', () => {
  it('sends capitals, and leaves what the number contains to the server [1.1 1.5]', () => {
    expect(refusalsOf(adult, { today })).toEqual({});
    const body = additionOf(adult, { today });
    expect(body).toMatchObject({ lastName: 'WANG', firstName: 'XIAOMING', email: null, mobile: null });
    expect(body).not.toHaveProperty('dob');
    expect(body).not.toHaveProperty('gender');
    expect(body).not.toHaveProperty('guardianModel');
  });

  it('sends a Chinese name, and says what is wrong with it; nobody has to give one', () => {
    expect(additionOf(adult, { today })).toMatchObject({ nameZh: null });
    expect(additionOf({ ...adult, nameZh: ' 王小明 ' }, { today })).toMatchObject({ nameZh: '王小明' });
    expect(refusalsOf({ ...adult, nameZh: 'Wang' }, { today })).toEqual({ nameZh: 'NAME_ZH_CHARACTERS' });
    expect(answersOf(saved).nameZh).toBe('李娜');
  });

  it('reads birth date and gender from a mainland number, and asks for neither while it is wrong [1.1]', () => {
    const wrong = { ...adult, idNo: '110105194912310021' };
    expect(bornOf(adult, { today })).toEqual({ dob: '1990-03-07', gender: 'Male', isRead: true });
    expect(bornOf(wrong, { today })).toEqual({ dob: '', gender: '', isRead: true });
    expect(refusalsOf(wrong, { today })).toEqual({ idNo: 'ID_CHECK_CHARACTER' });
  });

  it('asks for birth date and gender with a passport, and sends them [1.4]', () => {
    const passport: CandidateAnswers = { ...adult, idType: 'Passport', idNo: 'E12345678' };
    const filled: CandidateAnswers = { ...passport, dob: '1999-05-04', gender: 'Female' };
    expect(refusalsOf(passport, { today })).toEqual({ dob: 'REQUIRED_FIELD', gender: 'REQUIRED_FIELD' });
    expect(refusalsOf(filled, { today })).toEqual({});
    expect(additionOf(filled, { today })).toMatchObject({ dob: '1999-05-04', gender: 'Female' });
  });

  it('reads a residence permit of Hong Kong like a mainland card [1.3]', () => {
    const permit: CandidateAnswers = { ...adult, idType: 'IDCardHongKongMacau', idNo: '820000200808080031' };
    expect(bornOf(permit, { today })).toMatchObject({ dob: '2008-08-08', isRead: true });
  });

  it('asks for every part of the guardian of a minor [R-31 R-33]', () => {
    expect(Object.keys(refusalsOf(child, { today })).toSorted()).toEqual([
      'childKept',
      'guardianModel.idNo',
      'guardianModel.mobile',
      'guardianModel.name',
      'guardianModel.type',
    ]);
    expect(refusalsOf({ ...child, guardian, childKept: true }, { today })).toEqual({});
    expect(additionOf({ ...child, guardian }, { today }).guardianModel).toMatchObject({ type: 'Father' });
  });

  it('sends no number of a guardian who is another child’s, but whose it is [S-13]', () => {
    const second = { ...child, guardian: guardianAnswersOf(saved.guardianModel, saved.id) };
    const { guardianModel, guardianAsOf } = additionOf(second, { today });
    expect(refusalsOf(second, { today })).toEqual({ childKept: 'CONSENT_INCOMPLETE' });
    expect([guardianModel, guardianAsOf]).toEqual([
      expect.not.objectContaining({ idNo: expect.anything() }),
      { candidateId: saved.id },
    ]);
    expect(additionOf({ ...child, guardian }, { today })).not.toHaveProperty('guardianAsOf');
  });

  it('refuses a guardian under 18 and the child’s own document [R-32]', () => {
    const withNumber = (idNo: string) =>
      refusalsOf({ ...child, guardian: { ...guardian, idNo } }, { today })['guardianModel.idNo'];
    expect(withNumber('440300200811214518')).toBe('GUARDIAN_UNDER_AGE');
    expect(withNumber(child.idNo)).toBe('GUARDIAN_IS_CANDIDATE');
  });
});

describe('changing a saved candidate', () => {
  it('finds nothing wrong with what is saved, and sends no number back [S-13 field:CandidateForm.id]', () => {
    const answers = answersOf(saved);
    expect(refusalsOf(answers, { saved, today })).toEqual({});
    const body = changeOf(answers, { saved, today });
    expect(JSON.stringify(body)).not.toContain('*');
    expect(body).not.toHaveProperty('idNo');
    expect(body.guardianModel).not.toHaveProperty('idNo');
    expect(body).toMatchObject({ id: saved.id, mobile: '13912345678' });
  });

  it('sends the number that replaces the saved one, and reads it anew', () => {
    const answers = { ...answersOf(saved), idNo: adult.idNo, isKept: false };
    expect(bornOf(answers, { saved, today })).toMatchObject({ dob: '1990-03-07', isRead: true });
    expect(changeOf(answers, { saved, today })).toMatchObject({ idNo: adult.idNo });
  });

  it('sends a new number of the guardian alone, and one of the candidate alone [field:CandidateForm.id]', () => {
    const kept = answersOf(saved);
    const ofGuardian = changeOf({ ...kept, guardian }, { saved, today });
    const ofCandidate = changeOf({ ...kept, idNo: child.idNo, isKept: false }, { saved, today });

    expect([ofGuardian.idNo, ofGuardian.guardianModel?.idNo]).toEqual([undefined, guardian.idNo]);
    expect([ofCandidate.idNo, ofCandidate.guardianModel?.idNo]).toEqual([child.idNo, undefined]);
  });

  it('asks for the number of another kind of document [rule:candidate.required_fields]', () => {
    const answers: CandidateAnswers = { ...answersOf(saved), idType: 'Passport', isKept: false };
    expect(refusalsOf(answers, { saved, today })).toMatchObject({ idNo: 'ID_REQUIRED' });
  });

  it('knows a saved name without a given name [1.5]', () => {
    const answers = answersOf({ ...saved, firstName: '' });
    expect(answers.noGivenName).toBe(true);
    expect(refusalsOf(answers, { saved, today })).toEqual({});
  });
});
