import type { PostTestRefusal, uciRefusals } from '../rules/index.ts';

/** Refusals of a post-test request that may also be the whole answer. */
export const postTestWhole = {
  MANDATORY_MODULE: 'The current module is mandatory and cannot be deleted.',
  TOO_MANY_COMPONENTS: 'Data overload, please submit separately.',
  SERVICE_WINDOW_CLOSED: 'This service is closed for the exam series.',
  SERVICE_WINDOW_NOT_OPEN: 'This service is not open for the exam series yet.',
  PREREQUISITE_NOT_DONE: 'This service needs another one to be complete for the same modules first.',
  UCI_MERGE_NEEDED:
    'An earlier request for this candidate carries another UCI number. Ask for a UCI merge first, so that the candidate has a single number.',
};

/** Refusals of the fields of a post-test request. */
export const postTestFields: Record<PostTestRefusal | (typeof uciRefusals)[number], string> = {
  ...postTestWhole,
  UCI_NUMBER: 'The format of the UCI number is incorrect, please re-check.',
  CANDIDATE_NUMBER: 'A candidate number has 4 digits, 0001 to 9999.',
  POST_TEST_AGE: 'The date of birth must give an age from 5 to 18.',
  GUARDIAN_NOT_SAVED:
    'A candidate under 14 needs a guardian. Save the candidate and the guardian under My candidates first, with the same name and date of birth.',
  COMPONENT_NOT_OFFERED: 'This service is not offered for one of the chosen modules.',
  CASH_IN_CODE_NOT_OFFERED: 'This cash-in code does not belong to the chosen level.',
  UCI_SAME_TWICE: 'Both UCI numbers are the same. Enter the two that have to be merged.',
  PLACE_NOT_CONFIRMED: 'A priority review is for candidates whose university place depends on the result.',
  CENTRE_NOT_OFFERED: 'Choose a centre of this awarding body.',
};
