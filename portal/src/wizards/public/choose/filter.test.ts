import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { sessionPage, shownMeanwhile, type SessionFilter } from './filter.ts';

const filter: SessionFilter = { subject: 'm1', city: '', month: '', days: '', date: '', availability: '', page: 1 };
const reader = { language: 'en', userId: undefined } as const;

/** What the list shows as soon as it is narrowed otherwise, before an answer has come. */
function shownAtOnce(next: SessionFilter): unknown {
  const client = new QueryClient();
  client.setQueryData(sessionPage('tkt', filter, reader).queryKey, page);
  const optionsOf = (wanted: SessionFilter) => ({
    ...sessionPage('tkt', wanted, reader),
    placeholderData: shownMeanwhile(wanted),
    enabled: false,
  });
  const observer = new QueryObserver(client, optionsOf(filter));
  observer.getCurrentResult();
  observer.setOptions(optionsOf(next));
  return observer.getCurrentResult().data;
}

const page = { list: [], recordCount: 0, pageCount: 0, pageIndex: 1, pageSize: 10 };

describe('the list of sessions while another one is fetched', () => {
  it('stays for another city or page of the same subject', () => {
    expect(shownAtOnce({ ...filter, city: 'bj', page: 2 })).toEqual(page);
  });

  it('never stands against another subject', () => {
    expect(shownAtOnce({ ...filter, subject: 'm2' })).toBeUndefined();
  });
});
