import { type Act, apart, currentAct, type OpenTx, share } from '#platform/act';
import { committing, conflict, inTransaction, openTransaction, type Tx, undone } from '#platform/database';
import { Refusal, refuseForNow } from '#platform/errors';
import { claimKeys, keepAnswers } from '#platform/idempotency';
import { waiting } from '#platform/metrics';
import { currentRequestId, withRequest } from '#platform/http/request-context';
import { timeLimit } from '#platform/settings';

/** What one of those at a desk wants, and in which request. */
export type Wish<Input> = { input: Input; requestId: string | null };

/** What becomes of a wish: its result, or why it is refused. */
type Answer<Result> = { result: Result } | { refusal: Refusal };

/** The same, or the name of what it needs that is in somebody else's hands just now. */
export type Reply<Result> = Answer<Result> | { waitsFor: string };

type Options<Input, Result> = {
  /** For the metrics. */
  name: string;
  /** Whose wish it is: only one wish of each owner is served at a time. */
  ownerOf: (input: Input) => string;
  /**
   * Serves several wishes in one transaction: a reply for each, in their sequence. It writes nothing for one that is refused or waits.
   * Without `mayWait` it waits for nobody's locks; with it no reply waits for anything. When it throws, all is undone and tried again in halves.
   */
  serve: (tx: Tx, wishes: readonly Wish<Input>[], how: { mayWait: boolean }) => Promise<Reply<Result>[]>;
};

/** Somebody who waits, or is served. */
type Caller<Input, Result> = Wish<Input> & {
  owner: string;
  /** What the wish is a part of; null where it stands for itself. */
  act: Act | null;
  answer: (reply: Answer<Result>) => void;
  fail: (error: unknown) => void;
};

/** How many are served at once, how many may wait, and for how many milliseconds; at how many counters, each for what somebody else holds. */
const limits = { atOnce: 256, most: 1000, patienceMs: 10_000, counters: 4 } as const;

/**
 * A desk for what everybody wants at the same moment and PostgreSQL can do for one after the other only: who comes while it serves waits
 * without a connection, and all who wait are served next, in one transaction. Who comes alone is served at once. At the first counter nobody
 * waits for a lock: a wish that would is sent on to a counter for just what it waits for, so that it keeps nobody else up. There are a few
 * of these, with a connection each; should more things than that be held at the same time, the rest wait together.
 * @returns what takes a wish. It gives the result when that is committed, or will be with the act that the wish is a part of.
 * @throws Refusal as served; BUSY (503 with Retry-After) at once when too many wait, or when the turn has not come in time.
 */
export function openDesk<Input, Result>({ name, ownerOf, serve }: Options<Input, Result>) {
  type One = Caller<Input, Result>;
  const patient = new Map<string, Counter<One>>();
  const waitFor = (what: string, caller: One): void => {
    const key = patient.has(what) || patient.size < limits.counters ? what : 'the rest';
    const serveGroup = async (tx: OpenTx, callers: Set<One>) =>
      void (await serveOnce(tx, callers, { serve, mayWait: true }));
    const counter = patient.get(key) ?? openCounter<One>(name, serveGroup, () => patient.delete(key));
    patient.set(key, counter);
    counter.join(caller);
  };
  const quick = openCounter<One>(name, async (tx, callers) => {
    const waits = await serveOnce(tx, callers, { serve, mayWait: false });
    for (const [caller, what] of waits) waitFor(what, caller);
  });
  const size = () => [quick, ...patient.values()].reduce((sum, counter) => sum + counter.size(), 0);
  return async (input: Input): Promise<Result> => {
    const wish = { input, requestId: currentRequestId() };
    const act = currentAct();
    // What has begun already cannot become a part of what is done with others.
    if (act?.tx) return resultOf(await inTransaction(async (tx) => await serve(tx, [wish], { mayWait: true })));
    if (size() >= limits.most) refuseForNow('BUSY', Math.ceil(limits.patienceMs / 2000));
    const { promise, resolve, reject } = Promise.withResolvers<Reply<Result>>();
    quick.join({ ...wish, act, owner: ownerOf(input), answer: resolve, fail: reject });
    return resultOf([await promise]);
  };
}

function resultOf<Result>([reply]: readonly Reply<Result>[]): Result {
  if (reply === undefined || 'waitsFor' in reply) throw new Error('A wish was not served.');
  if ('refusal' in reply) throw reply.refusal;
  return reply.result;
}

type Counter<One> = { join: (caller: One) => void; size: () => number };

/** One after the other, groups of those who wait are served, each on a connection that is taken first: so a group is as large as it can be. */
function openCounter<One extends { owner: string; fail: (error: unknown) => void }>(
  name: string,
  serveGroup: (tx: OpenTx, group: Set<One>) => Promise<void>,
  whenIdle: () => void = () => undefined,
): Counter<One> {
  const callers = new Map<One, NodeJS.Timeout>();
  let isServing = false;
  const leave = (caller: One): boolean => {
    clearTimeout(callers.get(caller));
    const wasHere = callers.delete(caller);
    if (wasHere) waiting.dec({ line: name });
    return wasHere;
  };
  const nextGroup = (): Set<One> => {
    const firsts = new Map<string, One>();
    for (const caller of callers.keys()) {
      if (firsts.size === limits.atOnce) break;
      if (!firsts.has(caller.owner)) firsts.set(caller.owner, caller);
    }
    for (const caller of firsts.values()) leave(caller);
    return new Set(firsts.values());
  };
  const serve = async (group: Set<One> | null): Promise<void> => {
    const state = { group, isConnected: false };
    try {
      await committing(async () => {
        state.isConnected = false;
        const tx = await openTransaction();
        state.isConnected = true;
        state.group ??= nextGroup();
        await serveGroup(tx, state.group);
      });
    } catch (error) {
      const left = [...(state.group ?? nextGroup())];
      if (left.length < 2 || !state.isConnected) for (const caller of left) caller.fail(error);
      else for (const half of halves(left)) await serve(new Set(half));
    }
  };
  const serveAll = async (): Promise<void> => {
    isServing = true;
    while (callers.size > 0) await serve(null);
    isServing = false;
    whenIdle();
  };
  return {
    join: (caller) => {
      waiting.inc({ line: name });
      const timer = setTimeout(() => leave(caller) && caller.fail(new Refusal('BUSY')), timeLimit(limits.patienceMs));
      callers.set(caller, timer);
      // In nobody's act and nobody's request.
      if (!isServing) void apart(() => withRequest({ requestId: name, lane: 'people' }, serveAll));
    },
    size: () => callers.size,
  };
}

function halves<One>(group: readonly One[]): One[][] {
  const middle = Math.ceil(group.length / 2);
  return [group.slice(0, middle), group.slice(middle)];
}

/**
 * Serves a group in one transaction, which ends with it. Who has been answered, or refused for the key it came with, leaves the group; who is
 * still in it when this throws is served again.
 * @returns those who have to wait for what somebody else holds, and for what.
 */
async function serveOnce<Input, Result>(
  tx: OpenTx,
  group: Set<Caller<Input, Result>>,
  { serve, mayWait }: Pick<Options<Input, Result>, 'serve'> & { mayWait: boolean },
): Promise<Map<Caller<Input, Result>, string>> {
  const together = shareOut(tx);
  try {
    await claim(tx, group);
    const callers = [...group];
    const replies = callers.length === 0 ? [] : await serve(tx, callers, { mayWait });
    const waits = new Map<Caller<Input, Result>, string>();
    const alone: (() => void)[] = [];
    for (const [position, caller] of callers.entries()) {
      const reply = replies[position];
      if (reply === undefined) throw new Error('A wish was not served.');
      if ('waitsFor' in reply) waits.set(caller, reply.waitsFor);
      else if (!caller.act) alone.push(() => caller.answer(reply));
      else {
        group.delete(caller);
        share(caller.act, together.join());
        caller.answer(reply);
      }
    }
    await keepAnswers(tx, await together.whenDone());
    await tx.commit().execute();
    group.clear();
    for (const answer of alone) answer();
    together.end(null);
    return waits;
  } catch (error) {
    await undone(tx);
    together.end(error);
    if (group.size > 0) throw error;
    return new Map();
  }
}

/** Who cannot work under its key hears so and leaves the group. */
async function claim<Input, Result>(tx: Tx, group: Set<Caller<Input, Result>>): Promise<void> {
  const keyed = [...group].filter(({ act }) => act !== null);
  const refused =
    keyed.length === 0
      ? []
      : await claimKeys(
          tx,
          keyed.flatMap(({ act }) => act?.request ?? []),
        );
  for (const [position, caller] of keyed.entries()) {
    const reason = refused[position];
    if (!reason) continue;
    group.delete(caller);
    caller.fail(reason);
  }
}

/** The transaction as several acts have it: it may end when each of them has finished or failed. */
function shareOut(tx: OpenTx) {
  const ended = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  ended.promise.catch(() => undefined);
  const state = { open: 0, hasFailed: false };
  const kept: Parameters<typeof keepAnswers>[1][number][] = [];
  const leave = (): void => {
    state.open -= 1;
    if (state.open === 0) done.resolve();
  };
  return {
    join: () => {
      state.open += 1;
      return {
        tx,
        kept,
        finish: async () => {
          leave();
          await ended.promise;
        },
        abandon: () => {
          state.hasFailed = true;
          leave();
        },
      };
    },
    /** @returns what is to be kept under their keys. @throws the conflict for which all the others are done again, when one of them failed. */
    whenDone: async () => {
      if (state.open > 0) await done.promise;
      if (state.hasFailed) throw conflict('Another act of the same transaction failed.');
      return kept;
    },
    end: (error: unknown) => {
      if (error === null) ended.resolve();
      else ended.reject(error);
    },
  };
}
