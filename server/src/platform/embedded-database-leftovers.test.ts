import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { startEmbeddedDatabase } from '#platform/embedded-database';

async function canBeAsked(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query('select 1')).rowCount === 1;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

it('a database of which a process does not end says so, and is back when it has [F6]', async () => {
  // given
  const folder = mkdtempSync(join(tmpdir(), 'examport-leftovers-'));
  const said: string[] = [];
  const database = await startEmbeddedDatabase(folder, {
    onProgress: (line) => said.push(line),
    settings: { fsync: 'off' },
  });
  const client = new Client({ connectionString: database.url });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const frozen = rows[0]?.pid ?? 0;
  process.kill(frozen, 'SIGSTOP');

  // when
  process.kill(Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');

  // then
  const words = `Processes of an earlier database on ${folder}/postgres have not ended. End them (their command begins with "postgres:"), then start again.`;
  await expect.poll(() => said, { interval: 100 }).toContain(words);
  expect(said.filter((line) => line === words)).toHaveLength(1);
  process.kill(frozen, 'SIGKILL');
  await expect.poll(() => canBeAsked(database.url), { interval: 100 }).toBe(true);
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
});
