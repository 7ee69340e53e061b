import * as z from 'zod/mini';
import {
  birthDateInput,
  candidateAgeType,
  chinaDate,
  gender,
  guardianType,
  id,
  idType,
  instant,
  pickupType,
  text,
} from './scalars.ts';

/** Guardian on input. Field rules: `rules/person.ts`. */
export const guardianInput = z.strictObject({
  name: text(100),
  idType,
  idNo: text(60),
  mobile: text(40),
  type: z.optional(guardianType),
});
export type GuardianInput = z.output<typeof guardianInput>;

/** Pickup person on input. `isFourteenOrOlder` is the declaration for documents that carry no birth date. */
export const pickupPersonInput = z.strictObject({
  name: text(100),
  idType,
  idNo: text(60),
  mobile: text(40),
  type: z.optional(pickupType),
  isFourteenOrOlder: z.optional(z.boolean()),
});
export type PickupPersonInput = z.output<typeof pickupPersonInput>;

/** A candidate on input (ApplicationCandidate). Age type is computed, never trusted (R-08, T9). */
export const candidateInput = z.strictObject({
  idType,
  idNo: text(60),
  gender: z.optional(gender),
  firstName: text(100),
  lastName: text(100),
  noGivenName: z.optional(z.boolean()),
  nameZh: z.nullish(text(100)),
  email: z.nullish(text(254)),
  mobile: z.nullish(text(40)),
  dob: z.optional(birthDateInput),
  guardianModel: z.nullish(guardianInput),
});
export type CandidateInput = z.output<typeof candidateInput>;

/** A guardian or pickup person on output: number masked (S-13). */
export const maskedPerson = z.object({
  id: z.nullable(id),
  idType,
  name: text(100),
  idNo: text(60),
  mobile: text(40),
  type: z.nullable(text(30)),
  candidateId: z.nullable(id),
});
export type MaskedPerson = z.output<typeof maskedPerson>;

/** A candidate on output: number masked, age type computed for today. */
export const maskedCandidate = z.object({
  id,
  idType,
  gender,
  firstName: text(60),
  lastName: text(60),
  /** In Chinese characters, where it was given. */
  nameZh: z.nullable(text(20)),
  idNo: text(60),
  email: z.nullable(text(254)),
  mobile: z.nullable(text(40)),
  dob: chinaDate,
  candidateId: z.nullable(id),
  candidateAgeType,
  guardianModel: z.nullable(maskedPerson),
});
export type MaskedCandidate = z.output<typeof maskedCandidate>;

/** A saved candidate in the list. */
export const savedCandidate = z.extend(maskedCandidate, {
  isMinor: z.boolean(),
  createdAt: instant,
  /** Until when a child under 14 stays in the list whose guardian has not agreed to anything yet; null for everybody else (PIPL 31). */
  keptUntil: z.nullable(instant),
});
export type SavedCandidate = z.output<typeof savedCandidate>;
