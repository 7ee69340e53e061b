import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const everyMilliseconds = 20;

/**
 * Ends this process at once when it has more of the machine's memory than it may. It looks from a thread of its own: the thread
 * that parses may be in a loop that nothing interrupts, and much of its memory in buffers, which no limit of the heap counts.
 * @param megabytes resident memory that the process may have
 */
export async function guardMemory(megabytes: number): Promise<void> {
  const looking = `setInterval(() => {
    if (process.memoryUsage.rss() > ${Math.trunc(megabytes)} * 1048576) process.kill(process.pid, 'SIGKILL');
  }, ${everyMilliseconds});`;
  const guard = new Worker(looking, { eval: true });
  await once(guard, 'online');
  guard.unref();
}
