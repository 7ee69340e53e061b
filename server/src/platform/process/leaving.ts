import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#platform/errors';
import { answerRefusal } from '#platform/http/errors';

/** How a server ends: who is being answered, and whether it has begun to leave. */
type Departure = { isLeaving: boolean; running: Map<FastifyRequest, FastifyReply> };

const departures = new WeakMap<FastifyInstance, Departure>();

/** Milliseconds that a refusal has to reach who is told that there is no more time. */
const lastAnswerMs = 200;

/** Makes a server one that can leave. Called once, before its routes. */
export function prepareToLeave(app: FastifyInstance): void {
  const departure: Departure = { isLeaving: false, running: new Map() };
  departures.set(app, departure);
  app.addHook('onRequest', (request, reply, done) => {
    departure.running.set(request, reply);
    reply.raw.once('close', () => departure.running.delete(request));
    done();
  });
  // Who keeps the connection goes elsewhere with the next request.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (departure.isLeaving) reply.header('connection', 'close');
    done(null, payload);
  });
}

/** Whether a server has begun to end: it is not ready any more, though it answers. */
export function isLeaving(app: FastifyInstance): boolean {
  return departures.get(app)?.isLeaving ?? false;
}

/**
 * Ends a server: it says that it is not ready and goes on answering for a moment, so that whoever sends requests looks elsewhere;
 * then it takes no more, and what runs is finished. What is not finished in time is refused as BUSY.
 * @param momentMs how long it is still there for those who have not looked yet.
 * @param patienceMs how long what runs then has.
 * @returns how many requests were not finished in time.
 */
export async function leave(app: FastifyInstance, momentMs: number, patienceMs: number): Promise<number> {
  const departure = departures.get(app);
  if (departure) departure.isLeaving = true;
  await pause(momentMs);
  const closed = app.close();
  await Promise.race([closed, pause(patienceMs, undefined, { ref: false })]);
  const unfinished = [...(departure?.running ?? [])].filter(([, reply]) => !reply.sent);
  for (const [request, reply] of unfinished) answerRefusal(new Refusal('BUSY'), request, reply);
  await Promise.race([closed, pause(lastAnswerMs, undefined, { ref: false })]);
  // Idle connections, and requests of which only half ever came.
  app.server.closeAllConnections();
  await closed;
  return unfinished.length;
}
