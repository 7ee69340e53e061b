import * as z from 'zod/mini';
import { chinaDate, count, fen, id, instant, month, postTestKind, text, written } from '../../entities/index.ts';
import { defineStaffCalls, reason } from './call.ts';

const seriesName = written(1, 60);
const names = { nameEn: text(200), nameZh: text(200) };

/** Fees of a service at a level for one component or award, fen; in force from an instant on. */
const fees = { localFee: fen, boardFee: fen, vat: fen, effectiveFrom: instant };

const window = z.object({
  seriesId: id,
  version: count,
  openFrom: instant,
  closeAt: instant,
  /** Until when the awarding body takes requests. */
  boardCloseAt: instant,
});

const offeredService = z.object({
  id,
  code: text(20),
  kind: postTestKind,
  ...names,
  /** Whether candidates have to be 5 to 18. */
  isAgeLimited: z.boolean(),
  /** What is in force, and what is planned, the earliest first. */
  levels: z.array(z.object({ id, ...names, fees: z.array(z.object(fees)) })),
  windows: z.array(window),
});
export type OfferedService = z.output<typeof offeredService>;

/** What awarding bodies offer after results: when it may be asked for, and what it costs. */
export const postTestOfferStaffCalls = defineStaffCalls({
  'postTests.offer': {
    permission: 'postTest:read',
    params: z.object({ productId: id }),
    reply: z.object({
      series: z.array(z.object({ id, ...names })),
      services: z.array(offeredService),
    }),
  },
  /** Adds a series of exams of an awarding body; its windows are opened one by one. The names are what candidates choose from. */
  'postTests.addSeries': {
    permission: 'postTest:write',
    reason: true,
    body: z.strictObject({ productId: id, month, nameEn: seriesName, nameZh: seriesName, reason }),
    reply: null,
  },
  /** Opens a service in a series, or moves its window; `version` of the window that was read, absent for a new one. */
  'postTests.saveWindow': {
    permission: 'postTest:write',
    reason: true,
    body: z.strictObject({
      serviceId: id,
      seriesId: id,
      version: z.nullish(count),
      openFrom: instant,
      closeAt: instant,
      boardCloseAt: instant,
      reason,
    }),
    reply: null,
  },
  /** Opens a service to adults who sit again, or keeps it to 5 to 18. */
  'postTests.setAgeLimit': {
    permission: 'postTest:write',
    reason: true,
    body: z.strictObject({ serviceId: id, isAgeLimited: z.boolean(), reason }),
    reply: null,
  },
  /** Proposes other fees from a day on; a second person who publishes the catalogue decides (S-16). */
  'postTests.proposeFees': {
    permission: 'postTest:write',
    isFresh: true,
    reason: true,
    body: z.strictObject({
      serviceId: id,
      levelId: id,
      localFee: fen,
      boardFee: fen,
      vat: fen,
      effectiveFrom: chinaDate,
      reason,
    }),
    reply: z.object({ proposalId: id }),
  },
});
