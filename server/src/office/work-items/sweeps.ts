import { sql } from 'kysely';
import { inTransaction, reading, type Tx } from '#platform/database';
import { eachByItself } from '#platform/each';
import { type NewItem, openItem, type WorkKind } from './items.ts';

/** What a kind of item is now about, in full: what is not in it is done. */
export type Sweep = (tx: Tx) => Promise<readonly Omit<NewItem, 'kind'>[]>;

/**
 * The kinds of work that no event opens, because time alone makes them due: every few minutes the query is asked, what it names is
 * put on the board and what it no longer names is taken off.
 */
export type Sweeps = Readonly<Partial<Record<WorkKind, Sweep>>>;

let sweeps: Sweeps = {};

/** Sets every sweep there is: `app.ts` collects them from the domains. */
export function useSweeps(all: Sweeps): void {
  sweeps = all;
}

/** Brings every swept kind up to date, each item in its own transaction: one that fails holds up neither the others nor the kinds after it. */
export async function sweepWork(): Promise<void> {
  await eachByItself(Object.entries(sweeps) as [WorkKind, Sweep][], ([kind, query]) => sweepKind(kind, query));
}

async function sweepKind(kind: WorkKind, query: Sweep): Promise<void> {
  const wanted = await reading(query);
  const objectIds = wanted.map((item) => item.objectId);
  const acts = [
    ...wanted.map((item) => (tx: Tx) => openItem(tx, { kind, ...item })),
    (tx: Tx) => closeOthers(tx, kind, objectIds),
  ];
  await eachByItself(acts, inTransaction);
}

async function closeOthers(tx: Tx, kind: WorkKind, objectIds: readonly string[]): Promise<void> {
  await sql`
    update work_item set closed_at = app_now(), version = version + 1
    where kind = ${kind} and closed_at is null and object_id <> all(${[...objectIds]}::uuid[])`.execute(tx);
}
