import * as z from 'zod/mini';
import {
  chinaDate,
  closingBlocker,
  id,
  instant,
  rightsKind,
  rightsStatus,
  storedFile,
  text,
} from '../../entities/index.ts';
import { recordKinds } from '../../rules/looks.ts';
import { arrivalWays, evidenceKinds, relations, relativeKinds } from '../../rules/relatives.ts';
import { defineStaffCalls, reason } from './call.ts';
import { listQuery, listReply } from './list.ts';

const item = z.object({
  id,
  code: text(20),
  kind: rightsKind,
  status: rightsStatus,
  receivedAt: instant,
  dueAt: instant,
  answeredAt: z.nullable(instant),
  takenBy: z.nullable(text(80)),
  /** Open, and the tenth working day has begun. */
  isAlarmed: z.boolean(),
  /** Open, and the fifteenth working day is over. */
  isOverdue: z.boolean(),
  /** A close relative asks for somebody who has died (PIPL 49). */
  isByRelative: z.boolean(),
  /** A guardian without an account asks, by the link of a text message. */
  isByGuardian: z.boolean(),
  /** The day of the exam that a guardian objects to; null for anything else, and for what is forgotten. */
  examDate: z.nullable(chinaDate),
});
export type RightsItem = z.output<typeof item>;

const evidence = z.object({
  id,
  kind: z.enum(evidenceKinds),
  filedAt: instant,
  filedBy: text(80),
  checkedAt: z.nullable(instant),
  checkedBy: z.nullable(text(80)),
  file: z.nullable(storedFile),
});
export type RelativeEvidence = z.output<typeof evidence>;

/** Who asks for the deceased, and how far it is. Name and contact are masked. */
const relative = z.object({
  /** The account was the deceased's own, and the request is about it too. */
  isWholeAccount: z.boolean(),
  relation: z.enum(relations),
  name: text(80),
  contact: text(200),
  arrivedBy: z.enum(arrivalWays),
  arrivedOn: chinaDate,
  openedBy: text(80),
  evidence: z.array(evidence),
  isEvidenceComplete: z.boolean(),
  /** The deceased had decided otherwise while alive: nothing is granted. */
  arrangedOtherwiseAt: z.nullable(instant),
  /** Waits for the second person. */
  isProposed: z.boolean(),
  grantedAt: z.nullable(instant),
  grantedBy: z.nullable(text(80)),
  /** The copy was handed out, or the deletion carried out. */
  doneAt: z.nullable(instant),
  /** What has to end before a deletion. */
  blockers: z.array(closingBlocker),
  /** Registrations with an exam ahead, by code: they are cancelled first. */
  live: z.array(z.object({ id, code: text(20), examDate: chinaDate })),
});

/** A record of the same person in another account, and what the guardian who is asked there has said. */
const elsewhere = z.object({
  accountId: id,
  recordKind: z.enum(recordKinds),
  recordId: id,
  code: z.nullable(text(20)),
  examEn: z.nullable(text(200)),
  examZh: z.nullable(text(200)),
  examDate: z.nullable(chinaDate),
  /** `None`: no guardian is asked, or asked for nothing any more. */
  guardian: z.enum(['Objected', 'Waits', 'Agreed', 'None']),
});

const page = z.extend(item, {
  accountId: z.nullable(id),
  candidateId: z.nullable(id),
  /** The person as lists show them, masked; null where the request is about the account or the person is forgotten. */
  candidateName: z.nullable(text(130)),
  candidateIdNo: z.nullable(text(40)),
  isRestricted: z.boolean(),
  /** It is about a minor, and no approval lets the reader see whom: a colleague has to give one. */
  needsApproval: z.boolean(),
  /** A correction is asked for, and nothing was corrected since: it cannot be answered, only refused. */
  isUncorrected: z.boolean(),
  /** How many consents an objection ended that have not been restored. */
  endedConsents: z.int(),
  waitsUntil: z.nullable(instant),
  wish: text(2000),
  answer: text(2000),
  answeredBy: z.nullable(text(80)),
  version: z.int(),
  relative: z.nullable(relative),
  /** Other accounts that name the same document. */
  elsewhere: z.array(elsewhere),
  /** What an objection is about. */
  about: z.nullable(z.object({ recordKind: z.enum(recordKinds), recordId: id, code: text(20) })),
  /** What waits for a second person: until they decide, nobody else does. */
  proposal: z.nullable(z.object({ id, proposedBy: text(80), proposedAt: instant })),
});
export type RightsPage = z.output<typeof page>;

const params = z.object({ id });
const evidenceParams = z.object({ id, evidenceId: id });
const version = z.int();

/** The inbox of requests about one's own data, answered within 15 working days. */
export const rightsStaffCalls = defineStaffCalls({
  'rights.search': {
    permission: 'privacy:read',
    body: listQuery(['dueAt', 'receivedAt'], {
      status: rightsStatus,
      kind: rightsKind,
      isOpen: z.boolean(),
      isByRelative: z.boolean(),
      search: text(40),
    }),
    reply: listReply(item),
  },
  'rights.page': { permission: 'privacy:read', params, reply: page },
  /** The full record of the person a request is about; the only view of somebody waiting for deletion, and it needs a reason (PIPL 47). */
  'rights.person': {
    permission: 'privacy:write',
    isFresh: true,
    reason: true,
    params,
    body: z.strictObject({ reason }),
    reply: z.object({ name: text(130), idNo: text(60), dob: chinaDate }),
  },
  'rights.take': { permission: 'privacy:write', params, body: z.strictObject({ version }), reply: null },
  'rights.answer': {
    permission: 'privacy:write',
    params,
    body: z.strictObject({ version, answer: text(2000) }),
    reply: null,
  },
  /** What was asked for is not done; the person reads the reason. A deletion that waits is lifted. */
  'rights.refuse': {
    permission: 'privacy:write',
    params,
    body: z.strictObject({ version, reason }),
    reason: true,
    reply: null,
  },
  /**
   * Opens the request of a close relative of somebody who has died (PIPL 49): about a saved candidate, about the whole account whose holder
   * has died, or about both. Its clock runs from the day it arrived.
   */
  'rights.openForRelative': {
    permission: 'privacy:write',
    body: z.strictObject({
      candidateId: z.nullish(id),
      accountId: z.nullish(id),
      isWholeAccount: z.boolean(),
      kind: z.enum(relativeKinds),
      wish: text(2000),
      relation: z.enum(relations),
      name: text(80),
      contact: text(200),
      arrivedBy: z.enum(arrivalWays),
      arrivedOn: chinaDate,
    }),
    reply: z.object({ id, code: text(20) }),
    isIdempotent: true,
  },
  /** Who asks, whole, for a reason. */
  'rights.relative': {
    permission: 'privacy:write',
    isFresh: true,
    reason: true,
    params,
    body: z.strictObject({ reason }),
    reply: z.object({ name: text(80), contact: text(200) }),
  },
  /** Files an upload as evidence. */
  'rights.addEvidence': {
    permission: 'privacy:write',
    params,
    body: z.strictObject({ version, kind: z.enum(evidenceKinds), fileId: id }),
    reply: z.object({ id }),
  },
  /** It was held against the person it is about, and against who asks. */
  'rights.checkEvidence': {
    permission: 'privacy:write',
    params: evidenceParams,
    body: z.strictObject({ version }),
    reply: null,
  },
  /** Deletes a paper that was filed by mistake, until it was checked. */
  'rights.removeEvidence': {
    permission: 'privacy:write',
    reason: true,
    params: evidenceParams,
    body: z.strictObject({ version, reason }),
    reply: null,
  },
  'rights.evidence': {
    permission: 'privacy:read',
    isFresh: true,
    reason: true,
    params: evidenceParams,
    body: z.strictObject({ reason }),
    reply: null,
    file: 'application/octet-stream',
  },
  /** Records that the deceased decided otherwise while alive, or takes that back. `reason` says by what. */
  'rights.recordArrangement': {
    permission: 'privacy:write',
    reason: true,
    params,
    body: z.strictObject({ version, isArrangedOtherwise: z.boolean(), reason }),
    reply: null,
  },
  /** Asks a second person to grant it: a deletion is carried out as they approve, a copy may be handed out from then on. */
  'rights.propose': {
    permission: 'privacy:write',
    isFresh: true,
    reason: true,
    params,
    body: z.strictObject({ version, reason }),
    reply: z.object({ proposalId: id }),
  },
  /** The copy of what is held of the deceased, to be handed to the relative; `reason` says how it reaches them. */
  'rights.handOut': {
    permission: 'privacy:write',
    isFresh: true,
    reason: true,
    params,
    body: z.strictObject({ version, language: z.enum(['en', 'zh']), reason }),
    reply: null,
    file: 'application/octet-stream',
  },
  /**
   * Asks a second person to refuse an objection because whoever sent it is not the guardian (`isStranger`), or did not mean it: the consents that it ended
   * are valid again, and the account reads the reason. Who is not the guardian is asked for nothing any more, and the account has to name the right one.
   */
  'rights.proposeMistaken': {
    permission: 'privacy:write',
    params,
    body: z.strictObject({ version, reason, isStranger: z.boolean() }),
    reason: true,
    reply: z.object({ proposalId: id }),
  },
});
