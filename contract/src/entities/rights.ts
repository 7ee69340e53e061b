import * as z from 'zod/mini';
import { rightsRequestStates } from '../machines/rights-request.ts';
import { copyPartNames } from '../rules/own-data.ts';
import { retentionClasses } from '../rules/retention.ts';
import { rightsKinds } from '../rules/rights.ts';
import { look } from './look.ts';
import { chinaDate, count, id, instant, text } from './scalars.ts';

export const rightsKind = z.enum(rightsKinds);
export const rightsStatus = z.enum(rightsRequestStates);

/** A request about one's own data as its person sees it: the receipt and its clock. */
export const rightsRequest = z.object({
  id,
  /** The receipt number. */
  code: text(20),
  kind: rightsKind,
  status: rightsStatus,
  /** Whom it is about; null where it is about the account, or where that person is forgotten. */
  candidateName: z.nullable(text(130)),
  wish: text(2000),
  receivedAt: instant,
  /** The end of the fifteenth working day. */
  dueAt: instant,
  answeredAt: z.nullable(instant),
  /** What staff answered, or why they refused; empty for what was done at once. */
  answer: text(2000),
  /** When the last period ends that a deletion has to wait for; null where nothing waits, or a hold keeps it. */
  waitsUntil: z.nullable(instant),
});
export type RightsRequest = z.output<typeof rightsRequest>;

/**
 * How much of one class is kept, and until when the youngest of it; null while no end is in sight (the account is open, a case is). What nobody
 * uses any more, and the law does not let go yet, is `isKeptByLaw`.
 */
export const keptClass = z.object({
  class: z.enum(retentionClasses),
  count,
  until: z.nullable(instant),
  isKeptByLaw: z.boolean(),
});
export type KeptClass = z.output<typeof keptClass>;

/** What is held of an account and of each candidate that it saved. */
export const heldData = z.object({
  account: z.array(keptClass),
  candidates: z.array(
    z.object({
      id,
      name: text(130),
      idNo: text(40),
      isMinor: z.boolean(),
      /** Saved, gone from the list but kept for its exams, or waiting for its deletion and out of all other use. */
      state: z.enum(['Saved', 'Removed', 'Restricted']),
      kept: z.array(keptClass),
    }),
  ),
});
export type HeldData = z.output<typeof heldData>;

/** A copy of everything (PIPL 45). A row holds the fields of its part in `copyParts`. */
export const ownCopy = z.object({
  request: rightsRequest,
  madeAt: instant,
  /** Whether document numbers are in full; otherwise only their last characters. */
  isWhole: z.boolean(),
  parts: z.array(
    z.object({
      name: z.enum(copyPartNames),
      rows: z.array(z.record(z.string(), z.unknown())),
      /** How many there are; more than the rows where only the newest are copied. */
      recordCount: count,
    }),
  ),
});
export type OwnCopy = z.output<typeof ownCopy>;

/** Statements as they are ticked, each in the version that was shown. */
export const tickedConsents = z
  .array(
    z.strictObject({
      statementId: text(40),
      version: text(20),
      /** The version of the recipient that the statement named; another than today's means that we ask again. */
      recipientVersion: z.optional(z.int()),
    }),
  )
  .check(z.maxLength(10));

const consentState = z.object({
  id,
  statementId: text(40),
  /** The text as it was shown; empty where it is not known any more. */
  text: text(4000),
  canWithdraw: z.boolean(),
  withdrawnAt: z.nullable(instant),
});

/** What was ticked at once for one registration, booking or post-test request, or for the account itself or somebody on its list. */
export const consentSet = z.object({
  /** The id of its first statement, by which the receipt is found. */
  id,
  of: z.enum(['application', 'booking', 'postTest', 'account', 'candidate']),
  /** Empty for the account, which names nobody either, and for somebody on its list. */
  code: text(20),
  candidateName: text(130),
  /** In which language the statements were shown. */
  language: z.enum(['en', 'zh']),
  givenAt: instant,
  /** A guardian who is not the account's holder agreed by the link of a text message: only they take it back. */
  isByGuardian: z.boolean(),
  statements: z.array(consentState),
});
export type ConsentSet = z.output<typeof consentSet>;

/** A set with everything it is evidence of. Hashes are SHA-256 in hexadecimal. */
export const consentReceipt = z.extend(consentSet, {
  /** Printed on it: whoever holds the receipt has it checked by this. */
  receiptCode: text(40),
  version: text(40),
  guardianRelation: z.nullable(text(40)),
  network: text(64),
  device: text(300),
  statements: z.array(
    z.extend(consentState, {
      hash: text(64),
      /** The text that is kept still gives the hash that was recorded when it was ticked. */
      isVerified: z.boolean(),
    }),
  ),
});
export type ConsentReceipt = z.output<typeof consentReceipt>;

/** What a guardian who is not the account's holder is told by the link of a text message; nobody is named. */
export const guardianNotice = z.object({
  /** A mark of what is asked about: another exam, day, city or child has another one. Whoever agrees sends back the one they read. */
  subject: text(40),
  examName: text(200),
  examDate: z.nullable(chinaDate),
  /** Where it is; null for a booked exam and a service after one. */
  cityName: z.nullable(text(100)),
  /** The last four digits of the account's number; empty where it has none. */
  accountEnding: text(4),
  /** Until when they may answer. */
  until: instant,
  /** Without agreement nothing goes on: the child is under 14, or an agreement was taken back. */
  mustAgree: z.boolean(),
  /** They are told that the account names another guardian now, and may object to that. */
  isReplaced: z.boolean(),
  /** Until when the registration waits for an objection; null where it waits for agreement. */
  waitsUntil: z.nullable(instant),
  /** What agreeing says, word for word; null while not all is known of the recipient that it has to say. */
  statement: z.nullable(text(4000)),
  recipientVersion: z.nullable(z.int()),
  agreedAt: z.nullable(instant),
  /** What agreeing that the child leaves alone says, and since when it holds; null where somebody comes for the child. */
  leaving: z.nullable(z.object({ statement: text(1000), agreedAt: z.nullable(instant) })),
  /** Who else may collect the child: names masked, and the last four digits of their numbers. */
  pickups: z.array(z.object({ name: text(80), mobileEnding: text(4) })),
  /** They have objected: under which number, and what has become of it. Nothing is left to answer by the link then. */
  objection: z.nullable(z.object({ code: text(20), objectedAt: instant, dueAt: instant, isUpheld: z.boolean() })),
});

/** What is kept of a child in one account, for the guardian who is named there and has none. */
export const guardianKept = z.object({
  child: z.object({ name: text(130), birthDate: chinaDate, idNo: z.nullable(text(40)) }),
  /** What the guardian is named for. */
  sittings: z.array(z.object({ code: text(20), examName: text(200), examDate: z.nullable(chinaDate) })),
  kept: z.array(keptClass),
  /** Who looked at it, the latest first, and how often in all. */
  looks: z.array(look),
  lookCount: count,
  /** What the guardian has asked for by the link. */
  requests: z.array(rightsRequest),
});

/** What is left to see of a receipt by its code. */
export const receiptCheck = z.object({
  isKnown: z.boolean(),
  /** The record is to the letter what it was when the receipt was made; only then the rest is shown. */
  isUnchanged: z.boolean(),
  /** The code of the registration, booking or request it was given for. */
  code: z.nullable(text(20)),
  givenAt: z.nullable(instant),
  version: z.nullable(text(40)),
  statements: z.array(
    z.object({
      id,
      statementId: text(40),
      language: z.enum(['en', 'zh']),
      text: text(2000),
      hash: text(64),
      isVerified: z.boolean(),
      withdrawnAt: z.nullable(instant),
    }),
  ),
});
