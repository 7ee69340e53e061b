import { wire } from '@exam/contract/wire';
import { describe, expect, it } from 'vitest';
import { countsByFilter } from './exam-data.ts';

describe('the filter of my exams', () => {
  it('counts statuses in either spelling, all of them together, and the registered by what is ahead and what is over [8.9 R-01]', () => {
    const answer = [
      { status: wire.applicationStatus.Submitted, count: 2, upcoming: 2 },
      { status: 'Registered', count: 3, upcoming: 1 },
      { status: 'Withdrawn', count: 1, upcoming: 1 },
    ];

    const counts = countsByFilter(answer);

    expect([counts.All, counts.Submitted, counts.Registered, counts.Past, counts.Withdrawn, counts.Expired]).toEqual([
      6, 2, 1, 2, 1, 0,
    ]);
  });
});
