/** What a provider said of one try: accepted with its id, try again later, or never. `reason` is a code, no personal value. */
export type Delivery =
  | { outcome: 'sent'; providerId: string | null }
  | { outcome: 'later'; reason: string }
  | { outcome: 'never'; reason: string };

/** A file that goes with a mail. */
export type Attachment = { fileName: string; mediaType: string; content: Buffer };
