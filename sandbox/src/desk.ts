import { faultOf, messagesTo, offsetOf } from './api.ts';
import { isDependency } from './faults.ts';
import { codesPage } from './pages/codes-page.ts';
import { clockPage, faultsPage } from './pages/control-pages.ts';
import { html } from './pages/html.ts';
import { inboxPage, messagePage } from './pages/inbox-page.ts';
import { deskPage, readerOf, sendPage } from './pages/layout.ts';
import { paymentsPage } from './pages/payments-page.ts';
import { integerOf, recordOf, textOf } from './reading.ts';
import { isOutcome, settle } from './trade/settle.ts';
import { ageTrades } from './trade/trades.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { World } from './world.ts';

function notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const reader = readerOf(request);
  return sendPage(reply, deskPage(reader, 'messages', html`<p class="notice">${reader.words.notFound}</p>`), 404);
}

function clockRoutes(app: FastifyInstance, world: World): void {
  const time = (): { offsetSeconds: number; nowMs: number } => ({
    offsetSeconds: world.clock.offsetSeconds(),
    nowMs: world.clock.now(),
  });
  app.get('/clock', (request, reply) => sendPage(reply, clockPage(readerOf(request), time())));
  app.post('/clock', async (request, reply) => {
    const reader = readerOf(request);
    const offset = offsetOf(recordOf(request.body));
    if (offset === undefined) return sendPage(reply, clockPage(reader, time(), reader.words.clock.wrong), 400);
    const reason = await world.clock.move(offset);
    if (reason !== undefined) return sendPage(reply, clockPage(reader, time(), reader.words.clock.failed(reason)), 502);
    ageTrades(world);
    return reply.redirect('/clock', 303);
  });
}

function faultRoutes(app: FastifyInstance, world: World): void {
  app.get('/faults', (request, reply) => sendPage(reply, faultsPage(readerOf(request), world.faults.all())));
  app.post('/faults', (request, reply) => {
    const fields = recordOf(request.body);
    const dependency = textOf(fields, 'dependency');
    const seconds = integerOf(fields, 'delaySeconds') ?? 0;
    const fault = faultOf(seconds > 0 ? { ...fields, delayMs: seconds * 1000 } : fields);
    if (!fault || !isDependency(dependency))
      return sendPage(reply, faultsPage(readerOf(request), world.faults.all(), true), 400);
    world.faults.set(dependency, fault);
    return reply.redirect('/faults', 303);
  });
}

/** The pages of the person who runs the sandbox: inbox, the channel's ledger, clock and faults. Plain forms, no script. */
export function deskRoutes(app: FastifyInstance, world: World): void {
  app.get('/', (request, reply) => {
    const to = textOf(recordOf(request.query), 'to');
    return sendPage(reply, inboxPage(readerOf(request), messagesTo(world, to), to));
  });
  app.get('/messages/:id', (request, reply) => {
    const message = world.ledger.messages().find(({ id }) => id === textOf(recordOf(request.params), 'id'));
    return message ? sendPage(reply, messagePage(readerOf(request), message)) : notFound(request, reply);
  });
  app.get('/payments', (request, reply) => {
    ageTrades(world);
    return sendPage(reply, paymentsPage(readerOf(request), world.ledger.trades(), world.clock.now()));
  });
  app.post('/payments/:tradeNo/settle', async (request, reply) => {
    const trade = world.ledger.trade(textOf(recordOf(request.params), 'tradeNo'));
    const outcome = textOf(recordOf(request.body), 'outcome');
    if (!trade || !isOutcome(outcome)) return notFound(request, reply);
    const settled = settle(world, trade, outcome);
    if ('refused' in settled) {
      return sendPage(
        reply,
        paymentsPage(readerOf(request), world.ledger.trades(), world.clock.now(), settled.refused),
        409,
      );
    }
    await settled.told;
    return reply.redirect('/payments', 303);
  });
  app.get('/codes', (request, reply) =>
    sendPage(reply, codesPage(readerOf(request), world.authenticators.show(world.clock.now()))),
  );
  clockRoutes(app, world);
  faultRoutes(app, world);
  app.setNotFoundHandler(notFound);
}
