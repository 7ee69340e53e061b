import { createSocket } from 'node:dgram';
import { type EventEmitter, once } from 'node:events';
import { createServer } from 'node:net';
import { randomBetween } from '../chance.ts';

/**
 * A port of this machine on which nobody listens, for a server that has to know its address before it starts. It lies below what
 * the system gives away by itself: a port of that kind may become the near end of a call to the database before the server is there.
 * Nobody else draws it while this process runs.
 */
export async function freePort(): Promise<number> {
  const port = randomBetween(20_000, 30_000);
  return (await isDrawn(port)) || (await isListened(port)) ? await freePort() : port;
}

/** Whether another test has drawn it, whose server may not be there yet: who draws it keeps the same number of another protocol. */
async function isDrawn(port: number): Promise<boolean> {
  const mark = createSocket('udp4');
  mark.bind({ port, address: '127.0.0.1', exclusive: true });
  const isMine = await isBound(mark.unref());
  if (!isMine) mark.close();
  return !isMine;
}

async function isListened(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  const isFree = await isBound(probe);
  if (isFree) await once(probe.close(), 'close');
  return !isFree;
}

/** Whether a socket gets its port. @throws what else than somebody who has it is in the way. */
async function isBound(socket: EventEmitter): Promise<boolean> {
  return await once(socket, 'listening').then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error;
      return false;
    },
  );
}
