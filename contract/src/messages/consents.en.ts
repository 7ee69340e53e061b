import type { ConsentStatement } from '../rules/consents.ts';

/** What a statement names. */
export type ConsentValues = {
  /** The awarding body in the reader's language; empty where the product names none. */
  awardingBody: string;
};

const body = ({ awardingBody }: ConsentValues): string => awardingBody || 'the awarding body';

/**
 * The statements ticked before a submission, word for word (3-domain 6.1). They are evidence: the server stores a hash of the text that
 * was shown, so a changed word needs a new `consentVersion`.
 */
export const consents: Record<ConsentStatement, (values: ConsentValues) => string> = {
  terms: () => 'I have read and accept the terms of use and the privacy notice.',
  sensitiveData: () =>
    'I separately agree that my identity document number and other sensitive personal information are processed for this exam.',
  awardingBody: (values) =>
    `I agree that my information is passed to ${body(values)}, including outside mainland China, so that I can sit the exam and receive my result.`,
  truth: () =>
    'The information is true and matches the document I will bring to the exam. If I am registering somebody else, I am entitled to do so.',
  childTerms: () =>
    'As parent or guardian, I have read and accept the terms of use and the privacy notice for the child.',
  childSensitiveData: () =>
    'As parent or guardian, I separately agree that the child’s identity document number and other sensitive personal information are processed for this exam.',
  childAwardingBody: (values) =>
    `As parent or guardian, I agree that the child’s information is passed to ${body(values)}, including outside mainland China, so that the child can sit the exam and receive a result.`,
  childTruth: () =>
    'As parent or guardian, I confirm that the information is true and matches the document the child will bring to the exam.',
  guardianship: () =>
    'I am the child’s parent or legal guardian. I have read the rules on children’s personal information, and I agree to the processing of the child’s information and to the chosen way of leaving the centre.',
};
