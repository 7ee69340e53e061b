import { refundPolicyRows } from '@exam/contract/entities';
import type { RefundPolicyRow } from '@exam/contract/rules';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';

const policySchema = z.array(
  z.object({
    row: z.enum(refundPolicyRows),
    cause: z.enum(['Provider', 'Candidate']),
    origin: z.nullable(z.enum(['Public', 'Booking'])),
    untilRegistrationEnds: z.boolean(),
    workingDaysBefore: z.int(),
    documentsRequired: z.boolean(),
    percent: z.int(),
    of: z.enum(['Everything', 'LocalFee']),
  }),
);

/** The rows of a product's own policy; undefined means those every product starts with. */
export function productPolicy({
  refund_policy: policy,
}: {
  refund_policy: object | null;
}): readonly RefundPolicyRow[] | undefined {
  return policy === null ? undefined : policySchema.parse(policy);
}

/** For how many hours a company's transfer may hold places of these products: of those that say so. */
export async function transferHoursOf(tx: Tx, productIds: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ hours: number }>`
    select transfer_hours as hours from product where id = any(${[...productIds]}::uuid[]) and transfer_hours is not null`.execute(
    tx,
  );
  return rows.map(({ hours }) => hours);
}

/** What a product gives back. */
export type RefundTermsOfProduct = { policy: readonly RefundPolicyRow[] | undefined; boardFeeRefundable: boolean };

/**
 * What a product gives back to those who ordered at a moment: the terms of that moment, whatever was published since.
 * @throws Refusal NOT_FOUND for an unknown product.
 */
export async function refundTermsAt(tx: Tx, productId: string, orderedAt: string): Promise<RefundTermsOfProduct> {
  const { rows } = await sql<{ refund_policy: object | null; is_board_fee_refundable: boolean }>`
    (select refund_policy, is_board_fee_refundable, until from product_terms
      where product_id = ${productId} and until > ${orderedAt} order by until limit 1)
    union all
    select refund_policy, is_board_fee_refundable, null from product where id = ${productId}
    limit 1`.execute(tx);
  const row = rows[0] ?? refuse('NOT_FOUND');
  return { policy: productPolicy(row), boardFeeRefundable: row.is_board_fee_refundable };
}
