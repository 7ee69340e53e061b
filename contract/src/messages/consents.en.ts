import { adultAge } from '../rules/ages.ts';
import type { KeptStatement } from '../rules/consents.ts';
import { type ConsentValues, receiver, recipientFacts } from './recipient.en.ts';

/**
 * The statements ticked when an account is opened and before a submission, word for word (3-domain 6.1). They are evidence: the server stores a hash of the text that
 * was shown, so a changed word needs a new `consentVersion`. The first line of a text says what is agreed to; what follows are the facts about the recipient.
 */
export const consents: Record<KeptStatement, (values: ConsentValues) => string> = {
  accountTerms: () => `I am ${adultAge} or over, and I accept the terms of use.`,
  accountPrivacy: () =>
    'I have read the privacy notice, and I agree that my mobile number, my date of birth, my e-mail address if I give one, and the devices and networks from which I sign in are processed to open, run and protect this account.',
  childKept: () =>
    'I am the parent or legal guardian of the child named here, or the guardian named here has agreed through me. I have read the rules on children’s personal information, and I agree that the child’s name, gender, date of birth, document and contact details, and the guardian’s name, document and telephone, are kept in this account to register the child for exams.',
  terms: () => 'I have read and accept the terms of use and the privacy notice.',
  sensitiveData: () =>
    'I separately agree that my identity document number and other sensitive personal information are processed for this exam.',
  awardingBody: (values) =>
    `I separately agree that my information is passed to ${receiver(values)} so that I can sit the exam and receive my result.\n${recipientFacts(values)}`,
  truth: () =>
    'The information is true and matches the document I will bring to the exam. If I am registering somebody else, I am entitled to do so.',
  childTerms: () =>
    'As parent or guardian, I have read and accept the terms of use and the privacy notice for the child.',
  childSensitiveData: () =>
    'As parent or guardian, I separately agree that the child’s identity document number and other sensitive personal information are processed for this exam.',
  childAwardingBody: (values) =>
    `As parent or guardian, I separately agree that the child’s information is passed to ${receiver(values)} so that the child can sit the exam and receive a result.\n${recipientFacts(values)}`,
  childTruth: () =>
    'As parent or guardian, I confirm that the information is true and matches the document the child will bring to the exam.',
  guardianship: () =>
    'I am the child’s parent or legal guardian. I have read the rules on children’s personal information, and I agree to the processing of the child’s information and to the chosen way of leaving the centre.',
  guardianAgreed: (values) =>
    `I am the child’s parent or legal guardian, and this number is mine. I have read the rules on children’s personal information, and I agree that the child is registered for this exam, that the child’s information is processed for it, and separately that it is passed to ${receiver(values)} so that the child can sit the exam and receive a result.\n${recipientFacts(values)}`,
  guardianLeaving: () =>
    'I am the child’s parent or legal guardian. I agree that the child leaves the centre alone after the exam, without anybody picking the child up.',
};
