import { isRepeat } from '@exam/contract/rules';
import { candidateForSubmission } from '#candidates';
import { productById } from '#catalogue';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';

type Question = { accountId: string; candidateId: string; productId: string; subjectId: string | null };

/**
 * Whether this person has no registration for the same exam within the last calendar month; for families that say so
 * the subject must be the same too. A warning only. It looks at this account's registrations, so that nobody can ask what a
 * person did elsewhere.
 * @throws Refusal NOT_FOUND for a candidate that is not the account's own, or an unknown product.
 */
export async function isFirstRegistration(
  tx: Tx,
  { accountId, candidateId, productId, subjectId }: Question,
): Promise<boolean> {
  const candidate = await candidateForSubmission(tx, { accountId, candidateId });
  const product = (await productById(tx, productId)) ?? refuse('NOT_FOUND');
  const now = await readNow(tx);
  const rows = await tx
    .selectFrom('application')
    .select('application.registered_at')
    .where('application.account_id', '=', accountId)
    .where('application.person_key', '=', candidate.personKey)
    .where('application.product_id', '=', productId)
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
  return !rows.some((row) => row.registered_at !== null && isRepeat(row.registered_at, now));
}
