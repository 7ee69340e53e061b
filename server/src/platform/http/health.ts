import type { FastifyInstance } from 'fastify';
import { Histogram } from 'prom-client';
import type { Config } from '#platform/config';
import { isDatabaseReady } from '#platform/database';
import '#platform/database/gauges';
import { Refusal } from '#platform/errors';
import { isLeaving } from '#platform/process/leaving';
import { metrics } from '#platform/metrics';
import { isWorkerWell } from '#platform/worker';

const seconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time to answer, by route template',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3],
  registers: [metrics],
});

/**
 * `/healthz` (this process runs), `/readyz` (and its database and worker do; says so within two seconds), `/metrics` for this machine only; `/app-config.json`
 * gives the API's base address and the operator's filing numbers (3-domain 6.5).
 */
export function addHealth(app: FastifyInstance, config: Config): void {
  app.addHook('onResponse', (request, reply, done) => {
    seconds.observe(
      { method: request.method, route: request.routeOptions.url ?? 'unknown', status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    done();
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    if (isLeaving(app) || !isWorkerWell() || !(await isDatabaseReady())) throw new Refusal('BUSY');
    return { status: 'ready' };
  });
  app.get('/metrics', async (request, reply) => {
    const isHere = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '');
    if (!isHere || request.headers['x-forwarded-for'] !== undefined) throw new Refusal('NOT_FOUND');
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
  app.get('/app-config.json', async () => ({
    apiBaseUrl: '',
    icpFiling: config.operator.icpFiling,
    policeFiling: config.operator.policeFiling,
  }));
}
