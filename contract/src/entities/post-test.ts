import * as z from 'zod/mini';
import { uciPolicies } from '../rules/uci.ts';
import { wire } from '../wire.ts';
import { storedFile } from './file.ts';
import { refundProgress } from './cancellation.ts';
import {
  applicationStatus,
  chinaDate,
  count,
  fen,
  id,
  instant,
  refundStatus,
  subjectCode,
  subjectCodes,
  subjectNames,
  text,
} from './scalars.ts';

/** What an awarding body does after results, whatever it calls it (3-domain 4.1). */
export const postTestKinds = [
  'clericalCheck',
  'clericalCheckWithScript',
  'review',
  'reviewWithScript',
  'priorityReview',
  'scriptCopy',
  'priorityScriptCopy',
  'centreScript',
  'lateCashIn',
  'uciMerge',
] as const;
export const postTestKind = z.enum(postTestKinds);
export type PostTestKind = (typeof postTestKinds)[number];

/** What a request is made of: some components, an award that ties units together, or nothing but the person. */
export const componentRules = ['some', 'award', 'none'] as const;
export type ComponentRule = (typeof componentRules)[number];

/** Statements a post-test request is ticked with; which ones depends on the service. */
export const postTestStatements = [
  'markMayFall',
  'scriptToCandidate',
  'scriptToCentre',
  'lateCashIn',
  'uciMerge',
  'passToBody',
] as const;
export const postTestStatement = z.enum(postTestStatements);
export type PostTestStatement = (typeof postTestStatements)[number];

/** Where now is in a service's window. */
export const windowStatuses = ['upcoming', 'open', 'closed'] as const;
export const windowStatus = z.enum(windowStatuses);
export type WindowStatus = (typeof windowStatuses)[number];

/** What became of a mark, per component. */
export const markOutcomes = ['Lowered', 'Confirmed', 'Raised'] as const;
export const markOutcome = z.enum(markOutcomes);
export type MarkOutcome = (typeof markOutcomes)[number];

export const postTestLevel = z.object({ id, code: text(20), name: text(100), nameEn: text(100), nameCn: text(100) });
export type PostTestLevel = z.output<typeof postTestLevel>;

/** Money of a service at a level, fen: for each component, or for the award. */
const fees = { localFee: fen, boardFee: fen, vat: fen, total: fen };

/** A service's window in a series: from `openFrom` to `closeAt`, both included. */
export const serviceWindow = z.object({
  serviceId: id,
  examSeriesId: id,
  examSeriesName: text(60),
  openFrom: instant,
  closeAt: instant,
  status: windowStatus,
});
export type ServiceWindow = z.output<typeof serviceWindow>;

export const postTestService = z.object({
  id,
  productId: id,
  code: text(20),
  kind: postTestKind,
  name: text(200),
  nameEn: text(200),
  nameCn: text(200),
  summary: text(500),
  componentRule: z.enum(componentRules),
  /** What is ticked for it, in this order; words by `postTestConsentText`. */
  statements: z.array(postTestStatement),
  /** Whether the signed consent form has to be uploaded. */
  isFormRequired: z.boolean(),
  /** The ages that it is open to; null for no limit. */
  ages: z.nullable(z.object({ from: count, to: count })),
  /** A service that has to be complete for the same components before; null for none. */
  requiresServiceId: z.nullable(id),
  requiresServiceName: z.nullable(text(200)),
  /** For candidates whose university place depends on the result; they confirm it. */
  isPlacePending: z.boolean(),
  /** How long the awarding body usually takes. */
  turnaround: z.nullable(z.object({ days: count, isWorkingDays: z.boolean() })),
  levels: z.array(z.extend(postTestLevel, fees)),
  windows: z.array(serviceWindow),
});
export type PostTestService = z.output<typeof postTestService>;

/** A component or unit as a service offers it. */
export const postTestComponent = z.object({
  id,
  code: subjectCode,
  name: text(200),
  nameEn: text(200),
  nameCn: text(200),
  levelIds: z.array(id),
  /** Cannot be taken out of the request. */
  isMandatory: z.boolean(),
});
export type PostTestComponent = z.output<typeof postTestComponent>;

export const cashInCode = z.object({
  cashInCodeId: id,
  cashInCode: text(10),
  name: text(200),
  nameEn: text(200),
  nameCn: text(200),
  levelId: id,
  /** How many units the award is made of. */
  unitsNeeded: count,
  /** The units that count towards it. */
  componentIds: z.array(id),
});
export type CashInCode = z.output<typeof cashInCode>;

export const examSeries = z.object({
  id,
  name: text(60),
  nameEn: text(60),
  nameCn: text(60),
  year: count,
  month: count,
  openFrom: instant,
  closeAt: instant,
  status: windowStatus,
  components: z.array(postTestComponent),
});
export type ExamSeries = z.output<typeof examSeries>;

export const centre = z.object({ id, name: text(200), centerCode: text(10), displayName: text(220) });

/** A row of the payment list: service, code, fee; `fee` includes VAT. */
export const postTestFeeLine = z.object({
  /** The component; null of the award's own row and of a service without components. */
  componentId: z.nullable(id),
  service: text(200),
  code: subjectCode,
  name: text(200),
  fee: fen,
  isMandatory: z.boolean(),
});
export type PostTestFeeLine = z.output<typeof postTestFeeLine>;

/** What the person has entered so far; null is not yet. */
const entered = {
  serviceId: id,
  levelId: z.nullable(id),
  examSeriesId: z.nullable(id),
  cashInCodeId: z.nullable(id),
  componentIds: z.array(id),
  centreId: z.nullable(id),
  candidateNumber: z.nullable(text(20)),
  lastName: z.nullable(text(60)),
  firstName: z.nullable(text(60)),
  /** The identity document shows no given name. */
  isGivenNameAbsent: z.boolean(),
  birthday: z.nullable(text(30)),
  uciNumber: z.nullable(text(30)),
  /** The other number; only in a request to merge two UCIs. */
  secondUciNumber: z.nullable(text(30)),
  /** The signed consent form. */
  formFileIds: z.array(id),
  isPlacePending: z.boolean(),
};

/** A draft as it is sent; what is left out is kept as it was, null takes it away. */
export const postTestDraftInput = z.strictObject({
  /** The draft to change; null or absent makes a new one. */
  id: z.nullish(id),
  /** The version of the draft that was read; another version is refused. Absent for a new one. */
  version: z.nullish(count),
  serviceId: id,
  levelId: z.nullish(id),
  examSeriesId: z.nullish(id),
  cashInCodeId: z.nullish(id),
  componentIds: z.optional(z.array(id).check(z.maxLength(100))),
  centreId: z.nullish(id),
  candidateNumber: z.nullish(text(20)),
  lastName: z.nullish(text(60)),
  firstName: z.nullish(text(60)),
  isGivenNameAbsent: z.optional(z.boolean()),
  birthday: z.nullish(text(30)),
  uciNumber: z.nullish(text(30)),
  secondUciNumber: z.nullish(text(30)),
  formFileIds: z.optional(z.array(id).check(z.maxLength(5))),
  isPlacePending: z.optional(z.boolean()),
});
export type PostTestDraftInput = z.output<typeof postTestDraftInput>;

/** What still keeps a draft from being confirmed: the field and its refusal. */
const problem = z.object({ field: text(40), code: text(40) });

/** A request that is being filled in, or waits for its payment (9.6 #1-#6). */
export const postTestDraft = z.object({
  ...entered,
  id,
  code: text(20),
  status: applicationStatus,
  version: count,
  productId: id,
  productName: text(200),
  service: postTestService,
  level: z.nullable(postTestLevel),
  examSeries: z.nullable(text(60)),
  centre: z.nullable(centre),
  /** rt1010 */
  template: text(10),
  /** The answers of the registration form, made of the fields above. */
  json: text(65_536),
  uciPolicy: z.enum(uciPolicies),
  formFiles: z.array(storedFile),
  window: z.nullable(serviceWindow),
  fee: fen,
  fees: z.array(postTestFeeLine),
  /** How far it has come, step by step of the wizard. */
  steps: z.array(z.object({ stepName: text(20), isDone: z.boolean() })),
  /** In the order of the page; empty when it may be confirmed. */
  problems: z.array(problem),
  canConfirm: z.boolean(),
  canEdit: z.boolean(),
  canDelete: z.boolean(),
  /** The order that waits for its payment; null when there is none. */
  orderId: z.nullable(id),
  savedAt: instant,
});
export type PostTestDraft = z.output<typeof postTestDraft>;

/** A row of "drafts": not sent, waiting for payment, or lapsed because its window closed. */
export const postTestDraftItem = z.object({
  id,
  code: text(20),
  status: applicationStatus,
  productName: text(200),
  serviceName: text(200),
  candidateName: z.nullable(text(100)),
  examSeriesName: z.nullable(text(60)),
  fee: fen,
  closeAt: z.nullable(instant),
  orderId: z.nullable(id),
  savedAt: instant,
});
export type PostTestDraftItem = z.output<typeof postTestDraftItem>;

/** A component of a request with what became of it. */
const requested = z.object({
  componentId: z.nullable(id),
  code: subjectCode,
  name: text(200),
  fee: fen,
  outcome: z.nullable(markOutcome),
  markBefore: z.nullable(text(20)),
  markAfter: z.nullable(text(20)),
});

/** The fields of a record that lists show. */
const recordFields = {
  [wire.fields.applicationId]: id,
  postTestApplicationCode: text(20),
  name: text(200),
  productLine: text(200),
  productNameEn: text(200),
  productNameCn: text(200),
  productServiceName: text(200),
  serviceKind: postTestKind,
  componentName: subjectNames,
  code: subjectCodes,
  level: z.nullable(text(100)),
  examSeriesName: z.nullable(text(60)),
  candidateName: text(100),
  candidateNumber: z.nullable(text(10)),
  centreName: z.nullable(text(200)),
  centreNumber: z.nullable(text(10)),
  uciNumber: z.nullable(text(13)),
  [wire.fields.cashInCode]: z.nullable(text(10)),
  registrationDate: z.nullable(instant),
  status: applicationStatus,
  amount: fen,
  refundStatus,
  cancellationRejectReason: z.nullable(text(500)),
  payment: z.nullable(z.object({ orderId: id, orderCode: text(20), paidAt: z.nullable(instant) })),
  /** The answers of the registration form rt1010. */
  json: text(65_536),
};

export const postTestListItem = z.object(recordFields);
export type PostTestListItem = z.output<typeof postTestListItem>;

/** A post-test application in full. */
export const postTestRecord = z.object({
  ...recordFields,
  productId: id,
  birthday: chinaDate,
  secondUciNumber: z.nullable(text(13)),
  components: z.array(requested),
  /** Whether the grade of the award changed; null before the outcome. */
  isGradeChanged: z.nullable(z.boolean()),
  gradeBefore: z.nullable(text(10)),
  gradeAfter: z.nullable(text(10)),
  outcomeNote: z.nullable(text(1000)),
  rejectReason: z.nullable(text(500)),
  cancellationRequestReason: z.nullable(text(500)),
  sentAt: z.nullable(instant),
  /** The date the outcome is usually there; null before it was sent. */
  expectedBy: z.nullable(chinaDate),
  completedAt: z.nullable(instant),
  /** What the candidate uploaded. */
  formFiles: z.array(storedFile),
  /** What came back from the awarding body: letters, scripts. */
  boardFiles: z.array(storedFile),
  /** What was ticked, in the words that were shown, with the day. */
  consents: z.array(
    z.object({
      statementId: postTestStatement,
      version: text(20),
      language: z.enum(['en', 'zh']),
      text: text(4000),
      givenAt: instant,
    }),
  ),
  timeline: z.array(z.object({ event: text(40), at: instant, reason: z.nullable(text(500)) })),
  refunds: z.array(refundProgress),
  canRequestCancellation: z.boolean(),
});
export type PostTestRecord = z.output<typeof postTestRecord>;

/** What is given back when a request is cancelled before it was sent (9.6 #8); fen. */
export const postTestQuote = z.object({
  paidAmount: fen,
  amount: fen,
  /** Per cent of the local fee with its VAT; the awarding body's fee comes back whole. */
  localPercent: count,
  calculatedAt: instant,
});
export type PostTestQuote = z.output<typeof postTestQuote>;
