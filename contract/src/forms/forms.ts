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

/** The forms by their number; null: products with this form are not open for registration. */
export const forms = {
  rt1001: null,
  rt1002: null,
  rt1003: null,
  rt1004: null,
  rt1005: null,
  rt1006: null,
  rt1007: null,
  // ACCA registration numbers of a group (spec 2-rules 3, 3-domain 2.2)
  rt1008: {
    version: 1,
    fields: { accaNumbers: { kind: 'list', entry: 'accaNumber', max: 50 } },
    attachments: 0,
  },
  rt1009: null,
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

/** Whether a template number is that of a form that exists. */
export function isOpenForm(code: string): code is OpenFormCode {
  const known: Readonly<Record<string, Form | null>> = forms;
  return Object.hasOwn(known, code) && known[code] !== null;
}

/** Checks and normalises the answers of a form; what is wrong is told by path (`accaNumbers.3`). */
export function checkForm<C extends OpenFormCode>(code: C, answers: unknown): AnswerCheck<(typeof forms)[C]['fields']> {
  return checkAnswers<(typeof forms)[C]['fields']>(forms[code].fields, answers);
}
