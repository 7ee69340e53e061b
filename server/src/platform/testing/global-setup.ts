import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedDatabase } from '#platform/database/embedded';
import { migrate, migrateJobs } from '#platform/database/migrate';

/** One embedded PostgreSQL for the whole run, with one migrated template that every test file clones. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'examport-test-'));
  // Nothing of a test run outlives it, so nothing needs to reach the disk.
  const hasty = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  // Its log names the database of each entry and the statements, so that a test file finds its own deadlock in it.
  const telling = { log_line_prefix: '%m %d [%p] ', log_error_verbosity: 'default', log_min_error_statement: 'error' };
  // A connection of a test runs most statements once or twice, and would plan each of the first five times again (0040).
  const planning = { plan_cache_mode: 'force_generic_plan' };
  // Three crowds may come at once.
  const settings = { ...hasty, ...telling, ...planning, max_connections: '300' };
  const server = await startEmbeddedDatabase(folder, { settings });
  const template = new URL(server.url);
  template.pathname = '/template_examport';
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query('create database template_examport');
  await client.end();
  await migrate(template.href);
  await migrateJobs(template.href);
  project.provide('databaseUrl', server.url);
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
