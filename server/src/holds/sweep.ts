import type { RetentionClass } from '@exam/contract/rules';
import type { RawBuilder } from 'kysely';
import type { Tx } from '#platform/database';

/** What a class is asked for: everything whose clock started at this border or before, a China date or an instant as the class counts. */
type Asked = { border: string; now: string };

/**
 * How one kind of rows is found and forgotten when its period is over (S-18). The domain that owns the rows says how; the nightly
 * run decides when, in batches, and keeps the record.
 */
export type Sweep = {
  class: RetentionClass;
  /**
   * A query of `id` (uuid), `started` (text: the clock) and `is_held` for everything that is due, held or not. What was forgotten
   * must not be found again.
   */
  due: (asked: Asked) => RawBuilder<{ id: string; started: string; is_held: boolean }>;
  /** Forgets these rows in the caller's transaction. Files go with the transaction's commit, not before. */
  forget: (tx: Tx, ids: readonly string[]) => Promise<void>;
};
