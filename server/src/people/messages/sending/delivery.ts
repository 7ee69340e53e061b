/** What a provider said of one try: accepted with its id, try again later, never, or nothing, so that it may have arrived. `reason` is a code, no personal value. */
export type Delivery =
  | { outcome: 'sent'; providerId: string | null }
  | { outcome: 'later'; reason: string }
  | { outcome: 'unsure'; reason: string }
  | { outcome: 'never'; reason: string };

/**
 * What a service knows of an SMS: on its way, `arrived`, or `returned` by the phone company; it knows none (`unknown`), or does not say at present
 * (`silent`).
 */
export type SmsFate = 'underway' | 'arrived' | 'returned' | 'unknown' | 'silent';

/** A file that goes with a mail. */
export type Attachment = { fileName: string; mediaType: string; content: Buffer };
