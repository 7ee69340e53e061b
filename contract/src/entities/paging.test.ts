import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { pagedQuery } from './paging.ts';

describe('a page of a list', () => {
  const query = pagedQuery(['name'], ['status']);

  it('has ten rows unless more are asked for, a hundred at most [R-92]', () => {
    expect(z.parse(query, {})).toEqual({ pageIndex: 1, pageSize: 10, sorts: [], filters: [] });
    expect(z.safeParse(query, { pageSize: 100 }).success).toBe(true);
    for (const pageSize of [0, 101, 1.5]) expect(z.safeParse(query, { pageSize }).success).toBe(false);
  });

  it('is sorted and filtered by what the list knows only [R-92]', () => {
    expect(z.safeParse(query, { sorts: [{ field: 'password' }] }).success).toBe(false);
    expect(z.safeParse(query, { filters: [{ field: 'password', value: 'x' }] }).success).toBe(false);
  });
});
