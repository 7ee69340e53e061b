import { expect, it } from 'vitest';
import { axeFindings, stickingOut } from './stage/findings.ts';
import { agree, atStep } from './stage/registration.ts';
import { goToConsole, signInStaff } from './stage/staff.ts';
import { appears, desktop, goTo, phone, useVisitors, type Visitor } from './stage/visitors.ts';

const visit = useVisitors();
const reason = 'agreed with the awarding body';
const notice = { en: 'Bring two pencils to module 3.', zh: '参加模块三考试请自备两支铅笔。' };

const wrongs = async ({ page }: Visitor) => [...(await axeFindings(page)), ...(await stickingOut(page))];

/** Opens something of the catalogue through its list. */
async function find(visitor: Visitor, filters: string, code: string): Promise<void> {
  const { page } = visitor;
  await goToConsole(visitor, `/catalogue?${filters}`);
  await page.getByRole('link', { name: code, exact: true }).first().click();
  await page.getByRole('tablist').waitFor();
}

async function ask({ page }: Visitor): Promise<void> {
  await page.getByRole('button', { name: 'Ask for publication' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Reason/).fill(reason);
  await dialog.getByRole('button', { name: 'Ask for publication' }).click();
  await page.getByText('asks for publication').waitFor();
}

async function publish({ page }: Visitor): Promise<void> {
  await page.getByRole('button', { name: 'Agree and publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Agree and publish' }).click();
  await appears(page.getByText('It is published, or planned for its day.'));
}

/** What the wizard tells of the exam, and asks for its third module. */
async function readInPortal(language: 'en' | 'zh'): Promise<{ notice: string; prices: string }> {
  const visitor = await visit({ language, screen: phone });
  const { page } = visitor;
  await goTo(visitor, '/exam-registration?product=tkt');
  await atStep(visitor, 'needToKnow');
  const told = await page.getByRole('main').innerText();
  await agree(visitor);
  await page.getByRole('checkbox', { name: language === 'en' ? /^Module 3/ : /^模块三/ }).check();
  await appears(page.getByText('¥'));
  return { notice: told, prices: await page.getByRole('main').innerText() };
}

it('an editor drafts a notice and a price, a publisher looks at both languages and agrees, and candidates read the notice and see the price [R-57 R-99 S-16 route:/catalogue route:/catalogue/:kind/:id]', async () => {
  const before = await readInPortal('zh');
  const editor = await visit({ language: 'en', screen: desktop });
  await signInStaff(editor, 'editor', '/catalogue');
  expect(await wrongs(editor)).toEqual([]);
  await find(editor, 'kind=product&search=tkt', 'tkt');
  await editor.page.getByLabel(/^Special notice in English/).fill(notice.en);
  await editor.page.getByLabel(/^Special notice in Chinese/).fill('');
  await editor.page.getByRole('button', { name: 'Save the draft' }).click();
  await appears(editor.page.getByText('Please write this in both languages, or in neither.'));
  await editor.page.getByLabel(/^Special notice in Chinese/).fill(notice.zh);
  await editor.page.getByRole('button', { name: 'Save the draft' }).click();
  await editor.page.getByRole('button', { name: 'Ask for publication' }).waitFor();
  expect(await editor.page.getByRole('button', { name: 'Publish', exact: true }).count()).toBe(0);
  await editor.page.getByRole('tab', { name: 'Compare' }).click();
  await editor.page.getByRole('cell', { name: notice.zh }).waitFor();
  expect(await wrongs(editor)).toEqual([]);
  await ask(editor);

  await find(editor, 'kind=subject&search=M3', 'M3');
  await editor.page
    .getByLabel(/^Local fee/)
    .first()
    .fill('seven');
  await editor.page.getByRole('button', { name: 'Save the draft' }).click();
  await editor.page.getByText('Please correct the marked fields first.').waitFor();
  await editor.page
    .getByLabel(/^Local fee/)
    .first()
    .fill('700.00');
  await editor.page
    .getByLabel(/^Local fee each/)
    .first()
    .fill('700.00');
  await editor.page.getByRole('checkbox', { name: 'Sessions to come take the new price too' }).check();
  await editor.page.getByRole('button', { name: 'Save the draft' }).click();
  await ask(editor);
  expect(await wrongs(editor)).toEqual([]);

  const publisher = await visit({ language: 'en', screen: desktop });
  await signInStaff(publisher, 'publisher', '/approvals');
  await publisher.page.setViewportSize(phone);
  await publisher.page.getByRole('link', { name: 'TKT', exact: true }).first().click();
  await publisher.page.getByRole('link', { name: 'Open the case' }).click();
  await publisher.page.getByRole('tab', { name: 'Preview' }).click();
  await publisher.page.getByText(notice.en).waitFor();
  await publisher.page.getByText(notice.zh).waitFor();
  expect(await wrongs(publisher)).toEqual([]);
  await publish(publisher);
  await find(publisher, 'state=Asked&search=M3', 'M3');
  await publish(publisher);
  await publisher.page.getByRole('tab', { name: 'History' }).click();
  await appears(publisher.page.getByText(reason));
  expect(await wrongs(publisher)).toEqual([]);

  const [english, chinese] = [await readInPortal('en'), await readInPortal('zh')];
  expect(before.prices).toContain('¥1,007.00');
  expect(before.notice).not.toContain(notice.zh);
  expect([english.notice, chinese.notice]).toEqual([
    expect.stringContaining(notice.en),
    expect.stringContaining(notice.zh),
  ]);
  for (const { prices } of [english, chinese]) {
    expect(prices).toContain('¥1,107.00');
    expect(prices).not.toContain('¥1,007.00');
  }
});
