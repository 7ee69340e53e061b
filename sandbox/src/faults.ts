import { setTimeout } from 'node:timers/promises';

/** The neighbours that can be made to fail. `notify` is the channel's own way back to the merchant. */
export const dependencies = ['gateway', 'notify', 'sms', 'mail'] as const;
/** One of the neighbours. */
export type Dependency = (typeof dependencies)[number];

/**
 * Ways to fail. down: the connection breaks before anything is done; lost: the work is done, then the connection breaks;
 * slow: an answer after `delayMs`; error: a proper error answer (`code` chooses which); limit: too many messages;
 * garbage: an answer that is not an answer; undelivered: an SMS that is taken and given back by the phone company; bad-signature: a right answer, wrongly signed.
 */
export const faultModes = [
  'ok',
  'down',
  'lost',
  'slow',
  'error',
  'limit',
  'garbage',
  'bad-signature',
  'undelivered',
] as const;
/** One of the ways to fail; `ok` is none. */
export type FaultMode = (typeof faultModes)[number];

/** What is wrong with a neighbour at present. */
export interface Fault {
  mode: FaultMode;
  delayMs: number;
  /** Only this gateway method or message recipient, when set. */
  only: string;
  /** The provider's error code for mode `error`. */
  code: string;
  /** How many calls still fail; undefined: until switched off. */
  times: number | undefined;
}

/** The switchboard of failures. */
export interface Faults {
  set(dependency: Dependency, fault: Fault): void;
  all(): Record<Dependency, Fault>;
  /** How many calls to each wait at present, because it is slow. */
  waiting(): Record<Dependency, number>;
  /** The fault that this call meets; counts it down, waits when it is slow, until another fault is set. */
  meet(dependency: Dependency, subject: string): Promise<Fault>;
}

/** Nothing is wrong. */
const noFault: Fault = { mode: 'ok', delayMs: 0, only: '', code: '', times: undefined };

/** Whether a text names a dependency. */
export function isDependency(text: string): text is Dependency {
  return dependencies.some((name) => name === text);
}

/** Whether a text names a way to fail. */
export function isFaultMode(text: string): text is FaultMode {
  return faultModes.some((name) => name === text);
}

/** Makes a switchboard on which everything works. Faults are not kept over a restart: a fresh start is a healthy world. */
export function createFaults(): Faults {
  const faults: Record<Dependency, Fault> = { gateway: noFault, notify: noFault, sms: noFault, mail: noFault };
  const waiting: Record<Dependency, number> = { gateway: 0, notify: 0, sms: 0, mail: 0 };
  const ends: Record<Dependency, AbortController> = {
    gateway: new AbortController(),
    notify: new AbortController(),
    sms: new AbortController(),
    mail: new AbortController(),
  };
  const wait = async (dependency: Dependency, delayMs: number): Promise<void> => {
    waiting[dependency] += 1;
    // Given up when another fault is set: that is the end of being slow, not an error.
    await setTimeout(delayMs, undefined, { signal: ends[dependency].signal }).catch(() => undefined);
    waiting[dependency] -= 1;
  };
  return {
    set: (dependency, fault) => {
      faults[dependency] = fault;
      ends[dependency].abort();
      ends[dependency] = new AbortController();
    },
    all: () => faults,
    waiting: () => waiting,
    meet: async (dependency, subject) => {
      const fault = faults[dependency];
      if (fault.mode === 'ok' || (fault.only !== '' && fault.only !== subject)) return noFault;
      if (fault.times !== undefined) {
        faults[dependency] = fault.times > 1 ? { ...fault, times: fault.times - 1 } : noFault;
      }
      if (fault.delayMs > 0) await wait(dependency, fault.delayMs);
      return fault;
    },
  };
}
