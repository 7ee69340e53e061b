import { lastStart, lastStartDate, retentionTable } from '@exam/contract/rules';
import { sql } from 'kysely';
import { journalErasure, type Sweep } from '#holds';
import { readNow } from '#platform/clock';
import { inTransaction, type Tx } from '#platform/database';

/** Rows of one transaction, and transactions of one run and class: what is left waits for the next night. */
const perBatch = 500;
const mostBatches = 200;

/** The border of a class now: what started then or before is due. */
export function borderOf({ class: of }: Sweep, now: string): string {
  return retentionTable[of].isByDate ? lastStartDate(of, now) : lastStart(of, now);
}

/**
 * Forgets everything that is due and not held, class by class, in small batches by the database's clock (S-18). It may be stopped
 * and begun again at any moment: a batch is whole or did not happen, and what is forgotten is not found again.
 * @returns how many rows went.
 */
export async function forgetDue(sweeps: readonly Sweep[]): Promise<number> {
  let total = 0;
  for (const sweep of sweeps) {
    for (let batch = 0; batch < mostBatches; batch++) {
      const count = await inTransaction((tx) => forgetBatch(tx, sweep));
      total += count;
      if (count < perBatch) break;
    }
  }
  return total;
}

type Due = { id: string; started: string };

async function forgetBatch(tx: Tx, sweep: Sweep): Promise<number> {
  // Nobody opens a hold while a batch goes, and a hold that is being opened is waited for: kept or gone, never half.
  await sql`lock table legal_hold in share mode`.execute(tx);
  const locked = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('retention', 0)) as "isFree"`.execute(tx);
  if (!locked.rows[0]?.isFree) return 0;
  const now = await readNow(tx);
  const { rows } = await sql<Due>`
    select id, started from (${sweep.due({ border: borderOf(sweep, now), now })}) due
    where not is_held order by started, id limit ${perBatch}`.execute(tx);
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  await sweep.forget(tx, ids);
  await journalErasure(tx, sweep.class, rows);
  return rows.length;
}
