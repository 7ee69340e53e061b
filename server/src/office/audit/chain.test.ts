import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apart } from '#platform/act';
import { randomBytes, randomId } from '#platform/chance';
import { closeDatabase, databasePool, inTransaction, openDatabase } from '#platform/database';
import { openSettings } from '#platform/settings';
import { testConfig, testEnvironment } from '#platform/testing/config';
import { createTestDatabase } from '#platform/testing/database';
import { audit, type AuditEntry, checkChain } from './index.ts';
import { rowsOf } from '#testing';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  openSettings(testConfig());
  database = await createTestDatabase();
  openDatabase(database.url, { connections: 20 });
});
afterAll(async () => {
  await closeDatabase();
  await database.drop();
});

const officer = { id: randomId(), name: 'Officer' };

function entryOf(changes: Partial<AuditEntry> = {}): AuditEntry {
  const object = { kind: 'order', id: randomId() } as const;
  return { staff: officer, action: 'orders.extend', object, reason: 'the bank was slow', ...changes };
}

const write = (entry: AuditEntry) => inTransaction((tx) => audit(tx, entry));

/** The chain's problems while rows are falsified past the guards, as whoever owns the database could; taken back afterwards. */
async function problemsAfter(...statements: string[]): Promise<{ problem: string; sequence: number | null }[]> {
  const client = await databasePool().connect();
  try {
    await client.query('begin');
    for (const table of ['audit_entry', 'audit_link', 'audit_head'])
      await client.query(`alter table ${table} disable trigger all`);
    for (const text of statements) await client.query(text);
    const { rows } = await client.query('select problem, sequence from audit_problem order by sequence nulls last');
    return rows;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function commandAnswer(): Promise<{ code: number; output: string }> {
  const command = join(import.meta.dirname, '../../audit-verify-main.ts');
  const env = { ...process.env, ...testEnvironment, DATABASE_URL: database.url };
  const run = promisify(execFile)(process.execPath, [command], { env });
  return await run.then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stdout: string }) => ({ code: error.code, output: error.stdout }),
  );
}

describe('the audit chain', () => {
  it('stays whole under forty writers at once, one link per entry [I9 T33]', async () => {
    const people = [randomBytes(32), randomBytes(32)];
    const writers = Array.from({ length: 40 }, (_, index) =>
      inTransaction(async (tx) => {
        for (let entry = 0; entry <= index % 3; entry++)
          await audit(tx, entryOf({ before: { seats: index }, after: { seats: entry, when: null }, people }));
      }),
    );

    await Promise.all(writers);

    const [counts] = await rowsOf<object>(
      `select (select count(*)::int from audit_entry) as entries, (select count(*)::int from audit_link) as links,
         (select max(sequence)::int from audit_link) as last, (select sequence::int from audit_head) as head`,
    );
    const expected = writers.reduce((sum, _, index) => sum + 1 + (index % 3), 0);
    expect(counts).toEqual({ entries: expected, links: expected, last: expected, head: expected });
    expect(await checkChain(database.url)).toMatchObject({ length: expected, first: null });
  });

  it('keeps nothing of an act that was rolled back, and no gap [I9 T33]', async () => {
    const before = await checkChain(database.url);

    await inTransaction(async (tx) => {
      await audit(tx, entryOf());
      throw new Error('the act failed');
    }).catch(() => undefined);
    await write(entryOf());

    expect(await checkChain(database.url)).toMatchObject({ length: before.length + 1, first: null });
  });

  it('does not hold its head while a writer is still at work', async () => {
    await inTransaction(async (tx) => {
      await audit(tx, entryOf());
      // Somebody else.
      await apart(() => write(entryOf({ action: 'orders.look' })));
    });

    const actions = await rowsOf<{ action: string }>(
      'select action from audit_entry join audit_link on entry_id = id order by sequence desc limit 2',
    );
    expect(actions.map(({ action }) => action)).toEqual(['orders.extend', 'orders.look']);
  });

  it.each([
    'update audit_entry set reason = $1',
    'delete from audit_entry where reason = $1',
    'update audit_link set hash = sha256($1::bytea)',
    'delete from audit_link where hash = $1::bytea',
    'delete from audit_head where hash <> $1::bytea',
  ])('refuses, to our own user: %s [I9 5.2.3 ASVS-16.4.2]', async (text) => {
    await write(entryOf({ reason: 'nobody reads this' }));

    await expect(rowsOf(text, ['nobody reads this'])).rejects.toThrow(/never changed or removed|permission denied/);
  });

  it.each(['audit_entry, audit_link', 'audit_link', 'audit_head'])('refuses to empty %s [I9]', async (tables) => {
    await expect(rowsOf(`truncate ${tables}`)).rejects.toThrow(/never changed or removed|permission denied/);
  });

  it.each([
    [
      'an entry’s reason is changed',
      `update audit_entry set reason = 'another' where id = $entry`,
      2,
      'the entry was changed',
    ],
    [
      'its time is changed',
      `update audit_entry set at = at + interval '1 ms' where id = $entry`,
      2,
      'the entry was changed',
    ],
    ['who was seen is hidden', `update audit_entry set people = '{}' where id = $entry`, 2, 'the entry was changed'],
    ['an entry is removed', 'delete from audit_entry where id = $entry', 2, 'its entry is missing'],
    ['entry and link are removed', 'delete from audit_link where entry_id = $entry', 3, 'a link is missing before it'],
    [
      'a link is written anew to fit a changed entry',
      `update audit_entry set reason = 'another' where id = $entry;
       update audit_link set hash = audit_hash(previous, (select entry from audit_entry entry where id = entry_id)) where entry_id = $entry`,
      3,
      'it does not follow the link before it',
    ],
  ])('is named broken when %s, at the first broken row', async (...[, text, sequence, problem]) => {
    const [second] = await rowsOf<{ entry_id: string }>('select entry_id from audit_link where sequence = 2');

    const problems = await problemsAfter(text.replaceAll('$entry', `'${second?.entry_id}'`));

    expect(problems[0]).toEqual({ problem, sequence });
    expect(await checkChain(database.url)).toMatchObject({ first: null });
  });

  it('is named broken when its end is cut off, and when an entry was slipped in unchained [T33]', async () => {
    const cut = await problemsAfter('delete from audit_link where sequence = (select max(sequence) from audit_link)');
    expect(cut.map(({ problem }) => problem)).toEqual([
      'the chain does not end where its head says',
      'the entry was never chained',
    ]);

    const slipped = await problemsAfter(
      `insert into audit_entry select gen_random_uuid(), at, staff_id, staff_name, action, object_kind, object_id from audit_entry limit 1`,
    );
    expect(slipped).toEqual([{ problem: 'the entry was never chained', sequence: null }]);
  });

  it('is walked by the command, which names the first broken entry and fails [T33]', async () => {
    expect(await commandAnswer()).toMatchObject({ code: 0, output: expect.stringContaining('is whole') });

    const [second] = await rowsOf<{ entry_id: string }>('select entry_id from audit_link where sequence = 2');
    await rowsOf(`alter table audit_entry disable trigger all`);
    await rowsOf(`update audit_entry set action = 'orders.nothing' where id = $1`, [second?.entry_id]);

    const { code, output } = await commandAnswer();
    expect({ code, output }).toEqual({
      code: 1,
      output: `The audit chain is broken at link 2 (entry ${second?.entry_id}): the entry was changed. 1 problems in all.\n`,
    });
  });
});
