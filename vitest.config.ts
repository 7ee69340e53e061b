import { defineConfig } from 'vitest/config';
import { plantedFault } from './tools/src/teeth-plugin.ts';
import { LongestFirst } from './tools/src/test-order.ts';

const node = {
  environment: 'node',
  pool: 'forks',
  testTimeout: 90_000,
  hookTimeout: 120_000,
  setupFiles: 'tools/src/test-seed.ts',
  // What is waited for comes late on a busy machine; a second would be a bound on time.
  expect: { poll: { timeout: 30_000 } },
} as const;

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...node,
          name: 'unit',
          isolate: false,
          include: [
            'contract/src/**/*.test.ts',
            'sandbox/src/**/*.test.ts',
            'ui/src/**/*.test.{ts,tsx}',
            'portal/**/*.test.{ts,tsx}',
            'console/**/*.test.{ts,tsx}',
            'tools/src/**/*.test.ts',
            'bench/src/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/dist/**'],
        },
      },
      {
        plugins: plantedFault(),
        test: {
          ...node,
          name: 'server',
          // A worker keeps what it has loaded; each file has a database of its own, and what memory holds goes with it (decision 0040).
          isolate: false,
          include: ['server/src/**/*.test.ts'],
          globalSetup: ['server/src/platform/testing/global-setup.ts'],
          env: { TZ: 'America/New_York' },
        },
      },
      {
        test: {
          ...node,
          name: 'browser',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/stage/stack.ts'],
          testTimeout: 600_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
