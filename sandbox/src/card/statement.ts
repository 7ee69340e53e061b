import { chinaStamp } from '../china-time.ts';
import { movementsOf } from '../trade/movements.ts';
import { yuanOf } from '../yuan.ts';
import type { World } from '../world.ts';

const HEADINGS = [
  'balance_transaction_id',
  'created',
  'reporting_category',
  'currency',
  'gross',
  'source_id',
  'payment_intent_id',
  'payment_metadata[trade_no]',
  'refund_metadata[request_no]',
];

/** The card gateway's itemised report of a day in China; money that went back is negative. */
export function cardStatement(world: World, day: string): string {
  const rows = movementsOf(world, 'card', day).map((movement) => {
    const { trade, at } = movement;
    const created = chinaStamp(Date.parse(at));
    if ('payment' in movement) {
      const { tradeNo, amountFen } = movement.payment;
      return [
        '',
        created,
        'charge',
        'cny',
        yuanOf(amountFen),
        tradeNo.replace('pi_', 'ch_'),
        tradeNo,
        trade.outTradeNo,
        '',
      ];
    }
    const { refundNo = '', tradeNo, amountFen, outRequestNo, reason } = movement.refund;
    const ours = reason === 'console' ? '' : outRequestNo;
    return ['', created, 'refund', 'cny', `-${yuanOf(amountFen)}`, refundNo, tradeNo, trade.outTradeNo, ours];
  });
  return `${[HEADINGS, ...rows].map((row) => row.join(',')).join('\n')}\n`;
}
