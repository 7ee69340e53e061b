/** Consents as evidence: what was ticked, in which words, and whether it still holds (3-domain 6.1). */
export { guardianTokenHash, hasSavedGuardian, registeredAs, type Registered } from './guardian.ts';
export { keepConsents, textHash } from './keep.ts';
export { isConsentGone, mayBePassedOn } from './live.ts';
export { textsOf } from './texts.ts';
