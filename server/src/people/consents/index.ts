/** Consents as evidence: what was ticked, in which words, and whether it still holds (3-domain 6.1). */
export {
  type ConsentEvidence,
  consentRows,
  copyConsents,
  forgetConsents,
  forgetWhoLeaves,
  keepEvidence,
  textHash,
} from './keep.ts';
export { isConsentedToKeep, isConsentGone, mayBePassedOn, wasAgreedTo } from './live.ts';
export { textsOf } from './texts.ts';
