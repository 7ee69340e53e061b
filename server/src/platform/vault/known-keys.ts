import { inTransaction, type Tx } from '#platform/database';
import { ConfigError } from '#platform/config';
import { currentFormat, currentKeyName, keyFingerprints } from '#platform/vault';
import { indexHalfName, openIndex } from '#platform/vault/open-index';
import { sql } from 'kysely';

/**
 * Holds the keys of this start to those of the database: at its first start their fingerprints are written down, later ones
 * must have every key written down, and add those that are new. Two starts with keys of their own would each write what the
 * other cannot open. With the right keys it opens the index.
 * @throws ConfigError in one line when a key is missing or is another one.
 */
export async function checkKnownKeys(): Promise<void> {
  const own = new Map(keyFingerprints().map(({ name, fingerprint }) => [name, fingerprint]));
  await inTransaction(async (tx) => {
    const known = await lockKnown(tx);
    const wrong = known
      .filter(({ name, fingerprint }) => name !== indexHalfName && !own.get(name)?.equals(fingerprint))
      .map(({ name }) => name);
    if (wrong.length > 0)
      throw new ConfigError([
        `These are not the keys this database was written with (${wrong.join(', ')}). Start with its own: the DATA_DIR of its first start, or the same FIELD_KEYS and INDEX_KEY.`,
      ]);
    for (const [name, fingerprint] of own)
      await tx
        .insertInto('known_key')
        .values({ name, fingerprint, known_since: sql<string>`app_now()` })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    await openIndex(tx);
  });
}

/** Whether everything is sealed with the current key, in the current format. */
export async function isResealed(tx: Tx): Promise<boolean> {
  const known = await tx
    .selectFrom('known_key')
    .select('sealed_format')
    .where('name', '=', currentKeyName())
    .executeTakeFirst();
  return known?.sealed_format === currentFormat;
}

/** Notes that everything is. */
export async function noteResealed(tx: Tx): Promise<void> {
  const current = keyFingerprints().filter(({ name }) => name === currentKeyName());
  for (const key of current)
    await tx
      .insertInto('known_key')
      .values({ ...key, known_since: sql<string>`app_now()`, sealed_format: currentFormat })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ sealed_format: currentFormat }))
      .execute();
}

/** Forgets every field key but the current one, once nothing is sealed with them. @returns their names. */
export async function forgetOldKeyNames(tx: Tx): Promise<string[]> {
  const gone = await tx
    .deleteFrom('known_key')
    .where('name', 'like', 'field key %')
    .where('name', '<>', currentKeyName())
    .returning('name')
    .execute();
  return gone.map(({ name }) => name).toSorted();
}

async function lockKnown(tx: Tx) {
  await sql`lock table known_key in share row exclusive mode`.execute(tx);
  return await tx.selectFrom('known_key').select(['name', 'fingerprint']).orderBy('name').execute();
}
