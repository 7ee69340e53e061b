import { instantOf, quoteEnd, quoteRefund, type RefundFacts, type RefundPolicyRow } from '@exam/contract/rules';
import * as z from 'zod/mini';
import { readWorkingCalendar, productsByIds, type ProductRow } from '#catalogue';
import type { PaidRegistration } from '#applications';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { sessionsForSale } from '#sessions';

const policySchema = z.array(
  z.object({
    row: z.enum(['P0', 'P1', 'P2', 'P3', 'B1']),
    cause: z.enum(['Provider', 'Candidate']),
    origin: z.nullable(z.enum(['Public', 'Booking'])),
    untilRegistrationEnds: z.boolean(),
    workingDaysBefore: z.int(),
    documentsRequired: z.boolean(),
    percent: z.int(),
    of: z.enum(['Everything', 'LocalFee']),
  }),
);

/** The rows that apply to a product: its own, or those every product starts with. Undefined means the latter. */
function policyOf(product: Pick<ProductRow, 'refund_policy'>): readonly RefundPolicyRow[] | undefined {
  return product.refund_policy === null ? undefined : policySchema.parse(product.refund_policy);
}

/** What a set would give back; amounts in fen by application. */
export type SetQuote = {
  row: RefundPolicyRow['row'];
  percent: number;
  isDocumentRequired: boolean;
  workingDaysBefore: number;
  isBoardFeeReturned: boolean;
  holdsUntil: string;
  total: number;
  amounts: ReadonlyMap<string, number>;
  /** What the quote was made of, kept with the request (C26, C34). */
  frozen: object;
};

type Asking = { cause: 'Provider' | 'Candidate'; at: string };

/**
 * Quotes a set of paid registrations at a moment by the policy of their product (C33, R-72, R-73): the earliest exam of the set
 * decides its deadlines, and a part that has started closes all of it.
 * @throws Refusal CANCELLATION_CLOSED for row X.
 */
export async function quoteSet(tx: Tx, set: readonly PaidRegistration[], { cause, at }: Asking): Promise<SetQuote> {
  const [first] = set;
  if (!first) return refuse('NOT_FOUND');
  const product = (await productsByIds(tx, [first.productId])).get(first.productId) ?? refuse('NOT_FOUND');
  const policy = policyOf(product);
  const shared = { cause, requestedAt: at, ...(await datesOf(tx, set)) };
  const calendar = await readWorkingCalendar(tx);
  const factsOf = (one: PaidRegistration): RefundFacts => ({
    ...shared,
    ...originOf(one),
    paid: paidFees(one),
    boardFeeRefundable: product.is_board_fee_refundable,
    calendar,
  });
  const amounts = new Map<string, number>();
  for (const one of set) {
    const quote = quoteRefund(factsOf(one), policy);
    if (!quote.ok) return refuse(quote.code);
    amounts.set(one.id, quote.amount);
  }
  const quote = quoteRefund(factsOf(first), policy);
  if (!quote.ok) return refuse(quote.code);
  return {
    row: quote.row,
    percent: quote.percent,
    isDocumentRequired: quote.documentsRequired,
    workingDaysBefore: quote.workingDaysBefore,
    isBoardFeeReturned: quote.boardFeeReturned,
    holdsUntil: quoteEnd(factsOf(first), policy),
    total: [...amounts.values()].reduce((sum, amount) => sum + amount, 0),
    amounts,
    frozen: frozenOf(factsOf(first), policy?.find(({ row }) => row === quote.row) ?? null),
  };
}

type Dates = Pick<RefundFacts, 'publishEndAt' | 'examDate' | 'examStartAt' | 'setStarted'>;

async function datesOf(tx: Tx, set: readonly PaidRegistration[]): Promise<Dates> {
  const starts = set.map(({ examDate, startTime }) => instantOf(examDate, startTime)).toSorted();
  const dates = set.map(({ examDate }) => examDate).toSorted();
  const [first] = set;
  const isPublic = first?.category === 'Public';
  const [session] = isPublic ? await sessionsForSale(tx, [first.sessionId]) : [];
  return {
    publishEndAt: session?.publishEndAt ?? null,
    examDate: dates[0] ?? '',
    examStartAt: starts[0] ?? '',
    // The earliest start is the set's start, so a part that has started is the same question.
    setStarted: false,
  };
}

function originOf({ category }: PaidRegistration): Pick<RefundFacts, 'origin'> {
  return { origin: category === 'Booking' ? 'Booking' : 'Public' };
}

function paidFees(one: PaidRegistration): RefundFacts['paid'] {
  const { localFee, boardFee, vat, lateEntryCharge, otherFee } = one;
  return { localFee, boardFee, vat, lateEntryCharge, otherFee };
}

/** Others of the same order keep their price (C34): the group discount is not computed anew. */
function frozenOf(facts: RefundFacts, ownRow: RefundPolicyRow | null): object {
  const { publishEndAt, examDate, examStartAt, boardFeeRefundable, origin } = facts;
  return { publishEndAt, examDate, examStartAt, boardFeeRefundable, origin, ownRow, othersKeepTheirPrice: true };
}
