import { checkNothingHeld } from '#platform/act';

/** The outside world did not answer in time, refused the connection, or is not on the list. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  /** Whether what was sent may have been received and done, although no answer came. */
  readonly mayHaveArrived: boolean;

  constructor(message: string, { cause, mayHaveArrived = false }: { cause?: unknown; mayHaveArrived?: boolean } = {}) {
    super(message, { cause });
    this.mayHaveArrived = mayHaveArrived;
  }
}

type Outgoing = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  /** The only origins this caller may reach, such as `https://openapi.alipay.com`. */
  allowedOrigins: readonly string[];
  timeoutMilliseconds?: number;
  /** Default 1 MB. */
  maximumBytes?: number;
};

/** What came back; more than the limit is an error. */
export type Incoming = { status: number; headers: Headers; text: string; content: Buffer };

const usualMaximum = 1_000_000;

/**
 * The only way out of the server. Never inside a transaction that holds a lock (C3).
 * @throws NetworkError when the address is not allowed, it redirects, takes longer than the timeout (10 s) or sends more than the limit.
 */
export async function callOut(address: string, outgoing: Outgoing): Promise<Incoming> {
  checkNothingHeld();
  const url = new URL(address);
  if (!outgoing.allowedOrigins.includes(url.origin)) throw new NetworkError('address not allowed');
  try {
    const response = await fetch(url, {
      method: outgoing.method ?? 'GET',
      headers: outgoing.headers ?? {},
      redirect: 'error',
      signal: AbortSignal.timeout(outgoing.timeoutMilliseconds ?? 10_000),
      ...(outgoing.body === undefined ? {} : { body: outgoing.body }),
    });
    const content = await readContent(response, outgoing.maximumBytes ?? usualMaximum);
    return { status: response.status, headers: response.headers, content, text: content.toString('utf8') };
  } catch (error) {
    if (error instanceof NetworkError) throw error;
    throw new NetworkError('no answer', { cause: error, mayHaveArrived: !isUnconnected(error) });
  }
}

/** Nobody was there to be connected to, so nothing was sent. */
function isUnconnected(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/.test(code);
}

async function readContent(response: Response, maximumBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maximumBytes) throw new NetworkError('answer too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
