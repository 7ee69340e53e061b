import { closeLog, logError, logWarning } from '#platform/log';

/** What a process ends with that could not go on: whoever started it starts it again (sysexits: EX_SOFTWARE). */
export const faultExitCode = 70;

/** How long the last lines of the log may take to be written, in milliseconds: the disk may be full. */
const lastWordsMs = 1500;

/**
 * Ends the process within two seconds of a fault that nobody caught. Node would print the error whole, with the row that a
 * database error quotes. A reader of our output who went away is no fault.
 */
export function endOnFault(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  process.on('uncaughtException', (error) => {
    logError('process fault', error);
    const end = () => process.exit(faultExitCode);
    setTimeout(end, lastWordsMs);
    void closeLog().finally(end);
  });
}

/** How long a requested stop may take, in milliseconds. */
const endMs = 10_000;

/** Ends the process when it is asked to, after `finish` or ten seconds; a second signal ends it at once. */
export function endOnSignal(finish: () => Promise<void>): void {
  let isAsked = false;
  const end = (): void => {
    if (isAsked) process.exit(1);
    isAsked = true;
    setTimeout(() => process.exit(0), endMs);
    void finish()
      .catch((error: unknown) => logError('end failed', error))
      .finally(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
}

/** How late a check may be before it is logged, in milliseconds. */
const standstillMs = 5000;

/** Tells when the process stood still: frozen, without a processor, or busy with one thing. Nobody was answered meanwhile, and nobody inside knew. */
export function tellStandstills(): void {
  let last = performance.now();
  const look = (): void => {
    const milliseconds = Math.round(performance.now() - last);
    if (milliseconds > standstillMs) logWarning('process stood still', { milliseconds });
    last = performance.now();
  };
  setInterval(look, 1000).unref();
}
