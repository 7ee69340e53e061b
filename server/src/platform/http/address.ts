import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerOf } from '#platform/limits/caller';

const addresses = new WeakMap<FastifyRequest, string>();

/** Who hung up before anything could be asked. */
const nobody = 'unknown';

/** Notes where each request comes from while its connection is there: of a closed one nobody knows it any more. */
export function noteAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    // Undefined of a connection that is closed already, whatever its type says.
    addresses.set(request, String(request.ip ?? nobody));
    done();
  });
}

/** The caller's address, from the last trusted proxy (T27). */
export function callerAddress(request: FastifyRequest): string {
  return addresses.get(request) ?? nobody;
}

/** Whom a limit by address counts as the caller. */
export function callerNetwork(request: FastifyRequest): string {
  return callerOf(callerAddress(request));
}
