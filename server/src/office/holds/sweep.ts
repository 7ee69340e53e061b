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
  /** Whether rows of one clock go in an order of their own: then `due` gives a `position` too. */
  isInOrder?: true;
  /** Locks those of these rows that are due now, where one may be given back while it is waited for. A backup that is replayed does not ask. */
  stillDue?: (tx: Tx, ids: readonly string[]) => Promise<readonly string[]>;
  /**
   * Forgets these rows in the caller's transaction. Files go with the transaction's commit, not before.
   * @returns those that went, where others had to stay; nothing where all did.
   */
  forget: (tx: Tx, ids: readonly string[]) => Promise<readonly string[] | void>;
  /**
   * Rows of which there are a million a day, and that nothing but their age ends. One run then forgets many more of them, and their ids are
   * not in the journal of erasures one by one: what comes back with an old backup is due again by its own clock.
   */
  isMass?: true;
};
