import type { AddressInfo } from 'node:net';
import type { Call } from '@exam/contract/calls';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { randomId } from '#platform/chance';
import type { Config } from '#platform/config';
import { Refusal } from '#platform/errors';
import { noteAddresses } from '#platform/http/address';
import type { Identify, Routes } from '#platform/http/call';
import { answerError, answerRefusal } from '#platform/http/errors';
import { addSecurityHeaders, checkHost } from '#platform/http/guard';
import { addHealth } from '#platform/http/health';
import { parseStrictJson } from '#platform/http/json';
import { prepareToLeave } from '#platform/process/leaving';
import { admitBody, bodyLimit } from '#platform/http/open-bodies';
import { mount, mountLater, type Mounting } from '#platform/http/mount';
import { logInfo } from '#platform/log';

export type {
  Account,
  CallContext,
  FileReply,
  Handlers,
  Identify,
  RedirectReply,
  Routes,
  Session,
} from '#platform/http/call';
export { languageOf } from '#platform/http/errors';

type NotFoundPage = (request: FastifyRequest, reply: FastifyReply) => unknown;

/**
 * The HTTP server without its domains: guards, strict bodies, headers, errors, health, one log line a request.
 * @param notFoundPage answers unknown addresses outside the API; without it they get the same JSON.
 */
export function createApp(config: Config, notFoundPage?: NotFoundPage): FastifyInstance {
  const app = Fastify({
    logger: false,
    bodyLimit,
    trustProxy: (_address: string, hop: number) => hop < config.trustedProxies,
    genReqId: () => randomId(),
    routerOptions: { maxParamLength: 200 },
    // The first is looked at each time that the second is over.
    requestTimeout: 30_000,
    http: { connectionsCheckingInterval: 5_000 },
    // Who comes while the server ends is answered like everybody (`leaving.ts`); the framework's own 503 has no words.
    return503OnClosing: false,
    // Attacks on prototypes are refused, not removed, by our own parser.
    onProtoPoisoning: 'ignore',
    frameworkErrors: (error, request, reply) => {
      addSecurityHeaders(reply, config);
      reply.header('x-request-id', request.id);
      answerError(error, request, reply);
    },
  });
  prepareToLeave(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseStrictJson(Buffer.isBuffer(body) ? body : Buffer.from(body)));
    } catch {
      done(new Refusal('MALFORMED'));
    }
  });
  void app.register(cookie);
  noteAddresses(app);
  app.addHook('onRequest', (request, reply, done) => {
    addSecurityHeaders(reply, config);
    reply.header('x-request-id', request.id);
    checkHost(request, config);
    admitBody(request, reply);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const fields = { requestId: request.id, method: request.method, route: request.routeOptions.url ?? 'unknown' };
    logInfo('request', { ...fields, status: reply.statusCode, milliseconds: Math.round(reply.elapsedTime) });
    done();
  });
  app.setErrorHandler(answerError);
  answerUnknown(app, notFoundPage);
  addHealth(app, config);
  return app;
}

/**
 * Mounts every domain's routes, and one shared 501 for the calls that come later.
 * @returns the names of the calls, served and later, for the test that holds them to the contract.
 */
export function mountAll(
  app: FastifyInstance,
  calls: Readonly<Record<string, Call>>,
  domains: { routes: readonly Routes[]; config: Config; identify: Identify },
): { served: string[]; later: string[] } {
  const mounting: Mounting = { config: domains.config, identify: domains.identify };
  const served: string[] = [];
  let later: string[] = [];
  // Signed notifications are checked over their bytes, so their calls read any content type as it is.
  void app.register(async (raw) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const { handlers, calls: group } of domains.routes)
      mount(raw, { calls: group, handlers: only(handlers, group, 'raw') }, mounting);
  });
  void app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    for (const { handlers, calls: group } of domains.routes)
      mount(uploads, { calls: group, handlers: only(handlers, group, 'multipart') }, mounting);
  });
  for (const { handlers, calls: group } of domains.routes) {
    mount(app, { calls: group, handlers: only(handlers, group, undefined) }, mounting);
    served.push(...Object.keys(handlers));
  }
  later = mountLater(app, calls, mounting);
  return { served, later };
}

function only(handlers: Routes['handlers'], group: Routes['calls'], kind: Call['bodyKind']): Routes['handlers'] {
  return Object.fromEntries(Object.entries(handlers).filter(([name]) => group[name]?.bodyKind === kind));
}

/**
 * 404 for an unknown address of the API and 405 with Allow for a known one by another method. Everything else goes to
 * the portal's own 404 page.
 */
function answerUnknown(app: FastifyInstance, notFoundPage: NotFoundPage | undefined): void {
  const known: { pattern: RegExp; method: string }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    const pattern = new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`);
    for (const one of [method].flat()) known.push({ pattern, method: one });
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const methods = [...new Set(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
    if (methods.length > 0) {
      reply.header('allow', methods.toSorted().join(', '));
      return answerRefusal(new Refusal('METHOD_NOT_ALLOWED'), request, reply);
    }
    if (notFoundPage && isPageRequest(request, path)) return notFoundPage(request, reply);
    return answerRefusal(new Refusal('NOT_FOUND'), request, reply);
  });
}

function isPageRequest(request: FastifyRequest, path: string): boolean {
  return ['GET', 'HEAD'].includes(request.method) && !path.startsWith('/api/') && !path.startsWith('/internal/');
}

/** Listens. @throws Error with code EADDRINUSE when the port is taken. @returns the port, also where 0 was asked for. */
export async function listen(app: FastifyInstance, config: Config): Promise<number> {
  await app.listen({ host: config.host, port: config.port });
  const address: AddressInfo | string | null = app.server.address();
  return typeof address === 'object' && address ? address.port : config.port;
}
