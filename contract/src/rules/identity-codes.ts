/** Why a document number is refused (spec 3-domain 1.1-1.4); words in `messages/field-refusals`. */
export const identityRefusals = [
  'ID_REQUIRED',
  'ID_FIRST_GENERATION',
  'ID_LENGTH',
  'ID_CHARACTERS',
  'ID_FOREIGN_RESIDENT',
  'ID_PROVINCE',
  'ID_BIRTH_DATE',
  'ID_CHECK_CHARACTER',
  'ID_RESIDENCE_PERMIT_REGION',
  'ID_TAIWAN_NATIONAL',
  'ID_TAIWAN_PERMIT',
  'ID_HONG_KONG_CHECK_DIGIT',
  'ID_HONG_KONG_MACAU',
  'ID_PASSPORT',
] as const;
export type IdentityRefusal = (typeof identityRefusals)[number];

/** What is worth saying about a number that is accepted all the same. */
export const identityAdvices = [
  'ID_IS_RESIDENCE_PERMIT',
  'ID_TRAVEL_PERMIT_PREFERRED',
  'PASSPORT_CHINESE_LENGTH',
  'PASSPORT_O_OR_I',
  'PASSPORT_LOOKS_LIKE_ID_CARD',
] as const;
export type IdentityAdvice = (typeof identityAdvices)[number];
