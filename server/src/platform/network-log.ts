import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { databasePool, type Tx } from '#platform/database';
import { codeOf, isBusy } from '#platform/database/errors';
import { callerAddress } from '#platform/http/address';
import { logError, logWarning } from '#platform/log';
import { blindIndex, seal } from '#platform/vault';

/** Whoever was signed in, by the id of the account: nothing else of them is kept. */
type Caller = { accountId: string } | { staffId: string };

/** One call, as it waits to be written. */
type Row = {
  /** The request's id. */
  id: string;
  /** When it came, by the process's own clock in ms. */
  begunAt: number;
  origin: 'portal' | 'console';
  method: string;
  /** The template, never the address as typed; null where nobody serves it. */
  route: string | null;
  status: number;
  milliseconds: number;
  caller: () => Caller | null;
  address: string;
};

/** Rows of one statement; when there are that many they are written without waiting for the second to end. */
const perStatement = 200;
/** Rows kept in memory while the database is away; what comes then is counted and lost. */
const mostWaiting = 10_000;
const pauseMilliseconds = 1000;

const callers = new WeakMap<FastifyRequest, Caller>();
let waiting: Row[] = [];
let lost = 0;
let timer: NodeJS.Timeout | null = null;
let writing: Promise<boolean> | null = null;

/** Says whose call a request is, as soon as that is known: of refused calls too. */
export function noteCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller);
}

/** What is written of a call whose caller hung up before there was an answer; no status of HTTP. */
const hungUp = 499;

/**
 * Keeps a row of every call of a site's API (Cybersecurity Law 21; decision 0027), not of pages, files or probes, whether its caller waits
 * for the answer or hangs up. Rows wait in memory and are written beside the calls, at most a second later: no answer waits for one, and
 * none changes when one cannot be written.
 */
export function keepNetworkLog(app: FastifyInstance, origin: 'portal' | 'console'): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/')) keepAtEnd(origin, request, reply);
    done();
  });
}

function keepAtEnd(origin: Row['origin'], request: FastifyRequest, reply: FastifyReply): void {
  const begunAt = performance.now();
  let isKept = false;
  const end = (): void => {
    if (isKept) return;
    isKept = true;
    keep({
      id: request.id,
      begunAt,
      origin,
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.raw.headersSent ? reply.raw.statusCode : hungUp,
      milliseconds: Math.round(performance.now() - begunAt),
      // Who calls may be found out while the row waits.
      caller: () => callers.get(request) ?? null,
      address: callerAddress(request),
    });
  };
  reply.raw.once('finish', end);
  reply.raw.once('close', end);
}

function keep(row: Row): void {
  if (waiting.length >= mostWaiting) lost += 1;
  else waiting.push(row);
  if (waiting.length === perStatement) setImmediate(() => void flushNetworkLog());
  timer ??= setTimeout(onTimer, pauseMilliseconds).unref();
}

function onTimer(): void {
  timer = null;
  void flushNetworkLog().then((isWritten) => {
    if (!isWritten) timer ??= setTimeout(onTimer, pauseMilliseconds).unref();
  });
}

/** Writes what waits. @returns false when the database is away: then it waits on. */
export async function flushNetworkLog(): Promise<boolean> {
  if (writing) return await writing;
  writing = writeWaiting();
  try {
    return await writing;
  } finally {
    writing = null;
  }
}

/** Writes what waits and forgets what cannot be written; for the end of the process, while the database is still open. */
export async function closeNetworkLog(): Promise<void> {
  await writing;
  await flushNetworkLog();
  if (timer) clearTimeout(timer);
  timer = null;
  lost += waiting.length;
  waiting = [];
  tellLost();
}

async function writeWaiting(): Promise<boolean> {
  while (waiting.length > 0) {
    const rows = waiting.slice(0, perStatement);
    try {
      await writeAllBut(rows);
    } catch (error) {
      if (isBusy(error, 'write')) logWarning('network log waits for the database', { count: waiting.length });
      else logError('network log cannot be written', error, { count: waiting.length });
      return false;
    }
    waiting = waiting.slice(rows.length);
  }
  tellLost();
  return true;
}

/** Writes the rows; one that can never be written is counted as lost, and holds up no other. @throws what holds for all of them. */
async function writeAllBut(rows: readonly Row[]): Promise<void> {
  try {
    await write(rows);
  } catch (error) {
    if (!isOfRow(error)) throw error;
    if (rows.length > 1) {
      for (const row of rows) await writeAllBut([row]);
      return;
    }
    logError('network log row refused', error);
    lost += 1;
  }
}

/** Whether a value of the row is at fault: the database refuses it (classes 22 and 23), or it cannot be sealed. */
function isOfRow(error: unknown): boolean {
  return error instanceof TypeError || /^2[23]/.test(codeOf(error));
}

function tellLost(): void {
  if (lost > 0) logWarning('network log rows lost', { count: lost });
  lost = 0;
}

const accountOf = (caller: Caller | null) => (caller && 'accountId' in caller ? caller.accountId : null);
const staffOf = (caller: Caller | null) => (caller && 'staffId' in caller ? caller.staffId : null);

/** One statement outside of any transaction. When it came is told by the database's clock, which decides about periods. */
async function write(rows: readonly Row[]): Promise<void> {
  const now = performance.now();
  const keys = new Map(rows.map(({ address }) => [address, addressKey(address)]));
  await databasePool().query({
    name: 'network-log',
    text: `insert into network_log
        (id, at, origin, method, route, status, milliseconds, account_id, staff_id, address_sealed, address_key)
      select id, (select app_now()) - make_interval(secs => age / 1000), origin, method, route, status, milliseconds, account_id, staff_id,
        address_sealed, address_key
      from unnest($1::uuid[], $2::double precision[], $3::text[], $4::text[], $5::text[], $6::integer[], $7::integer[], $8::uuid[],
        $9::uuid[], $10::bytea[], $11::bytea[])
        as call (id, age, origin, method, route, status, milliseconds, account_id, staff_id, address_sealed, address_key)
      on conflict (id) do nothing`,
    values: [
      rows.map(({ id }) => id),
      rows.map(({ begunAt }) => now - begunAt),
      rows.map(({ origin }) => origin),
      rows.map(({ method }) => method),
      rows.map(({ route }) => route),
      rows.map(({ status }) => status),
      rows.map(({ milliseconds }) => milliseconds),
      rows.map(({ caller }) => accountOf(caller())),
      rows.map(({ caller }) => staffOf(caller())),
      rows.map(({ id, address }) => seal(address, { table: 'network_log', row: id, column: 'address' })),
      rows.map(({ address }) => keys.get(address)),
    ],
  });
}

/** The keyed hash by which the rows of an address are found. */
export function addressKey(address: string): Buffer {
  return blindIndex('network_log.address', address);
}

/** Forgets calls whose period is over. */
export async function forgetCalls(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`delete from network_log where id = any(${[...ids]}::uuid[])`.execute(tx);
}
