import * as z from 'zod/mini';
import { logError } from '#platform/log';

type Issue = z.core.$ZodIssue;
type Branch = Record<PropertyKey, unknown>;

/** Work that is done is told, however long its words are: the bound of a text is for what comes in. */
const isLongText = (issue: Issue) => issue.code === 'too_big' && issue.origin === 'string';

/**
 * An answer as the contract writes it. It names every field that leaves; a text beyond its bound is a fault of ours, which is logged, and leaves
 * whole: refusing it would hide for ever what has been done.
 * @throws ZodError for an answer that is wrong in any other way.
 */
export function encodeAnswer<Reply extends z.ZodMiniType>(schema: Reply, answer: z.output<Reply>): z.input<Reply> {
  const encoded = z.safeEncode(schema, answer);
  if (encoded.success) return encoded.data;
  const long = encoded.error.issues.filter(isLongText);
  if (long.length < encoded.error.issues.length) throw encoded.error;
  logError('answer too long', encoded.error, { count: long.length });
  // The texts stay aside while the rest is encoded: the answer is searched by the places that were named, and by nothing else.
  const short: unknown = structuredClone(answer);
  const texts = long.map(({ path }) => replaceAt(short, path, (text) => String(text).slice(0, 1)));
  const whole: unknown = z.encode(schema, short as z.output<Reply>);
  long.forEach(({ path }, index) => replaceAt(whole, path, () => texts[index]));
  return whole as z.input<Reply>;
}

/** Writes one field, however deep. @returns what it was. */
function replaceAt(whole: unknown, path: readonly PropertyKey[], change: (before: unknown) => unknown): unknown {
  const branch = path.slice(0, -1).reduce<unknown>((at, key) => (at as Branch)[key], whole) as Branch;
  const last = path.at(-1) ?? '';
  const before = branch[last];
  branch[last] = change(before);
  return before;
}
