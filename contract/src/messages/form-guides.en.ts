import type { Field, FieldKind, FormCode } from '../forms/index.ts';
import { maximumFileBytes } from '../rules/index.ts';

type FieldOf<K extends FieldKind> = Extract<Field, { kind: K }>;
type Accepts = { [K in FieldKind]: (field: FieldOf<K>) => string };

/** What a field of this kind accepts, in one language; a kind without words does not compile. */
export function acceptedBy(words: Accepts): (field: Field) => string {
  // One case a kind lets the compiler see that the words and the field are of the same kind.
  const of = <K extends FieldKind>(field: FieldOf<K> & { kind: K }): string => words[field.kind](field);
  return of;
}

/** The words of the guide of a form, and of the pages about forms. */
export interface FormGuideWords {
  names: Readonly<Record<FormCode, string>>;
  /** What may be answered to a field. */
  accepts: (field: Field) => string;
  brand: string;
  title: (name: string) => string;
  /** `version` is the form's. */
  edition: (p: { code: string; version: number }) => string;
  intro: string;
  fieldsTitle: string;
  required: string;
  optional: string;
  /** `label` is that of the choice, `option` the one that makes the field be asked. */
  onlyWhen: (p: { label: string; option: string }) => string;
  options: string;
  reason: string;
  filesTitle: string;
  files: readonly string[];
  privacyTitle: string;
  privacy: readonly string[];
  page: string;
  footer: string;
}

const megabytes = maximumFileBytes / 1024 / 1024;
const entries = {
  accaNumber: 'a number of 7 digits',
  courseCode: 'a code of 3 to 6 letters and digits',
  candidateNumber: 'a number of 4 digits',
  unitCode: 'a code of 2 to 12 letters, digits, slashes, full stops and hyphens',
};

export const formGuides: FormGuideWords = {
  names: {
    rt1001: 'Overseas university exam',
    rt1002: 'University exam arranged by the exams office',
    rt1003: 'Exam of an institution known to us',
    rt1004: 'Exam of another institution',
    rt1005: 'School entrance paper',
    rt1006: 'School entrance paper of another school',
    rt1007: 'Common Pre-Test',
    rt1008: 'ACCA group entry',
    rt1009: 'University exam by course code',
    rt1010: 'Post-test service',
    rt1011: 'Admission test',
    rt1012: 'Admission test with the universities applied to',
  },
  accepts: acceptedBy({
    text: ({ max }) => `Text of at most ${max} characters.`,
    email: () => 'An e-mail address.',
    month: () => 'A month of a year.',
    date: ({ notBefore }) => (notBefore === undefined ? 'A date.' : 'A date, not before the first day.'),
    code: ({ entry }) => `Exactly one: ${entries[entry]}.`,
    file: ({ max }) =>
      `${max === 1 ? 'One file' : `Up to ${max} files`}: photo, PDF, Word or Excel, ${megabytes} MB each.`,
    list: ({ entry, max }) => `1 to ${max}, each ${entries[entry]}.`,
    choice: ({ max }) => (max === 1 ? 'One of the choices.' : 'One or more of the choices.'),
    confirm: () => 'A box to tick.',
    yesNoWithReason: ({ max }) => `Yes or no; yes needs an explanation of at most ${max} characters.`,
  }),
  brand: 'Examport',
  title: (name) => `Guide to the registration form: ${name}`,
  edition: (p) => `Form ${p.code}, version ${p.version}`,
  intro:
    'The form is filled in online, as a step of the registration. This guide says what it asks for, so that everything is at hand before you begin. The answers are sent only when you confirm the registration.',
  fieldsTitle: 'What the form asks for',
  required: 'Required',
  optional: 'Optional',
  onlyWhen: (p) => `Only asked when the answer to “${p.label}” is “${p.option}”`,
  options: 'Choices',
  reason: 'With yes',
  filesTitle: 'Files',
  files: [
    'JPEG, PDF, Word (doc, docx) and Excel (xls, xlsx) are accepted. Photos taken with a phone are made into JPEG for you.',
    `A file can be at most ${megabytes} MB, and a form can carry five files.`,
    'Documents with macros, and PDF files with scripts, cannot be accepted.',
    'Files of a registration that is not sent are deleted after 24 hours.',
  ],
  privacyTitle: 'What happens to the answers',
  privacy: [
    'They are used to arrange this exam, and are passed on only to the awarding body, school or university concerned.',
    'What is said about a special arrangement, and its evidence, is seen by our staff only and is never printed on the confirmation letter.',
  ],
  page: 'Page {page} of {pages}',
  footer: 'Made from the form itself: if they differ, follow the page that asks for the answers.',
};
