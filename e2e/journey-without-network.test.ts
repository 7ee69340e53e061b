import { describe, expect, it } from 'vitest';
import { signIn } from './stage/account.ts';
import { placeOf } from './stage/places.ts';
import { appears, goTo, readers, useVisitors, type Visitor } from './stage/visitors.ts';

const parent = '13800138000';
const words = {
  en: {
    keep: 'Keep on this device',
    kept: /are kept on this device/,
    title: 'Your next exams',
    again: 'Open the site again',
    menu: 'Menu',
    logOut: 'Sign out',
  },
  zh: {
    keep: '存到本机，没有网络也能看',
    kept: /已存到本机/,
    title: '近期考试',
    again: '重新打开网站',
    menu: '菜单',
    logOut: '退出登录',
  },
};

/** Opens the next exam of whoever is signed in. @returns its code */
async function openNext(visitor: Visitor): Promise<string> {
  const { page, words } = visitor;
  await goTo(visitor, '/candidate/application?status=Registered');
  const exam = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
    .first();
  const [, code = ''] = /(?:Application ID|报名编号)\s*([0-9A-Z]+)/.exec(await exam.innerText()) ?? [];
  await exam.getByRole('link', { name: words.exams.details }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  return code;
}

const visit = useVisitors();

describe('exams at the gate', () => {
  it.each(readers)(
    'open without a network once they are kept on a trusted device, until somebody signs out, %s [route:/candidate/application/{id}]',
    async (_, who) => {
      const visitor = await visit(who);
      const { page, context, language } = visitor;
      const mine = words[language];
      await signIn(visitor, parent);
      const openAlone = async (path: string): Promise<string> => {
        await context.setOffline(true);
        try {
          await page.goto(`${placeOf('portal')}${path}`);
          return await page.locator('body').innerText();
        } catch (error) {
          return String(error);
        } finally {
          await context.setOffline(false);
        }
      };

      const code = await openNext(visitor);
      await page.getByRole('button', { name: mine.keep }).click();
      await appears(page.getByText(mine.kept));
      await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
      // With a network the worker changes nothing.
      await goTo(visitor, '/candidate/application');
      await page.getByRole('banner').waitFor();
      const read = await openAlone('/');
      await page.getByRole('heading', { level: 1, name: mine.title }).waitFor();
      const list = await openAlone('/candidate/application');
      const other = await openAlone('/exam-all');

      expect(code).not.toBe('');
      expect([read, list].map((text) => text.includes(code))).toEqual([true, true]);
      expect(read).not.toMatch(/\d{15}|\*{4}/);
      expect(other).toContain('net::ERR_');

      await openAlone('/');
      await page.getByRole('link', { name: mine.again }).click();
      const bar = page.getByRole('banner');
      if (visitor.isPhone) await bar.getByText(mine.menu, { exact: true }).click();
      else await bar.getByRole('button', { name: /\d{3}\*+\d{4}/ }).click();
      await page.getByText(mine.logOut, { exact: true }).filter({ visible: true }).first().click();
      await expect.poll(() => page.evaluate(`caches.has('coming-exams')`)).toBe(false);
      expect(await openAlone('/')).toContain('net::ERR_');
    },
  );
});
