import { AsyncLocalStorage } from 'node:async_hooks';

type RequestContext = { requestId: string };

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` so that everything it writes (history rows, log lines) carries the request's id. */
export function withRequest<Result>(context: RequestContext, work: () => Result): Result {
  return storage.run(context, work);
}

/** Makes the rest of the current asynchronous chain belong to this request. */
export function enterRequest(context: RequestContext): void {
  storage.enterWith(context);
}

/** The id of the request or job being served; null outside one. */
export function currentRequestId(): string | null {
  return storage.getStore()?.requestId ?? null;
}
