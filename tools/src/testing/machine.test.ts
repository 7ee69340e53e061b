import { expect, it } from 'vitest';
import { shortages, thisMachine } from './machine.ts';

const gibibyte = 1024 ** 3;
const roomy = { openFiles: 4096, memory: 8 * gibibyte, temporary: 8 * gibibyte, shared: gibibyte };

it('a machine that is too small for heavy tests is told so in one line for each thing it lacks', () => {
  expect(shortages(roomy)).toEqual([]);
  expect(shortages({ ...roomy, openFiles: 256, shared: 32 * 1024 ** 2 })).toEqual([
    'This machine has 256 files that a process may open; heavy tests want 1024.',
    'This machine has 32 MB of shared memory; heavy tests want 64.',
  ]);
});

it('what a system does not say is not missed', () => {
  expect(shortages({ ...roomy, openFiles: null, shared: null })).toEqual([]);
});

it('this machine says how much memory and disk it has', () => {
  const { memory, temporary } = thisMachine();

  expect(Math.min(memory, temporary)).toBeGreaterThan(0);
});
