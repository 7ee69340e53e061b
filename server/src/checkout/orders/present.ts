import type { GuardianWait, Order, OrderListItem, PaymentType } from '@exam/contract/entities';
import { paymentTypes } from '@exam/contract/entities';
import type { Language } from '@exam/contract/messages';
import { secondsRemaining } from '@exam/contract/rules';
import { type Catalogue, placeOf } from '#offer/catalogue';
import type { RefundSummary } from '#books/refunds';
import type { ItemRow, OrderView } from './queries.ts';

type Presenting = { view: OrderView; refund: RefundSummary | null; now: string; language: Language };

/** Where the exams of an order are held, by session, and which lines wait for a guardian, by registration or request. */
type Places = {
  sessions: ReadonlyMap<string, Parameters<typeof placeOf>[0]>;
  waits: ReadonlyMap<string, GuardianWait>;
  catalogue: Catalogue;
};

/** An order in full; what may be done with it follows from the order machine and the clock. */
export function presentOrder(
  { view, refund, now, language }: Presenting,
  { phoneNumber, sessions, waits, catalogue }: Places & { phoneNumber: string },
): Omit<Order, 'refunds' | 'refundOutlook'> {
  const { order, items, isPaymentAccepted } = view;
  const left = order.status === 'PaymentPending' ? secondsRemaining(now, order.payment_end_at) : 0;
  return {
    id: order.id,
    code: order.code,
    userInfo: { phoneNumber },
    totalAmount: order.total_amount,
    tierDiscountAmount: order.tier_discount_amount,
    lateEntryChargeAmount: order.late_entry_charge_amount,
    payAmount: order.pay_amount,
    actualPayAmount: order.actual_pay_amount,
    originalAmount: order.original_amount,
    paymentStartTime: order.payment_start_at,
    paymentEndTime: order.payment_end_at,
    paymentCompletedTime: order.payment_completed_at,
    paymentType: paymentTypeOf(order.payment_type),
    status: order.status,
    category: order.category,
    secondsRemaining: left,
    isPaymentInProgress: isPaymentAccepted,
    isFullyRefunded: isFullyRefunded(view, refund),
    canPay: order.status === 'PaymentPending' && left >= 60 && !isPaymentAccepted,
    canGiveUp: order.status === 'PaymentPending' && !isPaymentAccepted,
    canReorder: order.status === 'PaymentExpired' && order.category === 'Public',
    canDelete: order.status === 'PaymentExpired' || (order.status === 'PaymentPending' && !isPaymentAccepted),
    refundInfo: presentRefund(view, refund),
    orderItems: items.map((item) => {
      const session = sessions.get(item.session_id ?? '');
      return {
        ...presentItem(item, language),
        guardianWait: waits.get(item.application_id) ?? null,
        venue: session ? placeOf(session, { catalogue, language }) : null,
      };
    }),
  };
}

/** An order as a line of the list. */
export function presentListItem({ view, refund, now, language }: Presenting): OrderListItem {
  const { order, items } = view;
  return {
    id: order.id,
    code: order.code,
    status: order.status,
    category: order.category,
    payAmount: order.pay_amount,
    actualPayAmount: order.actual_pay_amount,
    secondsRemaining: order.status === 'PaymentPending' ? secondsRemaining(now, order.payment_end_at) : 0,
    createdTime: order.created_at,
    paymentEndTime: order.payment_end_at,
    paymentCompletedTime: order.payment_completed_at,
    isFullyRefunded: isFullyRefunded(view, refund),
    itemCount: items.length,
    summary: items.map((item) => ({
      productName: (language === 'zh' ? item.product_name_zh : item.product_name_en) ?? '',
      subjectName: (language === 'zh' ? item.subject_name_zh : item.subject_name_en) ?? '',
      testDate: item.exam_date,
      startTime: item.start_time,
      candidateName: item.candidate_name ?? '',
    })),
  };
}

/** Refund information of an order; null when none of its money goes back. */
export function presentRefund({ order }: Pick<OrderView, 'order'>, refund: RefundSummary | null): Order['refundInfo'] {
  if (!refund) return null;
  return {
    status: refund.status,
    orderAmount: order.pay_amount,
    submissionTime: refund.submittedAt,
    completeTime: refund.completedAt,
    serialNumber: refund.serialNumber,
    totalRefundAmount: refund.totalAmount,
  };
}

function isFullyRefunded({ order }: OrderView, refund: RefundSummary | null): boolean {
  return order.actual_pay_amount > 0 && (refund?.completedAmount ?? 0) >= order.actual_pay_amount;
}

function presentItem(item: ItemRow, language: Language): Omit<Order['orderItems'][number], 'venue' | 'guardianWait'> {
  return {
    id: item.id,
    applicationId: item.application_id,
    applicationCode: item.code ?? '',
    productNameEn: item.product_name_en ?? '',
    productNameCn: item.product_name_zh ?? '',
    subjectNameEn: item.subject_name_en ?? '',
    subjectNameCn: item.subject_name_zh ?? '',
    cityName: (language === 'zh' ? item.city_name_zh : item.city_name_en) ?? '',
    testDate: item.exam_date,
    startTime: item.start_time,
    endTime: item.end_time,
    totalAmount: item.original_amount + item.late_entry_charge_amount,
    vat: item.vat,
    originalAmount: item.original_amount,
    componentCode: item.component_code,
    productServiceName: item.is_post_test
      ? ((language === 'zh' ? item.subject_name_zh : item.subject_name_en) ?? '')
      : null,
    candidateName: item.candidate_name ?? '',
    localFeeAmount: item.local_fee_amount,
    boardFeeAmount: item.board_fee_amount,
    otherFeeAmount: item.other_fee_amount,
    tierCount: item.tier_count,
    tierDiscountAmount: item.tier_discount_amount,
    lateEntryChargeAmount: item.late_entry_charge_amount,
  };
}

function paymentTypeOf(value: string | null): PaymentType | null {
  return paymentTypes.find((type) => type === value) ?? null;
}
