/**
 * Test files that start processes, kill them, bring crowds or fill databases: one after the other, for two of them at once would be slow. They
 * wait most of the time, so they have a lane beside the server's.
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

/** Suites that share one queue and its workers. */
type Lane = readonly SuiteName[];

/** What shares the machine: the lanes of a phase run beside each other, phases one after the other. */
export const phases: readonly (readonly Lane[])[] = [[['unit', 'server'], ['heavy']], [['browser']]];
