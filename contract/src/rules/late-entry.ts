import { addMinutes, millisecondsBetween } from './china-date.ts';
import type { Instant } from './china-date.ts';

/** No payment window is shorter than this, so the last minutes of a stage sell at the next stage's price. */
export const shortestWindowMinutes = 10;

/** A stage of late entry; `startDate` and `endDate` are instants and both belong to it (spec 3-domain 5.5). */
export interface LateEntryCharge {
  stage: string;
  /** Fen, VAT included. */
  fee: number;
  startDate: Instant;
  endDate: Instant;
}

/** The charge that applies to an order created now, and until when it holds. */
export interface LateEntry {
  stage: string | null;
  fee: number;
  /** The moment at which the next stage's price begins; null when no stage follows. Payment must end by then. */
  stageEndAt: Instant | null;
}

/**
 * The late-entry charge of an order created at `now` (spec 3-domain 5.5 point 3). In the last 10 minutes of a stage the next one applies
 * before the first stage nothing is charged. Where two stages share a moment, the later one holds it. The last stage caps
 * nothing: no dearer price waits behind it, and the end of registration has a cap of its own.
 */
export function lateEntryAt(charges: readonly LateEntryCharge[], now: Instant): LateEntry {
  const stages = [...charges].sort((a, b) => (a.startDate < b.startDate ? -1 : 1));
  const entry = stageHolding(stages, now);
  const tooShort =
    entry.stageEndAt !== null && millisecondsBetween(now, entry.stageEndAt) < shortestWindowMinutes * 60_000;
  return tooShort ? stageHolding(stages, addMinutes(now, shortestWindowMinutes)) : entry;
}

function stageHolding(stages: readonly LateEntryCharge[], at: Instant): LateEntry {
  const stage = stages.findLast((each) => each.startDate <= at && at <= each.endDate);
  const following = stages.find((each) => each.startDate > at);
  return { stage: stage?.stage ?? null, fee: stage?.fee ?? 0, stageEndAt: following?.startDate ?? null };
}
