import { openSync } from 'node:fs';
import pino, { type Logger } from 'pino';
import { currentRequestId } from './request-context.ts';

/**
 * Everything a log line may carry. The list is closed so that a name, number, code or token cannot be logged by accident
 * (T31): a new field is a decision, made here.
 */
export type LogFields = {
  requestId?: string;
  method?: string;
  /** The route's template, never the address as typed: that may hold a code or a phone number. */
  route?: string;
  status?: number;
  milliseconds?: number;
  task?: string;
  attempt?: number;
  /** Random identifiers of our own objects. */
  orderId?: string;
  applicationId?: string;
  paymentId?: string;
  refundId?: string;
  messageId?: string;
  accountId?: string;
  channel?: string;
  outcome?: string;
  code?: string;
  count?: number;
  port?: number;
  /** What went wrong, cleaned by `describeError`. */
  error?: ErrorSummary;
};

export type ErrorSummary = { name: string; code?: string; stack: string };

let logger: Logger = pino({ level: 'silent' });

/**
 * Called once at start. `destination` is a file descriptor or a path; the default is standard output. A file is opened at
 * once: pino opens it later, and a process that ends before that would end with pino's complaint instead of its own line.
 */
export function openLog(level: string, destination: string | number = 1): void {
  const descriptor = typeof destination === 'string' ? openSync(destination, 'a') : destination;
  logger = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: descriptor, sync: false }),
  );
}

/** Waits until the last line is written. */
export async function closeLog(): Promise<void> {
  await new Promise<void>((resolve) => logger.flush(() => resolve()));
}

/** One line at level info. `event` is a constant such as `order expired`, never built from values. */
export function logInfo(event: string, fields: LogFields = {}): void {
  logger.info(withRequestId(fields), event);
}

/** One line at level warn. */
export function logWarning(event: string, fields: LogFields = {}): void {
  logger.warn(withRequestId(fields), event);
}

/** One line at level error; every such line is a fault to look into. */
export function logError(event: string, error: unknown, fields: LogFields = {}): void {
  logger.error({ ...withRequestId(fields), error: describeError(error) }, event);
}

/**
 * What is safe to log of an error: its name, its code and where it came from. The message is left out: libraries and the
 * database quote values in it.
 */
export function describeError(error: unknown): ErrorSummary {
  if (!(error instanceof Error)) return { name: typeof error, stack: '' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const cause = error.cause instanceof Error ? ` < ${error.cause.name}` : '';
  return {
    name: error.name + cause,
    ...(code ? { code } : {}),
    stack: frames
      .slice(0, 12)
      .map((line) => line.trim())
      .join(' | '),
  };
}

function withRequestId(fields: LogFields): LogFields {
  const requestId = fields.requestId ?? currentRequestId();
  return requestId === null ? fields : { requestId, ...fields };
}
