import type { Language } from '@exam/contract/messages';
import { letterWordsEn, type LetterWords } from './letter-words.en.ts';
import { letterWordsZh } from './letter-words.zh.ts';

/** The letter's own words, by language. */
export const letterWords: Record<Language, LetterWords> = { en: letterWordsEn, zh: letterWordsZh };
