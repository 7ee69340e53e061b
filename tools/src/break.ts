import { runTests } from './test-steps.ts';

// `npm run faults`: every scenario three times, and twenty ends; the tests play the first few once. Words choose scenarios by their names.
const words = process.argv.slice(2).join(' ');
const files = words === '' ? ['proofs/faults', 'proofs/ends'] : ['proofs/faults'];
const [outcome] = await runTests(['server'], files, { env: { FAULTS: '3', SCENARIO: words } });
for (const failure of outcome?.failures ?? []) console.error(failure);
console.log(`${outcome?.passed ?? 0} passed, ${outcome?.failed ?? 0} failed`);
if (!outcome || outcome.failed > 0 || outcome.passed === 0) process.exitCode = 1;
