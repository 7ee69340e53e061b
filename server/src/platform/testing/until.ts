import { inject, vi } from 'vitest';

/** Waits until something can be done, such as being answered by a process that starts: for hooks, where `expect.poll` is not allowed. */
export async function until(done: () => Promise<unknown>): Promise<void> {
  await vi.waitFor(done, { timeout: inject('patience'), interval: 50 });
}
