import type { FormFieldName, FormFieldWords, FormRefusal } from '../forms/index.ts';
import type {
  IdentityAdvice,
  LeaveRefusal,
  NameAdvice,
  PasswordRefusal,
  PersonRefusal,
  FapiaoRefusal,
  PostTestRefusal,
  cancellationRefusals,
  consentRefusals,
  orderWindowRefusals,
  uciRefusals,
} from '../rules/index.ts';
import type { StepRefusal } from '../wizards/index.ts';
import { postTestFields } from './post-test.en.ts';

/** Every code by which the rules refuse a field, a choice or a submission. */
export type FieldRefusal =
  | PersonRefusal
  | LeaveRefusal
  | PasswordRefusal
  | FormRefusal
  | StepRefusal
  | (typeof consentRefusals)[number]
  | (typeof orderWindowRefusals)[number]
  | (typeof cancellationRefusals)[number]
  | PostTestRefusal
  | FapiaoRefusal
  | (typeof uciRefusals)[number];

/** Every hint about a field that is accepted all the same. */
export type FieldAdvice = IdentityAdvice | NameAdvice;

/** The words of the rules; the Chinese dictionary has the same shape. */
export interface FieldWords {
  refusals: Record<FieldRefusal, string>;
  advices: Record<FieldAdvice, string>;
  /** Labels and hints of registration-form fields. */
  formFields: Record<FormFieldName, FormFieldWords>;
}

export const fieldWords: FieldWords = {
  refusals: {
    REQUIRED_FIELD: 'Please fill in required field!',
    INVALID_FORMAT: 'Invalid format. Please check and submit again!',
    UNKNOWN_FIELD: 'This field does not belong here. Reload the page and try again.',
    TOO_LONG: 'This text is too long. Shorten it.',

    ID_REQUIRED: 'Enter the document number.',
    ID_FIRST_GENERATION:
      'ID cards with 15 digits are no longer valid. Enter the 18-character number of the current card.',
    ID_LENGTH: 'An ID card number has 18 characters. Check that none is missing or doubled.',
    ID_CHARACTERS: 'An ID card number has only digits, and at its end a digit or X. Remove anything else.',
    ID_FOREIGN_RESIDENT: 'A foreign permanent resident card cannot be used here. Choose passport and enter its number.',
    ID_PROVINCE: 'The first two digits of this ID card number are not those of a province.',
    ID_BIRTH_DATE:
      'The date of birth inside this ID card number does not exist or is not possible. Check digits 7 to 14.',
    ID_CHECK_CHARACTER: 'This ID card number contains a mistake. Compare it with the card, character by character.',
    ID_RESIDENCE_PERMIT_REGION:
      'This is not the number of a residence permit of the region you chose. Check the ID type.',
    ID_TAIWAN_NATIONAL:
      'The Taiwan national ID card cannot be used. Enter the number of the mainland travel permit (8 digits).',
    ID_TAIWAN_PERMIT: 'The number of a mainland travel permit for Taiwan residents has 8 digits (10 on older ones).',
    ID_HONG_KONG_CHECK_DIGIT: 'This Hong Kong identity card number contains a mistake. Check the digit in brackets.',
    ID_HONG_KONG_MACAU:
      'Enter a mainland travel permit (H or M and 8 digits), a Hong Kong or Macau identity card, or a residence permit.',
    ID_PASSPORT: 'A passport number has 5 to 20 letters and digits.',

    NAME_REQUIRED: 'Enter the surname in pinyin as printed on the document.',
    NAME_GIVEN_REQUIRED: 'Enter the given name, or tick that the document shows none.',
    NAME_GIVEN_NOT_EMPTY: 'You ticked that the document shows no given name. Leave this field empty or untick the box.',
    NAME_HAN: 'Write the name in pinyin, for example WANG and XIAOMING.',
    NAME_CHARACTERS: 'Use letters A to Z, spaces, apostrophes and hyphens only, beginning with a letter.',
    NAME_TOO_LONG: 'Surname and given name can have 30 characters each.',
    NAME_ZH_LENGTH:
      'A Chinese name has 2 to 10 characters, one with a dot between its parts up to 20. Leave it empty if there is none.',
    NAME_ZH_CHARACTERS:
      'Use Chinese characters only, with a dot (·) between the parts where the name has one. Leave it empty if there is none.',
    FREE_NAME: 'A name has 2 to 50 characters.',
    FREE_NAME_CHARACTERS:
      'A name has only letters, spaces, dots, apostrophes and hyphens: no digits, web addresses or other symbols.',

    PHONE_REQUIRED: 'Enter a mobile number.',
    PHONE_MAINLAND: 'Enter an 11-digit mainland mobile number, or begin with + and the country code.',
    PHONE_REGION: 'This is not a mobile number of that region. Check the digits after the country code.',
    PHONE_FORMAT: 'Enter the number with + and the country code, for example +44 7911 123456.',

    FAPIAO_TITLE_REQUIRED: 'Enter whose name the fapiao is made out to.',
    FAPIAO_TITLE_FORMAT: 'The title has 2 to 100 characters, without < and >.',
    FAPIAO_TAX_NUMBER_REQUIRED: 'Enter the taxpayer number of the company.',
    FAPIAO_TAX_NUMBER_FORMAT: 'The taxpayer number has 18 digits and capital letters, never I, O, S, V or Z.',
    FAPIAO_TAX_NUMBER_CHECK: 'There is a mistake in the taxpayer number: its last character does not fit. Compare it.',
    FAPIAO_TAX_NUMBER_NOT_NEEDED: 'A fapiao for a person carries no taxpayer number. Leave it empty.',

    EMAIL_REQUIRED: 'Enter an e-mail address.',
    EMAIL_AT: 'An e-mail address has exactly one @, as in name@example.com.',
    EMAIL_NAME:
      'The part before the @ is not right: it has only English letters, digits and signs such as . _ - +, and no dot at either end.',
    EMAIL_DOMAIN: 'The part after the @ is not right. It should look like example.com.',
    EMAIL_TOO_LONG: 'An e-mail address can have 254 characters at most.',

    DOB_FORMAT: 'Enter a date of birth that exists and is not in the future.',
    DOB_NOT_THE_CHILDS: 'This is not the birth date that was given for the child. Check it.',
    DOB_DIFFERS_FROM_ID: 'The date of birth differs from the one in the ID card number.',
    GENDER_DIFFERS_FROM_ID: 'The gender differs from the one in the ID card number.',
    GUARDIAN_REQUIRED: 'A candidate under 18 needs a guardian. Fill in the guardian’s details.',
    GUARDIAN_UNDER_AGE: 'A guardian must be 18 or over.',
    AGREEMENT_MISSING:
      'Registered as younger than 14 with this document, and the guardian has not agreed yet. They agree first, by the link in our text message; then the date of birth can be corrected.',
    GUARDIAN_MOBILE_ABROAD: 'Give a mainland mobile number of the guardian, at which they can get a text message.',
    PICKUP_IS_CANDIDATE: 'This is the candidate’s own document. Somebody else has to collect the candidate.',
    GUARDIAN_IS_CANDIDATE: 'The guardian’s document must be different from the candidate’s.',
    PICKUP_UNDER_AGE: 'The person who collects the candidate must be 14 or over.',
    PICKUP_AGE_NOT_DECLARED: 'Confirm that the person who collects the candidate is 14 or over.',

    LEAVE_CHOICE_REQUIRED: 'Choose how the candidate leaves the centre.',
    LEAVE_ALONE_TOO_YOUNG:
      'A candidate aged 10 or under on the exam day may not leave alone. Choose who collects the candidate.',
    LEAVE_ALONE_WITH_PICKUP: 'A candidate who leaves alone has no pickup person. Choose one of the two.',
    LEAVE_NOT_FOR_ADULTS: 'An adult candidate needs no pickup person.',

    PASSWORD_LENGTH: 'Use 8 to 16 characters.',
    PASSWORD_CHARACTERS: 'Use only letters, digits and the signs @#$%*&^!_-',
    PASSWORD_LETTER: 'Use at least one letter.',
    PASSWORD_DIGIT: 'Use at least one digit.',
    PASSWORD_SIGN: 'Use at least one of the signs @#$%*&^!_-',
    PASSWORD_CONTAINS_PHONE: 'The password must not contain your phone number.',
    PASSWORD_COMMON: 'This password is one of the most commonly used. Choose another one.',

    TOO_MANY_ENTRIES: 'Too many entries. Remove some.',
    TOO_MANY_FILES: 'Too many files. Remove some.',
    CONFIRMATION_REQUIRED: 'Tick this box to confirm.',
    REASON_REQUIRED: 'Describe what is needed.',
    NUMBER_OF_ANOTHER: 'This number is already used in another candidate’s registration.',
    ACCA_NUMBER_EACH: 'Give one ACCA number for each candidate, no more and no fewer.',
    ACCA_NUMBER: 'An ACCA registration number has 7 digits.',
    COURSE_CODE: 'A course code has 3 to 6 letters and digits.',
    ONE_COURSE_CODE: 'Enter only one course code.',
    UNIT_CODE: 'Enter the code as on the statement of results, for example WMA11/01.',
    END_BEFORE_START: 'The last day cannot be before the first.',
    MONTH_OF_EXAM: 'Give the month of the exam date you chose.',
    WINDOW_OF_EXAM: 'The exam window has to include the exam date you chose, and lie within a year of it.',
    FILE_GONE: 'A file was not sent within 24 hours and has been deleted. Add it again.',

    CONSENT_INCOMPLETE: 'Tick every statement before you submit.',
    CONSENT_OUTDATED: 'The statements have been updated. Read and tick them again.',
    STEP_UNKNOWN: 'This registration contains a step we do not know. Start again.',
    STEP_OUT_OF_ORDER: 'The steps of this registration are out of order. Go through them again.',
    STEP_MISSING: 'A step of this registration is missing. Go through the steps again.',
    STEP_UNREADABLE: 'A step of this registration could not be read. Go through it again.',
    ORDER_WINDOW_TOO_SHORT: 'Registration closes too soon to complete a payment.',
    CANCELLATION_CLOSED: 'The exam has started, so it can no longer be cancelled.',
    ...postTestFields,
  },
  advices: {
    ID_IS_RESIDENCE_PERMIT:
      'This is a residence permit for Hong Kong, Macau or Taiwan residents. Bring the permit itself on the exam day.',
    ID_TRAVEL_PERMIT_PREFERRED: 'We recommend the mainland travel permit: it is the document checked on the exam day.',
    PASSPORT_CHINESE_LENGTH: 'Chinese passport numbers have 9 characters. Check the number once more.',
    PASSPORT_O_OR_I: 'This number has a letter O or I. Is it the digit 0 or 1? Compare it with the passport.',
    PASSPORT_LOOKS_LIKE_ID_CARD: 'This looks like an ID card number. Check the ID type.',
    NAME_LONG_TOGETHER: 'Some awarding bodies print no more than 40 characters of a name.',
    NAME_UMLAUT: 'Passports now print Ü as YU (LYU, NYU). Keep your spelling if it is the one on your document.',
  },
  formFields: {
    accaNumbers: {
      label: 'ACCA registration numbers',
      hint: 'One number of 7 digits for each candidate, in the order in which you chose them, separated by commas, spaces or new lines.',
    },
    universityName: { label: 'Name of the university' },
    universityContact: {
      label: 'Contact person at the university',
      hint: 'The person who arranges the exam there, for example in the exams office.',
    },
    institutionName: { label: 'Name of the institution' },
    institutionContact: { label: 'Contact person at the institution' },
    schoolName: { label: 'Name of the school applied to' },
    schoolContact: { label: 'Contact person at the school' },
    contactEmail: { label: 'E-mail address of the contact person', hint: 'We write to this address about the exam.' },
    expectedMonth: { label: 'Expected exam month' },
    approvalObtained: {
      label:
        'The university has agreed that the exam is taken here, and I have reminded the contact person to send the exam schedule.',
      labelWithEmail: (email) =>
        `The university has agreed that the exam is taken here, and I have reminded the contact person (${email}) to send the exam schedule.`,
    },
    feeUnderstood: {
      label:
        'I know that the fee is set when the exam is arranged, and that the confirmation letter is issued only after it has been paid.',
    },
    windowFrom: { label: 'First day of the exam window set by the school' },
    windowTo: { label: 'Last day of the exam window set by the school' },
    nameAtSchool: {
      label: 'Name registered at the school',
      hint: 'Exactly as the school has it.',
    },
    registeredAs: {
      label: 'Under which name is the candidate registered at the school?',
      options: { SameName: 'The name on the identity document', OtherName: 'Another name' },
    },
    portalRegistered: { label: 'I have registered the candidate on the guardian portal of the test’s provider.' },
    portalReference: { label: 'Reference number from the guardian portal' },
    courseCodes: {
      label: 'Course codes',
      hint: '3 to 6 letters and digits each, for example MA101. Up to 20 codes.',
    },
    courseCode: {
      label: 'Course code',
      hint: 'The UCAS code of the course applied to, 3 to 6 letters and digits, for example G100. Only one.',
    },
    universities: {
      label: 'Universities applied to',
      hint: 'Choose all that ask for this test.',
      options: {
        Cambridge: 'University of Cambridge',
        Imperial: 'Imperial College London',
        Ucl: 'University College London',
        Warwick: 'University of Warwick',
        Durham: 'Durham University',
        Bath: 'University of Bath',
        Bristol: 'University of Bristol',
        KingsCollege: 'King’s College London',
        Other: 'Another university',
      },
    },
    otherUniversities: { label: 'Names of the other universities', hint: 'In English, separated by commas.' },
    candidateNumber: { label: 'Candidate number', hint: 'The 4 digits on the statement of results.' },
    examSeries: { label: 'Exam series', hint: 'For example June 2026.' },
    unitCode: { label: 'Option or unit code', hint: 'As on the statement of results, for example WMA11/01.' },
    unitCodes: {
      label: 'Option or unit codes',
      hint: 'As on the statement of results, for example WMA11/01. A late cash-in begins with the code of the award.',
    },
    serviceType: {
      label: 'Post-test service',
      options: {
        ClericalCheck: 'Clerical re-check',
        ClericalCheckWithScript: 'Clerical re-check with a copy of the script',
        ReviewOfMarking: 'Review of marking',
        ReviewWithScript: 'Review of marking with a copy of the script',
        PriorityReview: 'Priority review of marking',
        CopyOfScript: 'Copy of the marked script',
        PriorityCopyOfScript: 'Priority copy of the marked script',
        ScriptToCentre: 'Script returned to the centre',
        LateCashIn: 'Late cash-in',
        UciMerge: 'UCI merge',
      },
    },
    signedForm: { label: 'Consent form signed by the candidate', hint: 'A photo or a scan is enough.' },
    attachments: {
      label: 'Attachments',
      hint: 'For example a letter from the school, or evidence for a special arrangement. Photos, PDF, Word or Excel, 5 MB each.',
    },
    specialArrangement: {
      label: 'Does the candidate need a special arrangement?',
      hint: 'For example extra time, because of an illness or a disability. Only our staff see the answer.',
      reasonLabel: 'What is needed, and why?',
    },
  },
};
