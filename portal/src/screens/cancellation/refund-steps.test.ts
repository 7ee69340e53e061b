import { describe, expect, it } from 'vitest';
import { stepsOf } from './refund-steps.ts';

const way = (facts: Parameters<typeof stepsOf>[0]) => stepsOf(facts).map(({ step, state }) => `${step}: ${state}`);
const asked = { cause: 'cancellation', amount: 39_000 } as const;

describe('the way of a refund', () => {
  it('waits for the decision first [9.5#1]', () => {
    expect(way({ ...asked, status: 'Pending' })).toEqual([
      'requested: done',
      'deciding: current',
      'approved: later',
      'underWay: later',
      'arrived: later',
    ]);
  });

  it.each(['Approved', 'Processing', 'Failed'] as const)(
    'is in progress while it is %s, whatever goes wrong on the way [9.5#6 9.5#8 C31]',
    (status) => {
      expect(way({ ...asked, status })).toEqual([
        'requested: done',
        'approved: done',
        'underWay: current',
        'arrived: later',
      ]);
    },
  );

  it('is all done when the money is back [9.5#7]', () => {
    expect(way({ ...asked, status: 'Completed' })).toEqual(['requested: done', 'approved: done', 'arrived: done']);
  });

  it('begins with the approval when nobody had to ask [9.5#5]', () => {
    expect(way({ status: 'Processing', cause: 'withdrawal', amount: 150_000 })).toEqual([
      'approved: done',
      'underWay: current',
      'arrived: later',
    ]);
  });

  it('ends with the approval when nothing is given back [9.5#11]', () => {
    expect(way({ status: 'Completed', cause: 'cancellation', amount: 0 })).toEqual([
      'requested: done',
      'approved: done',
    ]);
  });

  it.each(['Rejected', 'Closed', 'None'] as const)('is none when it is %s [9.5#2 9.5#3]', (status) => {
    expect(way({ ...asked, status })).toEqual([]);
  });
});
