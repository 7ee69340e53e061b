import { describe, expect, it } from 'vitest';
import { givenChild } from './stage/child.ts';
import { wrongsOfConsole } from './stage/console-crawl.ts';
import { messageWith } from './stage/outside.ts';
import { newPhone } from './stage/people.ts';
import { pay, placeOrder } from './stage/programs.ts';
import { staffProgram } from './stage/officers.ts';
import { agree, goToConsole, signInStaff } from './stage/staff.ts';
import { goTo, phone, toast, useVisitors } from './stage/visitors.ts';
import { signIn } from './stage/account.ts';
import { axeFindings, foreignWords, stickingOut } from './stage/findings.ts';

const visit = useVisitors();

/** What the officer reads, and the guardian. */
const zh = {
  title: '先前所填的监护人号码',
  end: '并非监护人号码',
  ask: '请同事决定',
  asked: '已请第二位同事决定。',
  waits: '是否并非监护人号码，正等待第二位同事决定。',
  reason: '原因',
  agree: '我同意',
  found: '已认定并非监护人的号码',
  reinstate: '确系监护人号码',
  reinstatementWaits: '是否确系监护人号码，正等待第二位同事决定。',
};
/** What the colleague reads. */
const en = {
  wrong: 'A number named before is not the guardian’s',
  right: 'A number is a guardian’s after all',
};
/** What the family reads while a number that was named before is waited for. */
const former = '您之前填写过另一个监护人手机号码';

describe('a guardian’s number that was mistyped', () => {
  it('is corrected and asked; two persons of the office end the wait for the one before, and two find that it was a guardian after all [PIPL-31 S-16]', async () => {
    const [mistyped, right] = [newPhone(), newPhone()];
    const { account, applicationId, code } = await givenChild('RUOLAN', mistyped, { city: 'Beijing' });
    await pay(account, await placeOrder(account, [applicationId]));
    await messageWith(mistyped, /\/guardian\//);
    const staff = await staffProgram('officer');
    await staff('applications.correct', {
      params: { id: applicationId },
      body: {
        version: 1,
        changes: {
          guardian: { name: '王建国', idType: 'IDCard', idNo: '11010519491231002X', type: 'Father', mobile: right },
        },
        reason: '家长来电，号码有误。',
      },
    });
    const { text } = await messageWith(right, /\/guardian\//);
    const guardian = await visit({ language: 'zh', screen: phone });
    await goTo(guardian, /\/guardian\/[\w-]{22}/.exec(text)?.[0] ?? '');
    await guardian.page.getByRole('checkbox', { name: /本人是孩子的父母/ }).check();
    await guardian.page.getByRole('button', { name: zh.agree, exact: true }).click();
    await guardian.page.getByText('您已于').waitFor();

    const family = await visit({ language: 'zh', screen: phone });
    const own = `/candidate/application/${applicationId}`;
    await signIn(family, account.phone, { at: own });
    await family.page.getByText(former).waitFor();
    const wrongs = [
      ...(await axeFindings(family.page)),
      ...(await foreignWords(family.page)),
      ...(await stickingOut(family.page)),
    ];

    const [officer, colleague] = [await visit({ language: 'zh' }), await visit({ language: 'en' })];
    const { page } = officer;
    const dialog = page.getByRole('dialog');
    await signInStaff(officer, 'officer', `/applications/${applicationId}`);
    await page.getByRole('heading', { name: zh.title }).waitFor();
    wrongs.push(...(await wrongsOfConsole(officer)));
    await page.getByRole('button', { name: zh.end, exact: true }).click();
    await dialog.getByLabel(zh.reason, { exact: true }).fill('家长出示了误填的号码，只差一位。');
    await dialog.getByRole('button', { name: zh.ask, exact: true }).click();
    await toast(officer, zh.asked);
    await page.getByText(zh.waits).waitFor();
    wrongs.push(...(await wrongsOfConsole(officer)));
    await signInStaff(colleague, 'officer.new', '/approvals');
    const approves = async (kind: string) => {
      await goToConsole(colleague, '/approvals');
      await colleague.page
        .getByRole('row')
        .filter({ hasText: code })
        .filter({ hasText: kind })
        .getByRole('link')
        .first()
        .click();
      await colleague.page.getByRole('heading', { level: 1, name: kind }).waitFor();
      wrongs.push(...(await wrongsOfConsole(colleague)));
      await agree(colleague);
    };
    await approves(en.wrong);
    await page.reload();
    await page.getByText(zh.found).waitFor();
    const isListed = await page.getByRole('button', { name: zh.end, exact: true }).isVisible();
    wrongs.push(...(await wrongsOfConsole(officer)));
    await family.page.reload();
    await family.page.getByRole('heading', { level: 1 }).waitFor();
    const isWaiting = await family.page.getByText(former).isVisible();
    const { text: ended } = await messageWith(mistyped, /childProtection/);
    await page.getByRole('button', { name: zh.reinstate, exact: true }).click();
    await dialog.getByLabel(zh.reason, { exact: true }).fill('机主来电，并出示了出生证明。');
    await dialog.getByRole('button', { name: zh.ask, exact: true }).click();
    await page.getByText(zh.reinstatementWaits).waitFor();
    wrongs.push(...(await wrongsOfConsole(officer)));
    await approves(en.right);
    await family.page.reload();
    await family.page.getByText(former).waitFor();

    expect([isListed, isWaiting]).toEqual([false, false]);
    expect(ended).toContain('您不是');
    expect(wrongs).toEqual([]);
  });
});
