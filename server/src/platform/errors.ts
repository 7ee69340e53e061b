import type { RefusalCode } from '@exam/contract/messages';

/** What whoever starts the product, or types a command, can put right: one line for a person, without any value of the database. */
export class Advice extends Error {}

/** Values that a refusal's sentence quotes, such as `{ left: 1 }`. */
export type RefusalValues = Readonly<Record<string, string | number>>;

/** Which fields are wrong and why: path in the body (`candidate.familyName`, `items.0.name`) -> refusal code. */
export type RefusalFields = Readonly<Record<string, string>>;

type Details = { values?: RefusalValues; fields?: RefusalFields; details?: object; retryAfterSeconds?: number };

/** Codes that do not answer 412, the status of every business refusal and field error (S-1). */
const statuses: Readonly<Partial<Record<RefusalCode, number>>> = {
  MALFORMED: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  REAUTH: 403,
  RIGHT_NOT_HELD: 403,
  MINOR_APPROVAL_NEEDED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  IDEMPOTENCY_CONFLICT: 409,
  VERSION_CONFLICT: 409,
  TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  NOT_YET: 501,
  BUSY: 503,
};

/** An expected "no": a stable code, its values and the fields it is about. Anything else that is thrown is a fault. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly status: number;
  readonly values: RefusalValues;
  readonly fields: RefusalFields | undefined;
  /** What a screen needs beyond the sentence, such as the new price. */
  readonly details: object | undefined;
  /** Seconds for the Retry-After header; only 429 and 503 have it. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: RefusalCode, details: Details = {}) {
    super(code);
    this.code = code;
    this.status = statuses[code] ?? 412;
    this.values = details.values ?? {};
    this.fields = details.fields;
    this.details = details.details;
    this.retryAfterSeconds = details.retryAfterSeconds ?? (this.status === 503 ? 2 : undefined);
  }
}

/**
 * Ends the current command with a refusal; its transaction rolls back.
 * @param code one of the codes of `contract/messages/refusals`; the status follows from it (412 unless listed above).
 */
export function refuse(code: RefusalCode, values?: RefusalValues, fields?: RefusalFields): never {
  throw new Refusal(code, { ...(values ? { values } : {}), ...(fields ? { fields } : {}) });
}

/** 412 for wrong fields: each path with its code, such as `{ 'guardian.mobile': 'PHONE_INVALID' }`. */
export function refuseFields(fields: RefusalFields): never {
  throw new Refusal('FIELDS', { fields });
}

/** 429 with the seconds after which a new try makes sense. */
export function refuseForNow(code: 'RATE_LIMITED' | 'BUSY', retryAfterSeconds: number): never {
  throw new Refusal(code, { retryAfterSeconds, values: { seconds: retryAfterSeconds } });
}
