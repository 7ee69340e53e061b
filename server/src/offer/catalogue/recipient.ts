import type { Recipient } from '@exam/contract/entities';
import type { Language } from '@exam/contract/messages';
import { type RecipientFacts, recipientOf } from '@exam/contract/rules';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { AwardingBodyTable } from '#platform/tables/index';

/** An awarding body's own record, from which consents are worded. */
export type AwardingBody = Selectable<AwardingBodyTable>;

/** What the record tells for consents. */
export function factsOf(body: AwardingBody): RecipientFacts {
  return {
    legalNameEn: body.legal_name_en,
    legalNameZh: body.legal_name_zh,
    country: body.country,
    contactEn: body.contact_en,
    contactZh: body.contact_zh,
    purposeEn: body.purpose_en,
    purposeZh: body.purpose_zh,
    meansEn: body.means_en,
    meansZh: body.means_zh,
    dataKindsEn: body.data_kinds_en,
    dataKindsZh: body.data_kinds_zh,
    rightsEn: body.rights_en,
    rightsZh: body.rights_zh,
  };
}

/** A body as consents name it in a language; null while not everything is known that they have to say (`recipientOf`). */
export function recipientIn(language: Language, body: AwardingBody): Recipient | null {
  return recipientOf(factsOf(body), language, body.version);
}

/**
 * Whom the consents for a product name now. For commands: never from memory.
 * @returns null where the product names no awarding body: then whoever registers names the institution.
 * @throws Refusal RECIPIENT_NOT_KNOWN while not everything is known that a consent has to say (PIPL 39; decision 0059).
 */
export async function recipientFor(tx: Tx, productId: string, language: Language): Promise<Recipient | null> {
  const body = await bodyOfProduct(tx, productId);
  return body && (recipientIn(language, body) ?? refuse('RECIPIENT_NOT_KNOWN'));
}

/** The awarding body of a product; null where it names none. */
export async function bodyOfProduct(tx: Tx, productId: string): Promise<AwardingBody | null> {
  const body = await tx
    .selectFrom('awarding_body')
    .selectAll()
    .where('id', '=', sql<string>`(select awarding_body_id from product where id = ${productId})`)
    .executeTakeFirst();
  return body ?? null;
}
