import { setTimeout as pause } from 'node:timers/promises';
import type { Ledger } from './ledger.ts';
import { integerOf, recordOf } from './reading.ts';

/** The outside world's clock: the machine's, moved by a number of seconds. */
export interface Clock {
  /** Milliseconds since 1970, moved. */
  now(): number;
  /** The same as ISO 8601 UTC. */
  stamp(): string;
  offsetSeconds(): number;
  /**
   * Moves this clock and then the merchant's, and this one to where the merchant's stands when it does not follow: what falls due by the move
   * makes the merchant call here at once, and its signatures carry the new time.
   * @param offsetSeconds seconds from the machine's real time, not from the present offset
   * @returns undefined when moved, else the status with which the merchant refused, or a dash when it did not answer
   */
  move(offsetSeconds: number): Promise<string | undefined>;
  /** Sets this clock alone, by the merchant's: of two that differ the one by which deadlines were decided is right. */
  follow(offsetSeconds: number): void;
}

/** Where to pass a clock move on, and the secret that proves who asks. */
export interface ClockTarget {
  url: string;
  secret: string;
}

/** The merchant answers when what fell due by the move is done, which takes a busy machine its time. */
const FORWARD_MS = 30_000;
/** So long a merchant that did not say whether it moved is asked for its time. */
const DOUBT_MS = 10_000;
const PAUSE_MS = 250;

/** Speaks to the merchant's clock. @returns its answer, or undefined when there was none. */
async function ask(target: ClockTarget, method: 'GET' | 'POST', body?: string): Promise<Response | undefined> {
  try {
    return await fetch(target.url, {
      method,
      headers: {
        'x-sandbox-secret': target.secret,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      redirect: 'error',
      signal: AbortSignal.timeout(FORWARD_MS),
      ...(body === undefined ? {} : { body }),
    });
  } catch {
    return undefined;
  }
}

/** Where the merchant's clock stands, as seconds from the real time; undefined when it does not say. */
async function askOffset(target: ClockTarget): Promise<number | undefined> {
  for (const begun = performance.now(); performance.now() - begun < DOUBT_MS; await pause(PAUSE_MS)) {
    const answer = await ask(target, 'GET');
    const said: unknown = answer?.ok ? await answer.json().catch(() => undefined) : await answer?.body?.cancel();
    const offset = integerOf(recordOf(said), 'offsetSeconds');
    if (offset !== undefined) return offset;
  }
  return undefined;
}

/** Makes the clock; its offset is kept in the ledger (S-9: the sandbox moves time for tests and demonstrations). */
export function createClock(ledger: Ledger, target: ClockTarget | undefined): Clock {
  const now = (): number => Date.now() + ledger.offsetSeconds() * 1000;
  const move = async (offsetSeconds: number): Promise<string | undefined> => {
    const before = ledger.offsetSeconds();
    ledger.saveOffset(offsetSeconds);
    if (!target) return undefined;
    const answer = await ask(target, 'POST', JSON.stringify({ offsetSeconds }));
    await answer?.body?.cancel();
    if (answer?.ok) return undefined;
    // One that refused has not moved; one that broke, or said nothing, may have.
    const isRefused = answer !== undefined && answer.status < 500;
    const merchants = isRefused ? before : ((await askOffset(target)) ?? before);
    ledger.saveOffset(merchants);
    return merchants === offsetSeconds ? undefined : String(answer?.status ?? '—');
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    now,
    stamp: () => new Date(now()).toISOString(),
    offsetSeconds: () => ledger.offsetSeconds(),
    follow: (offsetSeconds) => {
      if (offsetSeconds !== ledger.offsetSeconds()) ledger.saveOffset(offsetSeconds);
    },
    // One after the other: of two at once the two clocks would each keep another.
    move: (offsetSeconds) => {
      const moved = last.then(() => move(offsetSeconds));
      last = moved.catch(() => undefined);
      return moved;
    },
  };
}
