import type { Config } from '#platform/config';

let opened: Config | null = null;

/** Called once at start (and by tests) with the checked configuration. */
export function openSettings(config: Config): void {
  opened = config;
}

/** The configuration, for domains: payment minutes, mail, channels. */
export function settings(): Config {
  if (!opened) throw new Error('The settings are not open.');
  return opened;
}

/** @returns milliseconds that the product waits for something before it gives up, stretched by the setting for slow machines. */
export function timeLimit(milliseconds: number): number {
  return milliseconds * (opened?.timeLimitFactor ?? 1);
}
