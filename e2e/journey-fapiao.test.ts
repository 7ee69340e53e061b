import { describe, expect, it } from 'vitest';
import { signIn } from './stage/account.ts';
import { wrongsOfConsole } from './stage/console-crawl.ts';
import { axeFindings, foreignWords, stickingOut } from './stage/findings.ts';
import { messageWith, refundInConsole } from './stage/outside.ts';
import { newAccount, pay, placeOrder, type Program, tktIntoCart } from './stage/programs.ts';
import { goToConsole, signInStaff } from './stage/staff.ts';
import { appears, goTo, inChinese, settled, toast, useVisitors, type Visitor } from './stage/visitors.ts';

const visit = useVisitors();

const pdf = {
  name: 'fapiao.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n%%EOF\n'),
};

const words = {
  title: '发票',
  ask: '申请发票',
  company: '企业',
  name: '企业名称',
  taxNumber: '纳税人识别号',
  email: '电子邮箱',
  submit: '提交申请',
  sent: '已收到您的发票申请',
  wrong: '纳税人识别号有误：末位校验码不符，请核对后重新填写。',
  waiting: '开具中',
  issued: '已开具',
  red: '红字发票',
  download: '下载 fapiao.pdf',
};

type Paid = { account: Program; orderId: string; tradeNo: string };

async function givenPaidOrder(): Promise<Paid> {
  const account = await newAccount();
  const orderId = await placeOrder(account, [await tktIntoCart(account, 'FANG')]);
  return { account, orderId, tradeNo: await pay(account, orderId) };
}

const title = '北京考途科技有限公司';

/** Asks for the fapiao of a company; the first taxpayer number has a mistake. */
async function askForIt(visitor: Visitor, email: string): Promise<string[]> {
  const { page } = visitor;
  await page.getByRole('button', { name: words.ask }).click();
  await page.getByRole('radio', { name: words.company }).check();
  await page.getByRole('textbox', { name: words.name }).fill(title);
  await page.getByRole('textbox', { name: words.email }).fill(email);
  const number = page.getByRole('textbox', { name: words.taxNumber });
  await number.fill('91350100M000100Y44');
  await page.getByRole('button', { name: words.submit }).click();
  await appears(page.getByText(words.wrong));
  const wrongs = await wrongsOf(visitor);
  await number.fill('91350100m000100y43');
  await page.getByRole('button', { name: words.submit }).click();
  await toast(visitor, words.sent);
  await page.getByText(words.waiting, { exact: true }).waitFor();
  return wrongs;
}

/** On a Chinese page the only Latin words are those that somebody typed. */
const typed = /fapiao\.pdf|example|^[A-Z0-9]+$/i;

async function wrongsOf({ page, language }: Visitor): Promise<string[]> {
  const foreign = language === 'zh' ? (await foreignWords(page)).filter((word) => !typed.test(word)) : [];
  return [...(await axeFindings(page)), ...foreign, ...(await stickingOut(page))];
}

/** Records what the tax system issued, as the clerk does. */
async function record({ page }: Visitor, label: string, number: string): Promise<void> {
  await page.getByRole('button', { name: label, exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: label });
  await dialog.getByLabel('发票号码').fill(number);
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: '选择文件' }).click();
  await (await chooser).setFiles(pdf);
  await dialog.getByText('文件：fapiao.pdf').waitFor();
  await dialog.getByRole('button', { name: label, exact: true }).click();
}

const numberOf = (kind: string) => `26112${kind}${String(Date.now()).padStart(14, '0')}`;

/** The clerk finds the fapiao of an order as people do: in the queue, by the company's name or the order's code. */
async function openFapiao(clerk: Visitor, orderCode: string): Promise<void> {
  await goToConsole(clerk, '/fapiao');
  await clerk.page.getByRole('link', { name: orderCode }).first().click();
  await clerk.page.getByRole('heading', { level: 1, name: orderCode }).waitFor();
}

describe('the fapiao of an order', () => {
  it.each(inChinese)(
    'is asked for, issued by the clerk and saved by the candidate; a refund makes the task of a red letter, %s [3-domain 7 9.5#7 route:/candidate/order/{id}]',
    async (_, who) => {
      const paid = await givenPaidOrder();
      const { code } = await paid.account.call('order.get', { params: { id: paid.orderId } });
      const email = `f${paid.account.phone}@example.cn`;
      const visitor = await visit(who);
      await signIn(visitor, paid.account.phone, { at: `/candidate/order/${paid.orderId}` });

      const whileAsking = await askForIt(visitor, email);

      const clerk = await visit({ language: 'zh' });
      await signInStaff(clerk, 'clerk', '/fapiao');
      await openFapiao(clerk, code);
      await appears(clerk.page.getByText(title));
      const beforeIssue = await wrongsOfConsole(clerk);
      await record(clerk, '登记发票', numberOf('1'));
      await toast(clerk, '发票已登记，正在发送给考生。');
      const { attachments } = await messageWith(email, new RegExp(code));
      expect(attachments.map(({ name }) => name)).toEqual(['fapiao.pdf']);

      await goTo(visitor, `/candidate/order/${paid.orderId}`);
      await appears(visitor.page.getByText(words.issued, { exact: true }));
      const saving = visitor.page.waitForEvent('download');
      await visitor.page.getByRole('button', { name: words.download }).click();
      expect((await saving).suggestedFilename()).toBe('fapiao.pdf');
      const afterIssue = await wrongsOf(visitor);

      await refundInConsole(paid.tradeNo, 30_000);
      const task = clerk.page.getByRole('row').filter({ hasText: code }).getByRole('link').first();
      await expect
        .poll(
          async () => {
            await goToConsole(clerk, '/?kind=fapiaoToRed');
            await settled(clerk);
            return await task.count();
          },
          { interval: 1000 },
        )
        .toBe(1);
      await task.click();
      await clerk.page.getByRole('heading', { level: 1, name: code }).waitFor();
      await record(clerk, '登记红字发票', numberOf('3'));
      await toast(clerk, '红字发票已登记。');
      const afterRed = await wrongsOfConsole(clerk);

      await goTo(visitor, `/candidate/order/${paid.orderId}`);
      await visitor.page.getByRole('heading', { name: words.red }).waitFor();
      expect([whileAsking, beforeIssue, afterIssue, afterRed]).toEqual([[], [], [], []]);
      expect(await wrongsOf(visitor)).toEqual([]);
    },
  );
});
