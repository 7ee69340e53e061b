import { describe, expect, it } from 'vitest';
import { passCheck } from './stage/check.ts';
import { axeFindings } from './stage/findings.ts';
import { codeSentTo, messagesTo, minutesLater } from './stage/outside.ts';
import { newAccount } from './stage/programs.ts';
import { appears, goTo, inChinese, toast, useVisitors, whereIs } from './stage/visitors.ts';

const visit = useVisitors();

const differ = /The two passwords entered are different\.|两次输入的密码不一致。/;

describe('a forgotten password', () => {
  it.each(inChinese)(
    'is replaced by a code from the phone, %s [screen:sign-in.forgotten_password_by_phone error:account.passwords_differ]',
    async (_, who) => {
      const visitor = await visit(who);
      const { page, words } = visitor;
      const { phone: number } = await newAccount();
      const before = (await messagesTo(number)).length;

      await goTo(visitor, '/auth/forget-password');
      await page.getByRole('textbox', { name: words.auth.phone, exact: true }).fill(number);
      await minutesLater(1.1, async () => {
        await page.getByRole('button', { name: words.send }).click();
        await passCheck(visitor);
        await page.getByLabel(words.auth.code, { exact: true }).fill(await codeSentTo(number, before));
      });
      await page.getByLabel(words.auth.newPassword, { exact: true }).fill('Qilin#2027x');
      await page.getByLabel(words.auth.passwordAgain, { exact: true }).fill('Qilin#2027y');
      await page.getByRole('main').getByRole('button', { name: words.auth.setPassword, exact: true }).click();
      await appears(page.getByText(differ));
      expect(await axeFindings(page)).toEqual([]);
      await page.getByLabel(words.auth.passwordAgain, { exact: true }).fill('Qilin#2027x');
      await page.getByRole('main').getByRole('button', { name: words.auth.setPassword, exact: true }).click();
      await toast(visitor, words.auth.passwordSet);

      await expect.poll(() => whereIs(visitor)).toBe('/auth/signin');
      await page.getByRole('tab', { name: words.auth.byPassword }).click();
      await page.getByLabel(words.auth.account, { exact: true }).fill(number);
      await page.getByLabel(words.auth.password, { exact: true }).fill('Qilin#2027x');
      await page.getByRole('main').getByRole('button', { name: words.auth.signIn, exact: true }).click();
      await page.getByRole('heading', { level: 1, name: words.auth.secondStep }).waitFor();
    },
  );
});
