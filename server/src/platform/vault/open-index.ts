import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { hashSecret, seal, unseal, useIndexHalf } from '#platform/vault';

/** Under which name the half is in `known_key`. A version that knows of no half lacks this key, and does not start where everything is hashed with it. */
export const indexHalfName = 'half of the index key';

const place = { table: 'index_half', row: 'true', column: 'half' };

/**
 * Reads what this database adds to the index key, and makes it at the first start (decision 0017). It is sealed: whoever has a copy of the database and
 * INDEX_KEY can try no number and no birth date without a field key as well. Two first starts at once use the half of one of them.
 * @throws Error when it does not open with the field keys of this start.
 */
export async function openIndex(tx: Tx): Promise<void> {
  const made = seal(randomBytes(32).toString('base64'), place);
  await sql`insert into index_half (half_sealed) values (${made}) on conflict do nothing`.execute(tx);
  const { half_sealed: sealed } = await tx.selectFrom('index_half').select('half_sealed').executeTakeFirstOrThrow();
  const half = unseal(sealed, place);
  useIndexHalf(half);
  if (half === '') return;
  await sql`
    insert into known_key (name, fingerprint, known_since) values (${indexHalfName}, ${hashSecret(half)}, app_now()) on conflict do nothing`.execute(
    tx,
  );
}
