import { AsyncLocalStorage } from 'node:async_hooks';

/** Who a connection is for: buyers cannot use up those of staff, of payments or of the work behind the pages. */
export type Lane = 'people' | 'staff' | 'payments' | 'jobs';

type RequestContext = {
  requestId: string;
  lane: Lane;
  /** Whom a limit by address counts, where it is a person's request. */
  caller?: string;
  /** Milliseconds since what is answered was read, where that is out of date; see `while-away.ts`. */
  ageMs?: number;
};

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` so that everything it writes (history rows, log lines) carries the request's id. */
export function withRequest<Result>(context: RequestContext, work: () => Result): Result {
  return storage.run(context, work);
}

/** The id of the request or job being served; null outside one. */
export function currentRequestId(): string | null {
  return storage.getStore()?.requestId ?? null;
}

/** Whom a limit by address counts as the caller of the request being served; null for what nobody asked for just now. */
export function currentCaller(): string | null {
  return storage.getStore()?.caller ?? null;
}

/** Says that a part of the answer is older than it should be: the answer carries the oldest age. */
export function noteAge(ageMs: number): void {
  const context = storage.getStore();
  if (context) context.ageMs = Math.max(context.ageMs ?? 0, ageMs);
}

/** How old the answer to the request being served is; null when it is what it should be. */
export function currentAge(): number | null {
  return storage.getStore()?.ageMs ?? null;
}

/** The lane of the request or job being served; people's outside one. */
export function currentLane(): Lane {
  return storage.getStore()?.lane ?? 'people';
}
