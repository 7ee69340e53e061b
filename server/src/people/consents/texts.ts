import type { Tx } from '#platform/database';

/** The texts behind hashes of consents, by the hash in hexadecimal; one that nobody knows is left out. */
export async function textsOf(tx: Tx, hashes: readonly Buffer[]): Promise<ReadonlyMap<string, string>> {
  if (hashes.length === 0) return new Map();
  const rows = await tx
    .selectFrom('consent_text')
    .select(['hash', 'text'])
    .where('hash', 'in', [...hashes])
    .execute();
  return new Map(rows.map(({ hash, text }) => [hash.toString('hex'), text]));
}
