// @vitest-environment jsdom
import { addDays, chinaDateOf } from '@exam/contract/rules';
import { answered, write } from '@exam/ui/testing';
import { act } from 'react';
import { expect, it } from 'vitest';
import { open, useDesk } from '../testing/screen.tsx';

const desk = useDesk();

it('searches on Enter, but not on the one that takes a word of an input method', async () => {
  const page = await open(desk(), '/payment-exceptions', 'zh', { choice: 0, rows: 2 });
  const field = page.querySelector<HTMLInputElement>('.list-filter input[type="search"]')!;
  const press = async (how: KeyboardEventInit) => {
    const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ...how });
    await act(async () => field.dispatchEvent(event));
    await answered(desk());
    return location.search;
  };

  field.value = 'wang';
  // Safari ends the word before it tells the key, and says so by the number alone.
  const composing = [await press({ isComposing: true }), await press({ keyCode: 229 })];
  const searched = await press({ keyCode: 13 });

  expect(composing).toEqual(['', '']);
  expect(searched).toContain('=wang');
});

it('takes a day as people write it on Enter, and searches for nothing while it cannot be read', async () => {
  const page = await open(desk(), '/sessions', 'zh', { choice: 0, rows: 2 });
  const field = () => page.querySelector<HTMLInputElement>('.list-filter input[data-reads="day"]')!;
  const enter = async (text: string) => {
    await write(desk(), field(), text);
    await act(async () => field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })));
    await answered(desk());
    return new URLSearchParams(location.search).get('from');
  };
  const tomorrow = addDays(chinaDateOf(new Date().toISOString()), 1);

  expect(await enter('明')).toBeNull();
  expect(field().getAttribute('aria-invalid')).toBe('true');
  expect(await enter('明天')).toBe(tomorrow);
  expect(field().value).toMatch(/^\d{4}年\d{1,2}月\d{1,2}日 周.$/);
});
