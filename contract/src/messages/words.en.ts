import { consents } from './consents.en.ts';
import { fieldWords } from './field-refusals.en.ts';
import { postTestConsents } from './post-test.en.ts';
import { refusals, type PortalRefusalWords } from './refusals.en.ts';

/** The words of refused fields, of the portal's refused calls, and the statements to tick. */
export type ContractWords = {
  fields: typeof fieldWords;
  refusals: PortalRefusalWords;
  consents: typeof consents;
  postTestConsents: typeof postTestConsents;
};

/** Every word of the contract in one language, for a reader that has no use for the other. */
export const words: ContractWords = { fields: fieldWords, refusals, consents, postTestConsents };
