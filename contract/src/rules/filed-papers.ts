import type { RetentionClass } from './retention.ts';

/** Kinds of papers that staff file on a registration. */
export const filedKinds = [
  'identityDocument',
  'examDayPhoto',
  'examRecord',
  'certificate',
  'paperCopy',
  'medicalPaper',
  'cheatingEvidence',
] as const;
export type FiledKind = (typeof filedKinds)[number];

/** The class of data that each kind of paper belongs to, which has its period (S-18). */
export const filedClasses = {
  identityDocument: 'identityDocument',
  examDayPhoto: 'identityDocument',
  examRecord: 'examRecord',
  certificate: 'certificate',
  paperCopy: 'paperCopy',
  medicalPaper: 'specialArrangement',
  cheatingEvidence: 'cheatingEvidence',
} as const satisfies Record<FiledKind, RetentionClass>;
