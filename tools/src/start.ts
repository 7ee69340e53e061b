import {
  demoAccounts,
  demoInvitationCode,
  demoPayments,
  demoStaff,
  demoStaffPassword,
  seedDemo,
} from '@exam/server/demo';
import { smsTemplates, startServer } from '@exam/server/main';
import { isLost, whatToDo } from '@exam/server/platform/command';
import { type Config, ConfigError, readConfig } from '@exam/server/platform/config';
import { startEmbeddedDatabase } from '@exam/server/platform/database/embedded';
import { closeLog, logWarning, openLog } from '@exam/server/platform/log';
import { migrate, migrateJobs } from '@exam/server/platform/database/migrate';
import { readClockOffset } from '@exam/server/platform/clock';
import { endOnFault, faultExitCode, tellStandstills } from '@exam/server/platform/process/faults';
import { watchLoop } from '@exam/server/platform/process/watchdog';
import { buildConsoleWhenChanged } from './builds/console.ts';
import {
  saveAuthenticators,
  saveClock,
  savePayments,
  saveSmsTemplates,
  startDemoWorld,
  WorldLost,
} from './starting/demo-world.ts';
import { watchAncestors } from './starting/family.ts';
import { buildPortalWhenChanged } from './builds/portal.ts';
import { checkPorts, portTaken } from './starting/ports.ts';

type Stop = () => Promise<void>;

const begun = performance.now();
const running: Stop[] = [];
let isStopping = false;

function say(line: string): void {
  console.log(`  ${line}`);
}

/** Stops what runs, the last started first; a second call, or ten seconds, ends at once. */
async function stopAll(code: number): Promise<never> {
  if (isStopping) process.exit(code || 1);
  isStopping = true;
  setTimeout(() => process.exit(code || 1), 10_000).unref();
  for (const stop of running.toReversed()) await stop().catch(() => undefined);
  process.exit(code);
}

/** Ends with the code of a fault, so that whoever started us starts us again. */
async function startAgain(event: string, reason: string): Promise<void> {
  if (isStopping) return;
  console.error(reason);
  logWarning(event);
  // The last to end.
  running.unshift(closeLog);
  await stopAll(faultExitCode);
}

async function openDatabaseServer(config: Config): Promise<string> {
  if (config.databaseUrl !== null) return config.databaseUrl;
  const database = await startEmbeddedDatabase(config.dataDir, { whenRunning: 'refuse', onProgress: say });
  running.push(database.stop);
  return database.url;
}

async function prepareDatabase(config: Config): Promise<string> {
  const url = await openDatabaseServer(config);
  const ran = await migrate(url, undefined, { say });
  await migrateJobs(url);
  if (ran.length > 0) say(`Migrated the database (${ran.length} steps)`);
  return url;
}

/** A start that fails half-way stops the rest only after the rest has settled. */
async function both<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  const [a, b] = await Promise.allSettled([first, second]);
  if (a.status === 'rejected') throw a.reason;
  if (b.status === 'rejected') throw b.reason;
  return [a.value, b.value];
}

/** One after the other: a build takes every core it finds. */
async function buildSites(): Promise<void> {
  await buildPortalWhenChanged(say);
  await buildConsoleWhenChanged(say);
}

const sandboxEnded = ['sandbox ended', 'The sandbox ended without being asked to.'] as const;

async function start(): Promise<void> {
  if (process.env['NODE_ENV'] === 'production') refuseProduction();
  const settled = readConfig(process.env);
  await checkPorts(settled);
  // The terminal is for addresses; the request log goes to a file.
  openLog(settled.logLevel, `${settled.dataDir}/server.log`);
  const [url] = await both(prepareDatabase(settled), buildSites());
  const world = await startDemoWorld(settled);
  running.push(world.stop);
  void world.ended.then(() => startAgain(...sandboxEnded));
  await saveSmsTemplates(world.port, smsTemplates(settled.publicUrl));
  await saveAuthenticators(
    world.port,
    demoStaff.map(({ email, totpSecret }) => ({ account: email, secret: totpSecret })),
  );
  const config = readConfig({ ...world.environment, ...process.env });
  const server = await startServer(config, url, () => loadDemo(world.port));
  running.push(() => server.close());
  announce(config, world.port);
}

/** @throws ConfigError with the reason first, then whatever else production would find wrong. */
function refuseProduction(): never {
  const problems = [
    'npm start brings demo data and a sandbox of the outside world, which production refuses. Run `npm run build`, `npm run migrate`, then `npm run serve`.',
  ];
  try {
    readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    problems.push(...error.problems);
  }
  throw new ConfigError(problems);
}

async function loadDemo(sandboxPort: number): Promise<void> {
  const { loaded } = await seedDemo();
  if (loaded) say('Loaded the demo data (once)');
  await savePayments(sandboxPort, await demoPayments());
  await saveClock(sandboxPort, await readClockOffset());
}

function announce(config: Config, sandboxPort: number): void {
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`
  Examport 考途 is ready (${seconds} s). Ctrl-C stops everything.

    Portal and API   ${config.publicUrl}
    Console          ${config.consoleUrl}
    Sandbox          http://localhost:${sandboxPort}   (inbox, payments, clock, codes)
    Data             ${config.databaseUrl === null ? config.dataDir : 'the database of DATABASE_URL'}

    Demo accounts    ${demoAccounts.map(({ phone, password }) => `${phone} / ${password}`).join('\n                     ')}
    Invitation code  ${demoInvitationCode}   (group session)
    Demo staff       ${demoStaff.map(({ email, roles }) => `${email} (${roles.join(', ')})`).join('\n                     ')}
                     password ${demoStaffPassword}, codes at http://localhost:${sandboxPort}/codes
`);
}

/** One line for what a person can put right; for a port it names the setting. */
function explain(error: unknown): string {
  if (error instanceof Error && 'code' in error && 'port' in error && error.code === 'EADDRINUSE') {
    return portTaken(readConfig(process.env), Number(error.port));
  }
  return whatToDo(error);
}

endOnFault();
tellStandstills();
watchLoop();
process.on('SIGINT', () => void stopAll(0));
process.on('SIGTERM', () => void stopAll(0));
process.on('SIGHUP', () => void stopAll(0));
// Nobody wants us any more: an end like one that was asked for.
watchAncestors(() => void stopAll(0));
try {
  await start();
} catch (error) {
  // Our own database is back in a moment.
  if (error instanceof WorldLost) await startAgain(...sandboxEnded);
  else if (isLost(error) && readConfig(process.env).databaseUrl === null)
    await startAgain('database lost', 'The database, or the store of files, went away during the start.');
  else if (!isStopping) {
    console.error(explain(error));
    await stopAll(1);
  }
}
