import { AsyncLocalStorage } from 'node:async_hooks';
import { type ControlledTransaction, sql } from 'kysely';
import { Refusal } from '#platform/errors';
import type { Database } from '#platform/tables/index';

export type OpenTx = ControlledTransaction<Database>;

/** An idempotency key and the request that came with it. */
export type KeyedRequest = {
  /** Whose key it is; for visitors `ownerOfVisit(visitId)`. */
  ownerId: string;
  key: string;
  endpoint: string;
  /** Path, query and body as checked; another hash under the same key is another request. */
  input: unknown;
};

/** What is kept under a key: the answer as text, sealed, and the hash of its request. */
export type KeptAnswer = { request: KeyedRequest; hash: Buffer; status: number; answer: string };

/** One transaction of several acts (`desk.ts`): it is committed when all of them are done. */
export type Shared = {
  tx: OpenTx;
  /** What is to be kept under the keys of its acts, written at its end. */
  kept: KeptAnswer[];
  /** This act is done. Waits for the commit. */
  finish: () => Promise<void>;
  /** This act failed: none of them is done. */
  abandon: () => void;
};

/** Several transactions of a call that are one: all of them are there, or none. */
export type Act = {
  request: KeyedRequest;
  begin: () => Promise<OpenTx>;
  /** Null before the first part, and again once the first part failed. */
  tx: OpenTx | null;
  /** Set where that transaction is not its own. */
  shared: Shared | null;
  isOver: boolean;
};

const acts = new AsyncLocalStorage<Act | null>();

/** What somebody holds a connection for. */
type Holding = { use: 'reading' | 'transaction'; isOver: boolean };

const holdings = new AsyncLocalStorage<Holding | null>();

/**
 * Runs what needs a connection that has just been taken. It must not ask for another: with as many people as there are connections each would
 * hold one and wait for a second. A transaction may read beside itself, for readings have connections of their own and wait for nobody.
 */
export async function holding<Result>(use: Holding['use'], work: () => Promise<Result>): Promise<Result> {
  const mine: Holding = { use, isOver: false };
  try {
    return await holdings.run(mine, work);
  } finally {
    mine.isOver = true;
  }
}

function heldNow(): Holding['use'] | null {
  const held = holdings.getStore();
  return held && !held.isOver ? held.use : null;
}

/** Called before a connection is asked for. @throws Error when whoever asks holds one already and may not have a second. */
export function checkMayHold(use: Holding['use']): void {
  const held = heldNow();
  if (held === 'reading' || (held === 'transaction' && use === 'transaction'))
    throw new Error('Whoever holds a connection asked for another one.');
}

/** The act that a transaction asked for now is a part of; null where each stands for itself. */
export function currentAct(): Act | null {
  const act = acts.getStore();
  return act && !act.isOver ? act : null;
}

/**
 * Runs `work`; what it does in transactions is committed once, when it is done. A refusal undoes the part that it ended and keeps the parts
 * before it (a limit stays taken), as if each had been committed by itself; a fault or a "busy" undoes all of them.
 */
export async function runAct<Result>(
  { request, begin }: Pick<Act, 'request' | 'begin'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const act: Act = { request, begin, tx: null, shared: null, isOver: false };
  try {
    const result = await acts.run(act, work);
    await commit(act);
    return result;
  } catch (error) {
    if (error instanceof Refusal && error.status !== 503) await commit(act);
    throw error;
  } finally {
    act.isOver = true;
    await undo(act);
  }
}

async function commit(act: Act): Promise<void> {
  const { shared, tx } = act;
  if (shared) {
    part(act);
    await shared.finish();
  } else await tx?.commit().execute();
}

/** Makes an act go on in a transaction that it shares with others. */
export function share(act: Act, shared: Shared): void {
  Object.assign(act, { tx: shared.tx, shared });
}

function part(act: Act): void {
  Object.assign(act, { tx: null, shared: null });
}

/** The transaction of an act, begun when there was none. For what ends the act when it fails; anything else is a part. */
export async function joined(act: Act): Promise<OpenTx> {
  return (act.tx ??= await act.begin());
}

/** A transaction of an act. The first needs no savepoint: when it fails there is nothing else to keep. */
export async function partOf<Result>(act: Act, work: (tx: OpenTx) => Promise<Result>): Promise<Result> {
  if (act.shared) throw new Error('Nothing may be written after what was done together with others.');
  const isFirst = act.tx === null;
  const tx = await joined(act);
  if (!isFirst) await sql`savepoint part_of_act`.execute(tx);
  try {
    const result = await work(tx);
    if (!isFirst) await sql`release savepoint part_of_act`.execute(tx);
    return result;
  } catch (error) {
    await (isFirst ? undo(act) : sql`rollback to savepoint part_of_act`.execute(tx).catch(() => undefined));
    throw error;
  }
}

/** What undid it is told by whoever called; a connection that is gone has undone it already. */
async function undo(act: Act): Promise<void> {
  const { tx, shared } = act;
  part(act);
  if (shared) shared.abandon();
  else if (tx && !tx.isCommitted)
    await tx
      .rollback()
      .execute()
      .catch(() => undefined);
}

/** Undoes what the running act has done so far, so that the outside may be asked again. */
export async function startOver(): Promise<void> {
  const act = currentAct();
  if (act) await undo(act);
}

/** Does something in transactions of its own although an act is running: what many share has nobody's unfinished work in it. */
export async function apart<Result>(work: () => Promise<Result>): Promise<Result> {
  return await acts.run(null, () => holdings.run(null, work));
}

/**
 * The same for what has to come before the act's own transaction, such as asking a payment channel (C3). It is done again when the process
 * dies before the act is done: `work` has to be one that bears it.
 */
export async function beforehand<Result>(work: () => Promise<Result>): Promise<Result> {
  checkNothingHeld();
  return await apart(work);
}

/** @throws Error when a transaction is open, with its locks, or a connection is held (C3). */
export function checkNothingHeld(): void {
  if (currentAct()?.tx || heldNow()) throw new Error('The outside is asked while a transaction is open.');
}
