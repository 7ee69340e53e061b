import type { CandidateAgeType } from '../entities/scalars.ts';
import type { ChinaDate } from './china-date.ts';

/** Completed years that make a person an adult, an account holder, a guardian. */
export const adultAge = 18;
/** Completed years a pickup person has at least. */
export const pickupAge = 14;
/** Below this age all data is sensitive and the guardian consents (spec 3-domain 6.1). */
export const sensitiveAge = 14;
/** Up to this age a candidate may not leave alone. */
export const neverAloneAge = 10;
/** Completed years beyond which a date of birth in a file is looked at again before it is believed. */
export const oldestAge = 100;

/**
 * Completed years on a China date; born on 29 February, a person turns a year older on 1 March of ordinary years (spec 3-domain 1.7).
 * Negative before birth.
 */
export function ageOn(dob: ChinaDate, date: ChinaDate): number {
  const years = Number(date.slice(0, 4)) - Number(dob.slice(0, 4));
  return date.slice(5) < dob.slice(5) ? years - 1 : years;
}

/** The age type of the wire: U11 = 0-10, U18 = 11-17, Adults = 18 and over (R-29, spec 3-domain 1.7). */
export function candidateAgeType(age: number): CandidateAgeType {
  if (age <= neverAloneAge) return 'U11';
  return age < adultAge ? 'U18' : 'Adults';
}

/** Whether a candidate needs a guardian: under 18 on the day of submission. */
export function isMinor(dob: ChinaDate, today: ChinaDate): boolean {
  return ageOn(dob, today) < adultAge;
}

/** Whether a person of this birth date may hold an account. */
export function canRegisterAccount(dob: ChinaDate, today: ChinaDate): boolean {
  return !isMinor(dob, today);
}
