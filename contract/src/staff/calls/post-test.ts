import * as z from 'zod/mini';
import {
  chinaDate,
  count,
  fen,
  guardianWait,
  id,
  instant,
  markOutcome,
  postTestKind,
  postTestRecord,
  storedFile,
  subjectCode,
  subjectCodes,
  text,
} from '../../entities/index.ts';
import { defineStaffCalls, reason } from './call.ts';
import { listQuery, listReply } from './list.ts';

const params = z.object({ id });
const read = { permission: 'postTest:read' } as const;
const write = { permission: 'postTest:write' } as const;
const version = count;

/** The states of a request that staff see; drafts are the candidate’s own. */
export const staffPostTestStatuses = [
  'Submitted',
  'Registered',
  'RegisteredCancellationRequested',
  'Cancelled',
  'Processing',
  'Complete',
  'ApplicationRejected',
] as const;

/** In the house’s spelling: nobody else reads it. */
const status = z.enum(staffPostTestStatuses);

const item = z.object({
  id,
  version,
  code: text(20),
  status,
  productNameEn: text(200),
  productNameZh: text(200),
  serviceNameEn: text(200),
  serviceNameZh: text(200),
  serviceKind: postTestKind,
  seriesNameEn: z.nullable(text(60)),
  seriesNameZh: z.nullable(text(60)),
  candidateName: text(100),
  candidateNumber: z.nullable(text(10)),
  centreNumber: z.nullable(text(10)),
  codes: subjectCodes,
  amount: fen,
  registeredAt: z.nullable(instant),
  sentAt: z.nullable(instant),
  boardCloseAt: z.nullable(instant),
  expectedBy: z.nullable(chinaDate),
  takenBy: z.nullable(text(80)),
});
export type PostTestItem = z.output<typeof item>;

const component = z.object({
  position: count,
  code: subjectCode,
  nameEn: text(200),
  nameZh: text(200),
  fee: fen,
  outcome: z.nullable(markOutcome),
  markBefore: z.nullable(text(20)),
  markAfter: z.nullable(text(20)),
});

const page = z.extend(item, {
  levelNameEn: z.nullable(text(100)),
  levelNameZh: z.nullable(text(100)),
  cashInCode: z.nullable(text(10)),
  centreNameEn: z.nullable(text(200)),
  centreNameZh: z.nullable(text(200)),
  birthday: z.nullable(chinaDate),
  uciNumber: z.nullable(text(13)),
  secondUciNumber: z.nullable(text(13)),
  isPlacePending: z.boolean(),
  isUciCleared: z.boolean(),
  hasMarks: z.boolean(),
  components: z.array(component),
  orderId: z.nullable(id),
  orderCode: z.nullable(text(20)),
  consents: postTestRecord.shape.consents,
  formFiles: z.array(storedFile),
  boardFiles: z.array(storedFile),
  cancelReason: z.nullable(text(500)),
  cancelRequestedAt: z.nullable(instant),
  /** Fen; frozen when it was asked for. */
  cancelAmount: z.nullable(fen),
  cancelRejectReason: z.nullable(text(500)),
  rejectReason: z.nullable(text(500)),
  boardReference: z.nullable(text(60)),
  isGradeChanged: z.nullable(z.boolean()),
  gradeBefore: z.nullable(text(10)),
  gradeAfter: z.nullable(text(10)),
  outcomeNote: z.nullable(text(1000)),
  completedAt: z.nullable(instant),
  /** Fen: what a refusal would give back, as the candidate’s or as the provider’s doing. */
  refusalAmounts: z.object({ other: fen, provider: fen }),
  /** Fen: what comes back when the grade changed and every mark did. */
  gradeChangeAmount: fen,
  actions: z.array(z.enum(['approveCancellation', 'rejectCancellation', 'refuse', 'complete', 'correct', 'clearUci'])),
  proposalId: z.nullable(id),
  timeline: postTestRecord.shape.timeline,
});
export type PostTestPage = z.output<typeof page>;

const outcome = {
  /** One for each component of a service that looks at marks again; empty for the others. */
  components: z
    .array(
      z.strictObject({
        position: count,
        outcome: markOutcome,
        markBefore: z.nullish(text(20)),
        markAfter: z.nullish(text(20)),
      }),
    )
    .check(z.maxLength(30)),
  isGradeChanged: z.boolean(),
  gradeBefore: z.nullish(text(10)),
  gradeAfter: z.nullish(text(10)),
  note: z.nullish(text(1000)),
};
export type OutcomeInput = z.output<z.ZodMiniObject<typeof outcome>>;

/** A line of the awarding body’s file as it was read; `problem` names what keeps it from being recorded. */
const outcomeRow = z.object({
  line: count,
  code: text(20),
  componentCode: subjectCode,
  outcome: z.nullable(markOutcome),
  markBefore: z.nullable(text(20)),
  markAfter: z.nullable(text(20)),
  gradeBefore: z.nullable(text(10)),
  gradeAfter: z.nullable(text(10)),
  problem: z.nullable(
    z.enum([
      'UnknownCode',
      'NotProcessing',
      'UnknownComponent',
      'NoOutcome',
      'Contradicts',
      'GradesDiffer',
      'Twice',
      'Incomplete',
      'Proposed',
    ]),
  ),
});
export type OutcomeRow = z.output<typeof outcomeRow>;

const exported = z.object({
  id,
  productId: id,
  productNameEn: text(200),
  productNameZh: text(200),
  purpose: text(500),
  rowCount: count,
  exportedBy: text(80),
  exportedAt: instant,
});
export type PostTestExport = z.output<typeof exported>;

/** Post-test requests as staff work on them (3-domain 9.6). Another office’s is a 404. */
export const postTestsStaffCalls = defineStaffCalls({
  'postTests.choices': {
    ...read,
    reply: z.object({
      products: z.array(
        z.object({ id, nameEn: text(200), nameZh: text(200), bodyNameEn: text(200), bodyNameZh: text(200) }),
      ),
    }),
  },
  'postTests.search': {
    ...read,
    body: listQuery(['boardCloseAt', 'registeredAt', 'amount'], {
      status: z.enum(staffPostTestStatuses),
      productId: id,
      serviceKind: postTestKind,
      search: text(100),
    }),
    reply: listReply(item),
  },
  'postTests.get': { ...read, params, reply: page },
  'postTests.take': { ...write, params, body: z.strictObject({ version }), reply: page },
  'postTests.approveCancellation': {
    ...write,
    isFresh: true,
    params,
    body: z.strictObject({ version }),
    reply: page,
  },
  'postTests.rejectCancellation': {
    ...write,
    reason: true,
    params,
    body: z.strictObject({ version, reason }),
    reply: page,
  },
  /** Refuses a request with its refund (9.6 #11); the candidate reads the reason. */
  'postTests.refuse': {
    ...write,
    isFresh: true,
    reason: true,
    params,
    body: z.strictObject({ version, isProviderCause: z.boolean(), reason }),
    reply: page,
  },
  'postTests.complete': {
    ...write,
    params,
    body: z.strictObject({ version, ...outcome, fileIds: z._default(z.array(id).check(z.maxLength(10)), []) }),
    reply: page,
  },
  /** Proposes another outcome; a second person decides (9.6 #13). */
  'postTests.correct': {
    ...write,
    reason: true,
    params,
    body: z.strictObject({ version, ...outcome, reason }),
    reply: page,
  },
  /** Gives the candidate files that came back from the awarding body. */
  'postTests.addFiles': {
    ...write,
    params,
    body: z.strictObject({ version, fileIds: z.array(id).check(z.minLength(1), z.maxLength(10)) }),
    reply: page,
  },
  'postTests.file': {
    ...read,
    isFresh: true,
    reason: true,
    params: z.object({ id, fileId: id }),
    body: z.strictObject({ reason }),
    reply: null,
    file: 'application/octet-stream',
  },
  /** Allows another UCI of the same candidate beside this one (3-domain 4.3). */
  'postTests.clearUci': { ...write, reason: true, params, body: z.strictObject({ version, reason }), reply: page },
  /** What the next file for an awarding body would hold; nothing is recorded. */
  'postTests.previewExport': {
    ...read,
    body: z.strictObject({ productId: id }),
    reply: z.object({
      rows: z.array(
        z.object({
          id,
          code: text(20),
          candidateName: text(100),
          serviceNameEn: text(200),
          serviceNameZh: text(200),
          codes: subjectCodes,
        }),
      ),
      /** Paid, but not passed on: the consent to it is missing. */
      left: z.array(
        z.object({
          id,
          code: text(20),
          candidateName: text(100),
          why: z.enum(['NoConsent', 'Guardian']),
          guardianWait: z.nullable(guardianWait),
        }),
      ),
    }),
  },
  /**
   * The file for the awarding body: from now on its requests are being processed (9.6 #10). The reason is the purpose. With `exportId` it makes
   * the file of an earlier export again, and no request moves.
   */
  'postTests.export': {
    permission: 'postTest:export',
    isFresh: true,
    reason: true,
    body: z.strictObject({ productId: id, exportId: z.nullish(id), format: z.enum(['csv', 'xlsx']), reason }),
    reply: null,
    file: 'application/octet-stream',
  },
  'postTests.exports': { ...read, body: listQuery(['exportedAt'], { productId: id }), reply: listReply(exported) },
  /** Reads a spreadsheet of outcomes; nothing is recorded. */
  'postTests.readOutcomes': {
    ...write,
    bodyKind: 'multipart',
    reply: z.object({ rows: z.array(outcomeRow) }),
  },
  /** Records the outcomes that were read, a request at a time; large ones are proposed to a colleague, those that moved meanwhile are left. */
  'postTests.recordOutcomes': {
    ...write,
    isFresh: true,
    body: z.strictObject({
      rows: z
        .array(
          z.strictObject({
            code: text(20),
            componentCode: subjectCode,
            outcome: markOutcome,
            markBefore: z.nullish(text(20)),
            markAfter: z.nullish(text(20)),
            gradeBefore: z.nullish(text(10)),
            gradeAfter: z.nullish(text(10)),
          }),
        )
        .check(z.minLength(1), z.maxLength(500)),
    }),
    reply: z.object({ recorded: z.array(text(20)), proposed: z.array(text(20)), left: z.array(text(20)) }),
  },
});
