import { openSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pino, { type Logger } from 'pino';
import { makeDirectory } from '#platform/directories';
import { logKeeping, turnOver } from '#platform/process/log-files';
import { currentRequestId } from '#platform/http/request-context';

/**
 * Everything a log line may carry, and of what kind it is; each of class `none` (ASVS 16.2.5). The list is closed so that a name, number, code
 * or token cannot be logged by accident (T31): a field that is not here does not compile, and is left out at run time; one that is called like
 * a column of people fails the proof of the log. A new field is a decision, made here.
 * - `id`: a random id of our own.
 * - `count`: a number.
 * - `word`: letters, digits and the punctuation of a route, task or code; anything else is left out, so that no sentence gets in.
 * - `error`: what `describeError` leaves of an error.
 */
export const logFields = {
  requestId: 'id',
  method: 'word',
  /** The route's template, never the address as typed: that may hold a code or a phone number. */
  route: 'word',
  status: 'count',
  milliseconds: 'count',
  task: 'word',
  attempt: 'count',
  orderId: 'id',
  applicationId: 'id',
  paymentId: 'id',
  refundId: 'id',
  messageId: 'id',
  accountId: 'id',
  channel: 'word',
  outcome: 'word',
  code: 'word',
  /** Verbs and tables of SQL, such as `update:exam_order`. */
  statements: 'word',
  count: 'count',
  port: 'count',
  error: 'error',
} as const satisfies Record<string, 'id' | 'count' | 'word' | 'error'>;

type ValueOf = { id: string; count: number; word: string; error: ErrorSummary };
export type LogFields = { [Field in keyof typeof logFields]?: ValueOf[(typeof logFields)[Field]] };

export type ErrorSummary = { name: string; code?: string; stack: string };

let logger: Logger = pino({ level: 'silent' });
let watch: NodeJS.Timeout | undefined;

/**
 * Called once at start. `destination` is a file descriptor or a path; the default is standard output. A file is opened at
 * once: pino opens it later, and a process that ends before that would end with pino's complaint instead of its own line. A file that is full
 * is closed and another begun, now and while the process runs (`log-files.ts`).
 */
export function openLog(level: string, destination: string | number = 1, keeping = logKeeping): void {
  clearInterval(watch);
  if (typeof destination === 'number') return void writeTo(level, destination);
  makeDirectory(dirname(destination));
  turnOver(destination, Date.now(), keeping);
  const open = () => writeTo(level, openSync(destination, 'a', 0o600));
  let stream = open();
  const look = () => {
    if (!turnOver(destination, Date.now(), keeping)) return;
    // What it still holds goes to the end of the file that was closed.
    const full = stream;
    stream = open();
    full.end();
  };
  const lookAgain = () => {
    try {
      look();
    } catch (error) {
      // A folder that cannot be written takes no more than the turn: what is open is written on.
      logError('log file cannot be turned over', error);
    }
  };
  watch = setInterval(lookAgain, keeping.lookEvery).unref();
}

function writeTo(level: string, descriptor: number): ReturnType<typeof pino.destination> {
  // Lines are written at once either way. Without a least length the stream would not wait for the last of them when it is flushed.
  const stream = pino.destination({ dest: descriptor, sync: false, minLength: 1 });
  // A full disk, or a reader who went away, takes lines from us but never the process.
  stream.on('error', () => undefined);
  logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream);
  return stream;
}

/** Milliseconds we wait for whoever reads the log: one that has stopped reading keeps no process alive. */
const longestClose = 1000;

/** Waits until the last line is written, or a second. */
export async function closeLog(): Promise<void> {
  const written = new Promise<void>((resolve) => logger.flush(() => resolve()));
  await Promise.race([written, pause(longestClose, undefined, { ref: false })]);
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
  logger.error(withRequestId({ ...fields, error: describeError(error) }), event);
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
  return listed(requestId === null ? fields : { requestId, ...fields });
}

/** What a line may carry of what it was given: types are gone at run time. */
function listed(fields: LogFields): LogFields {
  return Object.fromEntries(Object.entries(fields).filter(([field, value]) => isListed(field, value)));
}

function isListed(field: string, value: unknown): boolean {
  const kind = kinds.get(field);
  if (kind === 'count') return typeof value === 'number';
  if (kind === 'id') return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
  if (kind === 'word') return typeof value === 'string' && /^[\w./:*-]{1,200}$/.test(value) && !/\d{7}/.test(value);
  return kind === 'error';
}

const kinds: ReadonlyMap<string, string> = new Map(Object.entries(logFields));
