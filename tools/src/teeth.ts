import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { faults } from './teeth-faults.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Processes that tests start have the fault too. */
const hook = new URL('teeth-hook.ts', import.meta.url).href;

/** `npm run teeth`: plants one fault after the other; tests that stay green under one are a defect. Words choose faults by their names. */
function main(words: readonly string[]): void {
  const chosen = faults.filter(({ name }) => words.every((word) => name.includes(word)));
  const survivors: string[] = [];
  for (const { name, tests, titles, environment = {} } of chosen) {
    const planted = { ...process.env, PLANTED_FAULT: name, NODE_OPTIONS: `--import=${hook}` };
    const { status, stdout, stderr } = spawnSync(
      join(root, 'node_modules/.bin/vitest'),
      ['run', tests, '-t', titles, '--reporter=dot'],
      { cwd: root, env: { ...planted, ...environment }, encoding: 'utf8' },
    );
    const told = stripVTControlCharacters(stdout + stderr);
    // Deadlocks are counted when a file's database is dropped, after its tests.
    const red = /Tests\D+\d+ failed|PostgreSQL counted \d+ deadlocks?/.exec(told)?.[0];
    const isCaught = status !== 0 && red !== undefined;
    if (!isCaught) survivors.push(name);
    console.log(`${isCaught ? 'caught  ' : 'SURVIVED'} ${name} (${red ?? 'nothing red'})`);
  }
  if (survivors.length > 0) process.exitCode = 1;
  console.log(`${chosen.length - survivors.length} passed, ${survivors.length} failed`);
}

main(process.argv.slice(2));
