import * as z from 'zod/mini';
import { chinaDate, id, instant, storedFile, text } from '../../entities/index.ts';
import { misconductStates } from '../../machines/index.ts';
import { filedKinds } from '../../rules/index.ts';
import { defineStaffCalls, reason } from './call.ts';

const kind = z.enum(filedKinds);
const params = z.object({ id });

const filedDocument = z.object({
  id,
  kind,
  /** The day a certificate was issued. */
  issuedOn: z.nullable(chinaDate),
  caseId: z.nullable(id),
  note: z.nullable(text(200)),
  filedAt: instant,
  filedBy: z.nullable(text(80)),
  /** From then on it is deleted; null while its case is open. */
  keptUntil: z.nullable(instant),
  file: z.nullable(storedFile),
});
export type FiledDocumentItem = z.output<typeof filedDocument>;

const misconductCase = z.object({
  id,
  status: z.enum(misconductStates),
  reason: text(500),
  openedAt: instant,
  openedBy: z.nullable(text(80)),
  closedAt: z.nullable(instant),
  closedBy: z.nullable(text(80)),
  outcome: z.nullable(text(500)),
});
export type MisconductCaseItem = z.output<typeof misconductCase>;

/** Papers that staff file on a registration, and investigations into cheating (S-18). `{id}` is the registration's. */
export const filedPapersStaffCalls = defineStaffCalls({
  'filedPapers.list': {
    permission: 'applications:read',
    params,
    reply: z.object({ documents: z.array(filedDocument), cases: z.array(misconductCase) }),
  },
  /** Files an upload. A certificate needs its day of issue, evidence of cheating an open case. */
  'filedPapers.add': {
    permission: 'applications:write',
    params,
    body: z.strictObject({
      kind,
      fileId: id,
      issuedOn: z.nullish(chinaDate),
      caseId: z.nullish(id),
      note: z.nullish(text(200)),
    }),
    reply: z.object({ id }),
  },
  /** The file, always to be saved; the audit keeps who took it. */
  'filedPapers.document': {
    permission: 'applications:read',
    isFresh: true,
    reason: true,
    params: z.object({ id, documentId: id }),
    body: z.strictObject({ reason }),
    reply: null,
    file: 'application/octet-stream',
  },
  'filedPapers.openCase': {
    permission: 'applications:write',
    reason: true,
    params,
    body: z.strictObject({ reason }),
    reply: z.object({ id }),
  },
  /** Ends the investigation; the clock of its evidence begins. `reason` is its outcome. */
  'filedPapers.closeCase': {
    permission: 'applications:write',
    reason: true,
    params: z.object({ id, caseId: id }),
    body: z.strictObject({ reason }),
    reply: null,
  },
});
