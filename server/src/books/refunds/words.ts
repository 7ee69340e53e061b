import type { RefundTable } from '#platform/tables/index';

/** Why money goes back, as its payer reads it at the channel: one text for all, for a repeated refund has to be the same to the letter. */
export const refundReasons: Record<RefundTable['cause'], string> = {
  latePayment: '订单已失效，付款退回 Paid after order ended',
  doublePayment: '重复付款退回 Paid twice',
  underSubscribed: '报名人数不足退款 Too few registrations',
  sessionWithdrawn: '考试场次取消退款 Session withdrawn',
  sessionMoved: '考试改期退款 Session moved',
  cancellation: '取消报名退款 Registration cancelled',
  gradeChange: '成绩更改退款 Grade changed',
  withdrawal: '报名撤销退款 Registration withdrawn',
  outside: '退款 Refund',
  rest: '退还余款 Rest returned',
};
