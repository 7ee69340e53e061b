// @vitest-environment jsdom
import { answered, buttonsIn, press } from '@exam/ui/testing';
import { describe, expect, it } from 'vitest';
import { open, useDesk } from './testing/screen.tsx';
import { listWords } from './messages/list.ts';
import { pageWords } from './messages/page.ts';
import { paths } from './paths.ts';

const desk = useDesk();
/** What is on a page when a value went missing on its way. */
const lost = /undefined|NaN|\[object|Invalid Date/;

/** With rows, with what may be absent absent, and with other choices: some for each language. */
const given = {
  en: [
    { choice: 0, rows: 2 },
    { choice: 1, rows: 3, isBare: true },
  ],
  zh: [
    { choice: 2, rows: 1 },
    { choice: 0, rows: 2, isBare: true },
  ],
};

describe.each(['en', 'zh'] as const)('a page of the console, in %s', (language) => {
  it.each(paths)('%s says that it waits, while nothing has come', async (path) => {
    const page = await open(desk(), path, language, 'never');
    const isRight = async () => {
      await answered(desk());
      return (page.querySelector('[aria-busy="true"]') !== null) === desk().unanswered > 0;
    };
    await expect.poll(isRight).toBe(true);
  });

  it.each(paths)('%s says what could not be loaded, and loads it again', async (path) => {
    const words = [await pageWords.load(language), await listWords.load(language)] as const;
    const page = await open(desk(), path, language, 'refused');
    const isAgain = ({ textContent }: HTMLElement) => [words[0].loadAgain, words[1].again].includes(textContent);
    const again = buttonsIn(page).filter(isAgain);
    expect(again.length > 0).toBe(desk().unanswered > 0);
    desk().answers = { choice: 0, rows: 2 };
    for (const button of again) await press(desk(), button);
    expect(page.textContent).not.toContain(words[0].cannotLoad);
    expect(page.textContent).not.toContain(words[1].cannotLoad);
  });

  it.each(paths)('%s has no table without a row', async (path) => {
    const page = await open(desk(), path, language, { choice: 0, rows: 0 });
    expect([...page.querySelectorAll('tbody')].filter(({ rows }) => rows.length === 0)).toEqual([]);
  });

  it.each(paths)('%s shows what it is given', async (path) => {
    for (const answers of given[language]) {
      const page = await open(desk(), path, language, answers);
      expect(document.querySelector('h1')?.textContent).toMatch(/\S/);
      expect(page.textContent).not.toMatch(lost);
    }
  });
});

/** Would mark that it ran, if it ever did, in each of the ways text becomes script. */
const planted = ' <img src="x" onerror="ran=1"><script>ran=2</script><svg onload="ran=3">{{7*7}}';

describe('whatever somebody wrote', () => {
  it.each(paths)('is text on %s, and none of it becomes an element [T22 T26]', async (path) => {
    await open(desk(), path, 'zh', { choice: 0, rows: 2, planted });
    const made = document.querySelectorAll('img[src="x"], svg[onload], body script');
    expect([...made].map(({ outerHTML }) => outerHTML)).toEqual([]);
  });

  it('stands on the page of an order as often as there are texts of people on it', async () => {
    await open(desk(), '/orders/:id', 'zh', { choice: 0, rows: 2, planted });
    expect(document.body.textContent.split('{{7*7}}').length - 1).toBeGreaterThan(5);
  });
});
