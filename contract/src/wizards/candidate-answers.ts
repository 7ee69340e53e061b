import type { CandidateInput, Gender, GuardianType, IdType } from '../entities/index.ts';

/** A document as the form of a candidate holds it. `isKept`: the saved number is kept; the page knows only its mask. */
export type DocumentAnswers = { idType: IdType; idNo: string; isKept: boolean };

export type GuardianAnswers = DocumentAnswers & {
  name: string;
  type: GuardianType | '';
  mobile: string;
  /** The saved candidate whose guardian it is, and whose number is kept then; empty for nobody's. */
  asOf: string;
};

/** Everything the form of a candidate holds; dates are `yyyy-mm-dd` as typed. */
export type CandidateAnswers = DocumentAnswers & {
  lastName: string;
  firstName: string;
  noGivenName: boolean;
  /** In Chinese characters; nobody has to give it. */
  nameZh: string;
  gender: Gender | '';
  dob: string;
  mobile: string;
  email: string;
  /** The guardian's consent to keeping a child under 14, which is asked for again each time. */
  childKept: boolean;
  guardian: GuardianAnswers;
};

export const emptyGuardianAnswers: GuardianAnswers = {
  idType: 'IDCard',
  idNo: '',
  isKept: false,
  name: '',
  type: '',
  mobile: '',
  asOf: '',
};

/** The form of a candidate before anything is typed. */
export const emptyCandidateAnswers: CandidateAnswers = {
  idType: 'IDCard',
  idNo: '',
  isKept: false,
  lastName: '',
  firstName: '',
  noGivenName: false,
  nameZh: '',
  gender: '',
  dob: '',
  mobile: '',
  email: '',
  childKept: false,
  guardian: emptyGuardianAnswers,
};

/** What was sent of a candidate, as if it had just been typed into the form; no consent comes with it. */
export function answersFrom(candidate: CandidateInput): CandidateAnswers {
  const { guardianModel: guardian, noGivenName, nameZh, gender, dob, mobile, email, ...rest } = candidate;
  return {
    ...emptyCandidateAnswers,
    ...rest,
    noGivenName: noGivenName ?? false,
    nameZh: nameZh ?? '',
    gender: gender ?? '',
    dob: dob ?? '',
    mobile: mobile ?? '',
    email: email ?? '',
    guardian: guardian
      ? {
          ...emptyGuardianAnswers,
          idType: guardian.idType,
          idNo: guardian.idNo,
          name: guardian.name,
          type: guardian.type ?? '',
          mobile: guardian.mobile,
        }
      : emptyGuardianAnswers,
  };
}
