import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '@exam/server/platform/config';
import { LaunchError } from '@exam/server/platform/database/embedded';

type Wanted = Pick<Config, 'host' | 'port' | 'consolePort' | 'sandboxPort'>;

/** The settings that name ports, with their values. */
function portsOf({ port, consolePort, sandboxPort }: Wanted): readonly (readonly [name: string, port: number])[] {
  return [
    ['PORT', port],
    ['CONSOLE_PORT', consolePort],
    ['SANDBOX_PORT', sandboxPort],
  ];
}

/** What to say about a port that somebody has: which setting moves us elsewhere. */
export function portTaken(config: Wanted, taken: number): string {
  const [name] = portsOf(config).find(([, port]) => port === taken) ?? ['PORT'];
  return `Port ${taken} is already in use. Stop the other program, or set ${name}.`;
}

/**
 * Sees that every port is free before anything that takes time begins.
 * @throws LaunchError, one line that names the port and its setting.
 */
export async function checkPorts(config: Wanted): Promise<void> {
  for (const [, port] of portsOf(config))
    if (port !== 0 && !((await isFree(port, config.host)) && (await isFree(port, localhostToo))))
      throw new LaunchError(portTaken(config, port));
}

/** What a browser may take `localhost` for first, though we do not listen there. */
const localhostToo = '::1';

async function isFree(port: number, host: string): Promise<boolean> {
  const probe = createServer();
  try {
    probe.listen({ port, host, ipv6Only: true });
    await once(probe, 'listening');
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EADDRINUSE') return false;
    // A machine without IPv6.
    if (host === localhostToo && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')) return true;
    throw error;
  } finally {
    probe.close();
  }
}
