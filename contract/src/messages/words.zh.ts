import { consents } from './consents.zh.ts';
import { fieldWords } from './field-refusals.zh.ts';
import { postTestConsents } from './post-test.zh.ts';
import { refusals } from './refusals.zh.ts';
import type { ContractWords } from './words.en.ts';

/** Every word of the contract in one language, for a reader that has no use for the other. */
export const words: ContractWords = { fields: fieldWords, refusals, consents, postTestConsents };
