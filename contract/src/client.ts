import type * as z from 'zod/mini';
import type { Calls } from './calls/index.ts';
import { addressOf, type EndpointName } from './endpoints.ts';

type Part<N extends EndpointName, K extends string> =
  Calls[N] extends Record<K, infer S extends z.ZodMiniType> ? z.input<S> : never;
type PartOf<N extends EndpointName, K extends string> = [Part<N, K>] extends [never]
  ? { [P in K]?: undefined }
  : undefined extends Part<N, K>
    ? { [P in K]?: Part<N, K> }
    : null extends Part<N, K>
      ? { [P in K]?: Part<N, K> }
      : { [P in K]: Part<N, K> };

/** What a call takes: its path parameters, query and body, as they stand on the wire. */
export type Request<N extends EndpointName> = PartOf<N, 'params'> & PartOf<N, 'query'> & PartOf<N, 'body'>;
/** What a call answers on the wire; null for a 204. */
export type Reply<N extends EndpointName> = Calls[N] extends { reply: infer S extends z.ZodMiniType }
  ? z.input<S>
  : null;

/** The body of every answer that is not 200 or 204 (S-1). `code` NETWORK stands for "no answer at all". */
export type Problem = {
  status: number;
  code: string;
  userMessage: string;
  /** Path in the body -> refusal code (`fieldCodes` on the wire); `fieldMessage` has the words. */
  fields?: Record<string, string>;
  /** What a screen needs beyond the sentence: the new price breakdown of PRICE_CHANGED. */
  details?: object;
  requestId?: string;
  retryAfterSeconds?: number;
};

/** A refused or failed call. */
export class CallError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.code);
    this.name = 'CallError';
    this.problem = problem;
  }
}

export type ClientOptions = {
  /** Origin and prefix of the API, without a slash at the end; '' for the page's own origin. */
  baseUrl: string;
  language: () => 'en' | 'zh';
  /** The anti-forgery value of the session (S-2); null when signed out. */
  csrfToken: () => string | null;
  /** Told of every problem before it is thrown: the 401, 412 and 500 behaviour of the error table. */
  onProblem?: (problem: Problem, endpoint: EndpointName) => void;
  /** Programs send cookies and an Origin by hand. */
  headers?: () => Record<string, string>;
  fetch?: typeof fetch;
};

export type CallOptions = { idempotencyKey?: string; signal?: AbortSignal; isQuiet?: boolean };

/** Fills `{name}` in a path with encoded parameters and adds the query. */
export function urlOf(name: EndpointName, params?: object, query?: object): string {
  const given = new Map<string, string>(Object.entries(params ?? {}));
  const path = addressOf(name).path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(given.get(key) ?? ''));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {}))
    if (value !== undefined && value !== null) search.set(key, String(value));
  const tail = search.toString();
  return tail === '' ? path : `${path}?${tail}`;
}

async function problemOf(response: Response): Promise<Problem> {
  const retryAfter = Number(response.headers.get('retry-after'));
  const body = (await response.json().catch(() => ({}))) as Partial<Problem> & { fieldCodes?: Record<string, string> };
  return {
    status: response.status,
    code: body.code ?? 'INTERNAL',
    userMessage: body.userMessage ?? '',
    ...(body.fieldCodes ? { fields: body.fieldCodes } : {}),
    ...(body.details ? { details: body.details } : {}),
    ...(body.requestId ? { requestId: body.requestId } : {}),
    ...(Number.isFinite(retryAfter) && retryAfter > 0 ? { retryAfterSeconds: retryAfter } : {}),
  };
}

/**
 * A typed client over the endpoints: `client('order.place', { body: { … } })`. A 200 is parsed, a 204 is null, anything
 * else throws `CallError` with its problem (1-portal section 7, R-05). Sends cookies and Accept-Language on every call,
 * `X-CSRF-Token` on every unsafe one (S-2).
 */
export function createClient(options: ClientOptions) {
  const send = options.fetch ?? fetch;
  return async function call<N extends EndpointName>(
    name: N,
    request: Request<N>,
    callOptions: CallOptions = {},
  ): Promise<Reply<N>> {
    const { method } = addressOf(name);
    const { params, query, body } = request as { params?: object; query?: object; body?: unknown };
    const headers: Record<string, string> = { 'accept-language': options.language(), ...options.headers?.() };
    const token = options.csrfToken();
    if (method !== 'GET' && token !== null) headers['x-csrf-token'] = token;
    if (method !== 'GET') headers['content-type'] = 'application/json';
    if (callOptions.idempotencyKey) headers['idempotency-key'] = callOptions.idempotencyKey;
    const fail = (problem: Problem): never => {
      if (!callOptions.isQuiet) options.onProblem?.(problem, name);
      throw new CallError(problem);
    };
    const init: RequestInit = { method, headers, credentials: 'include' };
    if (method !== 'GET') init.body = JSON.stringify(body ?? {});
    if (callOptions.signal) init.signal = callOptions.signal;
    const response = await send(options.baseUrl + urlOf(name, params, query), init).catch((error: unknown) => {
      if (callOptions.signal?.aborted) throw error;
      return fail({ status: 0, code: 'NETWORK', userMessage: '' });
    });
    if (response.status === 204) return null as Reply<N>;
    if (!response.ok) return fail(await problemOf(response));
    return (await response.json()) as Reply<N>;
  };
}

export type Client = ReturnType<typeof createClient>;
