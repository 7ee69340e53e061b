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
   * Moves this clock and then the merchant's, and this one to the merchant's time when it does not follow: what falls due by the move
   * makes the merchant call here at once, and its signatures carry the new time.
   * @param offsetSeconds seconds from the machine's real time, not from the present offset
   * @returns undefined when moved, else the status with which the merchant refused, or a dash when it did not answer
   */
  move(offsetSeconds: number): Promise<string | undefined>;
  /** Sets this clock alone, by the merchant's: of two that differ the one by which deadlines were decided is right. */
  follow(offsetSeconds: number): void;
}

/** Where to pass a clock move on, the secret that proves who asks, and how long a move waits for a merchant that does not say whether it moved. */
export interface ClockTarget {
  url: string;
  secret: string;
  /** Milliseconds; the default is ten seconds. */
  doubtMs?: number;
}

/** The merchant answers when what fell due by the move is done, which takes a busy machine its time. */
const FORWARD_MS = 30_000;
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

function reasonOf(answer: Response | undefined): string {
  return answer === undefined ? '—' : String(answer.status);
}

/** The merchant's clock, as seconds from the real time: asked until it says, or nobody needs it any more. */
async function askOffset(target: ClockTarget, isNeeded: () => boolean): Promise<number | undefined> {
  for (; isNeeded(); await pause(PAUSE_MS, undefined, { ref: false })) {
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
  let moves = 0;
  const move = async (offsetSeconds: number): Promise<string | undefined> => {
    const before = ledger.offsetSeconds();
    const mine = ++moves;
    ledger.saveOffset(offsetSeconds);
    if (!target) return undefined;
    const answer = await ask(target, 'POST', JSON.stringify({ offsetSeconds }));
    await answer?.body?.cancel();
    if (answer?.ok) return undefined;
    const isLast = () => mine === moves;
    const save = (offset: number | undefined) => {
      if (offset !== undefined && isLast()) ledger.saveOffset(offset);
      return offset;
    };
    // One that refused has not moved; one that broke, or said nothing, may have: it is asked on after the move has been given up.
    const isRefused = answer !== undefined && answer.status < 500;
    const saved = isRefused ? save(before) : askOffset(target, isLast).then(save);
    const merchants = await Promise.race([saved, pause(target.doubtMs ?? DOUBT_MS, undefined, { ref: false })]);
    if (merchants === undefined) save(before);
    return merchants === offsetSeconds ? undefined : reasonOf(answer);
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    now,
    stamp: () => new Date(now()).toISOString(),
    offsetSeconds: () => ledger.offsetSeconds(),
    follow: (offsetSeconds) => {
      moves++;
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
