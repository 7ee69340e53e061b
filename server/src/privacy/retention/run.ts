import { lastStart, lastStartDate, retentionTable } from '@exam/contract/rules';
import { sql } from 'kysely';
import { journalErasure, recordDeletion, type Sweep, waitForHolds } from '#office/holds';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { eachByItself, manyAtOnce, type Wanted } from '#platform/each';

/** Rows of one transaction, and transactions of one run and class: what is left waits for the next night. */
const limits = { perBatch: 500, mostBatches: 200 };
/** Three million rows a night: a million calls a day keep their period even after two nights without a run. */
const moreOfMass = 30;

/** The border of a class now: what started then or before is due. */
export function borderOf({ class: of }: Sweep, now: string): string {
  return retentionTable[of].isByDate ? lastStartDate(of, now) : lastStart(of, now);
}

/**
 * Forgets everything that is due and not held, class by class, in small batches by the database's clock (S-18). It may be stopped
 * and begun again at any moment: a batch is whole or did not happen, and what is forgotten is not found again. Neither a class nor a row that fails holds the others up.
 * @returns how many rows went.
 */
export async function forgetDue(sweeps: readonly Sweep[], { perBatch, mostBatches } = limits): Promise<number> {
  let total = 0;
  await eachByItself(sweeps, async (sweep) => {
    const most = mostBatches * (sweep.isMass ? moreOfMass : 1);
    const many = {
      take: (tx: Tx, wanted: Wanted) => takeDue(tx, sweep, wanted),
      work: async (tx: Tx, rows: readonly Due[]) => {
        const found = rows.map(({ id }) => id);
        const ids = (await sweep.stillDue?.(tx, found)) ?? found;
        const gone = new Set((await sweep.forget(tx, ids)) ?? ids);
        const went = rows.filter(({ id }) => gone.has(id));
        if (went.length > 0) await (sweep.isMass ? recordDeletion : journalErasure)(tx, sweep.class, went);
      },
      atOnce: perBatch,
      mostBatches: most,
    };
    await manyAtOnce(many, (count) => (total += count));
  });
  return total;
}

type Due = { id: string; started: string };

async function takeDue(tx: Tx, sweep: Sweep, { most, but }: Wanted): Promise<Due[]> {
  await waitForHolds(tx);
  const locked = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('retention', 0)) as "isFree"`.execute(tx);
  if (!locked.rows[0]?.isFree) return [];
  const now = await readNow(tx);
  const { rows } = await sql<Due>`
    select id, started from (${sweep.due({ border: borderOf(sweep, now), now })}) due
    where not is_held and id::text <> all(${[...but]}::text[]) order by started, ${sweep.isInOrder ? sql.ref('position') : sql.ref('id')} limit ${most}`.execute(
    tx,
  );
  return rows;
}
