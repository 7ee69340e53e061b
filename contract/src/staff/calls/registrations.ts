import * as z from 'zod/mini';
import {
  candidateAgeType,
  chinaDate,
  clockTime,
  count,
  emailStatus,
  examCategory,
  fen,
  gender,
  guardianInput,
  guardianType,
  guardianWait,
  id,
  idType,
  instant,
  pickupPersonInput,
  refundStatus,
  storedFile,
  subjectNames,
  text,
  maxPageSize,
} from '../../entities/index.ts';
import { arrangementStates, attendanceStates } from '../../machines/index.ts';
import { arrivalWays } from '../../rules/relatives.ts';
import { defineStaffCalls, reason } from './call.ts';
import { listQuery, listReply } from './list.ts';

/** Registrations that staff see: what lies in a cart is the candidate's own. */
export const deskStatuses = [
  'Submitted',
  'Registered',
  'RegisteredCancellationRequested',
  'RegisteredCancellationRejected',
  'Cancelled',
  'Withdrawn',
  'Expired',
  'Processing',
  'Complete',
  'ApplicationRejected',
] as const;

/** How a minor leaves the exam; `None` where nothing had to be chosen. */
export const leaveChoices = ['None', 'LeavesAlone', 'GuardianPicksUp', 'AuthorisedPersonPicksUp'] as const;

/** Values of a registration that are shown whole only for a reason. */
export const revealFields = [
  'idNo',
  'email',
  'mobile',
  'guardianName',
  'guardianIdNo',
  'guardianMobile',
  'pickupName',
  'pickupIdNo',
  'pickupMobile',
] as const;

const names = {
  productNameEn: text(200),
  productNameZh: text(200),
  subjectNameEn: subjectNames,
  subjectNameZh: subjectNames,
  cityNameEn: text(100),
  cityNameZh: text(100),
};

const registrationItem = z.object({
  id,
  code: text(20),
  status: z.enum(deskStatuses),
  category: examCategory,
  candidateName: text(100),
  candidateNameZh: z.nullable(text(20)),
  /** Masked; null for a minor whom no approval covers. */
  idNo: z.nullable(text(60)),
  ageOnExamDay: count,
  ...names,
  sessionId: id,
  examDate: chinaDate,
  startTime: clockTime,
  arrangement: z.enum(['None', ...arrangementStates]),
  letter: emailStatus,
  attendance: z.enum(attendanceStates),
  createdAt: instant,
  /** Grows with every act of staff or of the owner on it; sent back with a change (S-1). */
  version: count,
});
export type RegistrationItem = z.output<typeof registrationItem>;

const person = z.object({ name: text(100), idType, idNo: text(60), mobile: text(40), type: z.nullable(text(30)) });

const registrationPage = z.object({
  ...registrationItem.shape,
  /** On the record itself alone, and on the exam day's list: no list tells who leaves alone. */
  leaveChoice: z.enum(leaveChoices),
  officeNameEn: text(100),
  officeNameZh: text(100),
  venueNameEn: z.nullable(text(200)),
  venueNameZh: z.nullable(text(200)),
  candidateType: z.nullable(text(20)),
  /** The saved candidate, whose page has everything of the person; null once the account has deleted it. */
  candidateId: z.nullable(id),
  candidate: z.object({
    lastName: text(60),
    firstName: text(60),
    nameZh: z.nullable(text(20)),
    idType,
    idNo: text(60),
    gender,
    dob: chinaDate,
    ageType: candidateAgeType,
    email: z.nullable(text(254)),
    mobile: z.nullable(text(40)),
  }),
  guardian: z.nullable(person),
  pickupPerson: z.nullable(person),
  /** The numbers that were named as the guardian's before another, as long as it waits for whoever has them; masked. */
  formerGuardians: z.array(
    z.object({ caseId: id, mobile: text(40), askedAt: z.nullable(instant), toldAt: z.nullable(instant) }),
  ),
  /** The numbers that staff found not to be a guardian's of this child; masked. `isObjector`: the privacy office found it of whoever had objected. */
  wrongNumbers: z.array(z.object({ caseId: id, mobile: text(40), foundAt: instant, isObjector: z.boolean() })),
  /** Leaves alone by choice, but no guardian's consent to that is valid: the guardian comes. */
  isLeavingDoubted: z.boolean(),
  /** The owner of the account, masked. */
  account: z.object({ id, phone: z.nullable(text(40)), email: z.nullable(text(254)) }),
  consents: z.array(
    z.object({
      statementId: text(40),
      version: text(20),
      language: z.enum(['en', 'zh']),
      givenAt: instant,
      guardianRelation: z.nullable(text(30)),
    }),
  ),
  form: z.nullable(
    z.object({
      templateNumber: text(10),
      templateVersion: count,
      /** The answers: addresses masked, and without what a special arrangement is asked for, which has its own page. */
      json: text(65_536),
    }),
  ),
  files: z.array(storedFile),
  /** Null for whoever sees no money. */
  money: z.nullable(
    z.object({
      orderId: id,
      orderCode: text(20),
      localFee: fen,
      boardFee: fen,
      vat: fen,
      lateEntryCharge: fen,
      otherFee: fen,
      payAmount: fen,
      refundStatus,
      refundAmount: z.nullable(fen),
    }),
  ),
  letters: z.object({
    version: count,
    announcedVersion: count,
    isAvailable: z.boolean(),
    availableFrom: z.nullable(instant),
    guardianWait: z.nullable(guardianWait),
    /** Mails of the letter, newest first. */
    mails: z.array(z.object({ state: text(20), at: instant })),
  }),
  withdrawReason: z.nullable(text(500)),
  /** The request that waits to be decided. */
  cancellationRequestId: z.nullable(id),
  /** The withdrawal that waits for a second person. */
  withdrawalProposalId: z.nullable(id),
  /** Which of `formerGuardians` a colleague is asked to find wrong, and which of `wrongNumbers` to reinstate, by their cases. */
  numbersProposed: z.array(id),
  timeline: z.array(
    z.object({
      event: text(40),
      at: instant,
      actor: text(20),
      reason: z.nullable(text(500)),
      staffName: z.nullable(text(80)),
    }),
  ),
  audit: z.array(
    z.object({
      id,
      at: instant,
      staffName: text(80),
      action: text(60),
      reason: z.nullable(text(500)),
      before: z.nullable(z.record(text(60), z.unknown())),
      after: z.nullable(z.record(text(60), z.unknown())),
    }),
  ),
  can: z.object({
    correct: z.boolean(),
    move: z.boolean(),
    withdraw: z.boolean(),
    endFormer: z.boolean(),
    sendLetter: z.boolean(),
  }),
});
export type RegistrationPage = z.output<typeof registrationPage>;

const params = z.object({ id });
const version = count;

/** What staff may correct; what is absent stays. Names are checked by the rules of the wizard. */
const correctionInput = z.strictObject({
  lastName: z.optional(text(60)),
  firstName: z.optional(text(60)),
  noGivenName: z.optional(z.boolean()),
  nameZh: z.nullish(text(100)),
  idType: z.optional(idType),
  idNo: z.optional(text(60)),
  gender: z.optional(gender),
  dob: z.optional(chinaDate),
  email: z.nullish(text(254)),
  mobile: z.nullish(text(40)),
  guardian: z.optional(guardianInput),
  leave: z.optional(
    z.strictObject({
      leaveAlone: z.nullable(z.boolean()),
      pickupPerson: z.nullish(pickupPersonInput),
      /** Which guardian consented to a child's leaving alone, and how staff know; needed for that. */
      consent: z.optional(z.strictObject({ by: guardianType, arrivedBy: z.enum(arrivalWays) })),
    }),
  ),
});
export type CorrectionInput = z.output<typeof correctionInput>;

const write = { permission: 'applications:write', reason: true, params } as const;

/** Registrations as staff work on them. */
export const registrationsStaffCalls = defineStaffCalls({
  'applications.search': {
    permission: 'applications:read',
    body: listQuery(['examDate', 'createdAt', 'code'], {
      search: text(100),
      /** These alone, as they were ticked. */
      ids: z.array(id).check(z.minLength(1), z.maxLength(maxPageSize)),
      accountId: id,
      /** The person whom a saved candidate is, by the document, in whichever account. */
      candidateId: id,
      status: z.enum(deskStatuses),
      productId: id,
      sessionId: id,
      cityId: id,
      ageBand: candidateAgeType,
      arrangement: z.enum(arrangementStates),
      letter: emailStatus,
      attendance: z.enum(attendanceStates),
      from: chinaDate,
      until: chinaDate,
    }),
    reply: listReply(registrationItem),
  },
  /** Products, cities and sessions that a filter may name. */
  'applications.filters': {
    permission: 'applications:read',
    reply: z.object({
      products: z.array(z.object({ id, nameEn: text(200), nameZh: text(200) })),
      cities: z.array(z.object({ id, nameEn: text(100), nameZh: text(100) })),
    }),
  },
  'applications.get': { permission: 'applications:read', params, reply: registrationPage },
  'applications.reveal': {
    permission: 'applications:reveal',
    isFresh: true,
    reason: true,
    params,
    body: z.strictObject({ field: z.enum(revealFields), reason }),
    reply: z.object({ value: text(254) }),
  },
  'applications.file': {
    permission: 'applications:read',
    isFresh: true,
    reason: true,
    params: z.object({ id, fileId: id }),
    body: z.strictObject({ reason }),
    reply: null,
    file: 'application/octet-stream',
  },
  'applications.letter': { permission: 'applications:read', params, reply: null, file: 'application/pdf' },
  /** Refuses nothing that stays as it is; `isLetterRenewed` where the letter shows what changed. */
  'applications.correct': {
    ...write,
    body: z.strictObject({ version, changes: correctionInput, reason }),
    reply: z.object({ isLetterRenewed: z.boolean() }),
  },
  /** Sessions of the same product with the same subjects and a free seat. */
  'applications.moveTargets': {
    permission: 'applications:write',
    params,
    reply: z.object({
      /** The papers' price where it was bought; null for whoever sees no money. */
      price: z.nullable(fen),
      list: z.array(
        z.object({
          sessionId: id,
          examDate: chinaDate,
          startTime: clockTime,
          cityNameEn: text(100),
          cityNameZh: text(100),
          /** Null while none is named. */
          venueNameEn: z.nullable(text(200)),
          venueNameZh: z.nullable(text(200)),
          free: count,
          price: z.nullable(fen),
          isOpen: z.boolean(),
        }),
      ),
    }),
  },
  /** The price stays as it was paid, whatever the new session costs. */
  'applications.move': { ...write, body: z.strictObject({ version, sessionId: id, reason }), reply: null },
  'applications.quoteWithdrawal': {
    permission: 'applications:write',
    params,
    reply: z.object({
      paidAmount: fen,
      /** Given back in the channel's console before: it is taken off both sums. */
      outsideAmount: fen,
      /** What goes back now where everything is given back. */
      everythingAmount: fen,
      /** What the candidate would get now by the policy of the product; null when it is closed (row X). */
      policyAmount: z.nullable(fen),
      policyRow: z.nullable(text(10)),
      /** Registrations that are withdrawn together. */
      codes: z.array(text(20)),
    }),
  },
  /** Asks a second person to find that a number which was named before is not the guardian's, so that it is waited for no more. */
  'applications.endFormer': {
    ...write,
    isFresh: true,
    body: z.strictObject({ version, caseId: id, reason }),
    reply: z.object({ proposalId: id }),
  },
  /** Asks a second person to find that a number which was found wrong is a guardian's after all: they are asked again, or told. */
  'applications.reinstateGuardian': {
    ...write,
    isFresh: true,
    body: z.strictObject({ version, caseId: id, reason }),
    reply: z.object({ proposalId: id }),
  },
  /** Always decided by a second person (9.1 #14). The candidate reads the reason. */
  'applications.withdraw': {
    ...write,
    isFresh: true,
    body: z.strictObject({ version, refund: z.enum(['Everything', 'Policy']), reason }),
    reply: z.object({ proposalId: id }),
  },
  'applications.sendLetter': { ...write, isIdempotent: true, body: z.strictObject({ reason }), reply: null },
  /** Every letter of a session: not told before, failed, or to be told again. A dry run changes nothing. */
  'applications.sendLetters': {
    permission: 'applications:write',
    reason: true,
    isIdempotent: true,
    params: z.object({ sessionId: id }),
    body: z.strictObject({ isDryRun: z.boolean(), isAgain: z._default(z.boolean(), false), reason }),
    reply: z.object({ registrations: count, toSend: count, withoutAddress: count }),
  },
});
