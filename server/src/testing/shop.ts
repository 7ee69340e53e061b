import type { Routes } from '#platform/http';
import { identify, routes as accountRoutes } from '#people/accounts';
import { startTestApp } from '#testing/app';
import { routes as verificationRoutes } from '#people/verification';
import { type Bank, type ChannelName, startBank } from './bank.ts';
import type { TestServer } from './browser.ts';

/** A server and its payment channel. */
type Shop = { server: TestServer; bank: Bank };

/** Starts the channel, then the domains under test on the address that the channel tells its news to. */
export async function openShop(
  routes: readonly Routes[],
  channels?: readonly ChannelName[],
): Promise<Shop & { close: () => Promise<void> }> {
  const bank = await startBank(channels);
  const server = await startTestApp({
    routes: [...accountRoutes, ...verificationRoutes, ...routes],
    identify,
    environment: { TRUSTED_PROXIES: '1', ...bank.environment },
  });
  return {
    server,
    bank,
    close: async () => {
      await server.close();
      await bank.close();
    },
  };
}
