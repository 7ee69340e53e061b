import { inTransaction, reading, type Tx } from './database.ts';
import { enqueueLost, type Job } from './outbox.ts';

/**
 * Does the work of a sweep for each of its items by itself: one that fails holds no other up. A failure is told when all have been tried, so that the
 * job counts as failed, is seen, and is tried again.
 * @param work opens its own transaction.
 * @throws the first failure.
 */
export async function eachByItself<Item>(items: Iterable<Item>, work: (item: Item) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

type Named = { id: string };

/** What a sweep reads: a batch of what is due, without the ids that this run has tried. */
type Read<Item> = (tx: Tx, tried: readonly string[]) => Promise<readonly Item[]>;

/** What the work of an item gives when the item stays due for the next run, though nothing failed. */
export const isLeft = Symbol('left to the next run');

/**
 * The same for a sweep that reads a batch a run. However many items cannot be done, they do not keep the others waiting for ever: the run ends
 * with the first batch that went through as a whole.
 * @throws the first failure.
 */
export async function eachDue<Item extends Named>(
  read: Read<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const tried: string[] = [];
  const failures: unknown[] = [];
  let isWhole: boolean;
  do {
    const items = await reading((tx) => read(tx, tried));
    isWhole = true;
    for (const item of items) {
      const result = await work(item).catch((error: unknown) => {
        failures.push(error);
        return isLeft;
      });
      if (result === isLeft) isWhole = false;
    }
    tried.push(...items.map(({ id }) => id));
  } while (!isWhole);
  if (failures.length > 0) throw failures[0];
}

/** How many of what is due, and without which ids. */
export type Wanted = { most: number; but: readonly string[] };

type Take<Item> = (tx: Tx, wanted: Wanted) => Promise<readonly Item[]>;

/** What is done many at a time. `take` finds (and locks) what is due in the transaction of `work`. */
type Many<Item> = {
  take: Take<Item>;
  work: (tx: Tx, items: readonly Item[]) => Promise<unknown>;
  atOnce: number;
  /** Transactions of one run; default: until nothing is due. */
  mostBatches?: number;
};

/**
 * Does everything that is due, many at a time, each batch in a transaction. A batch that fails is tried in halves, until the item that fails is
 * alone; it is left out for the rest of the run, and told at the end.
 * @param progress told after each batch how many items it did.
 * @throws the first failure of an item; at once when nothing could be taken.
 */
export async function manyAtOnce<Item extends Named>(
  { take, work, atOnce, mostBatches = Infinity }: Many<Item>,
  progress: (count: number) => void = () => undefined,
): Promise<void> {
  const left: string[] = [];
  const failures: unknown[] = [];
  let most = atOnce;
  for (let batch = 0; batch < mostBatches; batch++) {
    let taken: readonly Item[] = [];
    const step = async (tx: Tx) => {
      taken = await take(tx, { most, but: left });
      if (taken.length > 0) await work(tx, taken);
    };
    const failure = await inTransaction(step).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    if (failure === null) {
      progress(taken.length);
      if (taken.length < most) break;
      most = Math.min(atOnce, most * 2);
    } else if (taken.length === 0) throw failure.error;
    else if (taken.length > 1) most = Math.ceil(taken.length / 2);
    else {
      left.push(...taken.map(({ id }) => id));
      failures.push(failure.error);
      most = 1;
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Hands everything that is due to the queue, a job an item and a fixed number in a transaction; those whose jobs were begun are left to their own tries. */
export async function handOver(atOnce: number, take: Take<Named>, jobOf: (id: string) => Job): Promise<void> {
  const handed: string[] = [];
  for (let count = atOnce; count === atOnce;) {
    const ids = await inTransaction(async (tx) => {
      const found = (await take(tx, { most: atOnce, but: handed })).map(({ id }) => id);
      await enqueueLost(tx, found.map(jobOf));
      return found;
    });
    handed.push(...ids);
    count = ids.length;
  }
}
