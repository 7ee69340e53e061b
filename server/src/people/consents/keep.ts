import { createHash } from 'node:crypto';
import type { Recipient } from '@exam/contract/entities';
import { consentText, type Language } from '@exam/contract/messages';
import { answerStatements, consentVersion, type KeptStatement } from '@exam/contract/rules';
import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { networkOf } from '#platform/limits/caller';
import { dayOf, nobodysAccount, nobodysCandidate } from '#platform/nobody';
import type { ConsentTable } from '#platform/tables/index';

/** A ticked statement as evidence: who, when and for what, and the words as they were shown. */
export type GivenConsent = Omit<Insertable<ConsentTable>, 'text_hash'> & { language: 'en' | 'zh'; text: string };

/** Writes the evidence of ticked statements, append-only, and keeps each text once by its hash, so that a receipt can be checked for ever. */
export async function keepEvidence(tx: Tx, given: readonly GivenConsent[]): Promise<void> {
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
}

/** In which language statements were shown, whom they named as the recipient, and whence they were ticked. */
export type ConsentEvidence = { language: Language; recipient: Recipient | null; ip: string; device: string };

type Ticked = {
  statements: readonly KeptStatement[];
  candidate: { id: string | null } | null;
  guardian: { type: string | null } | null;
};

/** Ticked statements as rows with their texts, for whatever was consented to. `now` is when. */
export function consentRows(
  { evidence, accountId, now }: { evidence: ConsentEvidence; accountId: string; now: string },
  { statements, candidate, guardian }: Ticked,
) {
  return statements.map((statement) => ({
    id: randomId(),
    account_id: accountId,
    candidate_id: candidate?.id ?? null,
    statement_id: statement,
    version: consentVersion,
    language: evidence.language,
    text: consentText(evidence.language, statement, { recipient: evidence.recipient }),
    guardian_relation: guardian?.type ?? null,
    network: networkOf(evidence.ip),
    device: evidence.device,
    given_at: now,
  }));
}

/** SHA-256 of the UTF-8 text of a statement as it was shown. */
export function textHash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The evidence of a registration for its copy too: what was ticked and when, and not taken back since. What a guardian agreed to by a link is not of one registration (decision 0076). */
export async function copyConsents(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  const consents = await tx
    .selectFrom('consent')
    .selectAll()
    .where('application_id', '=', from)
    .where('statement_id', 'not in', [...answerStatements])
    .where(sql<boolean>`not exists (select from consent_ended gone where gone.consent_id = consent.id)`)
    .execute();
  const rows = consents.map((consent) => ({ ...consent, id: randomId(), application_id: to }));
  if (rows.length > 0) await tx.insertInto('consent').values(rows).execute();
}

/** Forgets evidence whose period is over. */
export async function forgetConsents(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`delete from consent where id = any(${[...ids]}::uuid[])`.execute(tx);
}

/**
 * How a child left is forgotten with the name of the registration, so the evidence that a guardian agreed to it names neither account nor child from then
 * on, nor the registration, whose other evidence names both (decision 0090). Its words and its day stay as long as any evidence.
 * @param ids registrations or bookings.
 */
export async function forgetWhoLeaves(tx: Tx, ids: readonly string[]): Promise<void> {
  const wanted = sql`any(${[...ids]}::uuid[])`;
  await sql`
    update consent set account_id = ${nobodysAccount}, candidate_id = ${nobodysCandidate}, application_id = null, booking_id = null,
      guardian_relation = null, network = '', device = '', given_at = ${dayOf('given_at')}
    where (application_id = ${wanted} or booking_id = ${wanted}) and statement_id = 'guardianLeaving'`.execute(tx);
}
