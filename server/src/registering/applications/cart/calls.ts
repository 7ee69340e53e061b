import type { CartLine as CartLineEntity, DiscountSummary } from '@exam/contract/entities';
import type { Language } from '@exam/contract/messages';
import { priceOrder, type OrderPrice, type PriceLine, refundOutlook } from '@exam/contract/rules';
import { type Catalogue, catalogueNow, placeOf, textIn } from '#offer/catalogue';
import { readNow } from '#platform/clock';
import { reading, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { refundTermsFor, sessionsForSale } from '#offer/sessions';
import { cartRows, papersOf, readCart, type Cart, type CartLine } from './cart.ts';
import { applicationsForOrder } from './for-order.ts';
import { priceAlone } from '../submission/prepare.ts';
import { readSummaries, type Summary } from './summary.ts';

type Page<Item> = { list: Item[]; pageSize: number; pageIndex: number; recordCount: number; pageCount: number };

type CartQuery = { accountId: string; language: Language; pageIndex: number; pageSize: number; onlyWaiting: boolean };

/**
 * The cart, priced again: each line as part of one order of everything that can be ordered. A line's price counts as
 * changed when it by itself costs something else than when it was put there; what others in the cart do to its tier does not.
 */
export async function openCart(query: CartQuery): Promise<Page<CartLineEntity>> {
  const catalogue = await catalogueNow();
  return await reading((tx) => readPage(tx, query, catalogue));
}

async function readPage(tx: Tx, query: CartQuery, catalogue: Catalogue): Promise<Page<CartLineEntity>> {
  const { accountId, language, pageIndex, pageSize } = query;
  const rows = await cartRows(tx, query);
  const shown = new Set(rows.slice((pageIndex - 1) * pageSize, pageIndex * pageSize).map((row) => row.id));
  const page = { pageSize, pageIndex, recordCount: rows.length, pageCount: Math.ceil(rows.length / pageSize) };
  if (shown.size === 0) return { ...page, list: [] };
  const cart = await readCart(tx, accountId, rows);
  const summaries = await readSummaries(tx, [...shown], language);
  const lines = cart.lines.filter((line) => shown.has(line.application.id));
  return { ...page, list: lines.map((line) => presentLine(line, { cart, summaries, catalogue, language })) };
}

type Reader = { cart: Cart; summaries: ReadonlyMap<string, Summary>; catalogue: Catalogue; language: Language };

function presentLine(line: CartLine, { cart, summaries, catalogue, language }: Reader): CartLineEntity {
  const { application, session, product, problem } = line;
  const { subjectName, productName, cityName, examDate, startTime, endTime, candidateName } =
    summaries.get(application.id) ?? refuse('NOT_FOUND');
  return {
    applicationId: application.id,
    code: application.code,
    productName,
    subjectName,
    cityName,
    venue: session && placeOf(session, { catalogue, language }),
    examDate,
    startTime,
    endTime,
    candidateName,
    applicationStatus: application.status,
    publishEndTime: session?.publishEndAt ?? application.created_at,
    problem,
    freeSeats: session ? Math.max(0, session.seat - session.registered) : 0,
    specialNotice: product ? textIn(language, product.special_notice_en, product.special_notice_zh) : null,
    notice: session ? textIn(language, session.noticeEn, session.noticeZh) : null,
    ...amountsOf(line, cart),
    asksGuardian: application.status === 'Initiated' && application.guardian_key !== null,
  };
}

type Amounts = Pick<CartLineEntity, 'originalAmount' | 'payAmount' | 'lateEntryChargeAmount' | 'isPriceChanged'>;

/** A line that cannot be ordered shows what it would cost by itself, or what it did cost. */
function amountsOf({ application, papers }: CartLine, { price, now }: Cart): Amounts {
  const [alone] = papers.length > 0 ? priceOrder([{ applicationId: application.id, papers }], now).lines : [];
  const line = price.lines.find((each) => each.applicationId === application.id) ?? alone;
  const { originalAmount, payAmount, lateEntryChargeAmount } = line ?? {
    originalAmount: application.shown_amount,
    payAmount: application.shown_amount,
    lateEntryChargeAmount: 0,
  };
  const isWaiting = application.status === 'Initiated' && alone !== undefined;
  const isPriceChanged = isWaiting && priceAlone({ papers }, now) !== application.shown_amount;
  return { originalAmount, payAmount, lateEntryChargeAmount, isPriceChanged };
}

/**
 * What an order of these applications would cost now (5.5, S-13); the same function that the order uses.
 * @throws Refusal NOT_FOUND when one is not the account's own; CART_CHANGED when one is not in the cart; SUBJECT_NOT_OFFERED.
 */
export async function priceOf(
  tx: Tx,
  { accountId, applicationIds, language }: { accountId: string; applicationIds: readonly string[]; language: Language },
): Promise<DiscountSummary> {
  const ids = [...new Set(applicationIds)];
  const applications = await applicationsForOrder(tx, { accountId, ids });
  if (applications.length !== ids.length) refuse('NOT_FOUND');
  if (applications.some((application) => application.status !== 'Initiated')) refuse('CART_CHANGED');
  const sessions = await sessionsForSale(
    tx,
    applications.map((application) => application.sessionId),
  );
  const lines = applications.map(({ id, sessionId, sessionSubjectIds }) => {
    const papers = papersOf(sessionSubjectIds, sessions.find((session) => session.id === sessionId) ?? null);
    return papers.length > 0 ? { applicationId: id, papers } : refuse('SUBJECT_NOT_OFFERED');
  });
  const now = await readNow(tx);
  const price = priceOrder(lines, now);
  const terms = await refundTermsFor(
    tx,
    sessions.map((session) => ({ ...session, origin: 'Public' as const, deadlineAt: session.publishEndAt })),
    now,
  );
  const sessionOf = new Map(applications.map(({ id, sessionId }) => [id, sessionId]));
  const refund = refundOutlook(
    price.lines.map((line) => ({
      terms: terms.get(sessionOf.get(line.applicationId) ?? '') ?? null,
      paid: paidOf(line),
    })),
  );
  return { ...presentPrice(price, await readSummaries(tx, ids, language)), refund };
}

/** What would be paid for a line, in parts. */
const paidOf = ({ localFeeAmount, boardFeeAmount, vat, lateEntryChargeAmount }: PriceLine) => ({
  localFee: localFeeAmount,
  boardFee: boardFeeAmount,
  vat,
  lateEntryCharge: lateEntryChargeAmount,
  otherFee: 0,
});

function presentPrice(price: OrderPrice, summaries: ReadonlyMap<string, Summary>): Omit<DiscountSummary, 'refund'> {
  const discounted = price.lines.filter((line) => line.tierDiscountAmount > 0);
  const products = Map.groupBy(discounted, (line) => summaries.get(line.applicationId)?.productName ?? '');
  return {
    totalDiscountAmount: price.tierDiscountAmount,
    totalOriginalAmount: price.originalAmount,
    totalLateEntryChargeAmount: price.lateEntryChargeAmount,
    totalPayAmount: price.payAmount,
    discounts: [...products].map(([discountProductName, lines]) => ({
      discountProductName,
      discountAmount: sum(lines, (line) => line.tierDiscountAmount),
      originalAmount: sum(lines, (line) => line.originalAmount),
      payAmount: sum(lines, (line) => line.payAmount),
    })),
    lines: price.lines,
  };
}

function sum(lines: readonly PriceLine[], amountOf: (line: PriceLine) => number): number {
  return lines.reduce((total, line) => total + amountOf(line), 0);
}
