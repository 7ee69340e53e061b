// @vitest-environment jsdom
import { answered } from '@exam/ui/testing';
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
