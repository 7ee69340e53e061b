import { type StaffCall, staffAddressOf, staffEndpoints, type StaffEndpointName } from '@exam/contract/staff';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#platform/config';
import { Refusal } from '#platform/errors';
import { callerAddress } from '#platform/http/address';
import type { Session } from '#platform/http/call';
import { readCookie, writeCookie } from '#platform/http/cookies';
import { languageOf } from '#platform/http/errors';
import { encodeAnswer } from '#platform/http/encode';
import { checkCsrfToken, checkOrigin } from '#platform/http/guard';
import { checkInput } from '#platform/http/input';
import { admitUpload, uploadLimit } from '#platform/http/open-bodies';
import { readUpload } from '#platform/http/multipart';
import { sendAnswer } from '#platform/http/reply';
import { isIdempotencyKey, onceByKey } from '#platform/idempotency';
import { takeLimit } from '#platform/limits';
import { noteCaller } from '#platform/network-log';
import { withRequest } from '#platform/http/request-context';
import type { IdentifyStaff, StaffCallContext, StaffIdentity, StaffRoutes } from '#platform/http/staff/call';
import { keepRefusal } from '#platform/http/staff/refusals';
import { keepingShown } from '#platform/http/staff/shown';
import { csrfTokenOf, hashSecret } from '#platform/vault';

export type {
  IdentifyStaff,
  StaffActor,
  StaffCallContext,
  StaffHandlers,
  StaffIdentity,
  StaffRoutes,
} from '#platform/http/staff/call';
export { checkOffice, checkPermission, inOffices, may, seesOffice } from '#platform/http/staff/scope';

type Mounting = {
  /** The console's view of the configuration: its `publicUrl` is the console's origin. */
  config: Config;
  identify: IdentifyStaff;
};

type Place = { name: string; call: StaffCall; handler: (call: StaffCallContext) => unknown };
type Exchange = { request: FastifyRequest; reply: FastifyReply };
type Who = { identity: StaffIdentity | null; session: Session | null };

/**
 * Mounts the staff calls of every domain on the console's own server. Each is checked in this order: origin, session,
 * anti-forgery value, permission, fresh proof, input; then its handler decides about offices and records.
 * @returns the names mounted, which a test holds to the contract.
 */
export function mountStaff(
  app: FastifyInstance,
  { routes, ...mounting }: Mounting & { routes: readonly StaffRoutes[] },
): string[] {
  const places = routes.flatMap(({ calls, handlers }) =>
    Object.keys(handlers).map((name) => placeOf(name, calls, handlers)),
  );
  void app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    for (const place of places) if (place.call.bodyKind === 'multipart') register(uploads, place, mounting);
  });
  for (const place of places) if (place.call.bodyKind !== 'multipart') register(app, place, mounting);
  return places.map(({ name }) => name);
}

function placeOf(name: string, calls: StaffRoutes['calls'], handlers: StaffRoutes['handlers']): Place {
  const [call, handler] = [calls[name], handlers[name]];
  if (!call || !handler) throw new Error(`There is no staff call ${name} in the contract.`);
  return { name, call, handler: (context) => Reflect.apply(handler, undefined, [context]) };
}

function register(app: FastifyInstance, place: Place, mounting: Mounting): void {
  if (!isStaffEndpoint(place.name)) throw new Error(`There is no staff endpoint ${place.name} in the contract.`);
  const { method, path } = staffAddressOf(place.name);
  app.route({
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    // Nobody's file is read before it is known whose it is.
    ...(place.call.bodyKind === 'multipart' && {
      bodyLimit: uploadLimit,
      onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
        const { identity } = await resolveStaff(place.call, mounting, request);
        admitUpload(request, reply, identity?.staff.id ?? '');
      },
    }),
    handler: (request, reply) =>
      withRequest({ requestId: request.id, lane: 'staff' }, () => serve(place, mounting, { request, reply })),
  });
}

function isStaffEndpoint(name: string): name is StaffEndpointName {
  return name in staffEndpoints;
}

async function serve(place: Place, mounting: Mounting, exchange: Exchange): Promise<unknown> {
  const { call } = place;
  const { request, reply } = exchange;
  const who = await resolveStaff(call, mounting, request);
  const context = contextOf(call, mounting, { ...exchange, who });
  const key = request.headers['idempotency-key'];
  if (!call.isIdempotent || typeof key !== 'string') return sendAnswer(reply, call, await handle(place, context));
  if (!isIdempotencyKey(key) || !context.staff) throw new Refusal('MALFORMED');
  const input = [context.params, context.query, context.body];
  const once = { ownerId: context.staff.id, key, endpoint: place.name, input };
  const { answer } = await onceByKey(once, async () => {
    const given = await handle(place, context);
    return { status: 200, answer: call.reply === null ? null : encodeAnswer(call.reply, given) };
  });
  if (answer === null) return reply.code(204).send();
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
}

async function handle({ name, call, handler }: Place, context: StaffCallContext): Promise<unknown> {
  try {
    if (context.staff && call.permission?.endsWith(':reveal')) await takeLimit('staffReveal', context.staff.id);
    // Files note whom they name by themselves, with the reason of the export.
    if ('file' in call) return await handler(context);
    return await keepingShown(context.staff, async () => await handler(context));
  } catch (error) {
    await keepRefusal(error, { staff: context.staff, call: name, params: context.params });
    throw error;
  }
}

/**
 * Who calls, and whether they may (S-1, S-2): a portal's cookie is none of the console's.
 * @throws Refusal FORBIDDEN for another origin, a missing anti-forgery value, a missing right; UNAUTHENTICATED; REAUTH.
 */
async function resolveStaff(call: StaffCall, { config, identify }: Mounting, request: FastifyRequest): Promise<Who> {
  checkOrigin(request, config);
  const token = readCookie(request, 'console-session', config);
  const identity = token === null ? null : await identify(token);
  if (token === null || identity === null) {
    if (call.who === 'visitor') return { identity: null, session: null };
    throw new Refusal('UNAUTHENTICATED');
  }
  noteCaller(request, { staffId: identity.staff.id });
  checkCsrfToken(request, token);
  if (call.permission !== null && !identity.staff.permissions.has(call.permission)) throw new Refusal('FORBIDDEN');
  if (call.isFresh && !identity.isFresh) throw new Refusal('REAUTH');
  return { identity, session: { idHash: hashSecret(token), csrfToken: csrfTokenOf(token) } };
}

function contextOf(call: StaffCall, { config }: Mounting, exchange: Exchange & { who: Who }): StaffCallContext {
  const { request, reply, who } = exchange;
  const isUpload = call.bodyKind === 'multipart';
  const input = {
    params: checkInput(call, 'params', request.params),
    query: checkInput(call, 'query', request.query),
    body: isUpload ? undefined : checkInput(call, 'body', request.body),
  };
  const context = {
    ...input,
    staff: who.identity?.staff ?? null,
    session: who.session,
    upload:
      isUpload && Buffer.isBuffer(request.body)
        ? readUpload(request.body, request.headers['content-type'] ?? '')
        : null,
    language: languageOf(request.headers['accept-language']),
    requestId: request.id,
    ip: callerAddress(request),
    headers: request.headers,
    setSession: (value: string | null) => {
      writeCookie(reply, config, { name: 'console-session', value });
      if (value === null) reply.header('clear-site-data', '"cache", "storage"');
    },
  };
  // The contract has just checked the input, and a visitor's call alone has nobody; `StaffHandlers` gives each its own types.
  return context as StaffCallContext;
}
