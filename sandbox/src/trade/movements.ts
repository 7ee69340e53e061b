import { chinaStamp } from '../china-time.ts';
import type { Channel, Payment, Refund, Trade } from '../ledger.ts';
import type { World } from '../world.ts';

/** Money in or out at a channel. */
export type Movement = { at: string; trade: Trade } & ({ payment: Payment } | { refund: Refund });

/** What moved at a channel on a day in China (`yyyy-mm-dd`), the earliest first; a refund that failed moved nothing. */
export function movementsOf(world: World, channel: Channel, day: string): Movement[] {
  return world.ledger
    .trades()
    .filter((trade) => trade.channel === channel)
    .flatMap((trade): Movement[] => [
      ...trade.payments.map((payment) => ({ at: payment.paidAt, trade, payment })),
      ...trade.refunds
        .filter(({ isAbnormal }) => isAbnormal !== true)
        .map((refund) => ({ at: refund.at, trade, refund })),
    ])
    .filter(({ at }) => chinaStamp(Date.parse(at)).startsWith(day))
    .toSorted((a, b) => a.at.localeCompare(b.at));
}
