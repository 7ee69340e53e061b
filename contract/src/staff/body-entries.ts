/** What may be passed to an awarding body about one candidate. */
export const entryFields = [
  'applicationCode',
  'lastName',
  'firstName',
  'fullName',
  'gender',
  'dob',
  'idType',
  'idNo',
  'subjectCode',
  'subjectName',
  'examDate',
  'startTime',
  'city',
  'venue',
] as const;
export type EntryField = (typeof entryFields)[number];

/** One column of an entry file. A longer value is not cut: its row waits until somebody corrects it (3-domain 1.5). */
type EntryColumn = { field: EntryField; heading: string; maxLength?: number };

/** What a body takes, in its own words. */
export type EntryTemplate = {
  name: string;
  columns: readonly EntryColumn[];
  /** Only these characters may be in a name; others are left out (3-domain 1.5). */
  nameSigns?: RegExp;
};

const exam: readonly EntryColumn[] = [
  { field: 'subjectCode', heading: 'Paper code' },
  { field: 'examDate', heading: 'Exam date' },
];

const general: EntryTemplate = {
  name: 'general-1',
  columns: [
    { field: 'applicationCode', heading: 'Reference' },
    { field: 'lastName', heading: 'Family name', maxLength: 30 },
    { field: 'firstName', heading: 'Given name', maxLength: 30 },
    { field: 'gender', heading: 'Gender' },
    { field: 'dob', heading: 'Date of birth' },
    ...exam,
    { field: 'startTime', heading: 'Start' },
    { field: 'city', heading: 'City' },
  ],
};

/** The template of each awarding body by its code; others take the general one. Fields a body does not need are not passed on. */
export const entryTemplates: Readonly<Record<string, EntryTemplate>> = {
  ACCA: {
    name: 'acca-1',
    columns: [
      ...general.columns,
      { field: 'idType', heading: 'Document type' },
      { field: 'idNo', heading: 'Document number', maxLength: 20 },
    ],
  },
  'CAMBRIDGE-ENGLISH': {
    name: 'cambridge-english-1',
    columns: [
      { field: 'applicationCode', heading: 'Candidate reference' },
      { field: 'firstName', heading: 'First name', maxLength: 30 },
      { field: 'lastName', heading: 'Last name', maxLength: 30 },
      { field: 'gender', heading: 'Gender' },
      { field: 'dob', heading: 'Date of birth' },
      { field: 'subjectCode', heading: 'Module' },
      { field: 'examDate', heading: 'Exam date' },
      { field: 'venue', heading: 'Venue' },
    ],
  },
  PEARSON: {
    name: 'pearson-1',
    nameSigns: /[^A-Z'.:()/ -]/g,
    columns: [
      { field: 'applicationCode', heading: 'Reference' },
      { field: 'firstName', heading: 'First name', maxLength: 20 },
      { field: 'lastName', heading: 'Last name', maxLength: 30 },
      { field: 'gender', heading: 'Sex' },
      { field: 'dob', heading: 'Date of birth' },
      ...exam,
    ],
  },
  OXFORDAQA: {
    name: 'oxfordaqa-1',
    columns: [
      { field: 'applicationCode', heading: 'Reference' },
      // SURNAME: FORENAMES; somebody without a forename keeps the colon.
      { field: 'fullName', heading: 'Candidate name', maxLength: 40 },
      { field: 'gender', heading: 'Gender' },
      { field: 'dob', heading: 'Date of birth' },
      ...exam,
    ],
  },
};

/** The template for an awarding body's code. */
export function entryTemplateOf(bodyCode: string): EntryTemplate {
  return Object.hasOwn(entryTemplates, bodyCode) ? (entryTemplates[bodyCode] ?? general) : general;
}

/**
 * The values of a row as its template takes them, in the order of its columns.
 * @returns the cells, and the headings of values too long for the body: such a row is not passed on before it is corrected.
 */
export function entryCells(
  template: EntryTemplate,
  values: Readonly<Record<EntryField, string>>,
): { cells: string[]; tooLong: string[] } {
  const tooLong: string[] = [];
  const cells = template.columns.map(({ field, heading, maxLength }) => {
    const isName = field === 'lastName' || field === 'firstName' || field === 'fullName';
    const value =
      isName && template.nameSigns ? values[field].toUpperCase().replace(template.nameSigns, '') : values[field];
    if (maxLength !== undefined && value.length > maxLength) tooLong.push(heading);
    return value;
  });
  return { cells, tooLong };
}
