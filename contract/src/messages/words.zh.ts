import { fieldWords } from './field-refusals.zh.ts';
import { refusals } from './refusals.zh.ts';
import type { ContractWords } from './words.en.ts';

/** The words of refusals in one language, for a reader that has no use for the other. */
export const words: ContractWords = { fields: fieldWords, refusals };
