import { refuseForNow } from '#platform/errors';
import { waiting } from '#platform/metrics';
import { timeLimit } from '#platform/settings';

/**
 * Lines of this process. Whoever wants what only a few can have at a time (a processor, one account's rows) waits here, before
 * taking a connection: those who wait in the database hold one each, and soon there is none for anybody else. Who orders waits at a desk (`desk.ts`).
 */
const lines = {
  /** The unsafe calls of one account. */
  account: { atOnce: 4, most: 128, patience: 20_000 },
  /** Passwords that are hashed or compared: 24 a second on two cores. */
  passwords: { atOnce: 2, most: 240, patience: 10_000 },
  /** The same for whoever is known already: signed in, or on a device that the account knows. They do not wait behind strangers. */
  knownPasswords: { atOnce: 1, most: 60, patience: 10_000 },
  /** Documents of strangers, which threads take apart. */
  documents: { atOnce: 2, most: 32, patience: 20_000 },
  /** Pictures of strangers that are drawn again: each is in memory with all its pixels, 60 million at most. */
  pictures: { atOnce: 1, most: 32, patience: 20_000 },
  /** One owner's documents and pictures on their way there. */
  filesOfOne: { atOnce: 1, most: 8, patience: 20_000 },
  /** Letters and guides, which a thread typesets: some 40 a second. */
  letters: { atOnce: 1, most: 200, patience: 20_000 },
  /** Those of one account, of all staff, of the mail. */
  lettersOfOne: { atOnce: 1, most: 40, patience: 20_000 },
  /** What one account's letters say is read: those that wait to be typeset keep no connections from others. */
  letterReadsOfOne: { atOnce: 1, most: 40, patience: 20_000 },
} as const;

type LineName = keyof typeof lines;
/** Who is inside, and those who wait, in the order in which they came: each is told when a place is theirs. */
type Line = { inside: number; waiters: Set<(isOurs: boolean) => void> };

const open = new Map<string, Line>();

/**
 * Does `work` when it is its turn, first come first served.
 * @param key whose line it is, where there is one each; '' where there is one for all.
 * @throws Refusal BUSY (503 with Retry-After) at once when too many wait, or when the turn has not come within the line's patience.
 */
export async function inLine<Result>(name: LineName, key: string, work: () => Promise<Result>): Promise<Result> {
  const id = `${name} ${key}`;
  const line = open.get(id) ?? { inside: 0, waiters: new Set() };
  open.set(id, line);
  const { atOnce, most, patience } = lines[name];
  if (line.inside < atOnce) line.inside += 1;
  else if (line.waiters.size >= most) refuseForNow('BUSY', Math.ceil(patience / 2000));
  else await turnIn(line, name, timeLimit(patience));
  try {
    return await work();
  } finally {
    handOver(id, line);
  }
}

/** How many wait in a line. */
export function waitingIn(name: LineName, key: string): number {
  return open.get(`${name} ${key}`)?.waiters.size ?? 0;
}

function handOver(id: string, line: Line): void {
  const [next] = line.waiters;
  if (next) {
    line.waiters.delete(next);
    next(true);
  } else line.inside -= 1;
  if (line.inside === 0) open.delete(id);
}

/** Waits for a place that somebody leaves: it is handed over, so that nobody slips in between. */
async function turnIn({ waiters }: Line, name: LineName, patience: number): Promise<void> {
  waiting.inc({ line: name });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  waiters.add(resolve);
  // Whoever takes a waiter out of the line decides: its place cannot be handed over and given up at once.
  const timer = setTimeout(() => waiters.delete(resolve) && resolve(false), patience);
  const isOurs = await promise;
  clearTimeout(timer);
  waiting.dec({ line: name });
  if (!isOurs) refuseForNow('BUSY', 2);
}
