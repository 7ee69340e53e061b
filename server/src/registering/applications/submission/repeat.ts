import { isRepeat } from '@exam/contract/rules';
import { sql } from 'kysely';
import { personKeyOfSaved } from '#people/candidates';
import { catalogueNow } from '#offer/catalogue';
import { readingRows } from '#platform/database';
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
  const found = await registrationsOf({ accountId, candidateId, product, subjectId });
  if (!found) return refuse('NOT_FOUND');
  return !found.registered.some((registeredAt) => isRepeat(registeredAt, found.now));
}

type Registrations = {
  accountId: string;
  candidateId: string;
  product: { id: string; is_repeat_by_subject: boolean };
  subjectId: string | null;
};

/** When this person was registered for the product, at the database's time; nothing for a candidate that is not the account's own. */
async function registrationsOf({ accountId, candidateId, product, subjectId }: Registrations) {
  const isSameSubject =
    product.is_repeat_by_subject && subjectId !== null
      ? sql`exists (select from application_paper paper where paper.application_id = application.id and paper.subject_id = ${subjectId})`
      : sql`true`;
  const [found] = await readingRows(sql<{ now: string; registered: string[] }>`
    select app_now() as now, array(
      select application.registered_at from application
      where application.account_id = ${accountId} and application.person_key = saved.person_key
        and application.product_id = ${product.id} and application.registered_at is not null
        and application.status not in ('Cancelled', 'Withdrawn', 'Expired') and application.deleted_at is null
        and ${isSameSubject}
    ) as registered
    from (${personKeyOfSaved({ accountId, candidateId })}) saved`);
  return found ?? null;
}
