import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { Agent, createServer, type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { callOut, type Incoming } from '#platform/network';
import { freePort } from '#platform/testing/free-port';

/** The real program of a test, as `npm run serve` runs it. */
export type Served = { process: ChildProcess; port: number; url: string; said: () => string };

type Kind = {
  /** Another program than the server of this version. */
  program?: string;
  /** A file for what it says. */
  log?: string;
};

/** Starts it and waits until it is ready. */
export async function serve(environment: Readonly<Record<string, string>>, kind: Kind = {}): Promise<Served> {
  const [port, consolePort] = [await freePort(), await freePort()];
  const output = kind.log === undefined ? 'pipe' : openSync(kind.log, 'a');
  const child = spawn(process.execPath, [kind.program ?? join(import.meta.dirname, '../main.ts')], {
    env: { ...process.env, PORT: String(port), CONSOLE_PORT: String(consolePort), ...environment },
    stdio: ['ignore', output, output],
  });
  if (typeof output === 'number') closeSync(output);
  let text = '';
  child.stdout?.on('data', (chunk) => (text += String(chunk)));
  child.stderr?.on('data', (chunk) => (text += String(chunk)));
  const said = () => (kind.log === undefined ? text : readFileSync(kind.log, 'utf8'));
  const own = Number(environment['PORT'] ?? port);
  const served = { process: child, port: own, url: `http://127.0.0.1:${own}`, said };
  while (!(await isReady(served.url))) {
    if (child.exitCode !== null) throw new Error(said());
    await pause(50);
  }
  return served;
}

/** Whether a server says that it is ready. */
export async function isReady(url: string): Promise<boolean> {
  return (await statusOf(`${url}/readyz`)) === 200;
}

/** @returns 0 where nobody answers in time. */
export async function statusOf(url: string, timeoutMilliseconds?: number): Promise<number> {
  return await ask(url, timeoutMilliseconds).then(
    ({ status }) => status,
    () => 0,
  );
}

/** @returns the exit code, or the signal that ended it. */
export async function endOf({ process: child }: Served): Promise<number | NodeJS.Signals | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode ?? child.signalCode;
}

/** A question of a visitor. @throws NetworkError when no answer comes in time. */
export async function ask(url: string, timeoutMilliseconds = 15_000): Promise<Incoming> {
  return await callOut(url, { allowedOrigins: [new URL(url).origin], timeoutMilliseconds });
}

/** What is told of one stretch of the way is not true of the next (RFC 9110, 7.6.1). */
function withoutConnection({
  connection: _1,
  'keep-alive': _2,
  'transfer-encoding': _3,
  ...headers
}: IncomingHttpHeaders) {
  return headers;
}

export type Proxy = {
  url: string;
  passesTo: (served: Served) => boolean;
  broken: () => readonly string[];
  close: () => Promise<void>;
};

/**
 * A proxy as there is before the processes of a real installation: keeps connections to those that say they are ready, and sends each
 * request to one of them in turn. A request is sent once; one that finds no answer is counted as broken.
 */
export async function startProxy(targets: () => readonly Served[]): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<number>();
  const broken: string[] = [];
  let turn = 0;
  const look = async (): Promise<void> => {
    await Promise.all(
      targets().map(async ({ port, url }) => ((await isReady(url)) ? ready.add(port) : ready.delete(port))),
    );
  };
  const looking = setInterval(() => void look(), 200);
  await look();
  const server = createServer((incoming, outgoing) => {
    const ports = targets().flatMap(({ port }) => (ready.has(port) ? [port] : []));
    const port = ports[turn++ % ports.length];
    if (port === undefined) return void outgoing.writeHead(502).end();
    const { method, headers, url: path } = incoming;
    const passed = httpRequest({ host: '127.0.0.1', port, method, headers, path, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, withoutConnection(answer.headers));
      answer.pipe(outgoing);
    });
    passed.on('error', (error) => {
      broken.push(error.message);
      outgoing.destroy();
    });
    incoming.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    passesTo: ({ port }) => ready.has(port),
    broken: () => broken,
    close: async () => {
      clearInterval(looking);
      agent.destroy();
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
