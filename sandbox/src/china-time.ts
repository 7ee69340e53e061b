const EIGHT_HOURS_MS = 8 * 3600 * 1000;
const STAMP = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?$/;

/**
 * An instant as the channels write it: `yyyy-MM-dd HH:mm:ss`, China time (UTC+8, no summer time).
 * @param ms milliseconds since 1970, UTC
 */
export function chinaStamp(ms: number): string {
  return new Date(ms + EIGHT_HOURS_MS).toISOString().slice(0, 19).replace('T', ' ');
}

/** Reads `yyyy-MM-dd HH:mm[:ss]` China time; gives milliseconds since 1970, or undefined when it is not a date. */
export function fromChinaStamp(stamp: string): number | undefined {
  const parts = STAMP.exec(stamp);
  if (!parts) return undefined;
  const iso = `${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}:${parts[5]}:${parts[6] ?? '00'}.000Z`;
  const ms = Date.parse(iso);
  if (Number.isNaN(ms) || new Date(ms).toISOString() !== iso) return undefined;
  return ms - EIGHT_HOURS_MS;
}
