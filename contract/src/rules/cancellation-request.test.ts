import { describe, expect, it } from 'vitest';
import { cancellationProblem, type CancellationFacts } from './cancellation-request.ts';

const start = '2026-12-10T01:00:00.000Z';
const paid: CancellationFacts = {
  states: ['Registered'],
  isRequestOpen: false,
  isMoveOpen: false,
  rejections: 0,
  starts: ['2026-12-11T01:00:00.000Z', start],
  now: '2026-12-01T00:00:00.000Z',
};

describe('a request to cancel a registration', () => {
  it.each<[string, Partial<CancellationFacts>, string | null]>([
    ['is possible while it is paid for', {}, null],
    ['is possible after a rejection', { states: ['RegisteredCancellationRejected'], rejections: 2 }, null],
    ['is not, unpaid', { states: ['Submitted'] }, 'CANCELLATION_NOT_POSSIBLE'],
    ['is not, where one of its set has ended', { states: ['Registered', 'Cancelled'] }, 'CANCELLATION_NOT_POSSIBLE'],
    ['is not, while another waits', { isRequestOpen: true }, 'CANCELLATION_NOT_POSSIBLE'],
    ['is not, while the family may choose after a move', { isMoveOpen: true }, 'MOVE_CHOICE_OPEN'],
    ['is not, after the third rejection', { rejections: 3 }, 'CANCELLATION_ATTEMPTS_USED'],
    ['is possible a moment before the first exam', { now: '2026-12-10T00:59:59.999Z' }, null],
    ['is not, from the moment the first exam starts', { now: start }, 'CANCELLATION_CLOSED'],
  ])('%s [R-77 9.1#10]', (_, facts, problem) => {
    expect(cancellationProblem({ ...paid, ...facts })).toBe(problem);
  });
});
