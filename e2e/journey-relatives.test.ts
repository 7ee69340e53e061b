import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { agree, goToConsole, signInStaff } from './stage/staff.ts';
import { wrongsOfConsole } from './stage/console-crawl.ts';
import { chinaDay } from './stage/people.ts';
import { addAdult, newAccount } from './stage/programs.ts';
import { appears, toast, useVisitors, type Visitor } from './stage/visitors.ts';

const visit = useVisitors();

const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const proof = { name: 'proof.pdf', mimeType: 'application/pdf', buffer: pdf };

/** What the officer reads, in Chinese; the colleague reads English. */
const words = {
  open: '近亲属申请',
  openIt: '登记申请',
  notReady: '请先完成以上内容。',
  kind: '申请类型',
  kinds: { Copy: '获取副本', Deletion: '删除' },
  wish: '申请人的原话',
  name: '申请人姓名',
  relation: '与逝者的关系',
  sister: '兄弟姐妹',
  contact: '申请人联系方式',
  arrivedBy: '提交方式',
  post: '邮寄',
  arrivedOn: '收到日期（北京时间）',
  file: '归档材料',
  paper: '材料',
  choose: '选择文件',
  filed: '已归档。',
  papers: ['死亡证明', '亲属关系证明'],
  check: '标记为已核对',
  checked: '已标记为已核对。',
  propose: '提交复核',
  reason: '原因',
  proposed: '已提交，等待另一位同事复核。',
  handOut: '提供副本',
  how: '交付方式',
  save: '保存文件',
  handed: '副本已提供：请答复。',
  reply: '答复',
  replyLabel: '给申请人的答复',
  answered: '已答复。请将回执寄送或当面交给申请人。',
  receipt: '回执',
  arrange: '生前另有安排',
  evidence: '依据',
  recorded: '已登记。',
  refuse: '拒绝',
  refused: '已拒绝。请将回执寄送或当面交给申请人。',
};

/** Presses a button of the page, fills the dialog it opens, and confirms with the button of the same name, or another. */
async function act(
  { page }: Visitor,
  label: string,
  fill: Record<string, string> = {},
  confirm = label,
): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: label, exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  for (const [field, value] of Object.entries(fill)) await dialog.getByLabel(field, { exact: true }).fill(value);
  await dialog.getByRole('button', { name: confirm, exact: true }).click();
}

/** Somebody saved in an account who has died: an adult. @returns the page of the candidate in the console. */
async function givenDeceased(firstName: string): Promise<string> {
  return `/candidates/${await addAdult(await newAccount(), firstName)}`;
}

/** Writes down what a sister asks by letter, and is on the page of her request. @returns what the dialog says when nothing is filled yet. */
async function openRequest(officer: Visitor, candidate: string, kind: keyof typeof words.kinds): Promise<boolean> {
  const { page } = officer;
  await signInStaff(officer, 'privacy', candidate);
  await act(officer, words.open, {}, words.openIt);
  const dialog = page.getByRole('dialog');
  const isTold = await dialog.getByRole('alert').filter({ hasText: words.notReady }).isVisible();
  await dialog.getByLabel(words.kind, { exact: true }).selectOption({ label: words.kinds[kind] });
  await dialog.getByLabel(words.wish).fill('Everything that is held of my brother.');
  await dialog.getByLabel(words.name, { exact: true }).fill('赵文慧');
  await dialog.getByLabel(words.relation).selectOption({ label: words.sister });
  await dialog.getByLabel(words.contact).fill('上海市静安区南京西路 1 号');
  await dialog.getByLabel(words.arrivedBy).selectOption({ label: words.post });
  await dialog.getByLabel(words.arrivedOn).fill(chinaDay(-1));
  await dialog.getByRole('button', { name: words.openIt, exact: true }).click();
  await page.waitForURL(/\/rights-requests\/[\w-]+$/);
  // The address changes first; for a moment the page before is under it, and then none.
  await page.getByRole('heading', { level: 1, name: /D\d{6}/ }).waitFor();
  return isTold;
}

/** Files the two proofs and marks each as checked. */
async function prove(officer: Visitor): Promise<void> {
  const { page } = officer;
  const dialog = page.getByRole('dialog');
  for (const paper of words.papers) {
    await page.getByRole('button', { name: words.file, exact: true }).click();
    await dialog.getByLabel(words.paper, { exact: true }).selectOption({ label: paper });
    const choosing = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: words.choose, exact: true }).click();
    await (await choosing).setFiles(proof);
    await dialog.getByText(proof.name).waitFor();
    await dialog.getByRole('button', { name: words.file, exact: true }).click();
    await page.getByRole('row').filter({ hasText: paper }).waitFor();
    await dialog.waitFor({ state: 'detached' });
  }
  for (const left of [1, 0]) {
    await act(officer, words.check);
    await expect.poll(() => page.getByRole('button', { name: words.check, exact: true }).count()).toBe(left);
  }
}

describe('the privacy office', () => {
  it('writes down what a sister of the deceased asks, files her proofs, hands out the copy that a colleague granted, and prints the answer [PIPL-49]', async () => {
    const [officer, colleague] = [await visit({ language: 'zh' }), await visit({ language: 'en' })];
    const { page } = officer;

    const isTold = await openRequest(officer, await givenDeceased('WENBIN'), 'Copy');
    const address = new URL(page.url()).pathname;
    const wrongs = await wrongsOfConsole(officer);
    await prove(officer);
    wrongs.push(...(await wrongsOfConsole(officer)));
    await act(officer, words.propose, { [words.reason]: 'Held against the household register.' });
    await toast(officer, words.proposed);
    await signInStaff(colleague, 'counsel', '/approvals');
    const code = /D\d{6}\w+/.exec(await page.getByRole('heading', { level: 1 }).innerText())?.[0] ?? '';
    await signInStaff(colleague, 'counsel', address);
    for (const place of [0, 1]) {
      const opening = colleague.page.waitForEvent('download');
      await colleague.page.getByRole('button', { name: proof.name, exact: true }).nth(place).click();
      const why = colleague.page.getByRole('dialog');
      await why.getByLabel('What the file is for').fill('Looking at the proof myself.');
      await why.getByRole('button', { name: 'Save the file', exact: true }).click();
      await opening;
      await why.waitFor({ state: 'detached' });
    }
    await goToConsole(colleague, '/approvals');
    await colleague.page.getByRole('link', { name: code }).click();
    await agree(colleague);

    await goToConsole(officer, address);
    const saving = page.waitForEvent('download');
    await act(officer, words.handOut, { [words.how]: 'Sent by registered post.' }, words.save);
    const copy = await text(await (await saving).createReadStream());
    await appears(page.getByText(words.handed));
    const answer = 'The copy was sent by registered post.';
    await act(officer, words.reply, { [words.replyLabel]: answer });
    await toast(officer, words.answered);
    await page.getByRole('link', { name: words.receipt, exact: true }).click();
    const receipt = page.getByRole('article');
    await receipt.getByText(answer).waitFor();
    wrongs.push(...(await wrongsOfConsole(officer)));

    expect(isTold).toBe(true);
    expect(copy).toContain('WENBIN');
    const printed = await receipt.innerText();
    for (const stated of [code, '赵**', words.sister, ...words.papers]) expect(printed).toContain(stated);
    expect(printed).not.toMatch(/WENBIN|赵文慧/);
    // The answer alone has an hour; its other days have none.
    expect(printed.match(/\d:\d\d/g)).toHaveLength(1);
    expect(wrongs).toEqual([]);
  });

  it('records on a phone that the deceased had decided otherwise, and can then only refuse the deletion [PIPL-49]', async () => {
    const officer = await visit({ language: 'zh', screen: { width: 390, height: 844 } });
    const { page } = officer;
    const acts = () => page.getByRole('main').getByRole('button').allInnerTexts();
    const candidate = await givenDeceased('ANLAN');
    await openRequest(officer, candidate, 'Deletion');
    await prove(officer);
    const before = await acts();

    await act(officer, words.arrange, { [words.evidence]: 'A will of 2024 leaves everything as it is.' });
    await toast(officer, words.recorded);
    const pressesOnToast = await page.evaluate<string>(
      `getComputedStyle(document.querySelector('.toasts')).pointerEvents`,
    );
    await page.getByRole('button', { name: words.propose, exact: true }).waitFor({ state: 'detached' });
    await act(officer, words.refuse, { [words.reason]: '逝者生前立有遗嘱，另有安排。' });
    await toast(officer, words.refused);

    expect([before.includes(words.propose), before.includes(words.refuse)]).toEqual([true, true]);
    expect(pressesOnToast).toBe('none');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: words.refuse, exact: true }).waitFor({ state: 'detached' });
    await goToConsole(officer, candidate);
    await appears(page.getByRole('heading', { level: 1, name: 'ZHAO ANLAN' }));
  });
});
