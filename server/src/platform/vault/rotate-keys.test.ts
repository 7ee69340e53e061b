import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountContact, createAccount } from '#people/accounts';
import { randomDigits, randomId } from '#platform/chance';
import { appendFieldKey, developmentSecrets, renewCsrfKey } from '#platform/config/secrets';
import { databasePool, inTransaction, reading } from '#platform/database';
import { checkKnownKeys } from '#platform/vault/known-keys';
import { openIndex } from '#platform/vault/open-index';
import { onceByKey } from '#platform/idempotency';
import { rotateKeys } from '#platform/vault/rotate-keys';
import { openSettings } from '#platform/settings';
import { testConfig, testEnvironment } from '#platform/testing/config';
import { openTestDatabase } from '#platform/testing/database';
import { csrfTokenOf, isCsrfToken, openVault, seal } from '#platform/vault';

const keyOf = (seed: number) =>
  Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 41 + seed * 67) % 256)).toString('base64');
const first = testEnvironment['FIELD_KEYS'] ?? '';
const second = `k2:${keyOf(9)}`;
const use = (FIELD_KEYS: string, more: Record<string, string> = {}) =>
  openVault(testConfig({ FIELD_KEYS, ...more }).secrets);

let close: () => Promise<void>;
beforeAll(async () => {
  openSettings(testConfig());
  close = await openTestDatabase();
});
beforeEach(async () => {
  use(first);
  await databasePool().query('truncate known_key');
  await databasePool().query('truncate index_half');
  await inTransaction(openIndex);
});
afterAll(() => close());

/** Tables that are only added to refuse to be emptied, and hang on accounts. */
async function forgetAccounts(): Promise<void> {
  const db = await databasePool().connect();
  try {
    await db.query('begin');
    await db.query(`set local session_replication_role = replica`);
    await db.query('truncate account cascade');
    await db.query('commit');
  } finally {
    db.release();
  }
}

async function givenAccount(): Promise<{ id: string; phone: string }> {
  const phone = `136${randomDigits(8)}`;
  const account = { phone, passwordHash: null, dateOfBirth: null, language: 'en' as const, termsVersion: null };
  const id = await inTransaction((tx) => createAccount(tx, { ...account, email: `${phone}@example.com` }));
  return { id: id ?? '', phone };
}

const phoneOf = async (id: string) => (await reading((tx) => accountContact(tx, id))).phone;

/** The key ids that values are sealed with, by the values themselves. */
async function idsInUse(): Promise<string[]> {
  const { rows } = await reading((tx) =>
    sql<{
      id: string;
    }>`select distinct convert_from(substring(phone_sealed from 3 for get_byte(phone_sealed, 1)), 'UTF8') as id
      from account where phone_sealed is not null order by 1`.execute(tx),
  );
  return rows.map(({ id }) => id);
}

describe('rotating the keys', () => {
  it('seals every value with the new key, so that the old one is needed no more [T34 ASVS-11.2.2 ASVS-13.3.4]', async () => {
    const accounts = await Promise.all(Array.from({ length: 450 }, givenAccount));
    const draft = { table: 'wizard_draft', row: `${accounts[0]?.id}:public`, column: 'json' };
    await databasePool().query(
      `insert into wizard_draft (account_id, kind, json_sealed, version, updated_at) values ($1, 'public', $2, 1, app_now())`,
      [accounts[0]?.id, seal('{}', draft)],
    );
    const request = { ownerId: accounts[0]?.id ?? '', key: 'rotation-0001', endpoint: 'order.place', input: [] };
    await onceByKey(request, async () => ({ status: 200, answer: { code: 'A1' } }));
    await checkKnownKeys();

    use(`${second},${first}`);
    await checkKnownKeys();
    const { resealed, retired } = await rotateKeys();

    expect(resealed).toMatchObject({
      'account.phone_sealed': 450,
      'account.email_sealed': 450,
      'wizard_draft.json_sealed': 1,
      'idempotency_key.answer': 1,
    });
    expect(retired).toEqual(['field key k1']);
    expect(await idsInUse()).toEqual(['k2']);
    use(second);
    await checkKnownKeys();
    expect(await phoneOf(accounts[7]?.id ?? '')).toBe(accounts[7]?.phone);
    const replayed = await onceByKey(request, async () => ({ status: 500, answer: null }));
    expect(replayed.answer).toEqual({ code: 'A1' });
  });

  it('goes on where it was stopped, and does nothing when nothing is left [T34]', async () => {
    await forgetAccounts();
    const accounts = [await givenAccount(), await givenAccount()];
    use(`${second},${first}`);
    const [done] = accounts;
    const place = { table: 'account', row: done?.id ?? '', column: 'phone' };
    await databasePool().query('update account set phone_sealed = $1 where id = $2', [
      seal(done?.phone ?? '', place),
      done?.id,
    ]);
    expect(await idsInUse()).toEqual(['k1', 'k2']);
    expect(await Promise.all(accounts.map(({ id }) => phoneOf(id)))).toEqual(accounts.map(({ phone }) => phone));

    const rest = await rotateKeys();
    const nothing = await rotateKeys();

    expect(rest.resealed).toEqual({
      'account.email_sealed': 2,
      'account.phone_sealed': 1,
      'index_half.half_sealed': 1,
    });
    expect(nothing).toEqual({ resealed: {}, retired: [] });
  });

  it('keeps the older key while a value does not open, and seals the others [T34]', async () => {
    await forgetAccounts();
    await givenAccount();
    const moved = await givenAccount();
    const elsewhere = seal(moved.phone, { table: 'account', row: randomId(), column: 'phone' });
    await databasePool().query('update account set phone_sealed = $1 where id = $2', [elsewhere, moved.id]);
    await checkKnownKeys();
    use(`${second},${first}`);

    await expect(rotateKeys()).rejects.toThrow();

    expect(await idsInUse()).toEqual(['k1', 'k2']);
    use(`${second},${first}`);
    await expect(checkKnownKeys()).resolves.toBeUndefined();
    await forgetAccounts();
  });

  it('makes a new key for an embedded set-up and keeps the old one [T34]', () => {
    const folder = mkdtempSync(join(tmpdir(), 'examport-keys-'));
    const [before] = developmentSecrets(folder).fieldKeys;

    const id = appendFieldKey(folder);

    const { fieldKeys } = developmentSecrets(folder);
    expect([id, fieldKeys.map((key) => key.id)]).toEqual(['k2', ['k2', 'k1']]);
    expect(fieldKeys[1]).toEqual(before);
    expect(readFileSync(`${folder}/secrets.json`, 'utf8')).toContain('INDEX_KEY');
  });
});

describe('the key of anti-forgery values', () => {
  const session = 'a-session';
  const tokenBy = (CSRF_KEY: string) => {
    use(first, { CSRF_KEY });
    return csrfTokenOf(session);
  };

  it('is followed by a new one, whose values are given out; those of the one before are taken until it is gone [T34]', () => {
    const tokens = [keyOf(20), keyOf(21), keyOf(22)].map(tokenBy);

    use(first, { CSRF_KEY: `${keyOf(22)},${keyOf(21)}` });
    expect(csrfTokenOf(session)).toBe(tokens[2]);
    expect(tokens.map((token) => isCsrfToken(token, session))).toEqual([false, true, true]);
    expect(isCsrfToken(tokens[2] ?? '', 'another session')).toBe(false);
    use(first, { CSRF_KEY: keyOf(22) });
    expect(tokens.map((token) => isCsrfToken(token, session))).toEqual([false, false, true]);
  });

  it('has one before it at most, and neither is weak or used for something else [T34]', () => {
    const refusals = [`${keyOf(20)},${keyOf(21)},${keyOf(22)}`, `${keyOf(20)},short`, `${keyOf(20)},${keyOf(20)}`];
    for (const CSRF_KEY of refusals) expect(() => testConfig({ CSRF_KEY })).toThrow(/CSRF_KEY/);
  });

  it('is made anew in an embedded set-up, and the one before kept [T34]', () => {
    const folder = mkdtempSync(join(tmpdir(), 'examport-keys-'));
    const { csrfKeys: before } = developmentSecrets(folder);

    renewCsrfKey(folder);
    const { csrfKeys: then } = developmentSecrets(folder);
    renewCsrfKey(folder);
    const { csrfKeys: after } = developmentSecrets(folder);

    expect([then.length, then[1], after.length, after[1]]).toEqual([2, before[0], 2, then[0]]);
  });
});

describe('the index key', () => {
  it('is one: a second beside it is refused in a line that says where to read why [T34]', () => {
    expect(() => testConfig({ INDEX_KEY: `${keyOf(5)},${keyOf(2)}` })).toThrow(/not rotated \(docs\/decisions\/0017\)/);
  });
});

describe('a start', () => {
  const refusal = /^These are not the keys this database was written with \([^\n]+$/;

  it('with the keys of the first one goes on, also with a new key in front [T34]', async () => {
    await checkKnownKeys();
    await checkKnownKeys();
    use(`${second},${first}`);

    await expect(checkKnownKeys()).resolves.toBeUndefined();
  });

  it.each([
    ['another index key', () => use(first, { INDEX_KEY: keyOf(5) })],
    ['another field key of the same name', () => use(`k1:${keyOf(6)}`)],
    ['a field key missing', () => use(second)],
  ])('with %s is refused in one line [T34]', async (_, change) => {
    await checkKnownKeys();
    change();

    await expect(checkKnownKeys()).rejects.toThrow(refusal);
  });
});
