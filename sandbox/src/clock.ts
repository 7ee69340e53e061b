import type { Ledger } from './ledger.ts';

/** The outside world's clock: the machine's, moved by a number of seconds. */
export interface Clock {
  /** Milliseconds since 1970, moved. */
  now(): number;
  /** The same as ISO 8601 UTC. */
  stamp(): string;
  offsetSeconds(): number;
  /**
   * Moves this clock and then the merchant's, and this one back when the merchant does not follow: what falls due by the move
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

async function forward(target: ClockTarget, offsetSeconds: number): Promise<string | undefined> {
  try {
    const answer = await fetch(target.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-sandbox-secret': target.secret },
      body: JSON.stringify({ offsetSeconds }),
      redirect: 'error',
      signal: AbortSignal.timeout(FORWARD_MS),
    });
    await answer.body?.cancel();
    return answer.ok ? undefined : String(answer.status);
  } catch {
    return '—';
  }
}

/** Makes the clock; its offset is kept in the ledger (S-9: the sandbox moves time for tests and demonstrations). */
export function createClock(ledger: Ledger, target: ClockTarget | undefined): Clock {
  const now = (): number => Date.now() + ledger.offsetSeconds() * 1000;
  return {
    now,
    stamp: () => new Date(now()).toISOString(),
    offsetSeconds: () => ledger.offsetSeconds(),
    follow: (offsetSeconds) => {
      if (offsetSeconds !== ledger.offsetSeconds()) ledger.saveOffset(offsetSeconds);
    },
    move: async (offsetSeconds) => {
      const before = ledger.offsetSeconds();
      ledger.saveOffset(offsetSeconds);
      const reason = target ? await forward(target, offsetSeconds) : undefined;
      if (reason !== undefined) ledger.saveOffset(before);
      return reason;
    },
  };
}
