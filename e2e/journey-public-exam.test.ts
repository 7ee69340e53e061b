import { buffer } from 'node:stream/consumers';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { addTenYearOld, register } from './stage/account.ts';
import { messageWith } from './stage/outside.ts';
import { payAtTheChannel } from './stage/paying.ts';
import { childName } from './stage/people.ts';
import {
  agree,
  chooseCandidate,
  chooseSession,
  chooseSubject,
  confirmEverything,
  findAndBegin,
} from './stage/registration.ts';
import { appears, desktop, phone, useVisitors, type Visitor } from './stage/visitors.ts';

const visit = useVisitors();

/** The steps of the specification from the agreement to the cart, for a child who has been saved. */
async function registerTheChild(visitor: Visitor, child: string): Promise<void> {
  const { page, words } = visitor;
  await findAndBegin(visitor, 'TKT', words.products.tkt);
  await agree(visitor);
  await chooseSubject(visitor, words.subjects.m1);
  await chooseSession(visitor, 4, words.cities.beijing);
  await chooseCandidate(visitor, child);
  await page.getByRole('button', { name: words.wizard.changeLeaving }).click();
  await page.getByText(words.wizard.tooYoung).waitFor();
  expect(await page.getByRole('radio').count()).toBe(2);
  expect(await page.getByRole('radio', { name: words.wizard.leavesAlone }).count()).toBe(0);
  await page.getByRole('radio', { name: words.wizard.guardianPicksUp }).check();
  const kept = await page.evaluate<string | null>("sessionStorage.getItem('steps')");
  expect(kept).toContain('sessionSubjectIds');
  expect(kept).not.toMatch(/\d{17}|王建国/);
  const statements = page.getByRole('group', { name: words.wizard.guardianStatements }).getByRole('checkbox');
  expect(await statements.count()).toBe(5);
  expect(await statements.evaluateAll((boxes) => boxes.filter((box) => box.matches(':checked')).length)).toBe(0);
  await confirmEverything(visitor);
  await page.getByText(words.wizard.added).waitFor();
}

async function order(visitor: Visitor): Promise<void> {
  const { page, words } = visitor;
  await page.getByRole('link', { name: words.wizard.toCart }).click();
  await page.getByRole('heading', { level: 1, name: words.cart.title }).waitFor();
  await appears(page.getByText('¥1,007.00'));
  await page.getByRole('link', { name: words.cart.toOrder }).click();
  await page.getByRole('heading', { level: 1, name: words.order.confirmTitle }).waitFor();
  await page.getByRole('table').waitFor();
  const shown = await page.getByRole('table').innerText();
  for (const column of words.order.columns) expect(shown).toContain(column);
  await page.getByRole('button', { name: words.order.submit }).click();
  await page.getByRole('heading', { level: 1, name: words.pay.title }).waitFor();
}

async function downloadLetter(visitor: Visitor, child: string): Promise<string> {
  const { page, words } = visitor;
  // Once the letter is on the page nothing moves under the finger any more.
  await page.getByRole('button', { name: words.exams.letterGet }).waitFor();
  await page.getByRole('link', { name: words.pay.toExams }).first().click();
  await page.getByRole('heading', { level: 1, name: words.exams.title }).waitFor();
  const exam = page.getByRole('main').getByRole('listitem').filter({ hasText: child });
  await exam.getByText(words.exams.letterReady).waitFor();
  await exam.getByRole('link', { name: words.exams.details }).click();
  await page.getByText(words.exams.paid).waitFor();
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: words.exams.letterGet }).click();
  const download = await started;
  expect(download.suggestedFilename()).toMatch(words.letter.file);
  const bytes = await buffer(await download.createReadStream());
  expect(bytes.byteLength).toBeLessThan(60 * 1024);
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  return text;
}

describe('a new person registers a child, pays, and holds the letter', () => {
  it.each([
    ['in Chinese on a phone', { language: 'zh', screen: phone, nth: 0 }],
    ['in English on a desktop', { language: 'en', screen: desktop, nth: 1 }],
  ] as const)(
    '%s [route:/auth/register route:/exam-registration route:/candidate/order/confirm route:/payment/pay route:/payment-success route:/candidate/application route:/candidate/application/{id} screen:home.exam_search screen:sign-in.register screen:public_wizard.* screen:frame.step_indicator screen:candidate_centre.saved_candidates:_add screen:candidate_centre.my_exams_list screen:candidate_centre.my_exam_detail screen:candidate_centre.print_confirmation_letter screen:candidate_centre.confirm_order screen:candidate_centre.pay_an_order screen:candidate_centre.payment_result_for_exams]',
    async (_, { language, screen, nth }) => {
      const visitor = await visit({ language, screen });
      const { page, words } = visitor;

      const number = await register(visitor);
      const child = await addTenYearOld(visitor, childName(nth).firstName, number);
      await registerTheChild(visitor, child);
      await order(visitor);
      await payAtTheChannel(visitor, '¥1,007.00');
      const letter = (await downloadLetter(visitor, child)).replaceAll(/\s+/g, '');

      const { title, venue, pickedUp, foreign } = words.letter;
      for (const told of [title, venue, pickedUp, child, '王建国']) expect(letter).toContain(told.replaceAll(' ', ''));
      expect(letter.replaceAll(/考途|王建国/g, '')).not.toMatch(foreign);
      for (const message of [words.messages.code, words.messages.placed, words.messages.paid, words.messages.letter])
        await messageWith(number, message);
      expect(await page.locator('html').getAttribute('lang')).toBe(words.lang);
    },
  );
});
