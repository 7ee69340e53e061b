import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import { closeDatabase, databasePool, inTransaction, openDatabase } from '#platform/database';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '#platform/database/embedded';
import { migrate, migrateJobs } from '#platform/database/migrate';
import { openSettings } from '#platform/settings';
import { testConfig, testEnvironment } from '#platform/testing/config';
import { freePort } from '#platform/testing/free-port';
import { layWire, type Wire } from '#platform/testing/wire';
import { openVault } from '#platform/vault';
import { openIndex } from '#platform/vault/open-index';
import {
  ask,
  type Bank,
  givenCartLine,
  givenExam,
  givenSignedIn,
  type PostOffice,
  type SignedIn,
  startBank,
  startPostOffice,
  type TestExam,
} from '#testing';
import { endOf, type Served, serve, statusOf } from './fleet.testing.ts';

/** The product as it runs: server, database and outside world are processes of their own, with a stretch of network between. */
export type Stage = {
  /** Where database, files and log lie; `isOwnDisk` when it is a file system of its own, which can be filled. */
  folder: string;
  isOwnDisk: boolean;
  bank: Bank;
  post: PostOffice;
  fault: (dependency: Dependency, fault: { mode: string; delayMs?: number }) => Promise<void>;
  wire: Wire;
  url: string;
  /** The database beside the wire. */
  direct: string;
  environment: Readonly<Record<string, string>>;
  app: () => Served;
  startApp: () => Promise<void>;
  killApp: () => Promise<void>;
  second: () => Served;
  /** @returns the address of a second server, at its place from now on. */
  startSecond: (program?: string) => Promise<string>;
  killSecond: () => Promise<void>;
  postmaster: () => number;
  databaseProcesses: () => number[];
  restartDatabase: () => Promise<void>;
  close: () => Promise<void>;
};

type Dependency = 'gateway' | 'notify' | 'sms' | 'mail';

const settings = { fsync: 'off', max_connections: '100', max_wal_size: '96MB', min_wal_size: '64MB' };

/** Starts a database with one server on it, on a disk of its own where wanted and possible. */
export async function setStage(wantsOwnDisk: boolean): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'examport-faults-'));
  const isOwnDisk = wantsOwnDisk && mountDisk(folder);
  const startDatabase = () => startEmbeddedDatabase(folder, { settings });
  const state: { database: EmbeddedDatabase; app: Served | null; second: Served | null } = {
    database: await startDatabase(),
    app: null,
    second: null,
  };
  const direct = state.database.url;
  await migrate(direct);
  await migrateJobs(direct);
  await asBegunBefore(direct);
  const { bank, post, wire, environment } = await surround(folder, direct);
  const log = join(folder, 'server.log');
  const startApp = async (): Promise<void> => void (state.app = await serve(environment, { log }));
  await startApp();
  const beside = { ...environment, PORT: String(await freePort()) };
  const app = (): Served => running(state.app);
  const second = (): Served => running(state.second);
  return {
    folder,
    isOwnDisk,
    bank,
    post,
    fault: (dependency, fault) =>
      dependency === 'sms' || dependency === 'mail' ? post.fault(dependency, fault) : bank.fault(dependency, fault),
    wire,
    url: bank.environment['PUBLIC_URL'] ?? '',
    direct,
    environment,
    app,
    startApp,
    killApp: () => kill(app()),
    second,
    startSecond: async (program) => (state.second = await serve(beside, program === undefined ? {} : { program })).url,
    killSecond: () => kill(second()),
    postmaster: () => postmasterOf(folder),
    databaseProcesses: () => familyOf(postmasterOf(folder)),
    restartDatabase: async () => {
      await state.database.stop();
      state.database = await startDatabase();
    },
    close: async () => {
      for (const served of [state.app, state.second]) if (served) await kill(served);
      await closeDatabase();
      await wire.close();
      await bank.close();
      await post.close();
      await state.database.stop();
      if (isOwnDisk) spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The outside world and the network around a database; it is opened here too, beside the wire. */
async function surround(folder: string, direct: string) {
  const [bank, post] = [await startBank(['alipay'], '0.05,0.1,2,10,30'), await startPostOffice()];
  const own = {
    ...bank.environment,
    ...post.environment,
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'info',
    // How soon it gives up is what is tried.
    TIME_LIMIT_FACTOR: '1',
  };
  const config = testConfig(own);
  openSettings(config);
  openVault(config.secrets);
  openDatabase(direct, { connections: 5 });
  await inTransaction(openIndex);
  const socket = new URL(direct).searchParams.get('host') ?? '';
  const wire = await layWire(() => ({ path: `${socket}/.s.PGSQL.5432` }));
  const { CONSOLE_PORT: _chosen, ...rest } = testEnvironment;
  const address = `postgresql://examport@127.0.0.1:${wire.port}/examport?application_name=served`;
  return { bank, post, wire, environment: { ...rest, ...own, DATABASE_URL: address } };
}

/** Leaves the index key without the half of this database, as one that the version before began: beside it that version runs too (decision 0017). */
async function asBegunBefore(direct: string): Promise<void> {
  const client = new Client({ connectionString: direct });
  await client.connect();
  await client.query(`insert into index_half (half_sealed) values ('')`);
  await client.end();
}

/** A small file system of its own, where this machine lets us make one. */
function mountDisk(folder: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=700m,mode=0755', 'tmpfs', folder]).status === 0;
}

function running(served: Served | null): Served {
  if (!served) throw new Error('nothing serves');
  return served;
}

async function kill(served: Served): Promise<void> {
  served.process.kill('SIGKILL');
  await endOf(served);
}

function postmasterOf(folder: string): number {
  return Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

/** A process and its children. */
function familyOf(parent: number): number[] {
  const lines = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).stdout.trim().split('\n');
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number));
  return [parent, ...pairs.flatMap(([pid = 0, ppid]) => (ppid === parent ? [pid] : []))];
}

/** Runs one of the product's programs. @returns what it said. @throws Error with what it said, when it does not end with 0. */
export async function runProgram(
  name: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', name), ...words], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${name} ended with ${String(code)}: ${said}`);
  return said;
}

const total = 150_000;

/** What a buyer was told, which has to be true ever after: the witness beside the database. */
export type Crowd = {
  buyers: readonly SignedIn[];
  placed: Set<string>;
  paid: Set<string>;
  heard: Map<string, number>;
  stop: () => Promise<void>;
};

/** Buyers with carts full of the same few sessions, who place and pay order after order, in turn at each of the addresses, until they are told to stop. */
export async function givenBuyers(
  { bank }: Stage,
  urls: readonly string[],
  { count, each }: { count: number; each: number },
): Promise<Crowd> {
  const exams = [await givenExam({ seats: 5000 }), await givenExam({ seats: 5000 })];
  const buyers = await Promise.all(Array.from({ length: count }, (_, n) => givenSignedIn(urls[n % urls.length] ?? '')));
  const carts = new Map<SignedIn, string[]>();
  for (const buyer of buyers) carts.set(buyer, await fill(buyer, exams, each));
  const crowd = { buyers, placed: new Set<string>(), paid: new Set<string>(), heard: new Map<string, number>() };
  const state = { isOver: false };
  const hear = (word: string): void => void crowd.heard.set(word, (crowd.heard.get(word) ?? 0) + 1);
  const say = async (buyer: SignedIn, ...call: Tail<typeof ask>) => {
    const answer = await ask(buyer, ...call).catch(() => null);
    const code = typeof answer?.body['code'] === 'string' ? ` ${answer.body['code']}` : '';
    hear(answer === null ? 'nobody' : `${answer.status}${answer.status === 200 ? '' : code}`);
    return answer;
  };
  /** Asks again until the answer is yes, as people do. @returns null when they were told to stop. */
  const insist = async (buyer: SignedIn, name: 'order.place' | 'payment.start', body: object, key?: string) => {
    for (let refusals = 0; !state.isOver;) {
      // A refusal is the answer to its key for good: who tries again after one means it again.
      const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': `${key}-${refusals}` };
      const answer = await say(buyer, name, { body, headers });
      if (answer?.status === 200) return answer.body;
      if (answer?.status === 412) refusals++;
      await pause(50);
    }
    return null;
  };
  const buy = async (buyer: SignedIn, applicationId: string): Promise<void> => {
    const body = { applicationIds: [applicationId], totalPayAmount: total };
    const placed = await insist(buyer, 'order.place', body, `buy-${applicationId}`);
    if (placed === null) return;
    const orderId = String(placed['id']);
    crowd.placed.add(orderId);
    const started = await insist(buyer, 'payment.start', { orderId, paymentType: 'ALI_SCANCODE_PAY' });
    if (started === null) return;
    crowd.paid.add(orderId);
    await bank.settle(String(started['tradeNo']), 'paid').catch(() => undefined);
  };
  const shop = async (buyer: SignedIn): Promise<void> => {
    for (const applicationId of carts.get(buyer) ?? []) {
      if (state.isOver) return;
      await buy(buyer, applicationId);
      await say(buyer, 'order.search', { body: { filters: [], pageIndex: 1, pageSize: 5, sorts: [] } });
    }
  };
  const shopping = buyers.map(shop);
  return {
    ...crowd,
    stop: async () => {
      state.isOver = true;
      await Promise.all(shopping);
    },
  };
}

type Tail<Call> = Call extends (first: never, ...rest: infer Rest) => unknown ? Rest : never;

async function fill(buyer: SignedIn, exams: readonly TestExam[], each: number): Promise<string[]> {
  const lines: string[] = [];
  for (let n = 0; n < each; n++) {
    const exam = exams[n % exams.length];
    if (exam) lines.push(await givenCartLine(buyer.accountId, exam));
  }
  return lines;
}

/** What readyz said, looked at each second. */
export type Watch = { mark: (phase: Phase) => void; stop: () => Promise<Readonly<Record<Phase, readonly number[]>>> };
/**
 * `returning`: what ended is left to whoever started it, and does not answer yet. `beginning`: what was broken has been started again and has not
 * said yet that it is there.
 */
export type Phase = 'before' | 'broken' | 'returning' | 'beginning' | 'after';

/** Milliseconds within which readyz answers, whatever happens, and some for a busy machine. */
const readyzMs = 2500;

/** Asks a server again and again whether it is ready, and keeps the answers by phase. */
export function watchReady(url: string): Watch {
  const seen: Record<Phase, number[]> = { before: [], broken: [], returning: [], beginning: [], after: [] };
  const state: { phase: Phase; looking: Promise<void>[] } = { phase: 'before', looking: [] };
  const look = async (): Promise<void> => {
    const { phase } = state;
    const status = await statusOf(`${url}/readyz`, readyzMs);
    // Asked in one phase and answered in the next it says nothing of either. Of a return only how many were asked is told.
    if (phase === state.phase || phase === 'returning') seen[phase].push(status);
  };
  state.looking.push(look());
  const timer = setInterval(() => state.looking.push(look()), 1000);
  return {
    mark: (phase) => {
      state.phase = phase;
      state.looking.push(look());
    },
    stop: async () => {
      clearInterval(timer);
      await Promise.all(state.looking);
      return seen;
    },
  };
}

/** Seconds for which a sender may be at a message at the most, once the outside world is well again, and what the product waits for a dead one. */
const [alive, busy] = [10, 90];

/** Ends the wait for senders that died with a message in their hands, which the product looks at again by its own plan, after 90 s. */
export async function lookAgainNow(): Promise<void> {
  await databasePool().query(
    `with left_over as (
       update message set busy_until = app_now()
       where state = 'Waiting' and busy_until between app_now() and app_now() + make_interval(secs => $1) returning id)
     update graphile_worker._private_jobs set run_at = now()
     where payload ->> 'messageId' in (select id::text from left_over) and run_at > now()`,
    [busy - alive],
  );
}

/** What buyers were told and the database does not know, messages that will never go out or came twice. */
export async function wrongAfter({ placed, paid, buyers }: Crowd, { post }: Stage) {
  const { rows } = await databasePool().query<{ id: string; status: string }>(
    'select id, status from exam_order where id = any($1::uuid[])',
    [[...placed]],
  );
  const known = new Map(rows.map(({ id, status }) => [id, status]));
  const messages = await databasePool().query<{ account: string; sent: number; lost: number }>(
    `select account_id as account, count(*) filter (where state = 'Sent')::int as sent,
       count(*) filter (where state = 'Failed' or (state = 'Waiting' and not exists (
         select from graphile_worker._private_jobs job where job.payload->>'messageId' = message.id::text)))::int as lost
     from message where account_id = any($1::uuid[]) and channel = 'sms' group by account_id`,
    [buyers.map(({ accountId }) => accountId)],
  );
  const written = new Map(messages.rows.map(({ account, ...counts }) => [account, counts]));
  const twice = await Promise.all(
    buyers.map(
      async ({ accountId, phone }) => (await post.messages(phone)).length > (written.get(accountId)?.sent ?? 0),
    ),
  );
  return {
    orders: [...placed].filter((id) => !known.has(id)).length,
    payments: [...paid].filter((id) => known.get(id) !== 'PaymentSuccessful').length,
    messages: messages.rows.reduce((sum, { lost }) => sum + lost, 0),
    twice: twice.filter(Boolean).length,
  };
}
