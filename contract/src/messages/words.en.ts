import { fieldWords } from './field-refusals.en.ts';
import { refusals, type PortalRefusalWords } from './refusals.en.ts';

/** The words of refused fields, and of the portal's refused calls. */
export type ContractWords = {
  fields: typeof fieldWords;
  refusals: PortalRefusalWords;
};

/** The words of refusals in one language, for a reader that has no use for the other. */
export const words: ContractWords = { fields: fieldWords, refusals };
