import { once } from 'node:events';
import { createServer } from 'node:net';
import { randomBetween } from '../chance.ts';

/**
 * A port of this machine on which nobody listens, for a server that has to know its address before it starts. It lies below what
 * the system gives away by itself: a port of that kind may become the near end of a call to the database before the server is there.
 */
export async function freePort(): Promise<number> {
  const port = randomBetween(20_000, 30_000);
  const probe = createServer().listen(port, '127.0.0.1');
  const isFree = await once(probe, 'listening').then(
    () => true,
    () => false,
  );
  if (!isFree) return await freePort();
  await once(probe.close(), 'close');
  return port;
}
