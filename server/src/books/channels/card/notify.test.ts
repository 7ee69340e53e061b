import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { createCard } from './card.ts';

const webhookSecret = 'whsec_of_a_test';
const port = createCard({
  secretKey: 'sk_test',
  webhookSecret,
  endpoint: 'https://cards.example',
  returnUrl: 'https://exams.example/api/payment/return/card',
});
const now = '2026-11-21T08:00:00.000Z';
const seconds = 1_795_248_000;

/** What the gateway tells of a session that has expired, signed at a second. */
function told(at: number, secret = webhookSecret) {
  const session = {
    id: 'cs_1',
    client_reference_id: 'O261121ABCDEF01',
    amount_total: 150_000,
    currency: 'cny',
    status: 'expired',
    payment_status: 'unpaid',
    payment_intent: null,
  };
  const body = JSON.stringify({
    id: 'evt_1',
    type: 'checkout.session.expired',
    created: seconds,
    data: { object: session },
  });
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  return port.parseNotify(Buffer.from(body), now, { 'stripe-signature': `t=${at},v1=${signature}` });
}

it('a notification of the card gateway is believed up to five minutes from its signature, both ways, and not a second more [T13]', () => {
  for (const at of [-300, 0, 300]) expect(told(seconds + at)).toMatchObject({ kind: 'closed', eventKey: 'evt_1' });
  for (const at of [-301, 301]) expect(told(seconds + at)).toEqual({ rejected: 'stale', tradeNo: null });
  expect(told(seconds, 'whsec_of_others')).toEqual({ rejected: 'badSignature', tradeNo: null });
});
