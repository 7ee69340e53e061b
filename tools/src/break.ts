import { failuresOf } from './testing/second-try.ts';
import { runTests } from './testing/steps.ts';

// `npm run faults`: every scenario three times, and twenty ends; the tests play the first few once. Words choose scenarios by their names.
const words = process.argv.slice(2).join(' ');
const files = words === '' ? ['proofs/faults', 'proofs/ends'] : ['proofs/faults'];
const report = await runTests(['heavy'], files, { env: { FAULTS: '3', SCENARIO: words } });
const failures = failuresOf(report);
for (const { name, error } of failures) console.error(`${name}\n${error}`);
const passed = report.files.flatMap(({ tests }) => tests).filter(({ state }) => state === 'passed').length;
console.log(`${passed} passed, ${failures.length} failed`);
if (failures.length > 0 || passed === 0) process.exitCode = 1;
