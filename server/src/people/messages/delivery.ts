/** What a provider said of one try: accepted with its id, try again later, never, or nothing, so that it may have arrived. `reason` is a code, no personal value. */
export type Delivery =
  | { outcome: 'sent'; providerId: string | null }
  | { outcome: 'later'; reason: string }
  | { outcome: 'unsure'; reason: string }
  | { outcome: 'never'; reason: string };

/** A file that goes with a mail. */
export type Attachment = { fileName: string; mediaType: string; content: Buffer };
