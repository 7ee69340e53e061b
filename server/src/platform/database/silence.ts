import type { Client, Pool, PoolClient } from 'pg';
import type { Admit } from '#platform/database/connection';
import { Refusal } from '#platform/errors';
import { logInfo, logWarning } from '#platform/log';

/** Milliseconds between two looks. */
const lookEvery = 1000;

/** How many checks in a row must hear nothing. Counted, not timed: a process that was itself held up has checked only once. */
const mostSilentLooks = 5;

/** Milliseconds that a question may take, with the connection for it: longer before everything is given up than afterwards. */
const doubtMs = 3000;
const silentMs = 1000;

/** What listens whether the database is still at the other end. */
export type Silence = {
  /** Whether it has gone silent: no connection is begun then. */
  isSilent: () => boolean;
  /** Takes note of a connection that is being made. @throws Refusal BUSY while the database is silent: it would hang, and stay dead afterwards. */
  admit: Admit;
  /** Listens on the connections of these pools. */
  listenTo: (pools: readonly Pool[]) => void;
  /** Gives up every connection of these pools, whatever it is used for. */
  hangUp: (pools: readonly Pool[]) => void;
  /** Begins to listen on a pool. @returns what tells whether something came on its connections since: one that has no time for us is only busy then. */
  listenOn: (pool: Pool) => () => boolean;
  stop: () => void;
};

/**
 * Notices that the network swallows what is sent: no connection breaks then, and each query would wait for its own deadline on a
 * line that may stay dead when the network is back. Somebody waits, nothing is heard on any connection, and a new question is not
 * answered either: then every connection is given up, and one is tried until it is answered. It ends what the given up ones left. A silence that
 * was over before anybody noticed leaves single connections that wait for an answer which was lost: the server is asked about those.
 * @param createProbe a connection of its own for asking; another one each time.
 */
export function listenForSilence(createProbe: (timeoutMs: number) => Client): Silence {
  const lines = keepLines();
  const state = { isSilent: false, isOver: false, isAsking: false, unheard: 0 };
  let probe: Client | null = null;
  const heard = (): void => {
    state.unheard = 0;
    if (state.isSilent) logInfo('database heard again');
    state.isSilent = false;
  };
  const ask = async (): Promise<void> => {
    const isFirst = probe === null;
    const mine = (probe ??= createProbe(state.isSilent ? silentMs : doubtMs));
    state.isAsking = true;
    try {
      if (isFirst) await mine.connect();
      await mine.query('select 1');
      await lines.endGivenUp(mine);
      await lines.endUnanswered(mine);
      heard();
    } catch (error) {
      if (probe !== mine) return;
      // A refusal is an answer; so is a line that was cut. The pools find out by themselves.
      if (!isUnanswered(error)) heard();
      giveUpProbe();
      if (state.isSilent && !state.isOver) return await ask();
    }
    state.isAsking = false;
  };
  const giveUpProbe = (): void => {
    if (probe) drop(probe);
    probe = null;
    state.isAsking = false;
  };
  const look = (): void => {
    if (lines.hasHeard() && !state.isSilent) heard();
    else if (state.isSilent || lines.isWaitedFor()) state.unheard += 1;
    if ((state.unheard > 0 || lines.hasUnanswered()) && !state.isAsking) void ask();
    if (state.unheard < mostSilentLooks || state.isSilent) return;
    state.isSilent = true;
    logWarning('database silent', { count: lines.giveUp() });
    giveUpProbe();
  };
  const timer = setInterval(look, lookEvery).unref();
  return {
    isSilent: () => state.isSilent,
    admit: (client) => {
      if (state.isSilent) throw new Refusal('BUSY');
      return lines.begin(client);
    },
    listenTo: lines.listenTo,
    hangUp: lines.hangUp,
    listenOn: lines.listenOn,
    stop: () => {
      state.isOver = true;
      clearInterval(timer);
      giveUpProbe();
    },
  };
}

/** The connections of some pools: those that are open, those that are being made, and what the server may still have of those given up. */
function keepLines() {
  const pools: Pool[] = [];
  const lines = new Map<PoolClient, Line>();
  const beginning = new Set<Client>();
  const givenUp: { at: number; backends: readonly Backend[] } = { at: 0, backends: [] };
  const hangUp = (given: readonly Pool[]): void => {
    for (const [line, { pool }] of lines) if (given.includes(pool)) drop(line);
  };
  return {
    listenTo: (given: readonly Pool[]): void => {
      pools.push(...given);
      for (const pool of given) {
        pool.on('connect', (client) => lines.set(client, { pool, bytes: 0, unanswered: 0 }));
        pool.on('remove', (client) => lines.delete(client));
      }
    },
    begin: (client: Client): (() => void) => {
      beginning.add(client);
      return () => beginning.delete(client);
    },
    isWaitedFor: () => pools.some(isWaitedFor),
    /** Whether anything came since it was asked last. A line that went away said nothing by that. */
    hasHeard: (): boolean => {
      let isHeard = false;
      for (const [line, known] of lines) {
        const bytes = bytesHeardOn(line);
        isHeard ||= bytes > known.bytes;
        known.unanswered = isAsking(line) && bytes === known.bytes ? known.unanswered + 1 : 0;
        known.bytes = bytes;
      }
      return isHeard;
    },
    listenOn: (asked: Pool): (() => boolean) => {
      const before = [...lines].flatMap(([line, { pool }]) =>
        pool === asked ? [{ line, bytes: bytesHeardOn(line) }] : [],
      );
      return () => before.some(({ line, bytes }) => bytesHeardOn(line) > bytes);
    },
    hangUp,
    /** Whether a question has gone without a byte of an answer for as many looks as a silence takes. */
    hasUnanswered: () => [...lines.values()].some(isUnansweredLong),
    endUnanswered: (asker: Client) => endUnanswered(lines, asker),
    /** @returns how many were open. */
    giveUp: (): number => {
      const count = lines.size;
      Object.assign(givenUp, { at: performance.now(), backends: [...lines.keys()].map(backendOf) });
      hangUp(pools);
      for (const client of beginning) drop(client);
      return count;
    },
    /** The server does not know that nobody is there any more: it would keep the locks of what was under way. */
    endGivenUp: async (asker: Client): Promise<void> => {
      const there = givenUp.backends.filter((backend) => isAtSamePlace(asker, backend));
      if (there.length === 0) return;
      const seconds = (performance.now() - givenUp.at) / 1000;
      await asker.query(endBackends, [there.map(({ pid }) => pid), seconds]);
      givenUp.backends = [];
    },
  };
}

/** Gives up connections that have long been unanswered while the server says it is waiting for us: the question or the answer was lost. One the server is working on is only slow. */
async function endUnanswered(lines: ReadonlyMap<PoolClient, Line>, asker: Client): Promise<void> {
  const waiting = [...lines]
    .filter(([line, known]) => isUnansweredLong(known) && isAtSamePlace(asker, line))
    .map(([line]) => ({ line, pid: backendOf(line).pid }));
  if (waiting.length === 0) return;
  const { rows } = await asker.query<{ pid: number }>(endIdle, [waiting.map(({ pid }) => pid)]);
  const lost = waiting.filter(({ pid }) => rows.some((row) => row.pid === pid));
  for (const { line } of lost) drop(line);
  if (lost.length > 0) logWarning('database question lost', { count: lost.length });
}

/** A connection: how many bytes came on it, and at how many looks in a row it waited for an answer of which nothing had come. */
type Line = { pool: Pool; bytes: number; unanswered: number };

function isUnansweredLong({ unanswered }: Line): boolean {
  return unanswered >= mostSilentLooks;
}

function isAsking(client: PoolClient): boolean {
  return 'readyForQuery' in client && client.readyForQuery === false;
}

function isAtSamePlace(one: { host: string; port: number }, other: { host: string; port: number }): boolean {
  return one.host === other.host && one.port === other.port;
}

/** Whether somebody holds a connection, or stands in line for one. */
function isWaitedFor({ totalCount, idleCount, waitingCount }: Pool): boolean {
  return totalCount - idleCount > 0 || waitingCount > 0;
}

/** The server's end of a connection. */
type Backend = { host: string; port: number; pid: number };

function backendOf(client: PoolClient): Backend {
  const { host, port } = client;
  return { host, port, pid: 'processID' in client && typeof client.processID === 'number' ? client.processID : 0 };
}

/** Those that were there before we gave them up: a number that was given to another process since is younger. */
const endBackends = `select pg_terminate_backend(pid) from pg_stat_activity
  where pid = any($1::int[]) and usename = current_user and backend_start < clock_timestamp() - make_interval(secs => $2)`;

/** Those of these backends that do nothing for us, or are gone. */
const endIdle = `select asked.pid from unnest($1::int[]) asked (pid)
  left join pg_stat_activity known on known.pid = asked.pid and known.usename = current_user
  where case when known.pid is null then true
    when known.state <> 'active' and known.state_change < clock_timestamp() - interval '3 seconds' then pg_terminate_backend(known.pid)
    else false end`;

function bytesHeardOn({ connection: { stream } }: PoolClient): number {
  return 'bytesRead' in stream && typeof stream.bytesRead === 'number' ? stream.bytesRead : 0;
}

function drop({ connection: { stream } }: Client | PoolClient): void {
  stream.destroy();
}

/** The driver's words when nobody answered in time. */
function isUnanswered(error: unknown): boolean {
  return error instanceof Error && /^(timeout expired|Query read timeout)$/.test(error.message);
}
