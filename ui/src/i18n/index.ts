export { LanguagePart, LanguageProvider, useFormats, useLanguage, useMessages } from './language.tsx';
export { formats, formatsOf, type Formats } from './format.ts';
export { defineWords, localeOf, plural, type Language, type Words } from './words.ts';
export { uiWords } from '../messages/index.ts';
