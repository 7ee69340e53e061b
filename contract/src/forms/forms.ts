import { checkAnswers } from './fields.ts';
import type { AnswerCheck, AnswersOf, Chosen, Fields } from './fields.ts';

/** The registration-form types of the specification. */
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
  /** The fields of the versions before, version 1 first: answers given then stay readable. */
  earlier?: readonly Fields[];
}

const person = { kind: 'text', max: 100 } as const;
const institution = { kind: 'text', max: 200 } as const;
const specialArrangement = { kind: 'yesNoWithReason', max: 1000 } as const;
/** Every form may carry attachments, five at most. */
const attachments = { kind: 'file', max: 5, optional: true } as const;

/** What rt1005 and rt1006 asked alike in their first version. */
const schoolAtFirst = {
  schoolContact: person,
  contactEmail: { kind: 'email' },
  windowFrom: { kind: 'date' },
  windowTo: { kind: 'date' },
  nameAtSchool: { kind: 'text', max: 100, optional: true },
} as const;
/** What they ask now; the window is a pair of dates (3-domain 3.3), the name is asked for only where it differs. */
const school = {
  schoolContact: person,
  contactEmail: { kind: 'email' },
  windowFrom: { kind: 'date', window: 'from' },
  windowTo: { kind: 'date', notBefore: 'windowFrom', window: 'to' },
  registeredAs: { kind: 'choice', options: ['SameName', 'OtherName'], max: 1 },
  nameAtSchool: { kind: 'text', max: 100, when: { field: 'registeredAs', includes: 'OtherName' } },
  attachments,
} as const;

/** The forms by their number. */
export const forms = {
  // Overseas university exam with its two confirmations
  rt1001: {
    version: 1,
    fields: {
      universityContact: person,
      contactEmail: { kind: 'email' },
      expectedMonth: { kind: 'month', ofExam: true },
      approvalObtained: { kind: 'confirm' },
      feeUnderstood: { kind: 'confirm' },
      attachments,
    },
  },
  rt1002: {
    version: 1,
    fields: {
      universityName: institution,
      universityContact: person,
      contactEmail: { kind: 'email' },
      expectedMonth: { kind: 'month', ofExam: true },
      attachments,
    },
  },
  rt1003: {
    version: 1,
    fields: { institutionContact: person, contactEmail: { kind: 'email' }, attachments },
  },
  rt1004: {
    version: 1,
    fields: { institutionName: institution, institutionContact: person, contactEmail: { kind: 'email' }, attachments },
  },
  rt1005: { version: 2, fields: school, earlier: [schoolAtFirst] },
  rt1006: {
    version: 2,
    fields: { schoolName: institution, ...school },
    earlier: [{ schoolName: institution, ...schoolAtFirst }],
  },
  // The test's own guardian portal keeps the rest (spec 3-domain 3.3)
  rt1007: {
    version: 1,
    fields: { portalRegistered: { kind: 'confirm' }, portalReference: { kind: 'text', max: 60 }, attachments },
  },
  // ACCA registration numbers of a group (3-domain 2.2)
  rt1008: {
    version: 1,
    fields: { accaNumbers: { kind: 'list', entry: 'accaNumber', max: 50, perCandidate: true }, attachments },
  },
  // several courses in one booking
  rt1009: {
    version: 1,
    fields: {
      courseCodes: { kind: 'list', entry: 'courseCode', max: 20 },
      specialArrangement,
      attachments,
    },
  },
  // The form of the results services, filled in by the request itself; its uploaded form is the candidate's signed consent
  rt1010: {
    version: 2,
    fields: {
      candidateNumber: { kind: 'code', entry: 'candidateNumber' },
      examSeries: { kind: 'month' },
      serviceType: {
        kind: 'choice',
        options: [
          'ClericalCheck',
          'ClericalCheckWithScript',
          'ReviewOfMarking',
          'ReviewWithScript',
          'PriorityReview',
          'CopyOfScript',
          'PriorityCopyOfScript',
          'ScriptToCentre',
          'LateCashIn',
          'UciMerge',
        ],
        max: 1,
      },
      // The award and twenty units of it; a merge of two UCI numbers has none.
      unitCodes: { kind: 'list', entry: 'unitCode', max: 21, optional: true },
      signedForm: { kind: 'file', max: 5, optional: true },
    },
    earlier: [
      {
        candidateNumber: { kind: 'code', entry: 'candidateNumber' },
        examSeries: { kind: 'text', max: 40 },
        unitCode: { kind: 'code', entry: 'unitCode' },
        serviceType: {
          kind: 'choice',
          options: ['ClericalCheck', 'ReviewOfMarking', 'PriorityReview', 'CopyOfScript', 'LateCashIn', 'UciMerge'],
          max: 1,
        },
        signedForm: { kind: 'file', max: 1 },
        attachments: { kind: 'file', max: 4, optional: true },
      },
    ],
  },
  // one course code for an admission test
  rt1011: {
    version: 1,
    fields: { courseCode: { kind: 'code', entry: 'courseCode' }, specialArrangement, attachments },
  },
  // one course code, and the universities applied to
  rt1012: {
    version: 1,
    fields: {
      courseCode: { kind: 'code', entry: 'courseCode' },
      universities: {
        kind: 'choice',
        options: ['Cambridge', 'Imperial', 'Ucl', 'Warwick', 'Durham', 'Bath', 'Bristol', 'KingsCollege', 'Other'],
        max: 9,
      },
      otherUniversities: { kind: 'text', max: 200, when: { field: 'universities', includes: 'Other' } },
      specialArrangement,
      attachments,
    },
  },
} as const satisfies Record<FormCode, Form>;

/** The answers of a form, normalised. */
export type FormAnswers<C extends FormCode> = AnswersOf<(typeof forms)[C]['fields']>;
type NamesOf<F> = F extends Fields ? keyof F & string : never;
type EarlierNames<F> = F extends { earlier: readonly (infer Before)[] } ? NamesOf<Before> : never;
/** The names of all fields of all forms and versions: every one has words in both languages. */
export type FormFieldName = {
  [C in FormCode]: NamesOf<(typeof forms)[C]['fields']> | EarlierNames<(typeof forms)[C]>;
}[FormCode];

/** The words of one field in one language. */
export interface FormFieldWords {
  label: string;
  hint?: string;
  /** What the explanation of a "yes" is called. */
  reasonLabel?: string;
  /** Names of the options of a choice. */
  options?: Readonly<Record<string, string>>;
  /** The label once the contact's e-mail address is known, with the address as typed. */
  labelWithEmail?: (email: string) => string;
}

/** The words of a field; where they quote the contact's e-mail address, with the one that was answered. */
export function wordsWithEmail(words: FormFieldWords, answers: Readonly<Record<string, unknown>>): FormFieldWords {
  const { contactEmail } = answers;
  const typed = typeof contactEmail === 'string' ? contactEmail.trim() : '';
  return words.labelWithEmail !== undefined && typed !== '' ? { ...words, label: words.labelWithEmail(typed) } : words;
}

/**
 * Answers after one of them changed: a new address takes back every confirmation that quoted the old one.
 * @param wordsOf the words of a field by its name.
 */
export function withAnswer(
  answers: Readonly<Record<string, unknown>>,
  { name, value }: { name: string; value: unknown },
  wordsOf: (name: string) => FormFieldWords | undefined,
): Record<string, unknown> {
  const next = { ...answers, [name]: value };
  if (name !== 'contactEmail' || answers['contactEmail'] === value) return next;
  return Object.fromEntries(Object.entries(next).filter(([each]) => wordsOf(each)?.labelWithEmail === undefined));
}

/** Whether a template number is that of a form. */
export function isFormCode(code: string): code is FormCode {
  return Object.hasOwn(forms, code);
}

/** The fields of a form as a version of it had them; those of now for a version that is not known. */
export function fieldsOf(code: FormCode, version: number): Fields {
  const form: Form = forms[code];
  return version === form.version ? form.fields : (form.earlier?.[version - 1] ?? form.fields);
}

/**
 * Checks and normalises the answers of a form; what is wrong is told by path (`accaNumbers.3`).
 * @param chosen the exam date and candidates that the answers are for; null where nobody has chosen any.
 */
export function checkForm<C extends FormCode>(
  code: C,
  answers: unknown,
  chosen: Chosen | null,
): AnswerCheck<(typeof forms)[C]['fields']> {
  return checkAnswers<(typeof forms)[C]['fields']>(forms[code].fields, answers, chosen);
}

/** The answers of one of several candidates: of lists with an entry for each, their own. `place` counts the candidates from 0. */
export function answersOfOne(
  code: FormCode,
  answers: Readonly<Record<string, unknown>>,
  place: number,
): Record<string, unknown> {
  const fields: Fields = forms[code].fields;
  return Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => {
      const field = fields[name];
      const isEach = field?.kind === 'list' && field.perCandidate === true && Array.isArray(answer);
      return [name, isEach ? answer.slice(place, place + 1) : answer];
    }),
  );
}
