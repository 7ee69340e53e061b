import type { PostTestStatement } from '../entities/post-test.ts';
import type { KeptStatement } from '../rules/consents.ts';
import { consents as consentsEn } from './consents.en.ts';
import type { ConsentValues } from './recipient.en.ts';
import { consents as consentsZh } from './consents.zh.ts';
import { postTestConsents as postTestEn } from './post-test-statements.en.ts';
import { postTestConsents as postTestZh } from './post-test-statements.zh.ts';
import { formGuides as guidesEn, type FormGuideWords } from './form-guides.en.ts';
import { formGuides as guidesZh } from './form-guides.zh.ts';
import { refusals } from './all-refusals.ts';
import type { RefusalCode, RefusalWords } from './refusals.en.ts';

export type { FormGuideWords, RefusalCode, RefusalWords };
export { refusals };
export * from './field-refusals.ts';

/** Languages of the product. On the wire of Accept-Language: `en` and `zh`. */
export type Language = 'en' | 'zh';

/** Words of the forms' guides, by language. */
export const formGuides: Record<Language, FormGuideWords> = { en: guidesEn, zh: guidesZh };

/**
 * The sentence of a refusal in the reader's language. `values` fill the sentence where it has places for them.
 */
export function refusalMessage(
  language: Language,
  code: RefusalCode,
  values: Record<string, string | number> = {},
): string {
  const words: string | ((values: never) => string) = refusals[language][code];
  return typeof words === 'function' ? words(values as never) : words;
}

const consentWords = { en: consentsEn, zh: consentsZh };

/** The text of a consent statement in the reader's language: what the screen shows and what the evidence's hash is of. */
export function consentText(language: Language, statement: KeptStatement, values: ConsentValues): string {
  return consentWords[language][statement](values);
}

const postTestWords = { en: postTestEn, zh: postTestZh };

/** The text of a post-test statement in the reader's language: what the screen shows and what the evidence's hash is of. */
export function postTestConsentText(language: Language, statement: PostTestStatement, values: ConsentValues): string {
  return postTestWords[language][statement](values);
}
