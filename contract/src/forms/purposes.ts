import type { FormFieldName } from './forms.ts';

/** For what an answer of a registration form is asked; docs/impact-assessment.md says of each why it is needed. */
export const formPurposes = [
  'contactOfInstitution',
  'whichInstitution',
  'whenToSit',
  'nameAtInstitution',
  'numberAtBody',
  'whatIsSat',
  'whichService',
  'ownDeclaration',
  'arrangementWished',
  'papersSentAlong',
  'signedConsent',
] as const;

/** A purpose of a field, by its tag. */
export type FormPurpose = (typeof formPurposes)[number];

/** What an answer tells: nothing of anybody, something of somebody, or something of health or a document. */
export type FormFieldClass = 'none' | 'personal' | 'sensitive';

/**
 * Why each field of each form and version is asked, and what its answer tells (PIPL 6). A field that is
 * missing here does not compile. However harmless an answer, the whole form is kept sealed.
 */
export const declaredOf: Readonly<Record<FormFieldName, { purpose: FormPurpose; class: FormFieldClass }>> = {
  universityContact: { purpose: 'contactOfInstitution', class: 'personal' },
  institutionContact: { purpose: 'contactOfInstitution', class: 'personal' },
  schoolContact: { purpose: 'contactOfInstitution', class: 'personal' },
  contactEmail: { purpose: 'contactOfInstitution', class: 'personal' },
  universityName: { purpose: 'whichInstitution', class: 'personal' },
  institutionName: { purpose: 'whichInstitution', class: 'personal' },
  schoolName: { purpose: 'whichInstitution', class: 'personal' },
  universities: { purpose: 'whichInstitution', class: 'personal' },
  otherUniversities: { purpose: 'whichInstitution', class: 'personal' },
  expectedMonth: { purpose: 'whenToSit', class: 'none' },
  windowFrom: { purpose: 'whenToSit', class: 'none' },
  windowTo: { purpose: 'whenToSit', class: 'none' },
  registeredAs: { purpose: 'nameAtInstitution', class: 'personal' },
  nameAtSchool: { purpose: 'nameAtInstitution', class: 'personal' },
  portalReference: { purpose: 'numberAtBody', class: 'personal' },
  accaNumbers: { purpose: 'numberAtBody', class: 'personal' },
  candidateNumber: { purpose: 'numberAtBody', class: 'personal' },
  courseCode: { purpose: 'whatIsSat', class: 'none' },
  courseCodes: { purpose: 'whatIsSat', class: 'none' },
  examSeries: { purpose: 'whatIsSat', class: 'none' },
  unitCode: { purpose: 'whatIsSat', class: 'none' },
  unitCodes: { purpose: 'whatIsSat', class: 'none' },
  serviceType: { purpose: 'whichService', class: 'none' },
  approvalObtained: { purpose: 'ownDeclaration', class: 'personal' },
  feeUnderstood: { purpose: 'ownDeclaration', class: 'personal' },
  portalRegistered: { purpose: 'ownDeclaration', class: 'personal' },
  specialArrangement: { purpose: 'arrangementWished', class: 'sensitive' },
  attachments: { purpose: 'papersSentAlong', class: 'sensitive' },
  signedForm: { purpose: 'signedConsent', class: 'sensitive' },
};
