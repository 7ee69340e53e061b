import { inject } from 'vitest';
import { Client } from 'pg';
import { randomCode } from '#platform/chance';
import { closeDatabase, openDatabase } from '#platform/database';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the run's PostgreSQL; the migrated template is the database `template_examport`. */
    databaseUrl: string;
  }
}

/** The same server, another database. */
export function databaseUrlOf(name: string): string {
  const url = new URL(inject('databaseUrl'));
  url.pathname = `/${name}`;
  return url.href;
}

/** A database of this test file's own, cloned from the migrated template (or from nothing). */
export async function createTestDatabase(
  template: 'template_examport' | 'template0' = 'template_examport',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomCode(12).toLowerCase()}`;
  await administer(`create database ${name} template ${template}`);
  return { url: databaseUrlOf(name), drop: () => administer(`drop database if exists ${name} with (force)`) };
}

/**
 * Opens the platform's database on a fresh clone.
 * @returns closes and drops it; for `afterAll`.
 */
export async function openTestDatabase(): Promise<() => Promise<void>> {
  const { url, drop } = await createTestDatabase();
  openDatabase(url, { connections: 5 });
  return async () => {
    await closeDatabase();
    await drop();
  };
}

async function administer(statement: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrlOf('postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
