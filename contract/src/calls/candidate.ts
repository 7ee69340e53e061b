import * as z from 'zod/mini';
import {
  candidateAgeType,
  candidateInput,
  candidateTypeOption,
  candidateType,
  chinaDate,
  gender,
  id,
  idType,
  count,
  importCorrection,
  importPreview,
  readImport,
  maskedCandidate,
  paged,
  pagedQuery,
  savedCandidate,
  text,
  tickedConsents,
} from '../entities/index.ts';
import { defineCalls } from './call.ts';

const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** What a document number tells: never whether somebody else holds it. */
const cardCheck = z.object({
  isValid: z.boolean(),
  code: z.nullable(text(40)),
  userMessage: z.nullable(text(300)),
  dob: z.nullable(chinaDate),
  gender: z.nullable(gender),
  isDuplicateInOwnList: z.boolean(),
});

/** A guardian whose number may be one that is kept already. */
const knownGuardian = z.strictObject({
  name: text(100),
  idType,
  idNo: z.optional(text(60)),
  mobile: text(40),
  type: z.optional(z.enum(['Father', 'Mother', 'LegalGuardian', 'Other'])),
});

export const candidateCalls = defineCalls({
  'candidate.types': {
    who: 'visitor',
    query: z.object({ productId: z.optional(id), candidateType: z.optional(candidateType) }),
    reply: z.array(candidateTypeOption),
  },
  'candidate.checkCard': { who: 'candidate', query: z.object({ card: text(60) }), reply: cardCheck },
  'candidate.checkCardPrivately': {
    who: 'candidate',
    body: z.strictObject({ idType: z._default(idType, 'IDCard'), card: text(60) }),
    reply: cardCheck,
    isExtension: true,
  },
  'candidate.suggestName': {
    who: 'candidate',
    body: z.strictObject({ name: text(60) }),
    reply: z.object({ lastName: text(60), firstName: text(60) }),
    isExtension: true,
  },
  /**
   * `consents`: of somebody under 14 the guardian's, without which nothing is kept (`statementsToKeep`, PIPL 31). `guardianAsOf`: a saved
   * candidate whose guardian it is; without `idNo` the number is that guardian's.
   */
  'candidate.add': {
    who: 'candidate',
    body: z.extend(candidateInput, {
      consents: z.optional(tickedConsents),
      guardianModel: z.nullish(knownGuardian),
      guardianAsOf: z.optional(z.strictObject({ candidateId: id })),
    }),
    reply: savedCandidate,
    isIdempotent: true,
  },
  /** As `candidate.add`, where the guardian has not consented yet. Without `idNo` the stored number stays: a masked number is never written back. */
  'candidate.modify': {
    who: 'candidate',
    body: z.extend(candidateInput, {
      id,
      consents: z.optional(tickedConsents),
      idNo: z.optional(text(60)),
      guardianModel: z.nullish(knownGuardian),
    }),
    reply: savedCandidate,
  },
  'candidate.get': { who: 'candidate', params: z.object({ id }), reply: savedCandidate },
  'candidate.delete': { who: 'candidate', params: z.object({ id }), body: z.nullish(z.strictObject({})), reply: null },
  'candidate.all': {
    who: 'candidate',
    reply: z.array(
      z.object({
        id,
        firstName: text(60),
        lastName: text(60),
        nameZh: z.nullable(text(20)),
        idType,
        idNo: text(60),
        candidateAgeType,
        isMinor: z.boolean(),
        dob: chinaDate,
        hasGuardian: z.boolean(),
      }),
    ),
  },
  'candidate.search': {
    who: 'candidate',
    body: pagedQuery(['createdAt', 'lastName'], ['keyword', 'candidateAgeType']),
    reply: paged(savedCandidate),
  },
  'candidate.previewImport': {
    who: 'candidate',
    bodyKind: 'multipart',
    reply: readImport,
  },
  /** `consents`: once for all the children under 14 among them, and kept for each. */
  'candidate.saveImport': {
    who: 'candidate',
    body: z.strictObject({ previewId: id, consents: z.optional(tickedConsents) }),
    reply: z.array(maskedCandidate),
    isIdempotent: true,
  },
  /** Puts one row of a preview right and checks the whole file again. */
  'candidate.correctImport': {
    who: 'candidate',
    params: z.object({ id }),
    body: z.strictObject({ row: count, cells: importCorrection }),
    reply: importPreview,
    isExtension: true,
  },
  /** The rows with mistakes as a file of the template's shape, with the mistakes in words. */
  'candidate.importFaults': {
    who: 'candidate',
    params: z.object({ id }),
    reply: null,
    file: spreadsheet,
    isExtension: true,
  },
});
