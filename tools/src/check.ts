import { type Checked, runCheck } from './testing/steps.ts';

/** `npm run check`: everything that can be said about the repository without running it. */
const checks: readonly { title: string; run: () => Promise<Checked> }[] = [
  { title: 'Types of the Node rooms', run: () => runCheck('tsc', ['-p', 'tsconfig.json']) },
  { title: 'Types of the browser rooms', run: () => runCheck('tsc', ['-p', 'tsconfig.browser.json']) },
  { title: 'Lint', run: () => runCheck('oxlint', ['--type-aware', '--format=default']) },
  { title: 'Format', run: () => runCheck('oxfmt', ['--check', '.']) },
  { title: 'Unused code and dependencies', run: () => runCheck('knip', []) },
  { title: 'Generated documents', run: checkDocuments },
];

/** Documents are made from the server itself: it is loaded here, after types and lint have said what is wrong with it. */
async function checkDocuments(): Promise<Checked> {
  try {
    const { staleDocuments } = await import('./docs.ts');
    const stale = await staleDocuments();
    for (const name of stale) console.error(`${name} is not what the source says: run npm run docs.`);
    return { isRight: stale.length === 0, said: stale.join('\n') };
  } catch (error) {
    const said = `Not compared, because the source cannot be loaded: ${error instanceof Error ? error.message : String(error)}`;
    console.error(said);
    return { isRight: false, said };
  }
}

const failed: string[] = [];
for (const { title, run } of checks) {
  console.log(`${title} ...`);
  if (!(await run()).isRight) failed.push(title);
}
console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}.`);
if (failed.length > 0) process.exitCode = 1;
