import { createHmac } from 'node:crypto';
import { randomHex } from '../chance.ts';
import { refundObject, sessionObject } from './objects.ts';
import { paymentOf } from '../trade/trades.ts';
import type { Clock } from '../clock.ts';
import type { Dialect } from '../trade/dialect.ts';
import type { CardAccess } from '../world.ts';

interface Parts {
  clock: Clock;
  access: CardAccess | undefined;
}

/** The value of the signature header: the time, and an HMAC of the time and the body under the endpoint's secret. */
function signatureOf(body: string, secret: string, at: number): string {
  const t = Math.floor(at / 1000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
}

const eventTypes = {
  paid: 'checkout.session.completed',
  forged: 'checkout.session.completed',
  closed: 'checkout.session.expired',
  refunded: 'refund.updated',
} as const;

/** How the card gateway tells: events in JSON, of everything that happens, the console's doings too. */
export function cardDialect(parts: Parts): Dialect {
  return {
    tells: () => true,
    facts: (trade, kind, about) => {
      const payment = about.payment ?? paymentOf(trade);
      const forged = {
        tradeNo: `pi_${'9'.repeat(24)}`,
        amountFen: trade.amountFen,
        paidAt: parts.clock.stamp(),
        late: false,
      };
      const object = about.refund
        ? refundObject(trade, about.refund)
        : sessionObject(trade, kind === 'forged' ? forged : payment);
      return {
        notify_id: `evt_${randomHex(24)}`,
        type: eventTypes[kind],
        created: String(Math.floor(parts.clock.now() / 1000)),
        object: JSON.stringify(object),
      };
    },
    message: ({ kind, fields }) => {
      const object: unknown = JSON.parse(fields['object'] ?? '{}');
      const body = JSON.stringify({
        id: fields['notify_id'],
        object: 'event',
        api_version: '2026-10-29',
        created: Number(fields['created']),
        livemode: false,
        type: fields['type'],
        data: { object },
      });
      const secret = kind === 'forged' ? 'whsec_not_this_one' : (parts.access?.webhookSecret ?? '');
      const signature = signatureOf(body, secret, parts.clock.now());
      return {
        fields: { ...fields },
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        body,
      };
    },
    isHeard: () => true,
    wayBack: (trade) => ({ address: trade.returnUrl }),
  };
}
