import { describe, expect, it } from 'vitest';
import { wrongsOfConsole } from './stage/console-crawl.ts';
import { goToConsole, signInStaff } from './stage/staff.ts';
import { appears, toast, useVisitors, type Visitor } from './stage/visitors.ts';

const visit = useVisitors();

const requested = '/bookings?bookingStatus=Submitted';

/** The first booking that waits to be arranged, opened from the list as an officer opens it. @returns its address. */
async function openRequested(visitor: Visitor): Promise<string> {
  const { page } = visitor;
  await goToConsole(visitor, requested);
  const first = page.getByRole('main').locator('tbody a').first();
  const name = await first.innerText();
  await first.click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  return new URL(page.url()).pathname;
}

/** Fills in one paper, whose price and last moment to pay the list gives, and presses "send". */
async function arrange({ page }: Visitor, subject: { zh: string; en: string }): Promise<void> {
  await page.getByLabel('科目或课程').fill(subject.zh);
  await page.getByLabel('英文名称').fill(subject.en);
  await page.getByLabel('城市').selectOption({ index: 1 });
  await page.getByLabel('开始', { exact: true }).fill('09:00');
  await page.getByLabel('结束', { exact: true }).fill('11:00');
  await page.getByText('价目表：').waitFor();
  expect(await page.getByLabel('考务费（元）').inputValue()).not.toBe('');
  expect(await page.getByLabel('支付截止日期').inputValue()).not.toBe('');
  await page.getByRole('button', { name: '发送给考生' }).click();
}

const confirm = async ({ page }: Visitor) =>
  await page.getByRole('dialog').getByRole('button', { name: '发送给考生' }).click();

describe('a requested booking', () => {
  it('is taken, priced and sent by one officer, and whoever sends it a second time is told [9.3#3 S-1 C38]', async () => {
    const officer = await visit({ language: 'zh' });
    const colleague = await visit({ language: 'zh' });
    await signInStaff(officer, 'officer');
    await signInStaff(colleague, 'officer');
    const address = await openRequested(officer);
    await officer.page.getByRole('button', { name: '领取' }).click();
    await toast(officer, '此预约已由您处理。');
    await goToConsole(colleague, address);
    await arrange(colleague, { zh: '线性代数', en: 'Linear Algebra' });
    expect(await wrongsOfConsole(officer)).toEqual([]);

    await arrange(officer, { zh: '微积分', en: 'Calculus' });
    expect(await wrongsOfConsole(officer)).toEqual([]);
    await confirm(officer);
    await toast(officer, '考试安排已发送。');
    await confirm(colleague);

    await appears(colleague.page.getByText('其他同事刚刚修改了此项内容，请重新查看。'));
    await colleague.page.getByRole('button', { name: '重新加载' }).click();
    await appears(colleague.page.getByText('微积分'));
    expect(await colleague.page.getByText('线性代数').count()).toBe(0);
    expect(await colleague.page.getByText('待支付').first().isVisible()).toBe(true);
    await appears(officer.page.getByText('发送考试安排'));
    expect(await wrongsOfConsole(officer)).toEqual([]);
  });

  it('refuses a price off the list without a reason, and keeps what was typed', async () => {
    const officer = await visit({ language: 'zh' });
    await signInStaff(officer, 'officer', '/bookings?bookingStatus=ToBeConfirmed');
    const { page } = officer;
    await page.getByRole('main').locator('tbody a').first().click();
    await page.getByRole('button', { name: '修改安排' }).click();
    await page.getByLabel('考务费（元）').first().fill('1');
    await page.getByRole('button', { name: '发送给考生' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '请同事复核' }).click();

    await page.getByLabel('价格与价目表不同的原因').waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBeGreaterThan(0);
    expect(await page.getByLabel('考务费（元）').first().inputValue()).toBe('1');
  });
});

describe('the console by keyboard', () => {
  it('shows its shortcuts at "?", goes by two letters, and walks a list', async () => {
    const officer = await visit({ language: 'zh' });
    await signInStaff(officer, 'officer');
    const { page } = officer;

    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: '键盘快捷键' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('b');
    await page.getByRole('heading', { level: 1, name: '预约申请' }).waitFor();
    const first = page.getByRole('main').locator('tbody a').first();
    await first.waitFor();
    await page.keyboard.press('j');

    const name = await first.innerText();
    expect(await page.evaluate<string>('document.activeElement.textContent')).toBe(name);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name }).waitFor();
  });
});
