import * as z from 'zod/mini';
import { candidateAgeType, chinaDate, gender, id, idType, instant, maskedPerson, text } from '../../entities/index.ts';
import { defineStaffCalls, reason } from './call.ts';
import { listQuery, listReply } from './list.ts';

/** A saved candidate as staff see it: the document's number masked, of a minor whom no approval covers not even that. */
const candidateItem = z.object({
  id,
  accountId: id,
  firstName: text(60),
  lastName: text(60),
  nameZh: z.nullable(text(20)),
  gender,
  idType,
  idNo: z.nullable(text(60)),
  candidateAgeType,
  hasGuardian: z.boolean(),
  /** The same document is in another account's list too. */
  isElsewhere: z.boolean(),
  createdAt: instant,
});
export type CandidateItem = z.output<typeof candidateItem>;

/** The people whom accounts have saved, for the offices in which each is registered, booked or asking. */
export const candidatesStaffCalls = defineStaffCalls({
  'candidates.search': {
    permission: 'candidates:read',
    // Not by name: the place of a hidden one between known ones would tell it.
    body: listQuery(['createdAt'], {
      /** A part of the name, or a whole document number, which is found by keyed hash. */
      search: text(100),
      accountId: id,
      ageType: candidateAgeType,
      isElsewhere: z.boolean(),
    }),
    reply: listReply(candidateItem),
  },
  'candidates.get': {
    permission: 'candidates:read',
    params: z.object({ id }),
    reply: z.extend(candidateItem, {
      email: z.nullable(text(254)),
      mobile: z.nullable(text(40)),
      guardian: z.nullable(maskedPerson),
      /** Others in the same account with the same name and birth date: perhaps one person with two documents. */
      alike: z.array(candidateItem),
      elsewhere: z.array(candidateItem),
    }),
  },
  /** Everything in full, a minor's guardian too; the audit keeps who saw it, and why (T32). */
  'candidates.reveal': {
    permission: 'candidates:reveal',
    isFresh: true,
    reason: true,
    params: z.object({ id }),
    body: z.strictObject({ reason }),
    reply: z.object({
      idNo: text(60),
      dob: chinaDate,
      email: z.nullable(text(254)),
      mobile: z.nullable(text(40)),
      guardian: z.nullable(z.object({ name: text(100), idNo: text(60), mobile: text(40) })),
    }),
  },
  /**
   * Two entries of one account that are one person become one: the first stays and takes the contacts and the guardian it lacks; the
   * second leaves the list. Registrations keep the data they were made with.
   */
  'candidates.merge': {
    permission: 'candidates:write',
    isFresh: true,
    reason: true,
    params: z.object({ id }),
    body: z.strictObject({ duplicateId: id, reason }),
    reply: null,
  },
});
