import { type RawBuilder, sql } from 'kysely';
import { blindIndex } from '#platform/vault';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What a receipt is of, as it was recorded: none of it ever changes. Nobody is named. */
export type Recorded = {
  objectId: string;
  givenAt: string;
  statements: readonly {
    id: string;
    statementId: string;
    version: string;
    language: string;
    hash: Buffer;
    guardianRelation: string | null;
  }[];
};

/** SQL: what a consent was given for: failing all else a saved candidate, or the account. @param consent the alias of the row */
export function objectOf(consent: string): RawBuilder<string> {
  const column = (name: string) => sql.ref(`${consent}.${name}`);
  return sql`coalesce(${column('application_id')}, ${column('booking_id')}, ${column('post_test_id')}, ${column('candidate_id')},
    ${column('account_id')})`;
}

/**
 * The code printed on a receipt: the id of its first statement and a keyed checksum of everything recorded, so that a record that was
 * changed afterwards no longer gives it. The key is that of the indexes, which no rotation replaces (decision 0017).
 */
export function receiptCode(id: string, recorded: Recorded): string {
  const bytes = Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), checksumOf(recorded)]);
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = bits.match(/.{5}/g)?.map((five) => alphabet[Number.parseInt(five, 2)] ?? '') ?? [];
  return letters.join('').replaceAll(/(.{4})(?=.)/g, '$1-');
}

/** The id and the checksum of a code as people type it; null for what can be none. */
export function readReceiptCode(typed: string): { id: string; checksum: Buffer } | null {
  const letters = typed.toUpperCase().replaceAll(/[\s-]/g, '');
  if (!/^[A-Z2-7]{32}$/.test(letters)) return null;
  const bits = Array.from(letters, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = Buffer.from(bits.match(/.{8}/g)?.map((eight) => Number.parseInt(eight, 2)) ?? []);
  const hex = bytes.subarray(0, 16).toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { id, checksum: bytes.subarray(16) };
}

/** Four bytes of the keyed hash. */
export function checksumOf({ objectId, givenAt, statements }: Recorded): Buffer {
  const lines = statements
    .map(({ id, statementId, version, language, hash, guardianRelation }) =>
      [id, statementId, version, language, hash.toString('hex'), guardianRelation ?? ''].join(' '),
    )
    .toSorted();
  return blindIndex('consent.receipt', [objectId, givenAt, ...lines].join('\n')).subarray(0, 4);
}
