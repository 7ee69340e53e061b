import { chinaDateOf } from '@exam/contract/rules';
import { sql } from 'kysely';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '#platform/config';
import { inTransaction, reading, readingRows, type Tx } from '#platform/database';
import { Advice, Refusal } from '#platform/errors';
import { logError, logInfo } from '#platform/log';
import { moveTimed } from '#platform/outbox';
import { isSameSecret } from '#platform/vault';

/** Arithmetic on instants and China dates lies in the rules; jobs and commands find it here beside the clock. */
export { addSeconds as plusSeconds, chinaDateOf } from '@exam/contract/rules';

/**
 * The instant that decides every deadline (S-9): the database's clock plus the offset of demonstrations.
 * @returns ISO 8601 UTC with milliseconds. Constant within one transaction.
 */
export async function readNow(tx: Tx): Promise<string> {
  const { rows } = await sql<{ now: string }>`select app_now() as now`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('app_now() gave nothing');
  return row.now;
}

/** The same outside a transaction. */
export async function readNowAlone(): Promise<string> {
  return await reading(readNow);
}

/** Moves the clock of demonstrations and tests, and with it the jobs that are due by it. Production has no way to this. */
export async function setClockOffset(seconds: number): Promise<void> {
  await inTransaction(async (tx) => {
    const { rows } = await sql<{ seconds: number }>`
      update clock_offset set seconds = ${seconds} from (select seconds from clock_offset) before returning before.seconds`.execute(
      tx,
    );
    await moveTimed(tx, seconds - (rows[0]?.seconds ?? seconds));
  });
}

/** @returns seconds by which the clock of this database was moved. @throws Refusal BUSY when the database is away. */
export async function readClockOffset(): Promise<number> {
  const [row] = await readingRows(sql<{ seconds: number }>`select seconds from clock_offset`);
  return row?.seconds ?? 0;
}

/** @throws Error when production meets a database whose clock was moved (S-9). */
export async function refuseMovedClock(): Promise<void> {
  if ((await readClockOffset()) !== 0) throw new Advice('The clock of this database was moved; production refuses it.');
}

/**
 * `POST /internal/clock {offsetSeconds}` for the sandbox's page, and `GET` for whoever got no answer to it; guarded by the sandbox secret, absent
 * in production.
 * @param onMoved told after the clock moved forwards, and whether into another day in China, so that what became due is done at once. What a move back
 *   makes due (a reminder that waits for daytime) is done within the minute, as ever. The clock has moved even where that fails: what is due stays due.
 */
export function addClockRoute(
  app: FastifyInstance,
  config: Config,
  onMoved: (isOtherDay: boolean) => Promise<void>,
): void {
  const secret = config.sandboxSecret;
  if (config.isProduction || secret === null) return;
  const check = ({ headers: { 'x-sandbox-secret': given } }: FastifyRequest): void => {
    if (typeof given !== 'string' || !isSameSecret(given, secret)) throw new Refusal('NOT_FOUND');
  };
  let moved = Promise.resolve();
  app.get('/internal/clock', async (request) => {
    check(request);
    return { offsetSeconds: await readClockOffset() };
  });
  app.post('/internal/clock', async (request, reply) => {
    check(request);
    const { body } = request;
    const seconds = typeof body === 'object' && body !== null && 'offsetSeconds' in body ? body.offsetSeconds : null;
    if (typeof seconds !== 'number' || !Number.isInteger(seconds) || Math.abs(seconds) > 12 * 366 * 86_400)
      throw new Refusal('MALFORMED');
    const before = await readNowAlone();
    await setClockOffset(seconds);
    const after = await readNowAlone();
    logInfo('clock moved', { count: seconds });
    if (after <= before) return reply.code(204).send();
    const isOtherDay = chinaDateOf(after) !== chinaDateOf(before);
    // One after the other: each takes connections of the queue.
    moved = moved
      .then(() => onMoved(isOtherDay))
      .catch((error: unknown) => logError('what fell due was not done', error));
    await moved;
    return reply.code(204).send();
  });
}

/** What is to be done after the clock has moved, of all that runs by it: what runs once a day, at an hour, only when the day is another. */
export function dueAfterMove<Each extends { match: string }>(crons: readonly Each[], isOtherDay: boolean): Each[] {
  return crons.filter(({ match }) => isOtherDay || !/^\d+ \d+ /.test(match));
}
