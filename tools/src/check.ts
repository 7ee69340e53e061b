import { staleDocuments } from './docs.ts';
import { type Outcome, runCheck } from './test-steps.ts';

/** `npm run check`: everything that can be said about the repository without running it. */
const checks: readonly { title: string; run: () => Promise<Outcome> }[] = [
  { title: 'Types of the Node rooms', run: () => runCheck('tsc', ['-p', 'tsconfig.json']) },
  { title: 'Types of the browser rooms', run: () => runCheck('tsc', ['-p', 'tsconfig.browser.json']) },
  { title: 'Lint', run: () => runCheck('oxlint', ['--type-aware', '--format=stylish']) },
  { title: 'Format', run: () => runCheck('oxfmt', ['--check', '.']) },
  { title: 'Unused code and dependencies', run: () => runCheck('knip', []) },
  { title: 'Generated documents', run: checkDocuments },
];

async function checkDocuments(): Promise<Outcome> {
  const stale = await staleDocuments();
  for (const name of stale) console.error(`${name} is not what the source says: run npm run docs.`);
  return { passed: stale.length === 0 ? 1 : 0, failed: stale.length === 0 ? 0 : 1, failures: stale };
}

const failed: string[] = [];
for (const { title, run } of checks) {
  console.log(`${title} ...`);
  if ((await run()).failed > 0) failed.push(title);
}
console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}.`);
if (failed.length > 0) process.exitCode = 1;
