import { Refusal } from '#platform/errors';
import { noteAge } from '#platform/http/request-context';

/** How long what everybody may read goes on from memory while the database is away, in milliseconds. */
const longestMs = 10 * 60_000;

/**
 * Gives what was read last in place of what cannot be read now because the database is away; the answer then says its age
 * (the Age header, in seconds). For screens only: nothing is decided by it (C6).
 * @param readAt when `kept` was read, by `performance.now()`.
 * @throws the error, when it is another one, nothing is kept or it is more than ten minutes old.
 */
export function fromMemory<Kept>(error: unknown, kept: Kept | null | undefined, readAt: number): Kept {
  const ageMs = performance.now() - readAt;
  const isAway = error instanceof Refusal && error.code === 'BUSY';
  if (!isAway || kept === null || kept === undefined || ageMs > longestMs) throw error;
  noteAge(ageMs);
  return kept;
}
