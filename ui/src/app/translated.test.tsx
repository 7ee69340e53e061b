// @vitest-environment jsdom
import './translated.ts';
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { Button } from '../parts/button.tsx';

/** What a translator does to every text of a page: it is wrapped, or another one is put in its place. */
function translate(place: Node, isReplaced: boolean): void {
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode()) found.push(texts.currentNode as Text);
  for (const text of found) {
    const font = document.createElement('font');
    text.replaceWith(font);
    font.append(isReplaced ? document.createTextNode(`(${text.data})`) : text);
  }
}

/** Texts among others, of which each press shows or hides some. */
function Page() {
  const [count, setCount] = useState(0);
  return (
    <main>
      {count % 2 === 0 && 'Text that goes'}
      <Button busy={count % 2 === 1}>Save</Button>
      <p>
        Pressed {count} times {count > 0 && <strong>so far</strong>} and no more
      </p>
      <button type="button" className="again" onClick={() => setCount(count + 1)}>
        {count > 1 ? 'Once more' : 'Press'}
      </button>
      {count === 1 ? 'One' : <em>Many</em>}
    </main>
  );
}

it.each([
  ['wrapped', false],
  ['replaced', true],
])('a page whose texts a translator has %s goes on when it is pressed', async (_, isReplaced) => {
  const place = document.body.appendChild(document.createElement('div'));
  const errors: unknown[] = [];
  const root = createRoot(place, { onUncaughtError: (error) => errors.push(error) });
  await act(async () => root.render(<Page />));

  for (let press = 0; press < 5; press++) {
    translate(place, isReplaced);
    await act(async () => place.querySelector<HTMLButtonElement>('.again')?.click());
  }

  expect(errors).toEqual([]);
  expect([place.querySelector('.spinner') !== null, place.querySelector('em')?.textContent.includes('Many')]).toEqual([
    true,
    true,
  ]);
  await act(async () => root.unmount());
  place.remove();
});
