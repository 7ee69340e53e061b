/**
 * Test files that start processes, kill them, bring crowds or fill databases. They have the machine for themselves: beside something else
 * they would be slow, and what runs beside them would be.
 */
export const heavyFiles: readonly string[] = [
  'server/src/checkout/payments/crash.test.ts',
  'server/src/platform/database/failover.test.ts',
  'server/src/platform/database/loss.test.ts',
  'server/src/platform/database/embedded.test.ts',
  'server/src/proofs/crowd-processes.test.ts',
  'server/src/proofs/crowd.test.ts',
  'server/src/proofs/ends.test.ts',
  'server/src/proofs/faults.test.ts',
  'server/src/proofs/growth.test.ts',
  'tools/src/start.test.ts',
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
