import { describe, expect, it } from 'vitest';
import { signIn } from './stage/account.ts';
import { addAdult, newAccount } from './stage/programs.ts';
import { agree, chooseCandidate, chooseSession, chooseSubject, tickEverything } from './stage/registration.ts';
import { inEnglish, useVisitors } from './stage/visitors.ts';

const visit = useVisitors();

/** What a browser's translator does all the time: each text gets an element of its own. */
const translator = `setInterval(() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) found.push(texts.currentNode);
  for (const text of found) {
    if (text.data.trim() === '' || text.parentElement.closest('font, script, style, option, title')) continue;
    const font = document.createElement('font');
    text.replaceWith(font);
    font.append(text);
  }
}, 100)`;

describe('a page that a browser translates', () => {
  it.each(inEnglish)('is registered and ordered on, without an error, %s', async (_, who) => {
    const visitor = await visit(who);
    const { page, words } = visitor;
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.addInitScript(`addEventListener('DOMContentLoaded', () => { ${translator} })`);
    const account = await newAccount();
    await addAdult(account, 'YUAN');

    await signIn(visitor, account.phone, { at: '/exam-registration?product=tkt' });
    await agree(visitor);
    await chooseSubject(visitor, words.subjects.m1);
    await chooseSession(visitor, 4, words.cities.beijing);
    await chooseCandidate(visitor, 'ZHAO YUAN');
    await tickEverything(visitor);
    await page.getByRole('button', { name: words.wizard.order }).click();
    await page.getByRole('heading', { level: 1, name: words.pay.title }).waitFor();

    expect(await page.locator('font').count()).toBeGreaterThan(20);
    expect(errors).toEqual([]);
  });
});
