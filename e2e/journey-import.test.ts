import { buffer } from 'node:stream/consumers';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { signIn } from './stage/account.ts';
import { axeFindings, foreignWords, stickingOut } from './stage/findings.ts';
import { newAccount } from './stage/programs.ts';
import { appears, goTo, inEnglish, phone, toast, useVisitors, type Visitor, whereIs } from './stage/visitors.ts';

const visit = useVisitors();

/** Thirty candidates in our own template, saved as xls by LibreOffice (fixtures/README.md); three rows are wrong. */
const file = join(import.meta.dirname, 'fixtures/candidates.xls');
const wrongNumber = { row: 7, right: '110101198405141041' };
const wrongName = { row: 15, right: 'LI' };
const withoutGuardian = 23;
/** The first of the file, once saved. */
const first = { name: 'WANG HAORAN', idNo: '110101198001101000' };

const texts = {
  en: {
    open: 'Import from a file',
    title: 'Import candidates',
    template: 'Download template',
    templateName: 'candidates.xlsx',
    check: 'Check and confirm',
    summary: (right: number, faulty: number) =>
      `${right} candidates can be saved; ${faulty} to be corrected; 0 already there.`,
    mistakes: [/^Document number: /, /^Surname: Write the name in pinyin/, /needs a guardian/],
    correct: (row: number) => `Correct row ${row}`,
    checkRow: 'Check this row',
    faults: 'Download rows to correct',
    faultsName: 'candidates-to-correct.xlsx',
    guardianDocument: 'Guardian’s document',
    idCard: 'Mainland ID card',
    save: 'Save 30 candidates',
    saved: '30 candidates saved',
    found: '30 candidates',
    edit: (name: string) => `Change ${name}`,
    delete: (name: string) => `Delete ${name}`,
    sure: 'Are you sure to delete? This action cannot be undone.',
    deleteIt: 'Delete',
    deleted: 'Deleted',
    mobile: /^Mobile number/,
    there: 'A candidate with this document number is already in your list.',
    leaveTitle: 'Leave without saving?',
    stay: 'Stay on this page',
    leave: 'Leave',
  },
  zh: {
    open: '批量导入',
    title: '批量导入考生',
    template: '下载模板',
    templateName: '考生导入模板.xlsx',
    check: '核对并确认',
    summary: (right: number, faulty: number) => `可保存 ${right} 位，需修改 ${faulty} 位，重复 0 位。`,
    mistakes: [/^证件号码：/, /^姓（拼音）：请用拼音填写姓名/, /须有监护人/],
    correct: (row: number) => `修改第 ${row} 行`,
    checkRow: '校验本行',
    faults: '下载需修改的行',
    faultsName: '需修改的考生.xlsx',
    guardianDocument: '监护人证件类型',
    idCard: '居民身份证',
    save: '保存 30 位考生',
    saved: '已保存 30 位考生',
    found: '共 30 位考生',
    edit: (name: string) => `修改 ${name}`,
    delete: (name: string) => `删除 ${name}`,
    sure: '确定要删除吗？删除后无法恢复。',
    deleteIt: '删除',
    deleted: '已删除',
    mobile: /^手机号码/,
    there: '您的考生列表中已有相同证件号码的考生。',
    leaveTitle: '确定离开吗？',
    stay: '继续填写',
    leave: '离开',
  },
};

/** What is wrong with the page as it is now, at three widths. */
async function wrongs({ page, language }: Visitor): Promise<string[]> {
  const found = await axeFindings(page);
  if (language === 'zh') found.push(...(await foreignWords(page)).map((word) => `not Chinese: ${word}`));
  const size = page.viewportSize() ?? phone;
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    found.push(...(await stickingOut(page)).map((part) => `sticks out at ${width} px: ${part}`));
  }
  await page.setViewportSize(size);
  return found;
}

async function downloaded({ page }: Visitor, button: string): Promise<{ name: string; start: string }> {
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  const download = await started;
  const bytes = await buffer(await download.createReadStream());
  return { name: download.suggestedFilename(), start: bytes.subarray(0, 2).toString('latin1') };
}

/** Opens the dialog of a row, types, and has it checked; it closes by itself once nothing is wrong. */
async function correct(visitor: Visitor, row: number, cells: Record<string, string>): Promise<void> {
  const { page, language } = visitor;
  const words = texts[language];
  await page.getByRole('button', { name: words.correct(row), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: words.correct(row) });
  for (const [label, text] of Object.entries(cells)) {
    const field = dialog.getByLabel(label, { exact: true });
    if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption({ label: text });
    else await field.fill(text);
  }
  await dialog.getByRole('button', { name: words.checkRow }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function importThirty(visitor: Visitor): Promise<void> {
  const { page, language, words: common } = visitor;
  const words = texts[language];
  await goTo(visitor, '/candidate/my-candidates');
  await page.getByRole('button', { name: words.open }).click();
  await page.getByRole('heading', { level: 1, name: words.title }).waitFor();
  expect(await downloaded(visitor, words.template)).toEqual({ name: words.templateName, start: 'PK' });
  await page.locator('input[type=file]').setInputFiles(file);

  await page.getByRole('heading', { level: 1, name: words.check }).waitFor();
  await page.getByText(words.summary(27, 3)).waitFor();
  for (const mistake of words.mistakes) await appears(page.getByRole('table').getByText(mistake));
  expect(await wrongs(visitor)).toEqual([]);
  expect(await downloaded(visitor, words.faults)).toEqual({ name: words.faultsName, start: 'PK' });

  const { candidates } = common;
  await correct(visitor, wrongNumber.row, { [candidates.number]: wrongNumber.right });
  await correct(visitor, wrongName.row, { [candidates.lastName]: wrongName.right });
  await correct(visitor, withoutGuardian, {
    [candidates.guardianName]: '张伟',
    [candidates.relation]: candidates.father,
    [words.guardianDocument]: words.idCard,
    [candidates.guardianNumber]: '110101199003077838',
    [candidates.guardianMobile]: '13800138000',
  });
  await page.getByText(words.summary(30, 0)).waitFor();
  await page.getByRole('checkbox', { name: candidates.guardianConsents }).check();
  await page.getByRole('button', { name: words.save, exact: true }).click();
  await toast(visitor, words.saved);
  await page.getByText(words.found, { exact: true }).waitFor();
}

describe('many candidates', () => {
  it.each(inEnglish)(
    'come from an xls that LibreOffice wrote; wrong rows are put right in the page, %s [R-38 S-4 route:/candidate/my-candidates screen:candidate_centre.saved_candidates:_edit screen:candidate_centre.saved_candidates:_delete screen:candidate_centre.saved_candidates:_batch_import screen:candidate_centre.import_template_download screen:candidate_centre.import_preview_and_confirm error:sentence.Delete_confirm]',
    async (_, who) => {
      const account = await newAccount();
      const visitor = await visit(who);
      const { page } = visitor;
      const words = texts[who.language];
      const isKnown = async () =>
        await account.call('candidate.checkCardPrivately', { body: { idType: 'IDCard', card: first.idNo } });
      await signIn(visitor, account.phone);

      await importThirty(visitor);

      // The page knows only the mask of the number; saving must not put it in the number's place.
      await page.getByRole('search').getByRole('searchbox').fill(first.name);
      await page.getByRole('search').getByRole('button').click();
      await page.getByRole('button', { name: words.edit(first.name) }).click();
      await page.getByLabel(words.mobile).fill('13900001111');
      await page.getByRole('button', { name: visitor.words.candidates.save }).click();
      await toast(visitor, visitor.words.candidates.saved);
      expect((await isKnown()).isDuplicateInOwnList).toBe(true);

      await page.getByRole('button', { name: words.delete(first.name) }).click();
      const question = page.getByRole('dialog', { name: words.sure });
      await question.getByRole('button', { name: words.deleteIt, exact: true }).click();
      await toast(visitor, words.deleted);
      expect((await isKnown()).isDuplicateInOwnList).toBe(false);
    },
  );
});

describe('the form of a candidate', () => {
  it.each(['zh', 'en'] as const)(
    'tells of a duplicate at once, and keeps what was typed when the browser goes back (%s) [R-26]',
    async (language) => {
      const account = await newAccount();
      await account.call('candidate.add', {
        body: { idType: 'IDCard', idNo: first.idNo, lastName: 'WANG', firstName: 'HAORAN' },
      });
      const visitor = await visit({ language, screen: phone });
      const { page, words: common } = visitor;
      const words = texts[language];
      await signIn(visitor, account.phone, { at: '/candidate/my-candidates' });
      await page.getByRole('button', { name: common.candidates.add }).first().click();
      await page.getByLabel(common.candidates.number, { exact: true }).fill(first.idNo);
      await page.getByLabel(common.candidates.lastName, { exact: true }).fill('WANG');
      await appears(page.getByText(words.there));

      const question = page.getByRole('dialog', { name: words.leaveTitle });
      for (const _ of ['once', 'and again']) {
        await page.goBack();
        await question.getByRole('button', { name: words.stay }).click();
        await question.waitFor({ state: 'detached' });
        expect(whereIs(visitor)).toBe('/candidate/my-candidates?form=new');
        expect(await page.getByLabel(common.candidates.lastName, { exact: true }).inputValue()).toBe('WANG');
      }
      await page.goBack();
      await question.getByRole('button', { name: words.leave, exact: true }).click();

      await page.getByRole('heading', { level: 1, name: common.candidates.title }).waitFor();
      expect(whereIs(visitor)).toBe('/candidate/my-candidates');
    },
  );
});
