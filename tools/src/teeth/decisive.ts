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

/** A page of the portal, by its folder and name, the test beside it, its neighbours, and the test that opens every page. */
const screen = (folder: string, test: string, ...names: string[]): Decisive[] =>
  names.map((name) => ({
    file: `portal/src/screens/${folder}/${name}`,
    project: 'unit',
    tests: [
      `portal/src/screens/${folder}/${test}.test.tsx`,
      `portal/src/screens/${folder}`,
      'portal/src/screens.test.tsx',
    ],
  }));

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
  domain(
    'checkout/orders/expire',
    'checkout/payments/ending',
    'services/bookings/order',
    'services/post-test/request/asking',
    'checkout/orders',
    'proofs/lapsed-orders',
  ),
  domain('checkout/orders/forget', 'checkout/orders', 'proofs/lapsed'),
  domain('checkout/payments/notify', 'checkout/payments'),
  domain('checkout/payments/poll', 'checkout/payments/poll', 'checkout/payments'),
  domain('registering/applications/cart/clones', 'proofs/guardian-shared'),
  domain('registering/applications/cart/for-order', 'checkout', 'proofs/guardian-shared', 'services/post-test/request'),
  domain('people/guardians/ask', 'proofs/guardian', 'services/bookings/guardian', 'services/post-test/guardian'),
  domain('people/guardians/links', 'proofs/guardian'),
  domain('office/approvals/decide', 'office/approvals', 'desk'),
  domain('platform/transition', 'platform/transition', 'proofs/states', 'proofs/machines'),
  domain('platform/idempotency', 'platform/idempotency', 'platform/desk', 'proofs/replay'),
  domain('people/accounts/sign-in/prove-code', 'people/accounts'),
  domain('office/files/upload', 'office/files'),
  ...screen('cart', 'cart', 'cart.tsx', 'cart-line.tsx', 'price-summary.tsx'),
  ...screen('order', 'order-confirm', 'order-confirm.tsx', 'confirm-data.ts', 'use-placing.ts', 'place-order.tsx'),
  ...screen('order', 'order-detail', 'order-detail.tsx', 'order-acts.tsx', 'order-lines.tsx', 'reorder.tsx'),
  ...screen('payment', 'pay', 'pay.tsx', 'waiting.tsx', 'payment-data.ts', 'choose-way.tsx', 'payment-success.tsx'),
  ...screen('booking', 'booking-acts', 'booking-acts.tsx', 'another-date.tsx'),
  ...screen('cancellation', 'request-card', 'request-card.tsx'),
  ...screen('cancellation', 'ask-card', 'ask-card.tsx', 'use-request.ts', 'quote-card.tsx'),
  ...screen('exams', 'exam-detail', 'exam-detail.tsx', 'letter-card.tsx', 'move-card.tsx'),
  ...screen('fapiao', 'fapiao', 'fapiao-card.tsx', 'use-fapiao-form.ts'),
  ...screen('guardian', 'objection', 'objection.tsx'),
  ...screen('home', 'own-first', 'own-first.tsx'),
  ...screen('own-data', 'own-data', 'ask-deletion.tsx', 'ask-correction.tsx', 'consents.tsx', 'requests.tsx'),
  ...screen('account', 'close-account', 'close-account.tsx'),
];
