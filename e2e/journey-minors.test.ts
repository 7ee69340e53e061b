import { expect, it } from 'vitest';
import { signIn } from './stage/account.ts';
import { wrongsOfConsole } from './stage/console-crawl.ts';
import { givenChild } from './stage/child.ts';
import { placeOrder } from './stage/programs.ts';
import { staffProgram } from './stage/officers.ts';
import { goToConsole, signInStaff } from './stage/staff.ts';
import { axeFindings, foreignWords, stickingOut } from './stage/findings.ts';
import { appears, desktop, phone, toast, useVisitors } from './stage/visitors.ts';

const visit = useVisitors();

/** What the officer reads, and writes. */
const desk = {
  masked: '带星号的是未成年人的姓名',
  minor: '未成年人信息',
  ask: '申请查看该考生的信息',
  reason: '原因',
  send: '提交申请',
  asked: '已提交，等待同事审批。',
  waits: '已提交申请，同事批准后即可在此查看。',
  why: '家长来电询问考试时间',
};
/** What the parent reads. */
const portal = {
  zh: { who: '谁查看过您孩子的信息', open: '查看记录', role: '考务专员', office: '北京', listed: '列表中看到' },
  en: {
    who: 'Who looked at your child’s data',
    open: 'See who looked',
    role: 'Exam officer',
    office: 'Beijing',
    listed: 'Seen in a list',
  },
} as const;

it('an officer reads a minor’s name in part and asks for the record, a colleague agrees, and the parent reads who looked, in both languages [3-domain 6.3 S-16]', async () => {
  const {
    account: parent,
    candidateId: id,
    applicationId,
  } = await givenChild('XIAOYU', undefined, { city: 'Beijing' });
  // An office sees the people who are registered, booked or asking there.
  await placeOrder(parent, [applicationId]);

  const officer = await visit({ language: 'zh' });
  await signInStaff(officer, 'officer.new', '/candidates');
  await officer.page.getByText(desk.masked).waitFor();
  expect(await officer.page.locator(`a[href="/candidates/${id}"]`).textContent()).toBe('QIN X***');
  expect(await wrongsOfConsole(officer)).toEqual([]);
  await goToConsole(officer, `/candidates/${id}`);
  await officer.page.getByRole('heading', { level: 1, name: desk.minor }).waitFor();
  expect(await officer.page.getByText('XIAOYU').count()).toBe(0);
  await officer.page.getByRole('button', { name: desk.ask }).click();
  const dialog = officer.page.getByRole('dialog');
  await dialog.getByLabel(desk.reason).fill(desk.why);
  expect(await wrongsOfConsole(officer)).toEqual([]);
  await dialog.getByRole('button', { name: desk.send, exact: true }).click();
  await toast(officer, desk.asked);
  await officer.page.getByText(desk.waits).waitFor();

  const colleague = await staffProgram('officer');
  const { list } = await colleague('approvals.search', { body: { kind: 'minorCase', status: 'Open' } });
  const proposal = list.find((each) => each.reason === desk.why);
  await colleague('approvals.approve', { params: { id: proposal?.id ?? '' }, body: { reason: null } });
  await officer.page.reload();
  await officer.page.getByRole('heading', { level: 1, name: /QIN/ }).waitFor();

  for (const language of ['zh', 'en'] as const) {
    const guardian = await visit({ language, screen: phone });
    const words = portal[language];
    await signIn(guardian, parent.phone, { at: '/candidate/account' });
    await guardian.page.getByRole('link', { name: words.open, exact: true }).click();
    await guardian.page.getByRole('heading', { level: 1, name: words.who }).waitFor();
    const children = guardian.page.getByRole('main').getByRole('listitem').filter({ hasText: 'XIAOYU' });
    const looks = children.filter({ hasNotText: words.listed });
    // The lists of a day are one line, without a reason.
    await appears(children.filter({ hasText: words.listed }));
    await appears(looks);
    const texts = await looks.allTextContents();
    // The page, and what staff wrote and did about the child, which is on it.
    expect(texts).toHaveLength(2);
    for (const text of texts) {
      expect([words.role, words.office, desk.why].filter((each) => !text.includes(each))).toEqual([]);
      expect(text).not.toContain('苏禾');
    }
    const wrongs = [...(await axeFindings(guardian.page)), ...(await stickingOut(guardian.page))];
    expect([...wrongs, ...(language === 'zh' ? await foreignWords(guardian.page) : [])]).toEqual([]);
  }
});

/** What an officer with a standing approval is asked. */
const question = {
  zh: { title: '为什么查看？', ready: '答复家长的咨询', other: '其他理由', open: '查看', typed: '家长来电更正出生地' },
  en: {
    title: 'Why do you open this?',
    ready: 'A question from the family',
    other: 'Another reason',
    open: 'Open',
    typed: 'The mother rang about the seat',
  },
} as const;

it('an officer with a standing approval says once a day why a child’s record is opened, by one press, by Enter or in words, which the parent reads [3-domain 6.3]', async () => {
  const { account: parent, candidateId, applicationId } = await givenChild('XIAOHE', undefined, { city: 'Beijing' });
  await placeOrder(parent, [applicationId]);
  const readers = [
    ['officer', 'zh', phone],
    ['support', 'en', desktop],
  ] as const;

  for (const [account, language, screen] of readers) {
    const words = question[language];
    const reader = await visit({ language, screen });
    const { page } = reader;
    await signInStaff(reader, account, '/', { isAsked: true });
    await page.goto(page.url().replace(/\/$/, '') + `/candidates/${candidateId}`);
    const dialog = page.getByRole('dialog', { name: words.title });
    await dialog.getByRole('button', { name: words.ready, exact: true }).waitFor();
    await expect.poll(() => page.locator(':focus').textContent()).toBe(words.ready);
    expect([...(await axeFindings(page)), ...(await stickingOut(page))]).toEqual([]);
    if (language === 'zh') await page.keyboard.press('Enter');
    else {
      await dialog.getByLabel(words.other).fill(words.typed);
      await dialog.getByRole('button', { name: words.open, exact: true }).click();
    }
    await page.getByRole('heading', { level: 1, name: /QIN/ }).waitFor();
    // The same child again, and nothing is asked.
    await page.reload();
    await page.getByRole('heading', { level: 1, name: /QIN/ }).waitFor();
    expect(await dialog.count()).toBe(0);
  }

  const guardian = await visit({ language: 'zh', screen: phone });
  await signIn(guardian, parent.phone, { at: '/candidate/account/access' });
  for (const why of [question.zh.ready, question.en.typed])
    await appears(guardian.page.getByRole('main').getByRole('listitem').filter({ hasText: why }));
});
