import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { loadKnownForms } from '#offer/catalogue';
import { openChannels } from '#books/channels';
import { checkSmsTemplates } from '#people/messages';
import { addClockRoute, dueAfterMove, refuseMovedClock } from '#platform/clock';
import { whatToDo } from '#platform/command';
import { type Config, readConfig } from '#platform/config';
import { closeDatabase, inTransaction, openDatabase } from '#platform/database';
import { eachByItself } from '#platform/each';
import { LaunchError } from '#platform/database/binaries';
import { listen } from '#platform/http';
import { checkKnownKeys } from '#platform/vault/known-keys';
import { closeLog, logError, logInfo, openLog } from '#platform/log';
import { migrate, migrateJobs, migrationsFolder } from '#platform/database/migrate';
import { closeNetworkLog } from '#platform/network-log';
import { leave } from '#platform/process/leaving';
import { endOnFault, endOnSignal, tellStandstills } from '#platform/process/faults';
import { watchLoop } from '#platform/process/watchdog';
import { sealBirthDates } from '#people/accounts';
import { sealLetterCodes } from '#registering/applications';
import { sealOldBirths } from '#platform/birthdays';
import { sealOldTexts } from '#platform/vault/seal-old';
import { openSettings } from '#platform/settings';
import { loadSite } from '#platform/http/static-site';
import { openVault } from '#platform/vault';
import { expectWorker, runDueJobs, startWorker } from '#platform/worker';
import { takeOverNotices } from '#privacy/rights';
import { loadKnownCalendar } from '#office/working-days';
import { buildApp, buildConsole, consoleView, crons, tasks } from './app.ts';

export { smsTemplates } from '#people/messages';

/**
 * A running server: portal and console. `close` is done within ten seconds, whatever the database does: it answers for a moment longer
 * (`momentMs`, for a proxy to look elsewhere), finishes requests and jobs under way or refuses them and gives them back, and disconnects.
 */
export type RunningServer = { port: number; consolePort: number; close: (momentMs?: number) => Promise<void> };

const portalDist = join(import.meta.dirname, '../../portal/dist');
const consoleDist = join(import.meta.dirname, '../../console/dist');

/**
 * Starts API, portal, console and worker on a database that is already migrated.
 * @param prepare runs with the database open, before anybody can connect: the place to load demo data.
 * @throws Error with code EADDRINUSE when the port is taken; ConfigError when a payment channel or the SMS service cannot be used as
 *   it is set.
 */
export async function startServer(
  config: Config,
  databaseUrl: string,
  prepare: () => Promise<void> = async () => undefined,
): Promise<RunningServer> {
  openSettings(config);
  openVault(config.secrets);
  openChannels();
  checkSmsTemplates();
  openDatabase(databaseUrl);
  try {
    if (config.isProduction) await refuseMovedClock();
    await checkKnownKeys();
    await sealOldTexts();
    // One that cannot be sealed keeps nobody out; the night tries it again.
    await eachByItself([sealOldBirths, sealBirthDates, sealLetterCodes], (work) => work()).catch((error: unknown) =>
      logError('birth dates or codes of letters left in clear', error),
    );
    await inTransaction(loadKnownCalendar);
    await takeOverNotices();
    await prepare();
    await inTransaction(loadKnownForms);
    const { app } = buildApp(config, loadSite(portalDist));
    addClockRoute(app, config, async (isOtherDay) => {
      await eachByItself(dueAfterMove(crons, isOtherDay), async ({ task }) => await tasks[task]?.({}));
      await runDueJobs(tasks);
    });
    const { app: consoleApp } = buildConsole(config, loadSite(consoleDist));
    expectWorker();
    const port = await listen(app, config);
    const consolePort = await listenBeside(app, consoleApp, consoleView(config));
    const worker = await startWorker(tasks, crons);
    logInfo('server started', { port });
    logInfo('console started', { port: consolePort });
    return {
      port,
      consolePort,
      close: async (momentMs = 0) => {
        logInfo('server ends', { port });
        const leaving = [app, consoleApp].map((each) => leave(each, momentMs, finishMs - momentMs));
        await Promise.all([...leaving, worker.stop(finishMs)]);
        await Promise.race([disconnect(), pause(disconnectMs, undefined, { ref: false })]);
      },
    };
  } catch (error) {
    await closeDatabase();
    throw error;
  }
}

/** Milliseconds of the ten seconds of an end: for requests and jobs, and then for what they leave behind. */
const finishMs = 8000;
const disconnectMs = 1500;

async function disconnect(): Promise<void> {
  await closeNetworkLog();
  await closeDatabase();
  await closeLog();
}

/** The second server listens, or the first one stops too. */
async function listenBeside(first: FastifyInstance, second: FastifyInstance, config: Config): Promise<number> {
  try {
    return await listen(second, config);
  } catch (error) {
    await first.close();
    throw error;
  }
}

/** How long a proxy has to notice that we are no longer ready, in milliseconds. */
const proxyMomentMs = 2000;

/** `npm run serve`: the server alone, as production runs it, on DATABASE_URL. */
async function run(): Promise<void> {
  const config = readConfig(process.env);
  if (config.databaseUrl === null)
    throw new LaunchError('DATABASE_URL must be set. For the embedded database use npm start.');
  openLog(config.logLevel);
  endOnFault();
  tellStandstills();
  watchLoop();
  const starting = start(config, config.databaseUrl);
  endOnSignal(async () => await (await starting).close(proxyMomentMs));
  await starting;
}

async function start(config: Config, databaseUrl: string): Promise<RunningServer> {
  await migrate(databaseUrl, migrationsFolder, { waitSeconds: 60, say: console.error });
  await migrateJobs(databaseUrl);
  return await startServer(config, databaseUrl);
}

if (import.meta.main) {
  await run().catch((error: unknown) => {
    console.error(whatToDo(error));
    process.exit(1);
  });
}
