import * as machines from '@exam/contract/machines';
import { expect, it } from 'vitest';
import { shownMachines } from './states.ts';

it('the page of states shows every machine of the contract once', () => {
  const declared = Object.entries(machines).flatMap(([name, value]) =>
    name.endsWith('Machine') && typeof value === 'object' ? [value] : [],
  );

  expect(new Set(shownMachines.map(([, machine]) => machine))).toEqual(new Set(declared));
  expect(shownMachines).toHaveLength(declared.length);
});
