import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';

/** What `/metrics` shows: one registry a process, whoever asks. */
export const metrics = new Registry();
collectDefaultMetrics({ register: metrics });

/**
 * What PostgreSQL ended in favour of another, because a table was changed or because a number was drawn twice, and what was run again, by its code
 * (40001, 40P01, 0A000, 23505).
 */
export const conflicts = new Counter({
  name: 'database_conflicts_total',
  help: 'Acts run again after a conflict, by SQLSTATE; 40P01 is a deadlock and always a fault of ours',
  labelNames: ['code'],
  registers: [metrics],
});

/** Who waits in a line of this process, by the line's name. */
export const waiting = new Gauge({
  name: 'line_waiting',
  help: 'Requests that wait in a line of this process before they take a connection',
  labelNames: ['line'],
  registers: [metrics],
});
