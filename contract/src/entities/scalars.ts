import * as z from 'zod/mini';
import { isRealDate } from '../rules/china-date.ts';
import { largestFen } from '../rules/money.ts';
import { isOfLength } from '../rules/writing.ts';
import {
  wire,
  applicationStatusOf,
  type ApplicationStatus,
  type VenueStatus,
  type WireApplicationStatus,
} from '../wire.ts';
import { candidateTypes, idTypes } from './values.ts';

/** An id in a URL or body: random, made by us (S-6). Anything of another shape is answered as an unknown id (404). */
export const id = z.uuid();
/** Text of a given length in characters, counted as a person sees them (`isOfLength`). */
function seen(min: number, max: number) {
  const check = z.check<string>(({ value, issues }) => {
    if (isOfLength(value, { min, max })) return;
    const given = { origin: 'string', inclusive: true, input: value } as const;
    const isShort = isOfLength(value, { max });
    issues.push(isShort ? { ...given, code: 'too_small', minimum: min } : { ...given, code: 'too_big', maximum: max });
  });
  check._zod.onattach.push(({ _zod: { bag } }) => Object.assign(bag, { minimum: min, maximum: max }));
  return check;
}
/** Text with an upper bound; every string of the contract has one (ASVS 1.3.3). */
export const text = (max: number) => z.string().check(seen(0, max));
/** How many papers a set has at most, and components a request after results. */
const mostTogether = 20;
/** Texts of papers or components, put together by ` + ` or a comma. */
const together = (max: number) => text(mostTogether * (max + ' + '.length));
/** The names of the papers of a set, or of a request's components, in one text. */
export const subjectNames = together(200);
/** The name of a product or service, and those. */
export const examNames = text(200 + ' · '.length + mostTogether * (200 + ' + '.length));
/** The code of a paper or component, as long as the catalogue takes it. */
export const subjectCode = text(30);
/** The codes of several in one text. */
export const subjectCodes = together(30);
/** What somebody writes: its length in characters, without the blanks around it. */
export const written = (min: number, max: number) => z.string().check(z.trim(), seen(min, max));
/** Integer fen, never negative. */
export const fen = z.int().check(z.minimum(0), z.maximum(largestFen));
/** A sum of many amounts, integer fen, never negative; exact up to 90 billion yuan. */
export const fenSum = z.int().check(z.minimum(0));
/** A count. */
export const count = z.int().check(z.minimum(0), z.maximum(2_000_000_000));
/** A civil date in Asia/Shanghai, `yyyy-mm-dd`; one that exists, from 1900 to 2199. */
export const chinaDate = z.string().check(
  z.regex(/^(19|20|21)\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/),
  z.refine((value) => isRealDate(value)),
);
/** A month, `yyyy-mm`, from 1900 to 2199. */
export const month = z.string().check(z.regex(/^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/));
/** Time of day in China, `HH:mm`. */
export const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
/** An instant, ISO 8601 UTC with milliseconds (S-12), from 1900 to 2199. */
export const instant = z.string().check(
  z.regex(/^(19|20|21)\d{2}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/),
  z.refine((value) => isRealDate(value.slice(0, 10))),
);
/** Date of birth on input: a date, or a UTC instant that the server turns into the date in China. */
export const birthDateInput = z.string().check(z.maxLength(30));

export const idType = z.enum(idTypes);
export type IdType = (typeof idTypes)[number];

export const genders = ['Male', 'Female'] as const;
export const gender = z.enum(genders);
export type Gender = (typeof genders)[number];

export const candidateAgeTypes = ['U11', 'U18', 'Adults'] as const;
export const candidateAgeType = z.enum(candidateAgeTypes);
export type CandidateAgeType = (typeof candidateAgeTypes)[number];

export const guardianTypes = ['Father', 'Mother', 'LegalGuardian', 'Other'] as const;
export const guardianType = z.enum(guardianTypes);
export type GuardianType = (typeof guardianTypes)[number];

export const pickupTypes = ['Guardian', 'AuthorisedPerson'] as const;
export const pickupType = z.enum(pickupTypes);
export type PickupType = (typeof pickupTypes)[number];

export const examCategories = ['Booking', 'Public', 'PostTest'] as const;
export const examCategory = z.enum(examCategories);
export type ExamCategory = (typeof examCategories)[number];

/** What a product is: an exam, or something done after one. */
export const productTypes = ['Test', 'PostTest'] as const;
export const productType = z.enum(productTypes);
export type ProductType = (typeof productTypes)[number];

export const candidateType = z.enum(candidateTypes);
export type CandidateType = (typeof candidateTypes)[number];

export const emailStatuses = ['NotSent', 'Sending', 'Success', 'Failed'] as const;
export const emailStatus = z.enum(emailStatuses);
export type EmailStatus = (typeof emailStatuses)[number];

export const orderStatuses = ['PaymentPending', 'PaymentSuccessful', 'PaymentExpired'] as const;
export const orderStatus = z.enum(orderStatuses);
export type OrderStatus = (typeof orderStatuses)[number];

/** R-41, 9.7. `NotListed` never reaches the wire. */
export const availabilities = ['NotStarted', 'Available', 'Full', 'RegistrationEnded', 'Expired'] as const;
export const availability = z.enum(availabilities);
export type Availability = (typeof availabilities)[number];

/** The second reading of availability. */
export const secondAvailability = z.enum(['Open', 'ClosedOfFull', 'ClosedOfExpired']);

/** Wire values of the refund state (9.5). */
export const refundStatuses = [
  'None',
  'Pending',
  'Rejected',
  'Closed',
  'Approved',
  'Processing',
  'Completed',
  'Failed',
] as const;
export const refundStatus = z.enum(refundStatuses);
export type RefundStatus = (typeof refundStatuses)[number];

export const paymentTypes = [
  'B2C',
  'B2B',
  'UNION_SCANCODE_PAY',
  'EXPRESS_PAY',
  'ALI_SCANCODE_PAY',
  'WEIXIN_SCANCODE_PAY',
  'APPLE_PAY',
  'AGREEMENT_PAY',
  'VISA_Master_AE_JCB',
] as const;
export const paymentType = z.enum(paymentTypes);
export type PaymentType = (typeof paymentTypes)[number];

export const messageLanguages = ['English', 'Chinese'] as const;
export const messageLanguage = z.enum(messageLanguages);
export type MessageLanguage = (typeof messageLanguages)[number];

const wireStatuses = Object.values(wire.applicationStatus) as [WireApplicationStatus, ...WireApplicationStatus[]];
const houseStatuses = Object.keys(wire.applicationStatus) as [ApplicationStatus, ...ApplicationStatus[]];

/** Application status: right spelling inside, the specification's on the wire. */
export const applicationStatus = z.codec(z.enum(wireStatuses), z.enum(houseStatuses), {
  decode: (value) => applicationStatusOf(value) ?? 'Initiated',
  encode: (value) => wire.applicationStatus[value],
});

/** Venue status, spelled right inside. */
export const venueStatus = z.codec(
  z.enum([wire.venueStatus.Active, wire.venueStatus.Inactive]),
  z.enum(['Active', 'Inactive']),
  {
    decode: (value): VenueStatus => (value === wire.venueStatus.Active ? 'Active' : 'Inactive'),
    encode: (value: VenueStatus) => wire.venueStatus[value],
  },
);
