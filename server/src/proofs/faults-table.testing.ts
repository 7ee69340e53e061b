import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { expect } from 'vitest';
import { randomDigits } from '#platform/chance';
import { callOut } from '#platform/network';
import { databasePool } from '#platform/database';
import { runProgram, type Stage } from './faults.testing.ts';
import { migrateAhead, startVersionBefore } from './faults-versions.testing.ts';

/** Something that is broken under buyers, and put right again. */
export type Scenario = {
  name: string;
  /**
   * @param enter is called where what was broken needs a while until it is there: it is started again, or left to whoever started it.
   * @returns what the programs said that it ran.
   */
  play: (stage: Stage, enter: (phase: 'beginning' | 'returning') => void) => Promise<string | void>;
  /** What readyz has to say all the while it is broken; without it, either. `gone`: nothing at all, or that it is not ready. */
  meanwhile?: 'ready' | 'not ready' | 'gone';
  /** The line that tells of it, in the log of a server or of what was run. */
  says: string | RegExp;
  /** A second application is beside the first, and half of the buyers go to it. */
  beside?: (stage: Stage) => Promise<string>;
  /** Whether it ends the server's process itself. */
  endsApp?: boolean;
  /** Played by `npm run faults` alone. */
  isLong?: boolean;
};

/** Milliseconds that most things stay broken. */
const while_ = 8000;

const backends = async (): Promise<number[]> => {
  const { rows } = await databasePool().query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'served' order by random()`,
  );
  return rows.map(({ pid }) => pid);
};

/** Whether the database takes a connection. */
async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  const isThere = await client.connect().then(
    () => true,
    () => false,
  );
  await client.end().catch(() => undefined);
  return isThere;
}

/** Waits for the database, which whoever started it starts again where it has ended. */
async function untilBack({ direct }: Stage, enter: Parameters<Scenario['play']>[1]): Promise<void> {
  enter('returning');
  await expect.poll(() => answers(direct), { interval: 20 }).toBe(true);
}

/** Stops processes as they are, and lets them go on. */
async function freeze(pids: readonly number[]): Promise<void> {
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  await pause(while_);
  for (const pid of pids) process.kill(pid, 'SIGCONT');
}

/** @param wrong what each of them does; afterwards all is well with both. */
const outside =
  (dependencies: readonly ('gateway' | 'notify' | 'sms' | 'mail')[], wrong: { mode: string; delayMs?: number }) =>
  async ({ fault }: Stage): Promise<void> => {
    for (const dependency of dependencies) await fault(dependency, wrong);
    await pause(while_);
    for (const dependency of dependencies) await fault(dependency, { mode: 'ok' });
  };

/** The channel tells again, twice at once, of what was paid last. */
async function repeatNews({ bank }: Stage): Promise<void> {
  for (const until = performance.now() + while_; performance.now() < until; await pause(100)) {
    const { rows: paid } = await databasePool().query<{ tradeNo: string }>(
      `select trade_no as "tradeNo" from payment_attempt where status = 'Succeeded' order by created_at desc, id limit 6`,
    );
    await Promise.all(paid.map(({ tradeNo }) => bank.settle(tradeNo, 'duplicate-notify')));
  }
}

/** Takes every connection that the database gives, while the server has none: it is refused all the while. */
async function takeConnections({ direct, wire }: Stage): Promise<void> {
  const taken: Client[] = [];
  const take = async (): Promise<void> => {
    for (let isLeft = true; isLeft;) {
      const client = new Client({ connectionString: direct });
      client.on('error', () => undefined);
      isLeft = await client.connect().then(
        () => true,
        () => false,
      );
      if (isLeft) taken.push(client);
    }
  };
  wire.refuse();
  const isGone = async () => (await backends()).length === 0;
  while (!(await isGone())) await pause(20);
  await take();
  wire.mend();
  for (const until = performance.now() + while_; performance.now() < until; await pause(100)) await take();
  // Not waited for: the first of them given back is the return.
  for (const client of taken) void client.end().catch(() => undefined);
}

/** Fills the file system on which database, files and log lie. */
async function fillDisk(stage: Stage, enter: Parameters<Scenario['play']>[1]): Promise<void> {
  const path = join(stage.folder, 'full');
  const descriptor = openSync(path, 'w');
  const block = Buffer.alloc(64 * 1024);
  const fill = (): void => {
    try {
      for (;;) writeSync(descriptor, block);
    } catch {
      // That is what it is for.
    }
  };
  for (const until = performance.now() + while_; performance.now() < until; await pause(200)) fill();
  closeSync(descriptor);
  rmSync(path);
  await untilBack(stage, enter);
}

/** Steps the clock that decides, as the page of the sandbox does; what is due by it is done at once. */
async function stepClock(stage: Stage, offsetSeconds: number): Promise<void> {
  await callOut(`${stage.url}/internal/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-sandbox-secret': stage.environment['SANDBOX_SECRET'] ?? '' },
    body: JSON.stringify({ offsetSeconds }),
    allowedOrigins: [stage.url],
    timeoutMilliseconds: 240_000,
  });
}

async function backUpAndRestore(stage: Stage): Promise<string> {
  const room = join(stage.folder, `backup-${randomDigits(8)}`);
  const environment = { ...stage.environment, DATABASE_URL: stage.direct };
  const ordersIn = async (url: string): Promise<string[]> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ id: string }>('select id from exam_order');
    await client.end();
    return rows.map(({ id }) => id);
  };
  const before = await ordersIn(stage.direct);
  const said = await runProgram('backup-main.ts', [room], environment);
  const name = `restored_${randomDigits(8)}`;
  await databasePool().query(`create database ${name}`);
  const url = stage.direct.replace('/examport?', `/${name}?`);
  const dataDir = join(stage.folder, name);
  mkdirSync(dataDir);
  await runProgram('restore-main.ts', [room, '--without-journal'], {
    ...environment,
    DATABASE_URL: url,
    DATA_DIR: dataDir,
  });
  const after = new Set(await ordersIn(url));
  await databasePool().query(`drop database ${name}`);
  const lost = before.filter((id) => !after.has(id));
  if (lost.length > 0) throw new Error(`The backup lacks ${lost.length} orders that were there before it was begun.`);
  return said;
}

/** The table of `npm run faults`; the tests play those that are not long, once. */
export const scenarios: readonly Scenario[] = [
  {
    name: 'one connection is ended',
    play: async () => void (await databasePool().query('select pg_terminate_backend($1)', [(await backends())[0]])),
    says: 'database connection lost',
  },
  { name: 'every connection is reset', play: async ({ wire }) => wire.cut(), says: 'database connection lost' },
  {
    name: 'a backend is killed, and PostgreSQL recovers',
    play: async () => void process.kill((await backends())[0] ?? 0, 'SIGKILL'),
    says: 'database connection lost',
  },
  {
    name: 'the database is killed and started again',
    play: async (stage, enter) => {
      process.kill(stage.postmaster(), 'SIGKILL');
      await untilBack(stage, enter);
    },
    says: 'worker broken',
  },
  {
    name: 'the database is restarted',
    play: ({ restartDatabase }) => restartDatabase(),
    says: 'worker broken',
    isLong: true,
  },
  {
    name: 'the network swallows everything',
    play: async ({ wire }) => {
      wire.swallow();
      await pause(while_);
      wire.mend();
    },
    meanwhile: 'not ready',
    says: 'database silent',
    isLong: true,
  },
  {
    name: 'the database stands still',
    play: async ({ databaseProcesses }) => freeze(databaseProcesses()),
    meanwhile: 'not ready',
    says: 'database silent',
    isLong: true,
  },
  {
    name: 'the server stands still',
    play: async ({ app }) => freeze([app().process.pid ?? 0]),
    meanwhile: 'gone',
    says: 'process stood still',
    isLong: true,
  },
  {
    name: 'every connection that the database gives is taken',
    play: takeConnections,
    meanwhile: 'not ready',
    says: 'database busy',
    isLong: true,
  },
  { name: 'the disk of database, files and log is full', play: fillDisk, says: 'database busy', isLong: true },
  {
    name: 'the channel is away',
    play: outside(['gateway'], { mode: 'down' }),
    meanwhile: 'ready',
    says: 'channel silent',
    isLong: true,
  },
  {
    name: 'the channel is slow',
    play: outside(['gateway'], { mode: 'slow', delayMs: 4000 }),
    meanwhile: 'ready',
    says: 'channel slow',
    isLong: true,
  },
  {
    name: 'the channel answers nonsense',
    play: outside(['gateway'], { mode: 'garbage' }),
    meanwhile: 'ready',
    says: 'channel silent',
    isLong: true,
  },
  {
    name: 'news of payments is lost',
    play: outside(['notify'], { mode: 'down' }),
    meanwhile: 'ready',
    says: 'payment found by asking',
    isLong: true,
  },
  {
    name: 'news of payments comes again and again',
    play: repeatNews,
    meanwhile: 'ready',
    says: 'payment notification repeated',
    isLong: true,
  },
  {
    name: 'SMS and mail are away',
    play: outside(['sms', 'mail'], { mode: 'down' }),
    meanwhile: 'ready',
    says: 'message not sent',
    isLong: true,
  },
  {
    name: 'SMS and mail are slow',
    play: outside(['sms', 'mail'], { mode: 'slow', delayMs: 4000 }),
    meanwhile: 'ready',
    says: /"task":"messages\.send".*"milliseconds":[4-9]\d{3}.*"job done"/,
    isLong: true,
  },
  {
    name: 'the SMS service answers nonsense',
    play: outside(['sms'], { mode: 'garbage' }),
    meanwhile: 'ready',
    says: /message (not sent|may come twice)/,
    isLong: true,
  },
  {
    name: 'the clock is stepped to and fro',
    play: async (stage) => {
      for (const seconds of [300, 0]) {
        await stepClock(stage, seconds);
        await pause(1000);
      }
    },
    meanwhile: 'ready',
    says: 'clock moved',
    isLong: true,
  },
  {
    name: 'a backup is made, and restored beside',
    play: backUpAndRestore,
    meanwhile: 'ready',
    says: 'Backed up ',
    isLong: true,
  },
  {
    name: 'a migration runs behind a reader',
    play: migrateAhead,
    meanwhile: 'ready',
    says: 'waits for its tables',
    isLong: true,
  },
  {
    name: 'one of two applications is killed and started again',
    beside: ({ startSecond }) => startSecond(),
    play: async ({ killSecond, startSecond }) => {
      await killSecond();
      await startSecond();
    },
    meanwhile: 'ready',
    says: 'server started',
    isLong: true,
  },
  {
    name: 'one of two applications stands still',
    beside: ({ startSecond }) => startSecond(),
    play: async ({ second }) => freeze([second().process.pid ?? 0]),
    meanwhile: 'ready',
    says: 'process stood still',
    isLong: true,
  },
  {
    name: 'the version before runs beside this one',
    beside: startVersionBefore,
    play: async () => await pause(while_),
    meanwhile: 'ready',
    says: 'server started',
    isLong: true,
  },
  {
    name: 'the server is told to end, and another started',
    play: async ({ app, startApp }, enter) => {
      app().process.kill('SIGTERM');
      await once(app().process, 'exit');
      enter('beginning');
      await startApp();
    },
    endsApp: true,
    says: 'server ends',
    isLong: true,
  },
  {
    name: 'the server is killed',
    play: async ({ killApp, startApp }, enter) => {
      await killApp();
      await pause(while_);
      enter('beginning');
      await startApp();
    },
    meanwhile: 'gone',
    endsApp: true,
    says: 'server started',
    isLong: true,
  },
];
