/**
 * How long whatever a test waits for may take, in milliseconds: the one limit of every wait (`expect.poll`, and what a browser waits for).
 * It is generous, since a machine may be busy; a build server's is three times so.
 */
export const patience = 60_000 * (process.env['CI'] === undefined ? 1 : 3);

/** A whole test or hook: several waits after each other. */
export const longestTest = 10 * patience;

declare module 'vitest' {
  interface ProvidedContext {
    /** Milliseconds that a wait may take. */
    patience: number;
  }
}
