import { addressOf, endpointAliases, type EndpointName } from '@exam/contract/endpoints';
import type { Call } from '@exam/contract/calls';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#platform/config';
import { Refusal } from '#platform/errors';
import { callerAddress, callerNetwork } from '#platform/http/address';
import { type Account, type CallContext, type Identify, type Routes, type Session } from '#platform/http/call';
import { readCookie, visitOf, writeCookie } from '#platform/http/cookies';
import { languageOf } from '#platform/http/errors';
import { encodeAnswer } from '#platform/http/encode';
import { checkCsrfToken, checkOrigin } from '#platform/http/guard';
import { checkInput } from '#platform/http/input';
import { sendAnswer } from '#platform/http/reply';
import { readUpload } from '#platform/http/multipart';
import { admitUpload, uploadLimit } from '#platform/http/open-bodies';
import { inLine } from '#platform/line';
import { noteCaller } from '#platform/network-log';
import { isIdempotencyKey, onceByKey, ownerOfVisit } from '#platform/idempotency';
import { type Lane, withRequest } from '#platform/http/request-context';
import { csrfTokenOf, hashSecret } from '#platform/vault';

/** What every mounted call needs to know. */
export type Mounting = { config: Config; identify: Identify };

type Handler = (call: CallContext) => unknown;
type Who = { account: Account | null; session: Session | null };
type Place = { name: string; call: Call; handler: Handler };

/**
 * Registers the calls that a domain serves: input checked by the contract, caller resolved, reply encoded by the contract
 * so that nothing leaves which it does not name. Calls without a handler are not registered here.
 */
export function mount(app: FastifyInstance, routes: Routes, mounting: Mounting): string[] {
  const names = Object.keys(routes.handlers);
  for (const name of names) {
    const call = routes.calls[name];
    const handler = routes.handlers[name];
    if (!call || !handler) throw new Error(`There is no call ${name} in the contract.`);
    register(app, { name, call, handler: (context) => Reflect.apply(handler, undefined, [context]) }, mounting);
  }
  return names;
}

/** One answer for every call that the contract describes and that is not served yet: 501. */
export function mountLater(app: FastifyInstance, calls: Readonly<Record<string, Call>>, mounting: Mounting): string[] {
  const names = Object.keys(calls).filter((name) => calls[name]?.isLater);
  for (const name of names) {
    const call = calls[name];
    if (call)
      register(
        app,
        {
          name,
          call: { who: call.who, reply: null, ...(call.bodyKind ? { bodyKind: call.bodyKind } : {}) },
          handler: notYet,
        },
        mounting,
      );
  }
  return names;
}

function notYet(): never {
  throw new Refusal('NOT_YET');
}

function register(app: FastifyInstance, place: Place, mounting: Mounting): void {
  for (const { method, path } of addressesOf(place.name)) {
    app.route({
      method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      // Nobody's file is read before it is known whose it is.
      ...(place.call.bodyKind === 'multipart' && {
        bodyLimit: uploadLimit,
        onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
          const { account } = await resolveCaller(place.call, mounting, request);
          admitUpload(request, reply, account?.id ?? '');
        },
      }),
      handler: (request, reply) =>
        withRequest(contextOfRequest(request, place.call), () => serve(place, mounting, { request, reply })),
    });
  }
}

function contextOfRequest(request: FastifyRequest, call: Call) {
  const isPerson = call.who !== 'gateway';
  return { requestId: request.id, lane: laneOf(call), ...(isPerson && { caller: callerNetwork(request) }) };
}

/** Payment channels are answered while buyers queue. */
function laneOf({ who }: Call): Lane {
  return who === 'gateway' ? 'payments' : 'people';
}

function addressesOf(name: string): { method: string; path: string }[] {
  if (!isEndpoint(name)) throw new Error(`There is no endpoint ${name} in the contract.`);
  const aliases = (endpointAliases[name] ?? []).map((alias) => {
    const [method = '', path = ''] = alias.split(' ');
    return { method, path };
  });
  return [addressOf(name), ...aliases];
}

function isEndpoint(name: string): name is EndpointName {
  try {
    return addressOf(name as EndpointName).path !== '';
  } catch {
    return false;
  }
}

type Exchange = { request: FastifyRequest; reply: FastifyReply };

async function serve({ name, call, handler }: Place, mounting: Mounting, exchange: Exchange): Promise<unknown> {
  const { request } = exchange;
  const who = await resolveCaller(call, mounting, request);
  const context = contextOf(call, mounting, { ...exchange, who });
  const answering = () => answer({ name, call, handler }, context, exchange);
  // Only a few changes of one account run at once: whoever presses often waits for themselves, not everybody for them.
  return who.account && request.method !== 'GET'
    ? await inLine('account', who.account.id, answering)
    : await answering();
}

async function answer({ name, call, handler }: Place, context: CallContext, { request, reply }: Exchange) {
  const key = request.headers['idempotency-key'];
  if (call.isIdempotent && typeof key === 'string')
    return await serveOnce({ name, call, handler }, context, { key, reply });
  return sendAnswer(reply, call, await handler(context));
}

/** A call with an Idempotency-Key: done once, answered alike each time (S-5). */
async function serveOnce(
  { name, call, handler }: Place,
  context: CallContext,
  { key, reply }: { key: string; reply: FastifyReply },
): Promise<FastifyReply> {
  if (!isIdempotencyKey(key)) throw new Refusal('MALFORMED');
  const request = {
    ownerId: context.account?.id ?? ownerOfVisit(context.visitId),
    key,
    endpoint: name,
    input: [context.params, context.query, context.body],
  };
  const { status, answer } = await onceByKey(request, async () => {
    const given = await handler(context);
    return call.reply === null
      ? { status: 204, answer: null }
      : { status: 200, answer: encodeAnswer(call.reply, given) };
  });
  if (status === 204) return reply.code(204).send();
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(answer));
}

/** A payment channel proves itself by its signature; everybody else by origin, cookie and anti-forgery value. */
async function resolveCaller(call: Call, { config, identify }: Mounting, request: FastifyRequest): Promise<Who> {
  if (call.who === 'gateway') return { account: null, session: null };
  checkOrigin(request, config);
  const token = readCookie(request, 'portal-session', config);
  const account = token === null ? null : await identify(token);
  if (token === null || account === null) {
    if (call.who === 'visitor') return { account: null, session: null };
    throw new Refusal('UNAUTHENTICATED');
  }
  noteCaller(request, { accountId: account.id });
  checkCsrfToken(request, token);
  if (call.who === 'staff') throw new Refusal('FORBIDDEN');
  return { account, session: { idHash: hashSecret(token), csrfToken: csrfTokenOf(token) } };
}

function contextOf(call: Call, { config }: Mounting, { request, reply, who }: Exchange & { who: Who }): CallContext {
  const isRaw = call.bodyKind === 'raw';
  const input = {
    params: checkInput(call, 'params', request.params),
    query: checkInput(call, 'query', request.query),
    body: isRaw ? undefined : checkInput(call, 'body', request.body),
  };
  const mark = request.url.indexOf('?');
  return {
    // The contract has just checked them; `Handlers` gives each handler its own types.
    ...(input as Pick<CallContext, 'params' | 'query' | 'body'>),
    ...who,
    rawBody: isRaw && Buffer.isBuffer(request.body) ? request.body : null,
    upload:
      call.bodyKind === 'multipart' && Buffer.isBuffer(request.body)
        ? readUpload(request.body, request.headers['content-type'] ?? '')
        : null,
    get visitId() {
      return visitOf(request, reply, config);
    },
    language: languageOf(request.headers['accept-language']),
    requestId: request.id,
    ip: callerAddress(request),
    headers: request.headers,
    rawQuery: mark < 0 ? '' : request.url.slice(mark + 1),
    deviceToken: readCookie(request, 'portal-device', config),
    ticket: readCookie(request, 'portal-ticket', config),
    setToken: (name, token) =>
      writeCookie(reply, config, {
        name: `portal-${name}`,
        value: token && token.value,
        ...(token && { maxAgeSeconds: token.seconds }),
      }),
    setSession: (value) => {
      writeCookie(reply, config, { name: 'portal-session', value });
      // Not "storage": the language chosen and the notices closed there are no secrets and survive a sign-out.
      if (value === null) reply.header('clear-site-data', '"cache"');
    },
  };
}
