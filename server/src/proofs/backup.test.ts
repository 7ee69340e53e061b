import { createHash } from 'node:crypto';
import { cp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBackup, restoreBackup } from '#privacy/backup';
import { examine } from '#privacy/doctor';
import { fileStore } from '#office/files';
import { randomId } from '#platform/chance';
import { flushNetworkLog } from '#platform/network-log';
import { checkKnownKeys } from '#platform/vault/known-keys';
import { testConfig, testEnvironment } from '#platform/testing/config';
import { createTestDatabase } from '#platform/testing/database';
import { openVault } from '#platform/vault';
import { givenSignedIn, givenWorkingCalendar } from '#testing';
import { makeRoom, restored, runProgram, type Stand, standOfWorld, sumsOf } from './backup.testing.ts';
import { addToCart, givenHousehold, meddle, openWorld, payOrder, placeOrder, type World } from './world.testing.ts';

let world: World;
let stand: Stand;
const room = makeRoom();
const quiet = () => undefined;
let good: string;

beforeAll(async () => {
  world = await openWorld();
  stand = await standOfWorld(room);
  const home = await givenHousehold(world);
  await givenWorkingCalendar();
  await checkKnownKeys();
  await givenFile(home.browser.accountId, 'kept-file-one');
  good = join(room, 'good');
  await makeBackup(stand.url, good, quiet);
});
afterAll(async () => {
  await world.close();
  await rm(room, { recursive: true });
});

async function givenFile(accountId: string, key: string): Promise<void> {
  await fileStore().put(key, Buffer.from(`sealed bytes of ${key}`));
  await meddle(
    `insert into file (id, account_id, storage_key, name_sealed, kind, size, sha256, created_at)
     values ($1, $2, $3, ''::bytea, 'pdf', 20, sha256('x'), app_now())`,
    [randomId(), accountId, key],
  );
}

/** A copy of the good backup, to be spoilt. */
async function copyOfGood(): Promise<string> {
  const folder = join(room, randomId());
  await cp(good, folder, { recursive: true });
  return folder;
}

async function refusalOf(folder: string, url: string | null = null): Promise<string> {
  const openUrl = async () => url ?? Promise.reject(new Error('The database was opened.'));
  const journal = { folder: join(stand.dataDir, 'files') };
  return await restoreBackup({ openUrl, folder, journal, say: quiet }).then(
    () => 'restored',
    (error: Error) => error.message,
  );
}

/** Changes the manifest as somebody would who also writes its hash again. */
async function changeManifest(folder: string, change: (text: string) => string): Promise<void> {
  const text = change(await readFile(join(folder, 'manifest.json'), 'utf8'));
  await writeFile(join(folder, 'manifest.json'), text);
  await writeFile(join(folder, 'manifest.sha256'), createHash('sha256').update(text).digest('hex'));
}

describe('a restored backup', () => {
  it('equals its source table by table, with its files, and is healthy [F12 I1 I9]', async () => {
    const folder = join(room, 'quiet');
    // What was asked so far is written down a little later.
    await flushNetworkLog();
    await makeBackup(stand.url, folder, quiet);
    const before = await sumsOf(stand.url);

    await restored({ folder, from: stand, room }, async ({ findings, forgottenAgain }, to) => {
      expect([findings, forgottenAgain]).toEqual([[], 0]);
      expect(await sumsOf(to.url)).toEqual(before);
      const path = join('files', 'ke', 'kept-file-one');
      expect(await readFile(join(to.dataDir, path))).toEqual(await readFile(join(stand.dataDir, path)));
    });
  });

  it('equals its source where rows are long and many: nothing is lost between two reads of the connection [F12]', async () => {
    await meddle(
      `insert into history (id, kind, object_id, event, actor_kind, reason, at)
       select gen_random_uuid(), 'note', gen_random_uuid(), 'test', 'system',
         case when n % 50 = 0 then repeat(md5(n::text), 3000) else repeat(md5(n::text), n % 40) || E'\\t\\n\\\\N 考途' end, app_now()
       from generate_series(1, 5000) n`,
    );
    const folder = join(room, 'large');
    await makeBackup(stand.url, folder, quiet);
    const before = await sumsOf(stand.url);

    await restored({ folder, from: stand, room }, async (_, to) => {
      expect(await sumsOf(to.url)).toEqual(before);
    });
    await meddle(`delete from history where event = 'test'`);
  });

  it('made while orders were placed and paid is one moment of them: its books are whole [F12 I1 I2 I3 I4]', async () => {
    const folder = join(room, 'busy');
    const state = { isOver: false, orders: 0 };
    const shopping = Array.from({ length: 3 }, async () => {
      const browser = await givenSignedIn(world.url);
      while (!state.isOver) {
        await payOrder(browser, world.bank, await placeOrder(browser, await addToCart(browser)));
        state.orders += 1;
      }
    });
    while (state.orders < 2) await new Promise((resolve) => setImmediate(resolve));
    await makeBackup(stand.url, folder, quiet);
    const during = state.orders;
    state.isOver = true;
    await Promise.all(shopping);

    expect(state.orders).toBeGreaterThanOrEqual(during);
    await restored({ folder, from: stand, room }, async ({ findings }) => {
      expect(findings).toEqual([]);
    });
  });

  it('goes on as the source would: the next act follows in the audit chain, the next job has a new number [F12 I9]', async () => {
    await restored({ folder: good, from: stand, room }, async (_, to) => {
      const client = new Client({ connectionString: to.url });
      await client.connect();
      await client.query(`insert into audit_entry (id, at, staff_id, staff_name, action, object_kind, object_id)
        values (gen_random_uuid(), now(), gen_random_uuid(), 'X', 'orders.look', 'order', gen_random_uuid())`);
      await client.query(`select graphile_worker.add_job('retention.run')`);
      await expect(client.query('delete from audit_entry')).rejects.toThrow(/never changed/);
      await expect(
        client.query(`insert into city select gen_random_uuid(), gen_random_uuid(), 'X', 'X', 'X', 1`),
      ).rejects.toThrow(/foreign key/);
      await client.end();
      expect(await examine(to.url)).toEqual([]);
    });
  });
});

describe('a backup is refused, and nothing is begun,', () => {
  it.each([
    ['a byte of a table', 'tables/public.account.copy.gz'],
    ['a byte of a file', 'files/ke/kept-file-one'],
    ['a byte of the list of files', 'files.jsonl'],
    ['a byte of the manifest', 'manifest.json'],
  ])('when %s is another one [F12]', async (_, path) => {
    const folder = await copyOfGood();
    const bytes = await readFile(join(folder, path));
    const at = Math.floor(bytes.length / 2);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    await writeFile(join(folder, path), bytes);

    expect(await refusalOf(folder)).toMatch(new RegExp(`damaged.*${path}|${path}.* is damaged`));
  });

  it('when it is cut off, when a part is missing, and when it was never finished [F12]', async () => {
    const [cut, missing, unfinished] = [await copyOfGood(), await copyOfGood(), await copyOfGood()];
    await truncate(join(cut, 'tables/public.history.copy.gz'), 30);
    await rm(join(missing, 'tables/public.consent.copy.gz'));
    await rm(join(unfinished, 'manifest.json'));

    expect(await refusalOf(cut)).toBe('The backup is damaged: tables/public.history.copy.gz.');
    expect(await refusalOf(missing)).toBe('The backup is incomplete: tables/public.consent.copy.gz is missing.');
    expect(await refusalOf(unfinished)).toMatch(/holds no complete backup: its manifest is missing/);
  });

  it('when another version made it [F12]', async () => {
    const [older, edited] = [await copyOfGood(), await copyOfGood()];
    await changeManifest(older, (text) => {
      const manifest: { migrations: unknown[] } = JSON.parse(text);
      return JSON.stringify({ ...manifest, migrations: manifest.migrations.slice(0, -1) });
    });
    await changeManifest(edited, (text) => text.replace(/("0005_applications.sql",\s+"sha256": ")./, '$1x'));

    expect(await refusalOf(older)).toMatch(/made by another version/);
    expect(await refusalOf(edited)).toMatch(/made by another version/);
  });

  it('when the keys are others: it names them, and holds none [F12 T34]', async () => {
    const other = Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 53 + 7) % 256)).toString('base64');
    openVault(testConfig({ FIELD_KEYS: `k1:${other}` }).secrets);

    const refusal = await refusalOf(good);

    openVault(testConfig().secrets);
    expect(refusal).toMatch(/keys of the backup are missing \(field key k1\)/);
    const manifest = await readFile(join(good, 'manifest.json'), 'utf8');
    const keys = [testEnvironment['FIELD_KEYS']?.slice(3) ?? '-', testEnvironment['INDEX_KEY'] ?? '-'];
    expect(keys.filter((key) => manifest.includes(key))).toEqual([]);
  });

  it('when the database is in use [F12]', async () => {
    const before = await sumsOf(stand.url);

    expect(await refusalOf(good, stand.url)).toMatch(/The database is not empty \(.*account.*\)/);

    expect(await sumsOf(stand.url)).toEqual(before);
  });

  it('when a row breaks a reference: the database stays empty for the next try [F12]', async () => {
    const folder = await copyOfGood();
    const path = 'tables/public.candidate.copy.gz';
    const content = gzipSync('');
    await writeFile(join(folder, path), content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    await changeManifest(folder, (text) => {
      const manifest: { tables: { path: string }[] } = JSON.parse(text);
      const tables = manifest.tables.map((table) =>
        table.path === path ? { ...table, rows: 0, bytes: content.length, sha256 } : table,
      );
      return JSON.stringify({ ...manifest, tables });
    });
    const empty = await createTestDatabase('template0');

    const refusal = await refusalOf(folder, empty.url);
    const again = await refusalOf(good, empty.url);

    await empty.drop();
    expect(refusal).toMatch(
      /^The backup cannot be loaded: the database refuses \w+, \w+_candidate_id_fkey \(23503\)\.$/,
    );
    expect(again).toBe('restored');
  });
});

describe('a backup', () => {
  it('goes into a folder of its own [F12]', async () => {
    await expect(makeBackup(stand.url, good, quiet)).rejects.toThrow(/is not empty/);
  });

  it('says which files the store has lost, and holds everything else [F12]', async () => {
    const { accountId } = await givenSignedIn(world.url);
    await givenFile(accountId, 'lost-file');
    await fileStore().remove('lost-file');
    const folder = join(room, 'lossy');

    const made = await makeBackup(stand.url, folder, quiet);

    await meddle(`delete from file where storage_key = 'lost-file'`);
    expect(made.missing).toEqual(['lost-file']);
    expect(await readdir(join(folder, 'files', 'ke'))).toEqual(['kept-file-one']);
  });

  it('shows nobody else’s eyes anything: its folder and files are their owner’s alone [F12]', async () => {
    const modes = [good, join(good, 'manifest.json'), join(good, 'tables/public.account.copy.gz')].map(
      async (path) => (await stat(path)).mode & 0o077,
    );

    expect(await Promise.all(modes)).toEqual([0, 0, 0]);
  });
});

describe('the commands', () => {
  it('back a database up and restore it, with one line for a refusal and its exit code [F12]', async () => {
    const folder = join(room, 'by-command');
    const empty = await createTestDatabase('template0');
    const from = { DATABASE_URL: stand.url, DATA_DIR: stand.dataDir };
    const to = { DATABASE_URL: empty.url, DATA_DIR: join(room, 'other') };

    const made = await runProgram('backup-main.ts', [folder], from);
    const alone = await runProgram('restore-main.ts', [folder], to);
    const done = await runProgram('restore-main.ts', [folder, '--journal', join(stand.dataDir, 'files')], to);

    const away = await runProgram('restore-main.ts', [folder, '--without-journal'], {
      ...to,
      DATABASE_URL: 'postgresql://examport@127.0.0.1:1/examport',
    });

    const both = await runProgram('restore-main.ts', [folder, '--journal', folder, '--without-journal'], to);

    const same = [await sumsOf(empty.url), await sumsOf(stand.url)];
    await empty.drop();
    expect(both).toEqual({ code: 1, output: expect.stringMatching(/^Usage: npm run restore .*\n$/) });
    expect(away).toEqual({
      code: 1,
      output: expect.stringMatching(/^The database at 127\.0\.0\.1:1 cannot be used: .*\n$/),
    });
    expect(made).toEqual({ code: 0, output: expect.stringMatching(/Backed up \d+ rows of \d+ tables and 1 files/) });
    expect(alone).toEqual({ code: 1, output: expect.stringMatching(/^There is no journal of erasures.*\n$/) });
    expect(done).toEqual({ code: 0, output: expect.stringContaining('Healthy') });
    expect(same[0]).toEqual(same[1]);
    // Three processes on a busy machine.
  });
});
