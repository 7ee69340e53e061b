// @vitest-environment jsdom
import { pressNamed, write } from '@exam/ui/testing';
import { useQuery } from '@tanstack/react-query';
import { expect, it, onTestFinished, vi } from 'vitest';
import { registrationWords } from '../../../messages/registration.ts';
import { show, usePortal } from '../../../testing/site.ts';
import { sessionPage, useSessionFilter } from './filter.ts';
import { SessionFilters } from './filter-panel.tsx';

const portal = usePortal();

/** The filters above a list that asks for what they leave. */
function Narrowed() {
  const product = portal().example('product.byCode');
  const [filter, change] = useSessionFilter(product.id);
  useQuery(sessionPage(product.id, filter, { language: 'en', userId: undefined }));
  return (
    <>
      <SessionFilters product={product} filter={filter} change={change} />
      <button type="button" onClick={() => change({ date: '2026-12-09' })}>
        Wednesday
      </button>
    </>
  );
}

it('a list is narrowed to weekends, which stays in the address; a day of the calendar goes before it', async () => {
  const { session: words } = await registrationWords.load('en');
  // A phone: the calendar is folded.
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const asked: string[][] = [];
  portal().says('session.search', ({ filters }: { filters: { field: string; value: string }[] }) => {
    asked.push(filters.filter(({ field }) => ['weekday', 'examDate'].includes(field)).map(({ value }) => value));
    return portal().example('session.search');
  });
  const page = await show(portal(), '/exam-registration?product=tkt', <Narrowed />);
  const days = [...page.querySelectorAll('select')].find((each) => each.labels[0]?.textContent.includes(words.days));
  await write(portal(), days!, 'weekend');
  const { search } = window.location;
  await pressNamed(portal(), page, 'Wednesday');

  expect(asked).toEqual([[], ['6', '7'], ['2026-12-09']]);
  expect(search).toBe('?product=tkt&days=weekend');
});
