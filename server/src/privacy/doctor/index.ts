import { createClient } from '#platform/database/connection';
import { chainLines, checkChain } from '#office/audit';
import {
  checkBooks,
  checkCalendar,
  checkJobs,
  checkKeys,
  checkMigrations,
  checkTransitions,
  type Finding,
  migrationsFolder,
} from './checks.ts';

/** How many objects are named in a line. */
const namedObjects = 20;

/**
 * Looks a whole database over: books I1-I10, history, audit chain, migrations, calendar, jobs, keys. Reads only, without the server's
 * short timeouts. The vault is open.
 * @returns one line for each thing that is wrong, naming its objects; none when all is well.
 */
export async function examine(url: string): Promise<string[]> {
  const client = createClient(url, { options: '-c timezone=UTC -c default_transaction_read_only=on' });
  await client.connect();
  try {
    const missing = await checkMigrations(client, migrationsFolder);
    // An old schema lacks what the other checks read.
    if (missing.length > 0) return missing.map(lineOf);
    const findings = [
      ...(await checkBooks(client)),
      ...(await checkTransitions(client)),
      ...(await checkCalendar(client)),
      ...(await checkJobs(client)),
      ...(await checkKeys(client)),
    ];
    const chain = await checkChain(url);
    return [...findings.map(lineOf), ...(chain.first ? chainLines(chain) : [])];
  } finally {
    await client.end();
  }
}

function lineOf({ rule, objects }: Finding): string {
  const more = objects.length > namedObjects ? ` and ${objects.length - namedObjects} more` : '';
  return `${rule}: ${objects.slice(0, namedObjects).join(', ')}${more}`;
}
