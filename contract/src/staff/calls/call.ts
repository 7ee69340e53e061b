import { written } from '../../entities/index.ts';
import * as z from 'zod/mini';
import type { StaffEndpointName } from '../endpoints.ts';
import type { Permission } from '../permissions.ts';

/**
 * One call of the console. Who may make it is beside its shapes: `permission: null` is any signed-in member of staff,
 * `who: 'visitor'` nobody in particular (signing in).
 */
export type StaffCall = {
  who?: 'visitor';
  permission: Permission | null;
  /** Only after a fresh proof of identity (403 REAUTH): money, exports, reveals, rights of people. */
  isFresh?: true;
  /** The body carries `reason`, 5 to 500 characters, which the audit row keeps. */
  reason?: true;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** `null` is a 204. */
  reply: z.ZodMiniType | null;
  /** A file is answered instead of JSON: its media type. */
  file?: string;
  bodyKind?: 'multipart';
  /** Takes a seat, money or sends a message, and accepts an `Idempotency-Key` (S-5). */
  isIdempotent?: true;
};

/** Declares a group of staff calls; every key must be a staff endpoint. Gives back the literal, for its types. */
export function defineStaffCalls<const T extends { [N in keyof T]: N extends StaffEndpointName ? StaffCall : never }>(
  calls: T,
): T {
  return calls;
}

/** Why a member of staff does something; the audit row keeps it. */
export const reason = written(5, 500);
