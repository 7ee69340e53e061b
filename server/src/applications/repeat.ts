import { isRepeat } from '@exam/contract/rules';
import { sql } from 'kysely';
import { personKeyOfSaved } from '#candidates';
import { catalogueNow } from '#catalogue';
import { reading, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';

type Question = { accountId: string; candidateId: string; productId: string; subjectId: string | null };

/**
 * Whether this person has no registration for the same exam within the last calendar month; for families that say so
 * the subject must be the same too. A warning only. It looks at this account's registrations, so that nobody can ask what a
 * person did elsewhere.
 * @throws Refusal NOT_FOUND for a candidate that is not the account's own, or an unknown product.
 */
export async function isFirstRegistration({
  accountId,
  candidateId,
  productId,
  subjectId,
}: Question): Promise<boolean> {
  const { products } = await catalogueNow((known) => known.products.has(productId));
  const product = products.get(productId) ?? refuse('NOT_FOUND');
  const rows = await reading(async (tx) => {
    const personKey = (await personKeyOfSaved(tx, { accountId, candidateId })) ?? refuse('NOT_FOUND');
    return await registrationsOf(tx, { accountId, personKey, product, subjectId });
  });
  return !rows.some((row) => row.registered_at !== null && isRepeat(row.registered_at, row.now));
}

type Registrations = {
  accountId: string;
  personKey: Buffer;
  product: { id: string; is_repeat_by_subject: boolean };
  subjectId: string | null;
};

async function registrationsOf(tx: Tx, { accountId, personKey, product, subjectId }: Registrations) {
  return await tx
    .selectFrom('application')
    .select(['application.registered_at', sql<string>`app_now()`.as('now')])
    .where('application.account_id', '=', accountId)
    .where('application.person_key', '=', personKey)
    .where('application.product_id', '=', product.id)
    .where('application.registered_at', 'is not', null)
    .where('application.status', 'not in', ['Cancelled', 'Withdrawn', 'Expired'])
    .where('application.deleted_at', 'is', null)
    .$if(product.is_repeat_by_subject && subjectId !== null, (query) =>
      query.where((where) =>
        where.exists(
          where
            .selectFrom('application_paper')
            .select('application_paper.subject_id')
            .whereRef('application_paper.application_id', '=', 'application.id')
            .where('application_paper.subject_id', '=', subjectId ?? ''),
        ),
      ),
    )
    .execute();
}
