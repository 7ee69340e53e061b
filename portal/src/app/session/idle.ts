import { accountLifetimes } from '@exam/contract/rules';

/** Ways of being there: a person who types or reads does not click. */
export const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'wheel', 'scroll'] as const;

const minute = 60_000;
const endAfter = accountLifetimes.idleMinutes * minute;
/** How long without a sign of life until somebody is signed out, and until they are warned of it, in milliseconds. */
export const idleLimits = { warnAfter: endAfter - minute, endAfter } as const;
/** Who reads and types makes no calls: the server, which counts calls, is told of them this often. Milliseconds. */
const keepAliveEvery = 5 * minute;

export type IdlePhase = 'active' | 'warning' | 'over';

/** @param idle milliseconds since the last activity, by the wall clock: a laptop's sleep counts */
function idlePhase(idle: number): IdlePhase {
  if (idle >= idleLimits.endAfter) return 'over';
  return idle >= idleLimits.warnAfter ? 'warning' : 'active';
}

/** Where the tabs of a browser share the instant of the last activity. It says nothing about the person. */
export type SharedInstant = { read: () => number; write: (at: number) => void };

const key = 'lastActiveAt';

/** In local storage: every tab reads it before it decides, also one that the browser had put to sleep. */
export const storedInstant: SharedInstant = {
  read: () => {
    try {
      return Number(localStorage.getItem(key) ?? 0);
    } catch {
      return 0;
    }
  },
  write: (at) => {
    try {
      localStorage.setItem(key, String(at));
    } catch {
      // This tab then counts for itself.
    }
  },
};

/**
 * Watches for signs of life while somebody is signed in. Once the warning is shown only an answer to it counts; once it is over
 * nothing does.
 * @param options.now wall clock in milliseconds
 * @param options.onPhase told of every change, with the milliseconds left until the end
 * @param options.keepAlive told every five minutes in which there was life
 */
export function createIdleWatch(options: {
  now: () => number;
  shared: SharedInstant;
  onPhase: (phase: IdlePhase, left: number) => void;
  keepAlive: () => void;
}) {
  const { now, shared, onPhase, keepAlive } = options;
  let own = now();
  let keptAlive = own;
  let phase: IdlePhase = 'active';
  shared.write(own);
  const last = () => Math.max(own, shared.read());
  const mark = () => {
    own = now();
    shared.write(own);
  };
  const look = () => {
    if (phase === 'over') return;
    const idle = now() - last();
    const next = idlePhase(idle);
    if (next !== phase) {
      phase = next;
      onPhase(phase, idleLimits.endAfter - idle);
    }
    if (phase === 'active' && last() > keptAlive && now() - keptAlive >= keepAliveEvery) {
      keptAlive = now();
      keepAlive();
    }
  };
  return {
    /** To be called every second. */
    look,
    /** A sign of life. It comes too late when the time was over before it, as after a sleep. */
    sign: () => {
      look();
      if (phase === 'active' && now() - own >= 1000) mark();
    },
    /** The answer to the warning. */
    stay: () => {
      look();
      if (phase === 'over') return;
      mark();
      keptAlive = Number.NEGATIVE_INFINITY;
      look();
    },
  };
}
