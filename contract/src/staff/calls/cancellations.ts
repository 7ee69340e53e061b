import * as z from 'zod/mini';
import {
  applicationStatus,
  cancellationOutcome,
  cancellationOutcomes,
  chinaDate,
  count,
  fen,
  id,
  instant,
  refundPolicyRow,
  storedFile,
  subjectNames,
  text,
} from '../../entities/index.ts';
import { defineStaffCalls, reason } from './call.ts';
import { listQuery, listReply } from './list.ts';

const version = z.int().check(z.minimum(1));

const cancellationItem = z.object({
  id,
  version,
  applicationId: id,
  applicationCode: text(20),
  orderCode: text(20),
  candidateName: text(100),
  productNameEn: text(200),
  productNameZh: text(200),
  subjectNameEn: subjectNames,
  subjectNameZh: subjectNames,
  examDate: chinaDate,
  requestedAt: instant,
  attempt: count,
  policyRow: refundPolicyRow,
  percent: count,
  /** Fen: the frozen quote of everything that is cancelled together. */
  quotedAmount: fen,
  isDocumentRequired: z.boolean(),
  documentCount: count,
  documentsDueAt: instant,
  isOverdue: z.boolean(),
  /** Null while it is undecided. */
  outcome: z.nullable(cancellationOutcome),
});
export type CancellationItem = z.output<typeof cancellationItem>;

const cancellationPage = z.object({
  ...cancellationItem.shape,
  orderId: id,
  reason: text(500),
  lines: z.array(
    z.object({
      applicationId: id,
      applicationCode: text(20),
      candidateName: text(100),
      subjectNameEn: subjectNames,
      subjectNameZh: subjectNames,
      status: applicationStatus,
      paidAmount: fen,
      quotedAmount: fen,
      approvedAmount: z.nullable(fen),
      refundId: id,
    }),
  ),
  documents: z.array(storedFile),
  documentsAsked: z.nullable(text(500)),
  decidedAt: z.nullable(instant),
  decisionReason: z.nullable(text(500)),
  /** Above this sum, in fen, a second person approves (S-16). */
  secondApprovalFen: fen,
  /** The open proposal that waits for a second person. */
  proposalId: z.nullable(id),
  earlier: z.array(
    z.object({
      id,
      attempt: count,
      requestedAt: instant,
      outcome: z.nullable(cancellationOutcome),
      decisionReason: z.nullable(text(500)),
    }),
  ),
});

/** Requests to cancel: the queue and its decisions (9.1 #10-#13). */
export const cancellationsStaffCalls = defineStaffCalls({
  'cancellations.search': {
    permission: 'cancellations:read',
    body: listQuery(['requestedAt', 'documentsDueAt', 'examDate', 'quotedAmount'], {
      search: text(100),
      outcome: z.enum(['Open', ...cancellationOutcomes]),
      policyRow: refundPolicyRow,
      isOverdue: z.boolean(),
      productId: id,
    }),
    reply: listReply(cancellationItem),
  },
  'cancellations.get': { permission: 'cancellations:read', params: z.object({ id }), reply: cancellationPage },
  /**
   * Staff who may only prepare (`cancellations:write`, `refunds:write`), and any sum above the limit, ask a second person:
   * `isProposed`. An amount other than the quote needs the reason.
   */
  'cancellations.approve': {
    permission: 'cancellations:read',
    isFresh: true,
    params: z.object({ id }),
    body: z.strictObject({
      version,
      overrides: z._default(z.array(z.strictObject({ applicationId: id, amount: fen })).check(z.maxLength(50)), []),
      reason: z.nullish(reason),
    }),
    reply: z.object({ isProposed: z.boolean() }),
  },
  'cancellations.reject': {
    permission: 'cancellations:read',
    reason: true,
    params: z.object({ id }),
    body: z.strictObject({ version, reason }),
    reply: null,
  },
  /** The reason is what the candidate reads. */
  'cancellations.askForDocuments': {
    permission: 'cancellations:write',
    reason: true,
    params: z.object({ id }),
    body: z.strictObject({ version, reason }),
    reply: null,
  },
  'cancellations.document': {
    permission: 'cancellations:read',
    isFresh: true,
    reason: true,
    params: z.object({ id, fileId: id }),
    body: z.strictObject({ reason }),
    reply: null,
    file: 'application/octet-stream',
  },
});
