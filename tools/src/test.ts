import { findChromium } from './chromium.ts';
import { buildPortalWhenChanged } from './portal-build.ts';
import { type Outcome, runCheck, runTests } from './test-steps.ts';

type Suite = { name: string; title: string; run: (filters: readonly string[]) => Promise<Outcome> };

/** In the order of `npm test`: what is quick to fail comes first. */
const suites: readonly Suite[] = [
  { name: 'types', title: 'Types of the Node rooms', run: () => runCheck('tsc', ['-p', 'tsconfig.json']) },
  { name: 'types', title: 'Types of the browser rooms', run: () => runCheck('tsc', ['-p', 'tsconfig.browser.json']) },
  { name: 'lint', title: 'Lint', run: () => runCheck('oxlint', ['--type-aware', '--format=stylish']) },
  { name: 'format', title: 'Format', run: () => runCheck('oxfmt', ['--check', '.']) },
  { name: 'unit', title: 'Rules, contract, screens, sandbox', run: (filters) => runTests(['unit'], filters) },
  { name: 'server', title: 'Server and API', run: (filters) => runTests(['server'], filters) },
  { name: 'browser', title: 'Browser', run: runBrowserTests },
];

async function runBrowserTests(filters: readonly string[]): Promise<Outcome> {
  await buildPortalWhenChanged((line) => console.log(line));
  const chromium = await findChromium();
  console.log(`Chromium of ${chromium.origin}: ${chromium.path}`);
  return await runTests(['browser'], filters, { CHROMIUM_PATH: chromium.path, ...chromium.environment });
}

/**
 * `npm test` runs everything; `npm test server` one suite; `npm test server orders` its files whose path holds "orders".
 * The last line is always `N passed, N failed`.
 */
async function main(words: readonly string[]): Promise<void> {
  const names = words.filter((word) => suites.some(({ name }) => name === word));
  const filters = words.filter((word) => !names.includes(word));
  // A filter alone chooses test files; types and lint know no files.
  const chosen = suites.filter(({ name }) =>
    names.length > 0 ? names.includes(name) : filters.length === 0 || ['unit', 'server'].includes(name),
  );
  const total = { passed: 0, failed: 0 };
  const lines: string[] = [];
  const failures: string[] = [];
  const secondTries: string[] = [];
  for (const [index, suite] of chosen.entries()) {
    console.log(`\n[${index + 1}/${chosen.length}] ${suite.title}`);
    const begun = performance.now();
    const outcome = await suite.run(filters).catch((error: unknown): Outcome => {
      console.error(error instanceof Error ? error.message : error);
      return { passed: 0, failed: 1, failures: [error instanceof Error ? error.message : String(error)] };
    });
    total.passed += outcome.passed;
    total.failed += outcome.failed;
    failures.push(...outcome.failures);
    secondTries.push(...(outcome.secondTries ?? []));
    lines.push(
      `${suite.title}: ${outcome.passed} passed, ${outcome.failed} failed, ${((performance.now() - begun) / 1000).toFixed(1)} s`,
    );
  }
  // Again at the end, for who reads the last screen of a long run.
  if (secondTries.length > 0) console.log(`\nPassed at the second try only:\n\n${secondTries.join('\n\n')}`);
  if (failures.length > 0) console.log(`\nFailed:\n\n${failures.join('\n\n')}`);
  console.log(`\n${lines.join('\n')}\n`);
  if (total.failed > 0 || total.passed === 0) process.exitCode = 1;
  console.log(`${total.passed} passed, ${total.failed} failed`);
}

await main(process.argv.slice(2));
