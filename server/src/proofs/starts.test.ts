import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomId } from '#platform/chance';
import { testEnvironment } from '#platform/testing/config';
import { createTestDatabase } from '#platform/testing/database';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Runs a program of the product as a person does. */
function run(program: string, words: readonly string[], environment: Readonly<Record<string, string>>) {
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, '..', program), ...words], {
    env: { ...process.env, ...testEnvironment, ...environment },
    encoding: 'utf8',
  });
  return { code: status, said: stderr.trim().split('\n') };
}

async function change(statement: string): Promise<void> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

const away = 'postgresql://examport@127.0.0.1:1/examport';

describe('a command whose database is away', () => {
  it.each([
    ['migrate-main.ts', []],
    ['doctor-main.ts', []],
    ['audit-verify-main.ts', []],
    ['rotate-main.ts', []],
    ['backup-main.ts', ['/tmp/nowhere']],
    ['first-administrator-main.ts', ['--email', 'a@example.com', '--name', 'Wang Min']],
  ])('says so in one line: %s [F6]', (program, words) => {
    const { code, said } = run(program, words, { DATABASE_URL: away });

    expect([code, said.length]).toEqual([1, 1]);
    expect(said[0]).toMatch(/^The database at 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED.* Check DATABASE_URL\.$/);
  });
});

describe('a command whose database goes away midway', () => {
  it.each([
    ['doctor-main.ts', []],
    ['audit-verify-main.ts', []],
    ['backup-main.ts', [join(tmpdir(), `examport-backup-${randomId()}`)]],
  ])('says so in one line: %s [F6]', async (program, words) => {
    const holder = new Client({ connectionString: database.url });
    await holder.connect();
    await holder.query('begin; lock table audit_entry in access exclusive mode');
    const command = spawn(process.execPath, [join(import.meta.dirname, '..', program), ...words], {
      env: { ...process.env, ...testEnvironment, DATABASE_URL: database.url },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    command.stderr.on('data', (chunk) => (said += String(chunk)));
    const end = once(command, 'close');
    const endWaiting = () =>
      holder.query(
        `select pg_terminate_backend(pid) from pg_locks where relation = 'audit_entry'::regclass and not granted`,
      );

    try {
      await expect.poll(async () => (await endWaiting()).rowCount, { interval: 20 }).toBe(1);
    } finally {
      await holder.end();
    }
    const [code] = await end;
    for (const folder of words) rmSync(folder, { recursive: true });

    expect([code, said]).toEqual([
      1,
      'The database, or the store of files, is busy or away now. See to it, then start again.\n',
    ]);
  });
});

describe('a start that cannot succeed says in one line what to do', () => {
  const start = (environment: Readonly<Record<string, string>> = {}) =>
    run('main.ts', [], { DATABASE_URL: database.url, ...environment });

  it('with keys that are not those of its database [T34]', async () => {
    expect(run('rotate-main.ts', [], { DATABASE_URL: database.url }).code).toBe(0);
    const other = randomBytes(32).toString('base64');

    const { code, said } = start({ INDEX_KEY: other });

    expect([code, said.length]).toEqual([1, 1]);
    expect(said[0]).toMatch(/^These are not the keys .* Start with its own: /);
  });

  it('on a full disk [F6]', async () => {
    await change(`
      create function of_the_test() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
      create trigger of_the_test before insert or update on calendar_day for each statement execute function of_the_test();`);

    const { code, said } = start();
    await change('drop function of_the_test cascade');

    expect([code, said]).toEqual([
      1,
      ['A disk is full: that of the database, or that of DATA_DIR. Free space on it, then start again.'],
    ]);
  });

  it('on a schema that is newer than one step [F11]', async () => {
    await change(`insert into migration values ('9998_next.sql', '', now()), ('9999_after.sql', '', now())`);

    const { code, said } = start();
    await change(`delete from migration where name >= '9998'`);

    expect([code, said.length]).toEqual([1, 1]);
    expect(said[0]).toMatch(
      /^The database has run 999\d_\w+\.sql, which this version does not have\. Start the newer version\.$/,
    );
  });

  it('on a port that somebody has [F6]', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;

    const { code, said } = start({ PORT: String(port), HOST: '127.0.0.1' });
    server.close();

    expect([code, said]).toEqual([
      1,
      [`Port ${port} is already in use. Stop the other program, or set PORT or CONSOLE_PORT.`],
    ]);
  });
});
