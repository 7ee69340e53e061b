import { auditFields, moneyChannels } from '@exam/contract/staff';
import { jobTasks } from '@exam/contract/staff/work';
import { describe, expect, it } from 'vitest';
import { adapters } from '#books/channels';
import { tasks } from './app.ts';

const sorted = (names: Iterable<string>) => [...names].toSorted((a, b) => a.localeCompare(b));

describe('codes that staff read in words', () => {
  it('are, for jobs, every task that the server runs', () => {
    expect(sorted(Object.keys(tasks))).toEqual(sorted(jobTasks));
  });

  it('are, for money, every channel and what staff received by hand', () => {
    expect(sorted([...adapters.map(({ name }) => name), 'manual'])).toEqual(sorted(moneyChannels));
  });

  it('are never two readings of one field of the audit', () => {
    expect(Object.keys(auditFields).filter((field) => field.includes('_'))).toEqual([]);
  });
});
