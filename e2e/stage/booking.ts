import { expect } from 'vitest';
import { bookingWords } from './booking-words.ts';
import { axeFindings, foreignWords } from './findings.ts';
import { next, tickEverything } from './registration.ts';
import { goTo, settled, type Visitor } from './visitors.ts';

export const wordsOf = ({ language }: Visitor) => bookingWords[language];
/** Where the wizard of that exam begins. */
export const examUrl = '/exam-registration?product=university-exam';

/** Waits for a step of the booking wizard. */
export async function atStep(visitor: Visitor, step: keyof typeof bookingWords.en.headings): Promise<void> {
  await visitor.page.getByRole('heading', { level: 1, name: wordsOf(visitor).headings[step] }).waitFor();
  await settled(visitor);
}

/** Nothing for axe, and on a Chinese page nothing foreign but names. */
export async function isWhole({ page, language }: Visitor): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
  if (language === 'zh') expect(await foreignWords(page)).toEqual([]);
}

/** Agrees to the notice and wishes for Beijing on the third day that is free. */
export async function wish(visitor: Visitor): Promise<void> {
  const { page, words } = visitor;
  const own = wordsOf(visitor);
  await atStep(visitor, 'needToKnow');
  await page.getByRole('checkbox', { name: words.wizard.agree }).check();
  await page.getByLabel(own.centre, { exact: true }).selectOption({ label: own.beijing });
  await page.getByRole('grid').getByRole('button', { name: own.available }).nth(2).click();
  await next(visitor);
}

/** Chooses who sits it. */
export async function chooseAdult(visitor: Visitor, name: string): Promise<void> {
  const { page } = visitor;
  await atStep(visitor, 'candidateInfo');
  await page.getByRole('main').getByText(wordsOf(visitor).exam, { exact: true }).first().waitFor();
  await page.getByRole('radio', { name: new RegExp(name) }).check();
}

/** The form of an overseas university exam; its confirmation quotes the address as typed. */
export async function fillForm(visitor: Visitor): Promise<void> {
  const { page, words } = visitor;
  const own = wordsOf(visitor);
  await page.getByLabel(own.university).fill(own.contact);
  await page.getByLabel(own.email).fill('dean@uni.example');
  const month = page.getByRole('group', { name: own.month });
  // The month of the date that was chosen is there already.
  expect(await month.getByLabel(words.month, { exact: true }).inputValue()).toMatch(/^\d{1,2}$/);
  await page.getByRole('checkbox', { name: own.approval }).check();
  await page.getByRole('checkbox', { name: own.fee }).check();
}

/** Ticks every statement and sends the request. */
export async function confirm(visitor: Visitor): Promise<void> {
  await tickEverything(visitor);
  await visitor.page.getByRole('button', { name: wordsOf(visitor).send, exact: true }).click();
}

/** Requests a booking from the list of exams to the page of the request. @returns its id. */
export async function request(visitor: Visitor, name: string): Promise<string> {
  const { page } = visitor;
  const own = wordsOf(visitor);
  await goTo(visitor, '/exam-all?category=Booking');
  await page.getByRole('link', { name: own.book(own.exam), exact: true }).click();
  await wish(visitor);
  await chooseAdult(visitor, name);
  await fillForm(visitor);
  await isWhole(visitor);
  await confirm(visitor);
  await atStep(visitor, 'completed');
  await isWhole(visitor);
  await page.getByRole('link', { name: own.open }).click();
  await page.getByRole('heading', { name: own.process }).waitFor();
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}
