import { readFileSync } from 'node:fs';
import { messageProblems } from './checks/commit-messages.ts';

// `node commit-message.ts <file>`: what the hook asks before a commit is made.
const written = readFileSync(process.argv[2] ?? '', 'utf8').replaceAll(/^#.*\n?/gm, '');
const problems = await messageProblems(written);
for (const problem of problems) console.error(`commit message: ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
