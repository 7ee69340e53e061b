import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { birthKeyOf } from '#platform/birth';
import { databasePool, inTransaction } from '#platform/database';
import { openSettings } from '#platform/settings';
import { testConfig, testEnvironment } from '#platform/testing/config';
import { openTestDatabase } from '#platform/testing/database';
import { openVault } from '#platform/vault';
import { checkKnownKeys } from '#platform/vault/known-keys';
import { openIndex } from '#platform/vault/open-index';
import { rotateKeys } from '#platform/vault/rotate-keys';

const newKey = Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 59 + 11) % 256)).toString('base64');
const { secrets } = testConfig();
const { secrets: rotated } = testConfig({ FIELD_KEYS: `k2:${newKey}` });
const { secrets: both } = testConfig({ FIELD_KEYS: `k2:${newKey},${testEnvironment['FIELD_KEYS']}` });
const { secrets: stranger } = testConfig({ FIELD_KEYS: `k1:${newKey}` });

let close: () => Promise<void>;
beforeAll(async () => {
  openSettings(testConfig());
  openVault(secrets);
  close = await openTestDatabase();
});
beforeEach(async () => {
  openVault(secrets);
  await databasePool().query('truncate index_half');
  await databasePool().query('truncate known_key');
});
afterAll(() => close());

const child = { account: '00000000-0000-4000-8000-00000000000a', born: '2016-03-09' };
const keyOfChild = () => birthKeyOf(child.account, child.born);
/** What the thief of INDEX_KEY and a copy of the database can make: the hash of a guess by that key alone. */
const guessed = (dob: string) =>
  createHmac('sha256', secrets.indexKey).update(`birth\n${child.account}|${dob}`).digest('hex');
const daysOf = (year: number) =>
  Array.from({ length: 366 }, (_, day) => new Date(Date.UTC(year, 0, 1 + day)).toISOString().slice(0, 10));

describe('the index of a database', () => {
  it('gives no birth date to whoever has INDEX_KEY and a copy, and says so of one that was in use before it had a half [T34 PIPL-51]', async () => {
    const days = daysOf(2016);
    await inTransaction(openIndex);
    const kept = keyOfChild().toString('hex');

    expect(days.filter((day) => guessed(day) === kept)).toEqual([]);

    await databasePool().query(`update index_half set half_sealed = ''`);
    await inTransaction(openIndex);
    const before = keyOfChild().toString('hex');
    expect(days.filter((day) => guessed(day) === before)).toEqual([child.born]);
  });

  it('has one half, whichever of two first starts at once made it, and keeps it [T34]', async () => {
    const made = await Promise.all(
      [1, 2, 3].map(async () => {
        await checkKnownKeys();
        return keyOfChild();
      }),
    );
    await checkKnownKeys();
    const { rows } = await databasePool().query<{ half: Buffer }>('select half_sealed as half from index_half');

    expect(made.map((each) => each.equals(keyOfChild()))).toEqual([true, true, true]);
    expect(rows).toHaveLength(1);
    await databasePool().query('truncate index_half');
    await checkKnownKeys();
    expect(made[0]?.equals(keyOfChild())).toBe(false);
  });

  it('finds the same people once its half is sealed with a new key, and the old key opens it no more [T34]', async () => {
    await checkKnownKeys();
    const before = keyOfChild();
    openVault(both);
    const { resealed } = await rotateKeys();
    openVault(rotated);
    await checkKnownKeys();

    expect(resealed).toEqual({ 'index_half.half_sealed': 1 });
    expect(keyOfChild().equals(before)).toBe(true);
    openVault(secrets);
    await expect(inTransaction(openIndex)).rejects.toThrow('a key that is not configured');
  });

  it('does not open with another field key of the same name: nothing is hashed by half a key [T34]', async () => {
    await inTransaction(openIndex);
    openVault(stranger);

    await expect(inTransaction(openIndex)).rejects.toThrow();
  });
});
