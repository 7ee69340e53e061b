import { createHash } from 'node:crypto';
import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import type { ConsentTable } from '#platform/tables/index';
import { noticeGuardian } from './guardian.ts';

/** A ticked statement as evidence: who, when and for what, and the words as they were shown. */
export type GivenConsent = Omit<Insertable<ConsentTable>, 'text_hash'> & { language: 'en' | 'zh'; text: string };

/**
 * Writes the evidence of ticked statements, append-only, and keeps each text once by its hash, so that a receipt can be checked for ever. The
 * guardian of a minor is told, once a registration, where the account is somebody else's.
 */
export async function keepConsents(tx: Tx, given: readonly GivenConsent[]): Promise<void> {
  if (given.length === 0) return;
  const rows = given.map(({ text, ...consent }) => ({ text, consent: { ...consent, text_hash: textHash(text) } }));
  const texts = new Map(rows.map(({ text, consent }) => [consent.text_hash.toString('hex'), { text, ...consent }]));
  await tx
    .insertInto('consent_text')
    .values(
      [...texts.values()].map(({ text, text_hash: hash, statement_id, version, language }) => ({
        hash,
        statement_id,
        version,
        language,
        text,
        kept_at: sql<string>`app_now()`,
      })),
    )
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
  await tx
    .insertInto('consent')
    .values(rows.map(({ consent }) => consent))
    .execute();
  const ofOne = new Map(given.map((each) => [each.application_id ?? each.booking_id ?? each.post_test_id, each]));
  for (const each of ofOne.values()) await noticeGuardian(tx, each);
}

/** SHA-256 of the UTF-8 text of a statement as it was shown. */
export function textHash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
