// @vitest-environment jsdom
import type { Reply } from '@exam/contract/client';
import { addDays, instantOf } from '@exam/contract/rules';
import { named } from '@exam/ui/testing';
import { expect, it } from 'vitest';
import { chinaToday } from '../../app/china-today.ts';
import { homeWords } from '../../messages/home.ts';
import { show, usePortal } from '../../testing/site.ts';
import { ProductGrid } from './product-card.tsx';

const portal = usePortal();

it('an exam is registered for once its registration is open; before that its dates are shown', async () => {
  const words = await homeWords.load('en');
  const [given] = portal().example('product.all');
  const read = async (told: Partial<Reply<'product.all'>[number]>) => {
    const product = {
      ...given!,
      access: 'open' as const,
      category: 'Public' as const,
      nextExamDate: '2027-01-09',
      ...told,
    };
    const page = await show(portal(), '/', <ProductGrid products={[product]} heading="h2" />);
    return [words.registerFor(product.nameEn), words.seeDatesOf(product.nameEn)].map(
      (name) => named(page, name) !== undefined,
    );
  };

  expect(await read({ nextDeadline: '2026-12-20T09:00:00.000Z' })).toEqual([true, false]);
  expect(await read({ nextDeadline: null })).toEqual([false, true]);
  expect(await read({ access: 'opensSoon', nextDeadline: null })).toEqual([false, false]);
});

it('the day on which registration ends is red only within three days of it, and then with the hour', async () => {
  const words = await homeWords.load('en');
  const [given] = portal().example('product.all');
  const read = async (days: number) => {
    const nextDeadline = instantOf(addDays(chinaToday(), days), '18:00');
    const product = { ...given!, access: 'open' as const, category: 'Public' as const, nextDeadline };
    const page = await show(portal(), '/', <ProductGrid products={[product]} heading="h2" />);
    const said = [...page.querySelectorAll('span')].find(({ textContent }) =>
      textContent.startsWith(words.registerBy('')),
    );
    return { isRed: said?.classList.contains('text-seal'), hasHour: said?.textContent.includes('18:00') };
  };

  expect(await read(3)).toEqual({ isRed: true, hasHour: true });
  expect(await read(4)).toEqual({ isRed: false, hasHour: false });
});
