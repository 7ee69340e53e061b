import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type * as z from 'zod/mini';
import { apart } from '#platform/act';
import { commitCount, whenDatabaseCloses } from '#platform/database';
import { encodeAnswer } from '#platform/http/encode';
import { currentAge, noteAge } from '#platform/http/request-context';
import { fromMemory } from '#platform/process/while-away';

export type Coding = 'br' | 'gzip';

/**
 * An answer that the contract has encoded already and that everybody is told alike; it is sent as it is. `tag` changes with its bytes.
 * Compressed when somebody first asks for it so, and once; it holds nothing of anybody, so its length tells nothing.
 */
export type EncodedReply = { encoded: Buffer; tag: string; compressed: (coding: Coding) => Promise<Buffer> };

/** `ageMs`: how old a part of it was when it was made, while the database was away; null as a rule. */
type Kept = EncodedReply & { madeAt: number; commits: number; ageMs: number | null };
type Place = { kept: Kept | null; making: { commits: number; answer: Promise<Kept> } | null; made: number[] };

/** C6 allows two seconds; several processes and the way to the reader have a part in it. */
const oldestMs = 1000;
/** How often a second an answer is made again because of a commit here. Beyond that it may reach its full age. */
const renewalsPerSecond = 10;
const mostBytes = 16 * 1024 * 1024;

const places = new Map<string, Place>();
let bytes = 0;
let forgotten = 0;

/** Grows with each change that an answer may show. */
const changes = () => commitCount() + forgotten;

/** What was made is made again for the next who asks. For callers who know that more has changed than this process committed. */
export function forgetAnswers(): void {
  forgotten += 1;
}

whenDatabaseCloses(() => {
  places.clear();
  bytes = 0;
});

/**
 * What everybody is told alike, made once for many readers: it is at most a second old (C6), and as long as little happens it
 * shows what this process committed last. While the database is away the last answer goes on (`while-away.ts`). Never for what depends
 * on who asks.
 * @param key everything the answer depends on: the call, its input, the language.
 */
export async function sharedAnswer<Reply extends z.ZodMiniType>(
  key: string,
  schema: Reply,
  make: () => Promise<z.output<Reply>>,
): Promise<EncodedReply> {
  const place = placeOf(key);
  const now = performance.now();
  const { kept, making } = place;
  place.made = place.made.filter((at) => at > now - 1000);
  const isBusy = place.made.length >= renewalsPerSecond;
  if (kept && now - kept.madeAt <= oldestMs && (isBusy || kept.commits === changes())) return told(kept);
  try {
    if (making && (isBusy || making.commits === changes())) return told(await making.answer);
    return told(
      await makeAnew(key, place, async () => Buffer.from(JSON.stringify(encodeAnswer(schema, await make())))),
    );
  } catch (error) {
    return fromMemory(error, place.kept, place.kept?.madeAt ?? 0);
  }
}

/** Whoever is given it says its age, not only the one for whom it was made. */
function told(kept: Kept): Kept {
  if (kept.ageMs !== null) noteAge(kept.ageMs + performance.now() - kept.madeAt);
  return kept;
}

function placeOf(key: string): Place {
  const known = places.get(key);
  if (known) return known;
  const place: Place = { kept: null, making: null, made: [] };
  places.set(key, place);
  return place;
}

async function makeAnew(key: string, place: Place, make: () => Promise<Buffer>): Promise<Kept> {
  const begun = { madeAt: performance.now(), commits: changes() };
  place.made.push(begun.madeAt);
  const answer = apart(make).then((encoded) => ({ ...begun, ...encodedReply(encoded), ageMs: currentAge() }));
  const making = { commits: begun.commits, answer };
  place.making = making;
  try {
    const made = await answer;
    if (places.get(key) === place && isNewer(made, place.kept)) keep(key, place, made);
    return made;
  } finally {
    if (place.making === making) place.making = null;
    if (place.kept === null && place.making === null) places.delete(key);
  }
}

/** What was made of something older while the database was away does not take the place of what was read. */
function isNewer(made: Kept, kept: Kept | null): boolean {
  return kept === null || (made.ageMs === null && kept.madeAt < made.madeAt);
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Half the work of the best, for nearly its length. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

function encodedReply(encoded: Buffer): EncodedReply {
  const made: Partial<Record<Coding, Promise<Buffer>>> = {};
  const compress = { br: () => brotli(encoded, quality), gzip: () => zip(encoded) };
  return {
    encoded,
    tag: `W/"${createHash('sha256').update(encoded).digest('base64url').slice(0, 22)}"`,
    compressed: (coding) => (made[coding] ??= compress[coding]()),
  };
}

/** Keeps the newest answer of a place as the youngest of all; the oldest places go when there is no more room. */
function keep(key: string, place: Place, made: Kept): void {
  bytes += made.encoded.byteLength - (place.kept?.encoded.byteLength ?? 0);
  place.kept = made;
  places.delete(key);
  places.set(key, place);
  for (const [oldest, { kept }] of places) {
    if (bytes <= mostBytes) return;
    if (kept === null) continue;
    bytes -= kept.encoded.byteLength;
    places.delete(oldest);
  }
}
