import { priceOf, timesOf, type Session } from './sittings.ts';

/** What every session of a list has in common, so that it is said once above them. */
export type SharedFacts = {
  /** Beginning and end of the exam, as `timesOf` gives them; null where they differ. */
  times: ReturnType<typeof timesOf> | null;
  /** Fen; null where they differ, are hidden, or a late fee comes on top. */
  fee: number | null;
};

/** @returns what is the same for all of these sessions of the subjects; nothing of a list of one, which says it itself */
export function sharedBy(sessions: readonly Session[], subjectIds: readonly string[]): SharedFacts {
  if (sessions.length < 2) return { times: null, fee: null };
  const times = sessions.map((session) => timesOf({ session, subjectIds }));
  const fees = sessions.map((session) => {
    const price = priceOf([{ session, subjectIds }], ['one']);
    return price === null || price.lateEntryChargeAmount > 0 ? null : price.originalAmount;
  });
  const [first] = times;
  const isSameTime = times.every(
    ({ startTime, endTime }) => startTime === first?.startTime && endTime === first.endTime,
  );
  return {
    times: isSameTime ? (first ?? null) : null,
    fee: fees.every((fee) => fee === fees[0]) ? (fees[0] ?? null) : null,
  };
}
