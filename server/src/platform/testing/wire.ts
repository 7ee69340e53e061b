import { once } from 'node:events';
import { createConnection, createServer, type NetConnectOpts, type Socket } from 'node:net';

/** A stretch of network between two processes of a test that can be broken: all that is sent over `port` arrives at the target. */
export type Wire = {
  port: number;
  /** Nothing that is sent arrives any more, and nobody is told; what was lost stays lost. */
  swallow: () => void;
  /** The same for the next that is sent to the target alone, and for what comes after it on that connection. */
  swallowOnce: () => void;
  /** Every connection breaks with a reset, and so does each new one. */
  refuse: () => void;
  /** New connections get through again. */
  mend: () => void;
  /** Every connection breaks with a reset. */
  cut: () => void;
  close: () => Promise<void>;
};

/** @param target chosen again for each connection: where it leads. */
export async function layWire(target: () => NetConnectOpts, port = 0): Promise<Wire> {
  const state = { isSwallowing: false, isRefusing: false, isSwallowingOne: false };
  const ends = new Set<Socket>();
  const server = createServer((near) => {
    hold(near);
    if (state.isRefusing) return void near.resetAndDestroy();
    // A connection that came while nothing got through stays as dead as it was.
    if (state.isSwallowing) return void near.resume();
    const far = createConnection(target());
    hold(far);
    pass(near, far, () => state.isSwallowingOne);
    pass(far, near, () => false);
  });
  const hold = (socket: Socket): void => {
    ends.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => ends.delete(socket));
  };
  const pass = (from: Socket, to: Socket, isChosen: () => boolean): void => {
    let isLost = false;
    from.on('data', (chunk) => {
      const isNext = isChosen();
      if (isNext) state.isSwallowingOne = false;
      isLost ||= state.isSwallowing || isNext;
      if (!isLost) to.write(chunk);
    });
    from.on('close', () => void (isLost || state.isSwallowing || to.end()));
  };
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const cut = (): void => {
    for (const end of ends) {
      // A socket file knows no reset.
      if (end.remoteAddress === undefined) end.destroy();
      else end.resetAndDestroy();
    }
  };
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    swallow: () => {
      state.isSwallowing = true;
    },
    swallowOnce: () => {
      state.isSwallowingOne = true;
    },
    refuse: () => {
      state.isRefusing = true;
      cut();
    },
    mend: () => {
      state.isSwallowing = false;
      state.isRefusing = false;
    },
    cut,
    close: async () => {
      for (const end of ends) end.destroy();
      await once(server.close(), 'close');
    },
  };
}
