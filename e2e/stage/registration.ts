import { expect } from 'vitest';
import { goTo, settled, type Visitor } from './visitors.ts';
import { demoDay } from './places.ts';

const months = 'January February March April May June July August September October November December'.split(' ');
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** A China date as the pages write it in full; in Chinese with word joiners, between which no line ends. */
export function longDate({ language }: Visitor, date: string): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  if (language === 'en') return `${weekdays[weekday]} ${day} ${months[month - 1]} ${year}`;
  const joiner = '\u2060';
  const parts = [year, '年', month, '月', day, '日（星', '期', `${'日一二三四五六'[weekday]}）`];
  return parts.join(joiner);
}

type Step = keyof Visitor['words']['wizard']['headings'];

/** Waits until a step is shown; the bar says which one it is, and how far one has come. */
export async function atStep(visitor: Visitor, step: Step): Promise<void> {
  const { page, words } = visitor;
  await page.getByRole('heading', { level: 1, name: words.wizard.headings[step] }).waitFor();
  await settled(visitor);
  const bars = page.getByRole('navigation', { name: words.wizard.steps }).getByRole('listitem');
  const all = await bars.evaluateAll((each) => each.map((bar) => bar.getAttribute('aria-current') === 'step'));
  const steps = Object.keys(words.wizard.headings);
  if (step !== 'completed') expect(all.indexOf(true)).toBe(steps.indexOf(step));
}

export async function next({ page, words }: Visitor): Promise<void> {
  await page.getByRole('button', { name: words.wizard.next, exact: true }).click();
}

/** Looks for an exam on the home page and begins its registration. */
export async function findAndBegin(visitor: Visitor, search: string, name: string): Promise<void> {
  const { page, words } = visitor;
  await goTo(visitor, '/');
  await page.getByLabel(words.home.search).fill(search);
  await page.getByRole('search').getByRole('button', { name: words.home.button }).click();
  await page.getByRole('heading', { level: 1, name: words.home.all }).waitFor();
  await page.getByRole('link', { name: words.home.registerFor(name), exact: true }).click();
  await atStep(visitor, 'needToKnow');
}

export async function agree(visitor: Visitor): Promise<void> {
  await visitor.page.getByRole('checkbox', { name: visitor.words.wizard.agree }).check();
}

/** Ticks a subject; its sessions are then shown below. */
export async function chooseSubject(visitor: Visitor, name: string): Promise<void> {
  await visitor.page.getByRole('checkbox', { name }).check();
}

/** Chooses the session of a city this many days from the demonstration's. */
export async function chooseSession(visitor: Visitor, days: number, city: string): Promise<void> {
  const { page, words } = visitor;
  const name = words.wizard.choose({ date: longDate(visitor, demoDay(days)), city });
  await page.getByRole('button', { name, exact: true }).click();
}

export async function chooseCandidate(visitor: Visitor, name: string): Promise<void> {
  await atStep(visitor, 'candidateInfo');
  await visitor.page.getByRole('checkbox', { name: new RegExp(name) }).check();
}

/** Ticks every statement, and that all is correct. */
export async function tickEverything(visitor: Visitor): Promise<void> {
  await settled(visitor);
  // A form that is filled in has a section of its own. Some boxes come after others are ticked.
  const boxes = visitor.page.locator('main form input[type=checkbox]:not(:checked):not(section *)');
  while ((await boxes.count()) > 0) await boxes.first().check();
}

/** Ticks everything and puts the registration into the cart. */
export async function confirmEverything(visitor: Visitor): Promise<void> {
  const { page, words } = visitor;
  await tickEverything(visitor);
  await page.getByRole('button', { name: words.wizard.intoCart, exact: true }).click();
  await atStep(visitor, 'completed');
}
