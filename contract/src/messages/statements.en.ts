import { consents } from './consents.en.ts';
import { postTestConsents } from './post-test-statements.en.ts';

/** The statements to tick in one language: before a registration, and before a request after an exam. */
export const statements = { consents, postTestConsents };
