export { LanguagePart, LanguageProvider, useFormats, useLanguage, useMessages } from './language.tsx';
export { chinaDateOf, chinaTimeOf, formatMoney, formats, formatsOf, type Formats } from './format.ts';
export { defineWords, localeOf, plural, type Language, type Words } from './words.ts';
export { uiWords } from '../messages/index.ts';
