import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { loadKnownCalendar, loadKnownForms } from '#catalogue';
import { openChannels } from '#channels';
import { checkSmsTemplates } from '#messages';
import { addClockRoute, refuseMovedClock } from '#platform/clock';
import { type Config, ConfigError, readConfig } from '#platform/config';
import { closeDatabase, inTransaction, openDatabase } from '#platform/database';
import { LaunchError } from '#platform/database-binaries';
import { listen } from '#platform/http';
import { checkKnownKeys } from '#platform/known-keys';
import { closeLog, describeError, logError, logInfo, openLog } from '#platform/log';
import { migrate, migrateJobs, MigrationError } from '#platform/migrate';
import { closeNetworkLog } from '#platform/network-log';
import { sealOldTexts } from '#platform/seal-old';
import { openSettings } from '#platform/settings';
import { loadSite } from '#platform/static-site';
import { openVault } from '#platform/vault';
import { runDueJobs, startWorker } from '#platform/worker';
import { buildApp, buildConsole, consoleView, crons, tasks } from './app.ts';

export { smsTemplates } from '#messages';

/** A running server: portal and console. `close` finishes requests and jobs under way, then disconnects. */
export type RunningServer = { port: number; consolePort: number; close: () => Promise<void> };

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
    await inTransaction(loadKnownCalendar);
    await prepare();
    await inTransaction(loadKnownForms);
    const { app } = buildApp(config, loadSite(portalDist));
    addClockRoute(app, config, async () => {
      // Jobs were planned by the clock before it moved: the sweeps find what is due by the new one.
      for (const { task } of crons) await tasks[task]?.({});
      await runDueJobs(tasks);
    });
    const { app: consoleApp } = buildConsole(config, loadSite(consoleDist));
    const port = await listen(app, config);
    const consolePort = await listenBeside(app, consoleApp, consoleView(config));
    const worker = await startWorker(tasks, crons);
    logInfo('server started', { port });
    logInfo('console started', { port: consolePort });
    return {
      port,
      consolePort,
      close: async () => {
        await Promise.all([app.close(), consoleApp.close()]);
        await worker.stop();
        await closeNetworkLog();
        await closeDatabase();
        await closeLog();
      },
    };
  } catch (error) {
    await closeDatabase();
    throw error;
  }
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

/** `npm run serve`: the server alone, as production runs it, on DATABASE_URL. */
async function run(): Promise<void> {
  const config = readConfig(process.env);
  if (config.databaseUrl === null)
    throw new LaunchError('DATABASE_URL must be set. For the embedded database use npm start.');
  openLog(config.logLevel);
  // Node would print the error whole, with the row that a database error quotes.
  process.on('uncaughtException', (error) => {
    logError('process fault', error);
    void closeLog().then(() => process.exit(1));
  });
  await migrate(config.databaseUrl);
  await migrateJobs(config.databaseUrl);
  const server = await startServer(config, config.databaseUrl);
  const stop = () => void server.close().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

if (import.meta.main) {
  await run().catch((error: unknown) => {
    const isExpected = [ConfigError, LaunchError, MigrationError].some((kind) => error instanceof kind);
    // What a library or the database says of an unexpected error may quote values.
    console.error(isExpected && error instanceof Error ? error.message : describeError(error));
    process.exit(1);
  });
}
