import type { PostTestStatement } from '../entities/post-test.ts';
import { type ConsentValues, receiver, recipientFacts } from './recipient.en.ts';

/** The statements ticked before a post-test request, word for word; evidence like those of a registration. */
export const postTestConsents: Record<PostTestStatement, (values: ConsentValues) => string> = {
  markMayFall: () =>
    'I understand that after a re-check or review of marking the mark, and with it the grade, may be lowered, confirmed or raised, and that the new result replaces the old one.',
  scriptToCandidate: () =>
    'I agree that a copy of the candidate’s script is given to the candidate. After the script has been returned a review of marking may no longer be possible.',
  scriptToCentre: () =>
    'I agree that the centre has access to the candidate’s script and may use it, without the candidate’s name, for teaching.',
  lateCashIn: () =>
    'I have checked the cash-in code. I understand that an award claimed without all its units is not made, and that the fee is not returned once the request has been sent.',
  uciMerge: () =>
    'Both UCI numbers belong to the same candidate. I agree that their results are brought together under the earlier number.',
  passToBody: (values) =>
    `I am the candidate, or the parent or guardian of a candidate under 18. I separately agree that the information in this request is passed to ${receiver(values)} so that it can be handled.\n${recipientFacts(values)}`,
};
