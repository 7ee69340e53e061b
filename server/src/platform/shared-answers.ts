import * as z from 'zod/mini';
import { commitCount } from '#platform/database';

/** An answer that the contract has encoded already; it is sent as it is. */
export type EncodedReply = { encoded: Buffer };

type Kept = EncodedReply & { madeAt: number; commits: number };
type Place = { kept: Kept | null; making: { commits: number; answer: Promise<Kept> } | null; made: number[] };

/** C6 allows two seconds; several processes and the way to the reader have a part in it. */
const oldestMs = 1000;
/** So often a second an answer is made anew because something was committed here; then it may be as old as it may. */
const renewalsPerSecond = 10;
const mostBytes = 16 * 1024 * 1024;

const places = new Map<string, Place>();
let bytes = 0;

/**
 * What everybody is told alike, made once for many readers: it is at most a second old (C6), and as long as little happens it
 * shows what this process committed last. Never for what depends on who asks.
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
  if (kept && now - kept.madeAt <= oldestMs && (isBusy || kept.commits === commitCount())) return kept;
  if (making && (isBusy || making.commits === commitCount())) return await making.answer;
  return await makeAnew(key, place, async () => Buffer.from(JSON.stringify(z.encode(schema, await make()))));
}

function placeOf(key: string): Place {
  const known = places.get(key);
  if (known) return known;
  const place: Place = { kept: null, making: null, made: [] };
  places.set(key, place);
  return place;
}

async function makeAnew(key: string, place: Place, make: () => Promise<Buffer>): Promise<Kept> {
  const begun = { madeAt: performance.now(), commits: commitCount() };
  place.made.push(begun.madeAt);
  const answer = make().then((encoded) => ({ ...begun, encoded }));
  const making = { commits: begun.commits, answer };
  place.making = making;
  try {
    const made = await answer;
    if (places.get(key) === place && (place.kept === null || place.kept.madeAt < made.madeAt)) keep(key, place, made);
    return made;
  } finally {
    if (place.making === making) place.making = null;
    if (place.kept === null && place.making === null) places.delete(key);
  }
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
