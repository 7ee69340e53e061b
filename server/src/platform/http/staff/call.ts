import type { IncomingHttpHeaders } from 'node:http';
import type { Language } from '@exam/contract/messages';
import type { Permission, StaffCall } from '@exam/contract/staff';
import type * as z from 'zod/mini';
import type { FileReply, RedirectReply, Session } from '#platform/http/call';
import type { Upload } from '#platform/http/multipart';

/** The member of staff who acts: what they may do, in which offices. */
export type StaffActor = {
  readonly id: string;
  readonly name: string;
  readonly permissions: ReadonlySet<Permission>;
  /** Ids of the offices whose objects they see; `all` for the head office. */
  readonly offices: readonly string[] | 'all';
  readonly language: Language;
};

/** A live session of the console, as the staff domain tells it. */
export type StaffIdentity = {
  staff: StaffActor;
  /** The last proof of identity is at most five minutes old. */
  isFresh: boolean;
};

/** Finds whose session a console cookie is; null when it is unknown, ended, or idle too long. Counts as a use. */
export type IdentifyStaff = (sessionToken: string) => Promise<StaffIdentity | null>;

type Output<C extends StaffCall, Part extends 'params' | 'query' | 'body'> = C[Part] extends z.ZodMiniType
  ? z.output<C[Part]>
  : undefined;

type OfStaff<C extends StaffCall, Value> = C extends { who: 'visitor' } ? Value | null : Value;

/** What a handler of a staff call is given: checked input, and who acts. */
export type StaffCallContext<C extends StaffCall = StaffCall> = {
  params: Output<C, 'params'>;
  query: Output<C, 'query'>;
  body: Output<C, 'body'>;
  /** The file of a `bodyKind: 'multipart'` call; null where there is none. */
  upload: Upload | null;
  /** Null only where the call's `who` is `visitor` and nobody is signed in. */
  staff: OfStaff<C, StaffActor>;
  session: OfStaff<C, Session>;
  language: Language;
  requestId: string;
  /** The caller's address, from the last trusted proxy (T27). */
  ip: string;
  headers: IncomingHttpHeaders;
  /** Gives the browser this session (a token of `randomToken()`), or takes it away with null. */
  setSession: (token: string | null) => void;
};

type ReplyOf<C extends StaffCall> = C extends { file: string }
  ? FileReply | RedirectReply
  : C['reply'] extends z.ZodMiniType
    ? z.output<C['reply']>
    : null | void;

/** Handlers of a group of staff calls, one for each: a missing, extra or wrong one does not compile. */
export type StaffHandlers<Calls extends Readonly<Record<string, StaffCall>>> = {
  [Name in keyof Calls]: (call: StaffCallContext<Calls[Name]>) => Promise<ReplyOf<Calls[Name]>> | ReplyOf<Calls[Name]>;
};

/** What a domain's `staffRoutes` is a list of: a group of calls (or a pick of it) and its handlers. */
export type StaffRoutes = {
  calls: Readonly<Record<string, StaffCall>>;
  handlers: Readonly<Record<string, (call: never) => unknown>>;
};
