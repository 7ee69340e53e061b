import type { Recipient } from '../entities/recipient.ts';
import { countryName } from './countries.ts';

/** What a consent has to say of an awarding body (PIPL 23, 39): everything in both languages; `country` is ISO 3166. */
export const recipientFields = [
  'legalNameEn',
  'legalNameZh',
  'country',
  'contactEn',
  'contactZh',
  'purposeEn',
  'purposeZh',
  'meansEn',
  'meansZh',
  'dataKindsEn',
  'dataKindsZh',
  'rightsEn',
  'rightsZh',
] as const;

/** It as the body's record has it; null what nobody has written. */
export type RecipientFacts = Record<(typeof recipientFields)[number], string | null>;

/** The body as consents name it in a language; null while something is missing in either (decision 0059). */
export function recipientOf(facts: RecipientFacts, language: 'en' | 'zh', version: number): Recipient | null {
  const both = { en: factsIn('en', facts), zh: factsIn('zh', facts) };
  const isWhole = Object.values(both).every((values) => Object.values(values).every((value) => value.trim() !== ''));
  return isWhole ? { ...both[language], isAbroad: facts.country !== 'CN', version } : null;
}

function factsIn(language: 'en' | 'zh', facts: RecipientFacts): Omit<Recipient, 'isAbroad' | 'version'> {
  const as = language === 'en' ? 'En' : 'Zh';
  return {
    name: facts[`legalName${as}`] ?? '',
    country: countryName(facts.country ?? '', language) ?? '',
    contact: facts[`contact${as}`] ?? '',
    purpose: facts[`purpose${as}`] ?? '',
    means: facts[`means${as}`] ?? '',
    dataKinds: facts[`dataKinds${as}`] ?? '',
    rights: facts[`rights${as}`] ?? '',
  };
}
