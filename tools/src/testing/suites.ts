/**
 * Test files that start processes, kill them, bring crowds or fill databases. They have the machine for themselves: beside something else
 * they would be slow, and what runs beside them would be.
 */
export const heavyFiles: readonly string[] = [
  'server/src/checkout/payments/crash.test.ts',
  'server/src/platform/database/failover.test.ts',
  'server/src/platform/database/loss.test.ts',
  'server/src/platform/database/embedded.test.ts',
  'server/src/platform/database/embedded-leftovers.test.ts',
  'server/src/proofs/crowd-processes.test.ts',
  'server/src/proofs/crowd.test.ts',
  'server/src/proofs/ends.test.ts',
  'server/src/proofs/faults.test.ts',
  'server/src/proofs/growth.test.ts',
  'tools/src/start.test.ts',
];

/** What looks at the demonstration as it was loaded comes before the journeys, which write into it. */
export const firstFiles: readonly string[] = ['e2e/console-screens.test.ts', 'e2e/screens.test.ts'];

/**
 * What takes longest on two cores, the longest first: a fresh clone remembers no times, and a large file is not always a long one. `npm test -- --slowest`
 * says what belongs here.
 */
export const longestFiles: readonly string[] = [
  'server/src/platform/database/embedded-leftovers.test.ts',
  'console/src/acts.test.tsx',
  'server/src/proofs/wider.test.ts',
  'console/src/screens.test.tsx',
  'server/src/proofs/answers.test.ts',
  'server/src/proofs/backup.test.ts',
  'server/src/proofs/staff-matrix.test.ts',
  'server/src/proofs/starts.test.ts',
  'server/src/proofs/minors.test.ts',
  'server/src/proofs/growth.test.ts',
  'tools/src/start.test.ts',
  'server/src/platform/database/loss.test.ts',
  'server/src/proofs/crowd.test.ts',
  'server/src/platform/database/embedded.test.ts',
  'server/src/checkout/payments/crash.test.ts',
  'server/src/proofs/ends.test.ts',
  'server/src/proofs/crowd-processes.test.ts',
  'e2e/journey-booking.test.ts',
  'e2e/journey-sign-in.test.ts',
  'e2e/journey-post-test.test.ts',
  'e2e/journey-account.test.ts',
  'e2e/journey-each-form.test.ts',
  'e2e/kept-typing.test.ts',
  'e2e/journey-console-desk.test.ts',
  'e2e/journey-cart-and-orders.test.ts',
];

/** The projects of vitest, as they are named in a run. */
export const suites = [
  { name: 'unit', title: 'Rules, contract, screens, sandbox' },
  { name: 'server', title: 'Server and API' },
  { name: 'heavy', title: 'Crowds, faults, starts' },
  { name: 'browser', title: 'Browser' },
] as const;

export type SuiteName = (typeof suites)[number]['name'];

/** What shares the machine: suites of one phase run beside each other, phases one after the other. */
export const phases: readonly (readonly SuiteName[])[] = [['unit', 'server'], ['heavy'], ['browser']];
