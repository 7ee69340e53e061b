import { describe, expect, it } from 'vitest';
import { statementsIn } from './order-rows.ts';

describe('the round trips of an order', () => {
  it('are the statements of the API, begin and commit included, and nobody else’s', () => {
    const log = [
      'examport|LOG:  statement: begin',
      'examport|LOG:  execute q1: select 1',
      '\tfrom somewhere',
      "examport|DETAIL:  Parameters: $1 = '7'",
      'bench|LOG:  statement: select 1',
      'examport|LOG:  duration: 1 ms',
      'examport|LOG:  execute <unnamed>: insert into exam_order',
      'examport|LOG:  execute get_job/graphile_worker: with j as (',
      'examport|LOG:  statement: commit',
    ].join('\n');

    expect(statementsIn(log)).toBe(4);
  });
});
