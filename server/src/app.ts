import { calls } from '@exam/contract/calls';
import { openApi } from '@exam/contract/openapi';
import type { FastifyInstance } from 'fastify';
import * as accounts from '#accounts';
import * as applications from '#applications';
import * as candidates from '#candidates';
import * as catalogue from '#catalogue';
import * as drafts from '#drafts';
import * as imports from '#imports';
import * as letters from '#letters';
import * as messages from '#messages';
import * as orders from '#orders';
import * as passkeys from '#passkeys';
import * as payments from '#payments';
import type { Config } from '#platform/config';
import { createApp, mountAll, type Routes } from '#platform/http';
import { forgetOldKeys } from '#platform/idempotency';
import { forgetOldTakes } from '#platform/limits';
import { addSite, sendNotFoundPage, type Site } from '#platform/static-site';
import type { Cron, Tasks } from '#platform/worker';
import * as refunds from '#refunds';
import * as sessions from '#sessions';
import * as verification from '#verification';

/** What a domain brings: its calls, its work in the background, and what runs by the clock. */
export type Domain = { routes?: readonly Routes[]; tasks?: Tasks; crons?: readonly Cron[] };

/** The platform's own chores. */
const chores: Domain = {
  tasks: {
    'platform.forget': async () => {
      await forgetOldKeys();
      await forgetOldTakes();
    },
  },
  crons: [{ task: 'platform.forget', match: '17 * * * *' }],
};

/** Every domain of the server. */
const domains: readonly Domain[] = [
  chores,
  accounts,
  passkeys,
  verification,
  candidates,
  imports,
  drafts,
  catalogue,
  sessions,
  applications,
  orders,
  payments,
  refunds,
  letters,
  messages,
];

/** Every task of every domain, by name. */
export const tasks: Tasks = Object.assign({}, ...domains.map((domain) => domain.tasks ?? {}));

/** Every cron of every domain. */
export const crons: readonly Cron[] = domains.flatMap((domain) => domain.crons ?? []);

/**
 * The whole server, not listening yet.
 * @returns the app and the names of the calls it serves and those it answers 501, which a test holds to the contract.
 */
export function buildApp(
  config: Config,
  site: Site | null,
): { app: FastifyInstance; served: string[]; later: string[] } {
  const formTargets = config.alipay ? [new URL(config.alipay.gateway).origin] : [];
  const app = createApp(
    config,
    site ? (request, reply) => sendNotFoundPage(site, formTargets, { request, reply }) : undefined,
  );
  const routes = domains.flatMap((domain) => domain.routes ?? []);
  const mounted = mountAll(app, calls, { routes, config, identify: accounts.identify });
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(openApi()),
  );
  if (site) addSite(app, site, formTargets);
  return { app, ...mounted };
}
