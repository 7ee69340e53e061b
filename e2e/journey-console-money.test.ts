import { chinaDateOf } from '@exam/contract/rules';
import { describe, expect, it } from 'vitest';
import { wrongsOfConsole } from './stage/console-crawl.ts';
import { fillMoment } from './stage/moment.ts';
import { minutesLater } from './stage/outside.ts';
import { placeOf } from './stage/places.ts';
import { newAccount, pay, placeOrder, type Program, tktIntoCart } from './stage/programs.ts';
import { agree, goToConsole, signInStaff } from './stage/staff.ts';
import { appears, toast, useVisitors, type Visitor } from './stage/visitors.ts';

const visit = useVisitors();

/** An unpaid order of one paper. */
async function givenOrder(): Promise<{ account: Program; orderId: string; applicationId: string }> {
  const account = await newAccount();
  const applicationId = await tktIntoCart(account, 'QIAN');
  return { account, orderId: await placeOrder(account, [applicationId]), applicationId };
}

/** Opens the dialog of an act, fills it, gives a reason, confirms. */
async function act(visitor: Visitor, label: string, { reason, fill }: { reason: string; fill?: () => Promise<void> }) {
  const { page } = visitor;
  await page.getByRole('button', { name: label, exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: label });
  await fill?.();
  await dialog.getByRole('textbox').last().fill(reason);
  await dialog.getByRole('button', { name: label, exact: true }).click();
}

async function statementOf(day: string): Promise<Buffer> {
  const answer = await fetch(`${placeOf('outside')}/api/statement?day=${day}`);
  return Buffer.from(await answer.arrayBuffer());
}

describe('the money desk', () => {
  it('marks an order as paid by hand by two persons, each in their own browser [S-16 9.4#5]', async () => {
    const { account, orderId } = await givenOrder();
    const clerk = await visit({ language: 'zh' });
    const approver = await visit({ language: 'en' });
    await signInStaff(clerk, 'clerk', `/orders/${orderId}`);
    const waiting = await wrongsOfConsole(clerk);

    await act(clerk, '登记线下收款', {
      reason: '银行流水已核对到账。',
      fill: async () => {
        await clerk.page.getByLabel('凭证号').fill(`BANK-${orderId.slice(0, 8)}`);
        await fillMoment(clerk.page, '到账时间（北京时间）', '2026-01-02T09:30');
      },
    });
    await toast(clerk, '已提交第二人确认。');
    await signInStaff(approver, 'approver', `/orders/${orderId}`);
    await approver.page.getByRole('link', { name: 'To the approvals' }).click();
    await agree(approver);
    await expect
      .poll(async () => (await account.call('order.get', { params: { id: orderId } })).status)
      .toBe('PaymentSuccessful');

    await goToConsole(clerk, `/orders/${orderId}`);
    await appears(clerk.page.getByText('线下收款入账'));
    expect([waiting, await wrongsOfConsole(clerk)]).toEqual([[], []]);
  });

  it('lays a day beside the channel’s statement, explains what differs, and closes it [3-domain 7]', async () => {
    const { account, orderId, applicationId } = await givenOrder();
    await pay(account, orderId);
    const { payment } = await account.call('application.get', { params: { id: applicationId } });
    const day = chinaDateOf(payment?.paidAt ?? '');
    const path = `/reconciliation/alipay/${day}`;

    await minutesLater(26 * 60, async () => {
      const clerk = await visit({ language: 'zh' });
      await signInStaff(clerk, 'clerk', path);
      const chooser = clerk.page.waitForEvent('filechooser');
      await clerk.page.getByRole('button', { name: '选择对账单' }).click();
      const file = { name: `alipay-${day}.csv`, mimeType: 'text/csv', buffer: await statementOf(day) };
      await (await chooser).setFiles(file);
      await toast(clerk, '对账单已读取。');
      await explainAll(clerk, path);
      expect(await wrongsOfConsole(clerk)).toEqual([]);

      const approver = await visit({ language: 'en' });
      await signInStaff(approver, 'approver', path);
      await act(approver, 'Close the day', { reason: 'Agreed with the statement.' });
      await toast(approver, 'The day is closed.');

      await goToConsole(approver, path);
      await appears(approver.page.getByText('Closed', { exact: true }));
      expect(
        await approver.page.getByRole('button', { name: /Explain|Choose the statement|Close the day/ }).count(),
      ).toBe(0);
      expect(await wrongsOfConsole(approver)).toEqual([]);
    });
  });
});

/** Explains every line that differs: the demonstration's own days hold money that the channel never saw. */
async function explainAll(clerk: Visitor, path: string): Promise<void> {
  await goToConsole(clerk, `${path}?isExplained=false`);
  const buttons = clerk.page.getByRole('button', { name: '填写说明', exact: true });
  await expect.poll(() => clerk.page.locator('.skeleton').count()).toBe(0);
  for (let left = await buttons.count(); left > 0; left--) {
    await act(clerk, '填写说明', { reason: '演示数据，渠道没有这笔记录。' });
    await expect.poll(() => buttons.count()).toBe(left - 1);
  }
}
