import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { longestTest, patience } from './tools/src/testing/patience.ts';
import { plantedFault } from './tools/src/teeth/plugin.ts';
import { LongestFirst } from './tools/src/testing/order.ts';
import { makeRoom } from './tools/src/testing/room.ts';
import { TestReporter } from './tools/src/testing/report.ts';
import { heavyFiles } from './tools/src/testing/suites.ts';

const node = {
  environment: 'node',
  pool: 'forks',
  // As Node itself imports what is CommonJS.
  deps: { interopDefault: false },
  testTimeout: longestTest,
  hookTimeout: longestTest,
  setupFiles: 'tools/src/testing/seed.ts',
  expect: { poll: { timeout: patience } },
  provide: { patience },
} as const;

/** A worker keeps what it has loaded; each file has a database of its own, and what memory holds goes with it (decision 0040). */
const server = {
  ...node,
  isolate: false,
  globalSetup: 'server/src/platform/testing/global-setup.ts',
  setupFiles: [node.setupFiles, 'server/src/platform/testing/log-of-failure.ts'] as string[],
  env: { TZ: 'America/New_York' },
} as const;

const cores = availableParallelism();

// Before any process of the run begins.
process.env['TMPDIR'] = makeRoom();

export default defineConfig({
  test: {
    // One more than there are cores: some test always waits, for a process, a lock or PostgreSQL.
    maxWorkers: cores + 1,
    reporters: ['default', new TestReporter()],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: plantedFault(),
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
          exclude: ['**/node_modules/**', '**/dist/**', ...heavyFiles],
        },
      },
      {
        plugins: plantedFault(),
        test: { ...server, name: 'server', include: ['server/src/**/*.test.ts'], exclude: [...heavyFiles] },
      },
      {
        plugins: plantedFault(),
        test: { ...server, name: 'heavy', include: [...heavyFiles] },
      },
      {
        test: {
          ...node,
          name: 'browser',
          isolate: false,
          // Two of four wait: for a page, or for its server.
          maxWorkers: cores + 2,
          include: ['e2e/**/*.test.ts'],
          // It tests nothing: `npm test browser -- --pictures e2e/pictures.test.ts` takes what docs/pictures has.
          exclude: ['**/node_modules/**', ...(process.env['PICTURES'] === undefined ? ['e2e/pictures.test.ts'] : [])],
          globalSetup: 'e2e/stage/stack.ts',
        },
      },
    ],
  },
});
