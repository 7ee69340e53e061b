import { consents } from './consents.zh.ts';
import { postTestConsents } from './post-test-statements.zh.ts';
import type { statements as english } from './statements.en.ts';

/** The statements to tick in one language: before a registration, and before a request after an exam. */
export const statements: typeof english = { consents, postTestConsents };
