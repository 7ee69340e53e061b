import type * as z from 'zod/mini';
import type { Calls } from './calls/index.ts';
import { addressOf, type EndpointName } from './endpoints.ts';

type Part<C, K extends string> = C extends Record<K, infer S extends z.ZodMiniType> ? z.input<S> : never;
type PartOf<C, K extends string> = [Part<C, K>] extends [never]
  ? { [P in K]?: undefined }
  : undefined extends Part<C, K>
    ? { [P in K]?: Part<C, K> }
    : null extends Part<C, K>
      ? { [P in K]?: Part<C, K> }
      : { [P in K]: Part<C, K> };

/** What a declared call takes on the wire: path parameters, query and body. */
export type RequestOf<C> = PartOf<C, 'params'> & PartOf<C, 'query'> & PartOf<C, 'body'>;
/** What a declared call answers on the wire; null for a 204. */
export type ReplyOf<C> = C extends { reply: infer S extends z.ZodMiniType } ? z.input<S> : null;

/** What a call of the portal takes: its path parameters, query and body on the wire. */
export type Request<N extends EndpointName> = RequestOf<Calls[N]>;
/** What a call of the portal answers on the wire; null for a 204. */
export type Reply<N extends EndpointName> = ReplyOf<Calls[N]>;

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

export type ClientOptions<N extends string = EndpointName> = {
  /** Origin and prefix of the API, without a slash at the end; '' for the page's own origin. */
  baseUrl: string;
  language: () => 'en' | 'zh';
  /** The anti-forgery value of the session (S-2); null when signed out. */
  csrfToken: () => string | null;
  /** Told of every problem before it is thrown: the 401, 412 and 500 behaviour of the error table. */
  onProblem?: (problem: Problem, endpoint: N) => void;
  /**
   * Told of every answer when it was read, as an instant, if the server gave it from memory because it could not read it now; otherwise null.
   */
  onAnswer?: (endpoint: N, readAt: string | null) => void;
  /** Programs send cookies and an Origin by hand. */
  headers?: () => Record<string, string>;
  fetch?: typeof fetch;
};

export type CallOptions = {
  idempotencyKey?: string;
  signal?: AbortSignal;
  isQuiet?: boolean;
  /** The call goes on when the page goes. */
  outlivesPage?: boolean;
};

type Address = { method: string; path: string };

/** Fills `{name}` in a path with encoded parameters and adds the query. */
export function fillPath(path: string, params?: object, query?: object): string {
  const given = new Map<string, string>(Object.entries(params ?? {}));
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(given.get(key) ?? ''));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {}))
    if (value !== undefined && value !== null) search.set(key, String(value));
  const tail = search.toString();
  return tail === '' ? filled : `${filled}?${tail}`;
}

/** The address of a call of the portal with its parameters and query. */
export function urlOf(name: EndpointName, params?: object, query?: object): string {
  return fillPath(addressOf(name).path, params, query);
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
 * What the answer to a sent call holds, as `read` takes it from the answer.
 * @throws CallError for a refusal; and with NETWORK for no answer, half of one, or that of a network on the way that wants something else first
 */
export async function answerOf<T>(sent: Promise<Response>, read: (answer: Response) => Promise<T>): Promise<T> {
  const lost = (): never => {
    throw new CallError({ status: 0, code: 'NETWORK', userMessage: '' });
  };
  const response = await sent.catch(lost);
  if (!response.ok) throw new CallError(await problemOf(response));
  return await read(response).catch(lost);
}

/** By the server's clock: what it answered less the age it gave (RFC 9111, 5.1). */
function readAtOf({ headers }: Response): string | null {
  const [age, date] = [Number(headers.get('age') ?? Number.NaN), Date.parse(headers.get('date') ?? '')];
  return Number.isFinite(age) && Number.isFinite(date) ? new Date(date - age * 1000).toISOString() : null;
}

/** Language on every call; on every unsafe one the anti-forgery value, the kind of body and the key under which it is done once. */
function headersOf<N extends string>(options: ClientOptions<N>, method: string, idempotencyKey?: string): Headers {
  const headers = new Headers({ 'accept-language': options.language(), ...options.headers?.() });
  if (method === 'GET') return headers;
  const token = options.csrfToken();
  headers.set('content-type', 'application/json');
  if (token !== null) headers.set('x-csrf-token', token);
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
  return headers;
}

/** A browser refuses to let more than 64 KB outlive a page; what is longer goes as any call does. */
function isShort(text: string): boolean {
  return new TextEncoder().encode(text).byteLength < 60_000;
}

/**
 * What sends a call, for the portal's client and the console's: a 200 is parsed, a 204 is null, anything else throws
 * `CallError` with its problem. Sends cookies and Accept-Language on every call, `X-CSRF-Token` on
 * every unsafe one (S-2).
 */
export function createSender<N extends string>(options: ClientOptions<N>, addressOfCall: (name: N) => Address) {
  const send = options.fetch ?? fetch;
  return async function sendCall(name: N, request: object, callOptions: CallOptions): Promise<unknown> {
    const { method, path } = addressOfCall(name);
    const { params, query, body } = request as { params?: object; query?: object; body?: unknown };
    const headers = headersOf(options, method, callOptions.idempotencyKey);
    const text = JSON.stringify(body ?? {});
    const init: RequestInit = { method, headers, credentials: 'include', signal: callOptions.signal ?? null };
    init.keepalive = callOptions.outlivesPage === true && isShort(text);
    if (method !== 'GET') init.body = text;
    try {
      return await answerOf(send(options.baseUrl + fillPath(path, params, query), init), async (response) => {
        options.onAnswer?.(name, readAtOf(response));
        return response.status === 204 ? null : ((await response.json()) as unknown);
      });
    } catch (error) {
      callOptions.signal?.throwIfAborted();
      if (error instanceof CallError && !callOptions.isQuiet) options.onProblem?.(error.problem, name);
      throw error;
    }
  };
}

/** A typed client over the portal's endpoints: `client('order.place', { body: { … } })`. @throws CallError */
export function createClient(options: ClientOptions) {
  const sendCall = createSender<EndpointName>(options, addressOf);
  return async function call<N extends EndpointName>(
    name: N,
    request: Request<N>,
    callOptions: CallOptions = {},
  ): Promise<Reply<N>> {
    return (await sendCall(name, request, callOptions)) as Reply<N>;
  };
}

export type Client = ReturnType<typeof createClient>;
