import type * as z from 'zod/mini';
import type { EndpointName } from '../endpoints.ts';

/** Who may call: anybody, a signed-in account owner, staff, or a payment channel (which proves itself by signature). */
export type Caller = 'visitor' | 'candidate' | 'staff' | 'gateway';

/**
 * One call of the contract. `params`, `query` and `body` are read from the request, `reply` is what a 200 carries;
 * `reply: null` is a 204. Request and reply schemas are separate and strict: an unknown key in a body is refused.
 */
export type Call = {
  who: Caller;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  reply: z.ZodMiniType | null;
  /** A file is answered instead of JSON: its media type. */
  file?: string;
  /** The body is read as raw bytes (signed notifications) or as a multipart upload. */
  bodyKind?: 'raw' | 'multipart';
  /** The call takes a seat, money or sends a message, and accepts an `Idempotency-Key` (S-5). */
  isIdempotent?: true;
  /** Ours, not in the specification's table (S-13). */
  isExtension?: true;
  /** Described here but not served yet: answered 501 by one shared handler. */
  isLater?: true;
};

/** Declares a group of calls; every key must be an endpoint. Gives back the literal, for its types. */
export function defineCalls<const T extends { [N in keyof T]: N extends EndpointName ? Call : never }>(calls: T): T {
  return calls;
}
