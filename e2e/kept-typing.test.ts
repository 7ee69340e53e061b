import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { signIn } from './stage/account.ts';
import { bookingWords } from './stage/booking-words.ts';
import { bornYearsAgo, residentNumber } from './stage/people.ts';
import { chooseService, fillBirth, postTestWords } from './stage/post-test.ts';
import { addAdult, newAccount, pay, placeOrder, type Program, tktIntoCart } from './stage/programs.ts';
import { agree, atStep, chooseSession, chooseSubject, next } from './stage/registration.ts';
import { goTo, inChinese, inEnglish, useVisitors, type Visitor } from './stage/visitors.ts';

const visit = useVisitors();

type Kind = 'public' | 'booking' | 'postTest' | 'forms';

/** Waits until the account has what was typed, then loads the page again. No document number rests in the browser meanwhile. */
async function reload({ page }: Visitor, { call }: Program, kept: { kind: Kind; texts: readonly string[] }) {
  const saved = async () => (await call('draft.get', { params: { kind: kept.kind } }))?.json ?? '';
  for (const text of kept.texts) await expect.poll(saved).toContain(text);
  const stored = await page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
  for (const text of kept.texts) expect(stored).not.toContain(text);
  await page.reload();
}

const valuesOf = async (fields: readonly Locator[]) => await Promise.all(fields.map((field) => field.inputValue()));

describe('what is typed and not saved is there again when the page is loaded anew', () => {
  it.each(inChinese)('in the steps of a registration, %s [R-23 R-35]', async (_, who) => {
    const visitor = await visit(who);
    const { page, words } = visitor;
    const account = await newAccount();
    await signIn(visitor, account.phone, { at: '/exam-registration?product=tkt' });
    await agree(visitor);
    await chooseSubject(visitor, words.subjects.m1);
    await chooseSession(visitor, 4, words.cities.beijing);
    await atStep(visitor, 'candidateInfo');
    // Whoever has saved nobody yet is asked for the first one at once.
    const { candidates } = words;
    const fields = [candidates.number, candidates.lastName, candidates.guardianName].map((name) =>
      page.getByLabel(name, { exact: true }),
    );
    const typed = [residentNumber(bornYearsAgo(15)), 'WANG', '王建国'];
    for (const [index, field] of fields.entries()) await field.fill(typed[index] ?? '');

    await reload(visitor, account, { kind: 'public', texts: typed });
    await expect.poll(() => valuesOf(fields)).toEqual(typed);

    await page.getByLabel(candidates.firstName, { exact: true }).fill('KEPT');
    await page.getByLabel(candidates.relation, { exact: true }).selectOption({ label: candidates.father });
    await page.getByLabel(candidates.guardianNumber, { exact: true }).fill('110101199003077838');
    await page.getByLabel(candidates.guardianMobile, { exact: true }).fill(account.phone);
    await page.getByRole('button', { name: candidates.save }).click();
    await page.getByRole('checkbox', { name: /WANG KEPT/ }).waitFor();
    await page.getByRole('button', { name: words.wizard.changeLeaving }).click();
    await page.locator('input[value=AuthorisedPersonPicksUp]').check();
    const person = ['name', 'idNo', 'mobile'].map((path) => page.locator(`[id$="-pickup.${path}"]`));
    const collected = ['李秀英', residentNumber(bornYearsAgo(60)), '15011112222'];
    for (const [index, field] of person.entries()) await field.fill(collected[index] ?? '');

    await reload(visitor, account, { kind: 'public', texts: collected });
    await expect.poll(() => valuesOf(person)).toEqual(collected);
  });

  it.each(inEnglish)('in the form of a booking, %s [R-23 R-35]', async (_, who) => {
    const visitor = await visit(who);
    const { page, words, language } = visitor;
    const own = bookingWords[language];
    const account = await newAccount();
    await addAdult(account, 'KEEP');
    await signIn(visitor, account.phone, { at: '/exam-registration?product=university-exam' });
    await page.getByRole('checkbox', { name: words.wizard.agree }).check();
    await page.getByLabel(own.centre, { exact: true }).selectOption({ label: own.beijing });
    await page.getByRole('grid').getByRole('button', { name: own.available }).nth(2).click();
    await next(visitor);
    await page.getByRole('radio', { name: /KEEP/ }).check();
    const fields = [page.getByLabel(own.university), page.getByLabel(own.email)];
    const typed = ['HELEN MARSH', 'helen@ashbourne.example'];
    for (const [index, field] of fields.entries()) await field.fill(typed[index] ?? '');
    await page.getByRole('checkbox', { name: own.fee }).check();

    await reload(visitor, account, { kind: 'booking', texts: typed });

    await expect.poll(() => valuesOf(fields)).toEqual(typed);
    expect(await page.getByRole('checkbox', { name: own.fee }).isChecked()).toBe(true);
  });

  it.each(inChinese)(
    'in a request after results, and when the language is changed; what is saved takes its place, %s [R-35 screen:frame.language_switch]',
    async (_, who) => {
      const visitor = await visit(who);
      const { page, words, language } = visitor;
      const account = await newAccount();
      await signIn(visitor, account.phone, { at: '/exam-registration?product=results-pearson' });
      await chooseService(visitor, postTestWords[language].priority);
      const fields = ['candidateNumber', 'uciNumber', 'lastName', 'firstName'].map((id) => page.locator(`#${id}`));
      const typed = ['4021', '92315B180432', 'ZHAO', 'KEPT'];
      for (const [index, field] of fields.entries()) await field.fill(typed[index] ?? '');
      await fillBirth(visitor, ['2009', '5', '6']);
      const birth = page.getByRole('group').getByRole('textbox');
      const born = await valuesOf(await birth.all());

      await page.getByRole('button', { name: words.otherLanguage }).click();
      await page.getByRole('button', { name: language === 'en' ? 'English' : '中文' }).waitFor();
      await expect.poll(() => valuesOf(fields)).toEqual(typed);
      expect((await valuesOf(await birth.all())).toSorted()).toEqual(born.toSorted());

      await reload(visitor, account, { kind: 'postTest', texts: typed });
      await expect.poll(() => valuesOf(fields)).toEqual(typed);

      await page.getByRole('button', { name: /^(Save for later|暂存)$/ }).click();
      await expect.poll(() => account.call('draft.get', { params: { kind: 'postTest' } })).toBeNull();
      await page.reload();
      await expect.poll(() => valuesOf(fields)).toEqual(typed);
    },
  );

  it.each(inChinese)(
    'in the forms outside of a registration, until they are sent or closed, %s [R-23 R-35]',
    async (_, who) => {
      const visitor = await visit(who);
      const { page, words } = visitor;
      const account = await newAccount();
      const applicationId = await tktIntoCart(account, 'KEPT');
      const orderId = await placeOrder(account, [applicationId]);
      await pay(account, orderId);
      const kept = () => account.call('draft.get', { params: { kind: 'forms' } });
      await signIn(visitor, account.phone, { at: '/candidate/my-candidates?form=new' });
      const fields = [words.candidates.number, words.candidates.lastName].map((name) =>
        page.getByLabel(name, { exact: true }),
      );
      const typed = [residentNumber(bornYearsAgo(30)), 'WANG'];
      for (const [index, field] of fields.entries()) await field.fill(typed[index] ?? '');

      await reload(visitor, account, { kind: 'forms', texts: typed });
      await expect.poll(() => valuesOf(fields)).toEqual(typed);
      await page.getByRole('button', { name: '取消', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: '离开', exact: true }).click();
      await expect.poll(kept).toBeNull();

      await goTo(visitor, `/candidate/application/${applicationId}`);
      await page.getByRole('button', { name: words.cancel.ask }).click();
      await page.getByLabel(words.cancel.reason).fill(words.cancel.words);
      await reload(visitor, account, { kind: 'forms', texts: [words.cancel.words] });
      await page.getByRole('button', { name: words.cancel.ask }).click();
      await expect.poll(() => page.getByLabel(words.cancel.reason).inputValue()).toBe(words.cancel.words);
      await page.getByRole('button', { name: words.cancel.submit }).click();
      await page.getByText(words.cancel.waiting).waitFor();
      await expect.poll(kept).toBeNull();
    },
  );
});
