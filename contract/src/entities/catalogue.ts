import * as z from 'zod/mini';
import {
  candidateType,
  chinaDate,
  count,
  examCategory,
  id,
  instant,
  productType,
  subjectCode,
  text,
  venueStatus,
} from './scalars.ts';
import { recipient } from './recipient.ts';

export const office = z.object({ id, name: text(100), sortNum: count });
export const city = z.object({ office: z.nullable(office), id, name: text(100) });
export const venue = z.object({
  id,
  code: text(40),
  name: text(200),
  status: venueStatus,
  city: text(100),
  address: text(300),
  multiLanguages: z.array(z.object({ id, code: text(40), languageType: z.enum(['En', 'Zh']), displayName: text(200) })),
});

/** What is told of a venue as the place of an exam. */
export const place = z.object({ name: text(200), address: text(300) });

/** A subject. `setCode` is shared by papers that are sold together as one line (Delta Module One). */
export const subject = z.object({
  id,
  subjectName: text(200),
  sort: count,
  nameEn: text(200),
  nameCn: text(200),
  code: subjectCode,
  candidateTypes: z.array(candidateType),
  setCode: z.nullable(text(20)),
  durationMinutes: z.nullable(count),
});
export type Subject = z.output<typeof subject>;

/**
 * How a product can be used today: `open`, `opensSoon` (its form or its flow is not served yet), `external` (an
 * information card with a link, 3-domain 3.1) or `archived` (kept for the record, never offered).
 */
export const productAccess = z.enum(['open', 'opensSoon', 'external', 'archived']);

const refundTerms = z.object({ percent: count, workingDaysBefore: count, documentsRequired: z.boolean() });

export const product = z.object({
  id,
  productName: text(200),
  nameCn: text(200),
  nameEn: text(200),
  code: text(30),
  awardingBodyId: z.nullable(id),
  awardingBodyName: z.nullable(text(200)),
  /** Whom the consents name; null where the product names no awarding body, or not all is known of it that a consent has to say. */
  recipient: z.nullable(recipient),
  createBy: z.nullable(text(60)),
  productOfficeWBS: z.array(z.object({ id, officeId: id, wbs: z.nullable(text(60)) })),
  subjects: z.array(subject),
  category: examCategory,
  productType,
  registrationTemplateId: z.nullable(id),
  registrationTemplateNumber: z.nullable(text(10)),
  lastModifiedOn: instant,
  candidateTypes: z.array(candidateType),
  access: productAccess,
  summaryCn: text(500),
  summaryEn: text(500),
  specialNoticeCn: z.nullable(text(2000)),
  specialNoticeEn: z.nullable(text(2000)),
  externalUrl: z.nullable(text(300)),
  minimumCandidates: count,
  /** How many days from today the earliest date of a booked exam is; null for others. */
  leadDays: z.nullable(count),
  fromFen: z.nullable(count),
  nextDeadline: z.nullable(instant),
  nextExamDate: z.nullable(chinaDate),
  /** What a candidate's own cancellation gives back now: until the end of registration and later; of a booked exam, until its payment deadline and later. */
  refundTerms: z.object({ P1: refundTerms, P2: refundTerms, B1: refundTerms, B2: refundTerms }),
});
export type Product = z.output<typeof product>;

export const productLine = z.object({
  id,
  nameCn: text(200),
  nameEn: text(200),
  isDisplayOnHomeEnabled: z.boolean(),
  detailUrlCn: z.nullable(text(300)),
  detailUrlEn: z.nullable(text(300)),
  lineCategory: text(40),
  products: z.array(product),
});
export type ProductLine = z.output<typeof productLine>;

/** An ACCA/FIA candidate type and the subjects it may take. */
export const candidateTypeOption = z.object({ candidateType, subjectIds: z.array(id) });
