import { type Config, readConfig } from '#platform/config';
import { codeOf, isAway } from '#platform/database/errors';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '#platform/database/embedded';
import { Advice, Refusal } from '#platform/errors';
import { describeError } from '#platform/log';
import { checkDatabase } from '#platform/database/migrate';

type Options = Pick<NonNullable<Parameters<typeof startEmbeddedDatabase>[1]>, 'whenRunning' | 'onProgress'>;

/** Gives the configuration and the address of a database that answers; the embedded one is started, and stopped at the end. */
export type OpenUrl = (options?: Options) => Promise<{ config: Config; url: string }>;

/** Runs a command of an operator. Whatever goes wrong, such as a database that is away, is told in one line, with exit code 1. */
export async function runCommand(work: (open: OpenUrl) => Promise<void>): Promise<void> {
  const started: EmbeddedDatabase[] = [];
  const open: OpenUrl = async (options) => {
    const config = readConfig(process.env);
    if (config.databaseUrl === null) started.push(await startEmbeddedDatabase(config.dataDir, options));
    const url = config.databaseUrl ?? started[0]?.url ?? '';
    await checkDatabase(url);
    return { config, url };
  };
  try {
    await work(open);
  } catch (error) {
    process.stderr.write(`${whatToDo(error)}\n`);
    process.exitCode = 1;
  } finally {
    for (const embedded of started) if (embedded.isOurs) await embedded.stop();
  }
}

/** Codes of a connection, to the database or the world, that could not be made or was lost. */
const lostCodes = /^(57P0[1-4]|08\d{3}|53300|ECONNREFUSED|ECONNRESET|ETIMEDOUT)$/;

const codesOf = (error: unknown) => [error, error instanceof Error ? error.cause : null].map(codeOf);

/** Whether a start or a command ended because the database, or the store of files, was away or went away meanwhile. */
export function isLost(error: unknown): boolean {
  if (error instanceof Refusal) return error.code === 'BUSY';
  return isAway(error) || codesOf(error).some((code) => lostCodes.test(code));
}

/** What a person is told of an error that ended a start or a command, in one line. What a library or the database says of an unexpected one may quote values. */
export function whatToDo(error: unknown): string {
  const codes = codesOf(error);
  if (codes.some((code) => /^(53100|ENOSPC)$/.test(code)))
    return 'A disk is full: that of the database, or that of DATA_DIR. Free space on it, then start again.';
  if (error instanceof Advice) return error.message;
  if (codes.some((code) => /^(EACCES|EPERM|EROFS)$/.test(code)) && error instanceof Error && 'path' in error)
    return `${String(error.path)} may not be used: it belongs to another user, or is protected. Start as whoever it belongs to, or set another DATA_DIR.`;
  if (isLost(error)) return 'The database, or the store of files, is busy or away now. See to it, then start again.';
  if (error instanceof Error && 'port' in error && codes.includes('EADDRINUSE'))
    return `Port ${String(error.port)} is already in use. Stop the other program, or set PORT or CONSOLE_PORT.`;
  const { name, code = '', stack } = describeError(error);
  return `This should not have happened: ${name} ${code} ${stack}`;
}
