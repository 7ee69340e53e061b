import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Call } from '@exam/contract/calls';
import type { Language } from '@exam/contract/messages';
import type * as z from 'zod/mini';
import type { Upload } from '#platform/http/multipart';
import type { EncodedReply } from '#platform/http/shared-answers';

/** Who is signed in, as the accounts domain tells it. */
export type Account = { id: string; language: Language };

/** The session of a cookie. `idHash` is how it is stored, `csrfToken` its anti-forgery value (S-2). */
export type Session = { idHash: Buffer; csrfToken: string };

/** Finds the account of a session cookie; null when the session is unknown, ended or idle too long. */
export type Identify = (sessionToken: string) => Promise<Account | null>;

/** A file or text answered instead of JSON. */
export type FileReply = {
  content: Buffer | string | Readable;
  /** Default: the call's own media type. */
  mediaType?: string;
  /** With a name the browser is told to save it (or show it, when `isInline`). */
  fileName?: string;
  isInline?: boolean;
  /** Names this state of it (ETag): whoever asks again with it, and has it still, gets 304. */
  tag?: string;
  /** Default 200. */
  status?: number;
};

/** 303 to an address of ours, or of a payment channel. */
export type RedirectReply = { redirectTo: string };

type Output<C extends Call, Part extends 'params' | 'query' | 'body'> = C[Part] extends z.ZodMiniType
  ? z.output<C[Part]>
  : undefined;

type OfCaller<C extends Call, Value> = C['who'] extends 'candidate' ? Value : Value | null;

/** What a handler is given: checked input and the caller. */
export type CallContext<C extends Call = Call> = {
  params: Output<C, 'params'>;
  query: Output<C, 'query'>;
  body: Output<C, 'body'>;
  /** The bytes of a `bodyKind: 'raw'` call. */
  rawBody: Buffer | null;
  /** The file of a `bodyKind: 'multipart'` call; null where there is none. */
  upload: Upload | null;
  /** Never null where the call's `who` is `candidate`. */
  account: OfCaller<C, Account>;
  session: OfCaller<C, Session>;
  /** Random id of this browser, in a cookie; reading it sets the cookie where it is missing. */
  readonly visitId: string;
  language: Language;
  requestId: string;
  /** The caller's address, from the last trusted proxy (T27). */
  ip: string;
  headers: IncomingHttpHeaders;
  /** The query as it came, for channels that sign it. */
  rawQuery: string;
  /** Gives the browser this session (a token of `randomToken()`), or takes it away with null. */
  setSession: (token: string | null) => void;
  /** What this browser was trusted with: the token of its device, and the ticket of a sign-in that has a step to go. */
  deviceToken: string | null;
  ticket: string | null;
  /** Gives the browser such a token for this many seconds, or takes it away with null. */
  setToken: (name: 'device' | 'ticket', token: { value: string; seconds: number } | null) => void;
};

type ReplyOf<C extends Call> = C extends { file: string }
  ? FileReply | RedirectReply
  : C['reply'] extends z.ZodMiniType
    ? z.output<C['reply']> | EncodedReply
    : null | void;

/** Handlers of a group of calls: one for each that is served already; a missing, extra or wrong one does not compile. */
export type Handlers<Calls extends Readonly<Record<string, Call>>> = {
  [Name in keyof Calls as Calls[Name] extends { isLater: true } ? never : Name]: (
    call: CallContext<Calls[Name]>,
  ) => Promise<ReplyOf<Calls[Name]>> | ReplyOf<Calls[Name]>;
};

/** A domain's `routes`: a group of calls (or a pick of it) and its handlers. */
export type Routes = {
  calls: Readonly<Record<string, Call>>;
  handlers: Readonly<Record<string, (call: never) => unknown>>;
};
