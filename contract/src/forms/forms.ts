import { checkAnswers } from './fields.ts';
import type { AnswerCheck, AnswersOf, Fields } from './fields.ts';

/** The registration-form types of the specification (spec 2-rules 3). */
export const formCodes = [
  'rt1001',
  'rt1002',
  'rt1003',
  'rt1004',
  'rt1005',
  'rt1006',
  'rt1007',
  'rt1008',
  'rt1009',
  'rt1010',
  'rt1011',
  'rt1012',
] as const;
export type FormCode = (typeof formCodes)[number];

/** A registration form as data. */
export interface Form {
  /** Counted up with every change of the fields; saved answers carry it. */
  version: number;
  fields: Fields;
  /** Attachments it may carry at most. */
  attachments: number;
}

const person = { kind: 'text', max: 100 } as const;
const institution = { kind: 'text', max: 200 } as const;
/** What rt1005 and rt1006 ask alike (spec 2-rules 3); the window is a pair of dates (3-domain 3.3). */
const school = {
  schoolContact: person,
  contactEmail: { kind: 'email' },
  windowFrom: { kind: 'date' },
  windowTo: { kind: 'date' },
  nameAtSchool: { kind: 'text', max: 100, optional: true },
} as const;

/** The forms by their number; null: products with this form are not open for registration. */
export const forms = {
  // Overseas university exam with its two confirmations (spec 2-rules 3, R-71)
  rt1001: {
    version: 1,
    fields: {
      universityContact: person,
      contactEmail: { kind: 'email' },
      expectedMonth: { kind: 'month' },
      approvalObtained: { kind: 'confirm' },
      feeUnderstood: { kind: 'confirm' },
    },
    attachments: 0,
  },
  rt1002: {
    version: 1,
    fields: {
      universityName: institution,
      universityContact: person,
      contactEmail: { kind: 'email' },
      expectedMonth: { kind: 'month' },
    },
    attachments: 0,
  },
  rt1003: {
    version: 1,
    fields: { institutionContact: person, contactEmail: { kind: 'email' } },
    attachments: 0,
  },
  rt1004: {
    version: 1,
    fields: { institutionName: institution, institutionContact: person, contactEmail: { kind: 'email' } },
    attachments: 0,
  },
  rt1005: { version: 1, fields: school, attachments: 0 },
  rt1006: { version: 1, fields: { schoolName: institution, ...school }, attachments: 0 },
  // The test's own guardian portal keeps the rest (spec 3-domain 3.3)
  rt1007: {
    version: 1,
    fields: { portalRegistered: { kind: 'confirm' }, portalReference: { kind: 'text', max: 60 } },
    attachments: 0,
  },
  // ACCA registration numbers of a group (spec 2-rules 3, 3-domain 2.2)
  rt1008: {
    version: 1,
    fields: { accaNumbers: { kind: 'list', entry: 'accaNumber', max: 50 } },
    attachments: 0,
  },
  // several courses in one booking
  rt1009: {
    version: 1,
    fields: {
      courseCodes: { kind: 'list', entry: 'courseCode', max: 20 },
      specialArrangement: { kind: 'yesNoWithReason', max: 1000 },
    },
    attachments: 0,
  },
  rt1010: null,
  rt1011: null,
  rt1012: null,
} as const satisfies Record<FormCode, Form | null>;

/** The numbers of the forms that exist. */
export type OpenFormCode = { [C in FormCode]: (typeof forms)[C] extends null ? never : C }[FormCode];
/** The answers of a form, normalised. */
export type FormAnswers<C extends OpenFormCode> = AnswersOf<(typeof forms)[C]['fields']>;
/** The names of all fields of all forms: every one has words in both languages. */
export type FormFieldName = { [C in OpenFormCode]: keyof (typeof forms)[C]['fields'] }[OpenFormCode];

/** The words of one field in one language. */
export interface FormFieldWords {
  label: string;
  hint?: string;
  /** What the explanation of a "yes" is called. */
  reasonLabel?: string;
  /** The label once the contact's e-mail address is known, with the address as typed. */
  labelWithEmail?: (email: string) => string;
}

/** Whether a template number is that of a form that exists. */
export function isOpenForm(code: string): code is OpenFormCode {
  const known: Readonly<Record<string, Form | null>> = forms;
  return Object.hasOwn(known, code) && known[code] !== null;
}

/** Checks and normalises the answers of a form; what is wrong is told by path (`accaNumbers.3`). */
export function checkForm<C extends OpenFormCode>(code: C, answers: unknown): AnswerCheck<(typeof forms)[C]['fields']> {
  return checkAnswers<(typeof forms)[C]['fields']>(forms[code].fields, answers);
}
