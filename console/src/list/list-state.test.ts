import { describe, expect, it } from 'vitest';
import { queryOf, readListState, writeListState } from './list-state.ts';

const known = { sorts: ['dueAt'], filters: ['status', 'isOverdue', 'search'] };
const read = (address: string) => readListState(new URLSearchParams(address), known);

describe('the state of a list in its address', () => {
  it('is found again by a reload, without what is standard', () => {
    const state = read('status=Open&sort=-dueAt&page=3&size=50&columns=code,name');

    expect(writeListState(state)).toEqual({
      status: 'Open',
      sort: '-dueAt',
      page: '3',
      size: '50',
      columns: 'code,name',
    });
    expect(writeListState(read(''))).toEqual({});
  });

  it('leaves out pages, sorts and filters that the list does not have', () => {
    expect(read('page=0&sort=salary&colour=red&size=7')).toEqual({
      page: 1,
      size: 25,
      sort: null,
      filters: {},
      columns: null,
    });
  });

  it('asks the server with truth values as such and trimmed words', () => {
    const query = queryOf(read('isOverdue=true&search=%20A7%20'), { isOverdue: 'flag', search: 'text' });

    expect(query).toEqual({ isOverdue: true, search: 'A7', pageIndex: 1, pageSize: 25 });
  });
});
