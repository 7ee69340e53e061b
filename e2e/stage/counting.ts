import type { Locator } from 'playwright-core';
import type { Visitor } from './visitors.ts';

/**
 * Counts what a person does: a press or a choice is a click, a field that is filled in a field, and each a tap; a screen is a heading of the first level. The
 * figures that tests write down are those that were reached: they only sink.
 */
export function counting({ page }: Visitor) {
  let clicks = 0;
  let fields = 0;
  const screens: string[] = [];
  const see = async () => {
    const title = await page.getByRole('heading', { level: 1 }).first().innerText();
    if (screens.at(-1) !== title) screens.push(title);
  };
  const act = async (what: () => Promise<unknown>) => {
    await see();
    await what();
  };
  return {
    see,
    press: async (at: Locator) => {
      await act(async () => await at.click());
      clicks++;
    },
    type: async (at: Locator, text: string) => {
      await act(async () => await at.fill(text));
      fields++;
    },
    choose: async (at: Locator, label: string) => {
      await act(async () => await at.selectOption({ label }));
      clicks++;
    },
    count: () => ({ taps: clicks + fields, clicks, fields, screens: screens.length }),
    isWithin: (most: { taps: number; screens: number }) =>
      clicks + fields <= most.taps && screens.length <= most.screens,
  };
}

export type Counting = ReturnType<typeof counting>;
