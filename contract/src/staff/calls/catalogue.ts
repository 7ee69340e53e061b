import * as z from 'zod/mini';
import {
  candidateType,
  chinaDate,
  count,
  examCategory,
  fen,
  id,
  instant,
  product,
  productAccess,
  text,
  written,
} from '../../entities/index.ts';
import { formCodes } from '../../forms/index.ts';
import { lateStages } from '../../rules/session-plan.ts';
import { defineStaffCalls, reason } from './call.ts';
import { listQuery, listReply } from './list.ts';

/** What the catalogue is made of. */
export const catalogueKinds = ['line', 'product', 'subject', 'body'] as const;
const kind = z.enum(catalogueKinds);
export type CatalogueKind = z.output<typeof kind>;

const code = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9 .,_+&/()-]{0,29}$/));
const words = (max: number) => written(0, max);
const free = (max: number) => z.nullable(words(max));
const link = z.nullable(z.string().check(z.regex(/^https:\/\/[^\s<>"]{4,290}$/)));
/** Pages of our own site or others. */
const page = z.nullable(z.string().check(z.regex(/^(?:https:\/\/[^\s<>"]{4,290}|\/[^\s<>"]{0,290})$/)));
const sort = z.int().check(z.minimum(0), z.maximum(100_000));
const rate = z.int().check(z.minimum(0), z.maximum(10_000));
const few = (max: number) => z.int().check(z.minimum(0), z.maximum(max));

const names = { code, nameEn: words(200), nameZh: words(200), sort };

const line = z.strictObject({
  kind: z.literal('line'),
  ...names,
  isDisplayOnHome: z.boolean(),
  detailUrlEn: page,
  detailUrlZh: page,
  lineCategory: z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9]{0,39}$/)),
  /** Gone from the portal. */
  isArchived: z.boolean(),
});

const terms = z.strictObject({ percent: few(100), workingDaysBefore: few(60), documentsRequired: z.boolean() });
const tariff = z.strictObject({
  leadDays: few(365),
  isSurchargeAllowed: z.boolean(),
  isUniversity: z.boolean(),
  baseFee: fen,
  boardFee: fen,
  surcharge: fen,
  localVatRate: rate,
  boardVatRate: rate,
});
const offer = z.strictObject({
  officeId: id,
  wbs: free(60),
  bookingPlaces: z.nullable(z.int().check(z.minimum(1), z.maximum(1000))),
});

const productContent = z.strictObject({
  kind: z.literal('product'),
  ...names,
  lineId: id,
  summaryEn: words(500),
  summaryZh: words(500),
  specialNoticeEn: free(2000),
  specialNoticeZh: free(2000),
  category: examCategory,
  access: productAccess,
  awardingBodyId: z.nullable(id),
  formNumber: z.nullable(z.enum(formCodes)),
  externalUrl: link,
  minimumCandidates: z.int().check(z.minimum(1), z.maximum(1000)),
  letterLeadDays: few(60),
  /** Hours that a company's transfer may hold its places; null for the usual ones. */
  transferHours: z.nullable(few(72)),
  isRepeatBySubject: z.boolean(),
  offices: z.array(offer).check(z.maxLength(100)),
  /** Null: the policy every product starts with. */
  refundPolicy: z.nullable(z.strictObject({ P1: terms, P2: terms, B1: terms, B2: terms })),
  isBoardFeeRefundable: z.boolean(),
  /** The dates and the price helper of booked exams (3-domain 3.2). */
  tariff: z.nullable(tariff),
});

const tier = z.strictObject({
  from: z.int().check(z.minimum(1), z.maximum(1000)),
  to: z.nullable(z.int().check(z.minimum(1), z.maximum(1000))),
  localFee: fen,
});
const stage = z.strictObject({
  stage: z.enum(lateStages),
  fee: fen,
  untilDaysBefore: z.nullable(few(400)),
});
export const catalogueFees = z.strictObject({
  localFee: fen,
  boardFee: fen,
  vat: fen,
  tierFees: z.array(tier).check(z.maxLength(10)),
  lateStages: z.array(stage).check(z.maxLength(4)),
});

const subjectContent = z.strictObject({
  kind: z.literal('subject'),
  ...names,
  productId: id,
  candidateTypes: z.array(candidateType).check(z.maxLength(2)),
  setCode: z.nullable(code),
  durationMinutes: z.nullable(z.int().check(z.minimum(1), z.maximum(1440))),
  syllabus: free(60),
  validFrom: z.nullable(chinaDate),
  validTo: z.nullable(chinaDate),
  status: z.enum(['Active', 'Inactive']),
  /** What new sessions begin with; null while nobody has laid it down. */
  fees: z.nullable(catalogueFees),
});

/** An awarding body, and what consents have to say of it (PIPL 39; decision 0059): null what nobody has written yet. */
const bodyContent = z.strictObject({
  kind: z.literal('body'),
  code,
  nameEn: words(200),
  nameZh: words(200),
  legalNameEn: free(200),
  legalNameZh: free(200),
  /** ISO 3166. */
  country: free(2),
  contactEn: free(300),
  contactZh: free(300),
  purposeEn: free(300),
  purposeZh: free(300),
  meansEn: free(300),
  meansZh: free(300),
  dataKindsEn: free(400),
  dataKindsZh: free(400),
  rightsEn: free(500),
  rightsZh: free(500),
});

/** A line, product, subject or awarding body as staff write it: both languages, money in fen. */
export const catalogueContent = z.discriminatedUnion('kind', [line, productContent, subjectContent, bodyContent]);
export type CatalogueContentInput = z.output<typeof catalogueContent>;
export type ProductContent = z.output<typeof productContent>;
export type SubjectContent = z.output<typeof subjectContent>;
export type LineContent = z.output<typeof line>;
export type BodyContent = z.output<typeof bodyContent>;

const states = ['Published', 'Draft', 'Asked', 'Planned', 'Failed', 'Archived'] as const;
const state = z.enum(states);
export type CatalogueState = z.output<typeof state>;

const item = z.object({
  kind,
  id,
  code: text(40),
  nameEn: text(200),
  nameZh: text(200),
  /** The line of a product, the product of a subject. */
  parentEn: z.nullable(text(200)),
  parentZh: z.nullable(text(200)),
  /** How it is in one word: what is under way before what is in force. */
  state: z.enum([...states, 'New']),
  isPublished: z.boolean(),
  isArchived: z.boolean(),
  hasDraft: z.boolean(),
  isAsked: z.boolean(),
  /** The nearest day from which a published change holds. */
  plannedFrom: z.nullable(chinaDate),
  hasFailed: z.boolean(),
  changedAt: z.nullable(instant),
});
export type CatalogueItem = z.output<typeof item>;

const problem = z.object({ field: text(80), code: text(60), message: text(300) });
const change = z.object({
  id,
  version: count,
  content: catalogueContent,
  /** Names of the fields that differ from what is published. */
  changed: z.array(text(40)),
  repricesSessions: z.boolean(),
  editors: z.array(text(80)),
  savedAt: instant,
});
const planned = z.extend(change, {
  effectiveFrom: chinaDate,
  publishedBy: text(80),
  reason: text(500),
  /** Why it could not take effect on its day. */
  failures: z.array(text(300)),
});

const detail = z.object({
  kind,
  id,
  /** Null: it is new and nobody has seen it yet. */
  published: z.nullable(catalogueContent),
  draft: z.nullable(
    z.extend(change, {
      problems: z.array(problem),
      /** Money, or what consents tell, is changed: whoever wrote the draft cannot publish it (S-16; decision 0059). */
      needsSecondPerson: z.boolean(),
      isOwn: z.boolean(),
      proposal: z.nullable(
        z.object({
          id,
          proposedBy: text(80),
          reason: text(500),
          effectiveFrom: z.nullable(chinaDate),
          canDecide: z.boolean(),
          isOwn: z.boolean(),
        }),
      ),
    }),
  ),
  planned: z.array(planned),
  /** Sessions of the subject whose price a change would take along: not begun, not behind a code. */
  sessionsToCome: count,
  today: chinaDate,
});
export type CataloguePage = z.output<typeof detail>;

const revision = z.object({
  number: count,
  at: instant,
  draftedBy: z.nullable(text(300)),
  publishedBy: z.nullable(text(80)),
  reason: z.nullable(text(500)),
  changed: z.array(text(40)),
  before: z.nullable(catalogueContent),
  after: catalogueContent,
});
export type CatalogueRevision = z.output<typeof revision>;

const named = z.object({ id, code: text(40), nameEn: text(200), nameZh: text(200) });
const version = z.int().check(z.minimum(1));
const params = z.object({ kind, id });
const one = { params } as const;
const saved = z.object({ id, version });
/** Null: at once. Otherwise from 00:00 in China of that day. */
const effectiveFrom = z.nullable(chinaDate);

/** The catalogue as staff draft, compare and publish it. It belongs to no office. */
export const catalogueStaffCalls = defineStaffCalls({
  'catalogue.search': {
    permission: 'catalogue:read',
    body: listQuery(['code', 'changedAt'], {
      search: text(100),
      kind,
      state,
      lineId: id,
      productId: id,
      changedSince: chinaDate,
    }),
    reply: listReply(item),
  },
  'catalogue.choices': {
    permission: 'catalogue:read',
    reply: z.object({
      lines: z.array(named),
      products: z.array(named),
      offices: z.array(named),
      bodies: z.array(named),
      forms: z.array(text(10)),
      lineCategories: z.array(text(40)),
    }),
  },
  'catalogue.get': { permission: 'catalogue:read', ...one, reply: detail },
  /** As the portal shows it, in both languages: what is published, or the draft as if it were. */
  'catalogue.preview': {
    permission: 'catalogue:read',
    ...one,
    body: z.strictObject({ of: z.enum(['published', 'draft']) }),
    reply: z.object({ en: z.nullable(product), zh: z.nullable(product) }),
  },
  'catalogue.history': { permission: 'catalogue:read', ...one, reply: z.object({ list: z.array(revision) }) },
  /** Begins a line, product, subject or awarding body; nobody but staff sees it before it is published. */
  'catalogue.create': {
    permission: 'catalogue:write',
    body: z.strictObject({ content: catalogueContent }),
    reply: saved,
    isIdempotent: true,
  },
  /** Saves a draft: `version` is the draft's, null for the first. 409 when somebody saved one meanwhile. */
  'catalogue.save': {
    permission: 'catalogue:write',
    ...one,
    body: z.strictObject({
      version: z.nullable(version),
      content: catalogueContent,
      repricesSessions: z._default(z.boolean(), false),
    }),
    reply: saved,
  },
  'catalogue.discard': {
    permission: 'catalogue:write',
    ...one,
    body: z.strictObject({ version }),
    reply: null,
  },
  /** Asks those who may publish; they find it among the decisions. */
  'catalogue.ask': {
    permission: 'catalogue:write',
    reason: true,
    ...one,
    body: z.strictObject({ version, effectiveFrom, reason }),
    reply: z.object({ proposalId: id }),
  },
  'catalogue.publish': {
    permission: 'catalogue:publish',
    isFresh: true,
    reason: true,
    ...one,
    body: z.strictObject({ version, effectiveFrom, reason }),
    reply: z.object({ isInForce: z.boolean() }),
  },
  /** A planned change becomes a draft again. */
  'catalogue.takeBack': {
    permission: 'catalogue:publish',
    reason: true,
    params: z.object({ kind, id, draftId: id }),
    body: z.strictObject({ version, reason }),
    reply: null,
  },
});
