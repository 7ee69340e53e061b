/**
 * A file that decides about money, seats, states, ages, deadlines, ownership or permission, and the tests that have to notice a change of it: one after the other, until
 * one does.
 */
export type Decisive = { file: string; project: 'unit' | 'server'; tests: readonly string[] };

const rule = (name: string): Decisive => ({
  file: `contract/src/rules/${name}.ts`,
  project: 'unit',
  tests: [`contract/src/rules/${name}.test.ts`, 'contract/src'],
});

const domain = (file: string, ...tests: string[]): Decisive => ({
  file: `server/src/${file}.ts`,
  project: 'server',
  tests: tests.map((each) => `server/src/${each}`),
});

export const decisive: readonly Decisive[] = [
  ...[
    'ages',
    'availability',
    'booking-dates',
    'booking-price',
    'booking-status',
    'calendar-year',
    'cancellation-request',
    'candidate',
    'china-date',
    'consents',
    'group-discount',
    'guardian',
    'identity',
    'late-entry',
    'late-payment',
    'leave',
    'letter-date',
    'order-window',
    'person-refusals',
    'post-test',
    'post-test-fees',
    'price',
    'quote-end',
    'refund-policy',
    'refund-quote',
    'repeat',
    'resident-id',
    'retention',
    'rights',
    'rounding',
    'service-hours',
    'session-move',
    'session-plan',
    'uci',
    'uploads',
    'working-days',
    'working-hours',
  ].map(rule),
  domain('offer/sessions/seats/seats', 'offer/sessions', 'checkout/orders', 'proofs/books'),
  domain('checkout/orders/placing/place', 'checkout/orders', 'proofs/books', 'proofs/prices'),
  domain('checkout/orders/expire', 'checkout/orders', 'checkout/payments/ending', 'proofs/lapsed-orders'),
  domain('checkout/orders/forget', 'checkout/orders', 'proofs/lapsed'),
  domain('checkout/payments/notify', 'checkout/payments'),
  domain('checkout/payments/poll', 'checkout/payments/poll', 'checkout/payments'),
  domain('office/approvals/decide', 'office/approvals', 'desk'),
  domain('platform/transition', 'platform/transition', 'proofs/states', 'proofs/machines'),
  domain('platform/idempotency', 'platform/idempotency', 'proofs/replay'),
  domain('people/accounts/sign-in/prove-code', 'people/accounts'),
  domain('office/files/upload', 'office/files'),
];
