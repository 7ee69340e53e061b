import { describe, expect, it } from 'vitest';
import { givenChild } from './stage/child.ts';
import { wrongsOfConsole } from './stage/console-crawl.ts';
import { messageWith } from './stage/outside.ts';
import { bornYearsAgo, newPhone, residentNumber } from './stage/people.ts';
import { placeOrder } from './stage/programs.ts';
import { agree, signInStaff } from './stage/staff.ts';
import { goTo, phone, readers, toast, useVisitors } from './stage/visitors.ts';

const visit = useVisitors();

/** What somebody who reads English sees: the guardian, and the colleague. */
const en = {
  object: 'I object to the registration',
  confirm: 'Yes, I object',
  done: 'You have objected',
  kind: 'Objection refused as mistaken, consents restored',
};
/** What the officer sees. */
const zh = {
  ended: /项同意仍处于终止状态/,
  mistaken: '监护人误操作',
  ask: '提交双人复核',
  asked: '已提交双人复核。在此之前，相关同意仍处于终止状态。',
  reason: '原因',
  refused: '已拒绝',
};

/** What the officer reads who corrects a number. */
const correcting = {
  zh: { correct: '更正', number: /新证件号码/, reason: '原因', why: '出生年份有误。', refused: '监护人已提出异议' },
  en: {
    correct: 'Correct',
    number: /New document number/,
    reason: 'Reason',
    why: 'The year of birth was wrong.',
    refused: 'has objected',
  },
} as const;

describe('an objection that was a mistake', () => {
  it('is undone by two persons, and only then its consents hold again [PIPL-31 S-16]', async () => {
    const mobile = newPhone();
    const { account, applicationId } = await givenChild('RUOXI', mobile);
    await placeOrder(account, [applicationId]);
    const { text } = await messageWith(mobile, /\/guardian\//);
    const isWithdrawn = async () =>
      (await account.call('consent.list', {})).some(({ statements }) =>
        statements.some(({ withdrawnAt }) => withdrawnAt !== null),
      );
    const guardian = await visit({ language: 'en', screen: phone });
    await goTo(guardian, /\/guardian\/[\w-]{22}/.exec(text)?.[0] ?? '');
    await guardian.page.getByRole('button', { name: en.object, exact: true }).click();
    await guardian.page.getByRole('button', { name: en.confirm, exact: true }).click();
    await guardian.page.getByText(en.done).waitFor();
    const told = await guardian.page.getByRole('main').innerText();
    const code = /D\d{6}\w+/.exec(told)?.[0] ?? '';
    const [officer, colleague] = [await visit({ language: 'zh' }), await visit({ language: 'en' })];
    const { page } = officer;
    const dialog = page.getByRole('dialog');

    await signInStaff(officer, 'privacy', '/rights-requests?sort=-dueAt');
    await page.getByRole('link', { name: code }).click();
    await page.getByText(zh.ended).waitFor();
    const wrongs = await wrongsOfConsole(officer);
    await page.getByRole('button', { name: zh.mistaken, exact: true }).click();
    await dialog.getByLabel(zh.reason, { exact: true }).fill('监护人误点了链接，已来电确认。');
    await dialog.getByRole('button', { name: zh.ask, exact: true }).click();
    await toast(officer, zh.asked);
    const between = await isWithdrawn();
    await signInStaff(colleague, 'counsel', '/approvals');
    await colleague.page.getByRole('link', { name: code }).click();
    await colleague.page.getByRole('heading', { level: 1, name: en.kind }).waitFor();
    wrongs.push(...(await wrongsOfConsole(colleague)));
    await agree(colleague);
    await page.reload();
    await page.getByText(zh.refused, { exact: true }).waitFor();
    wrongs.push(...(await wrongsOfConsole(officer)));

    expect(told).not.toMatch(/\d:\d\d/);
    expect([between, await isWithdrawn()]).toEqual([true, false]);
    expect(await page.getByText(zh.ended).isVisible()).toBe(false);
    expect(wrongs).toEqual([]);
  });
});

describe('a child whose guardian has objected', () => {
  it.each(readers)(
    'is made of age by nobody, and the officer reads why above the button, %s [PIPL-31]',
    async (_, who) => {
      const mobile = newPhone();
      const { account, applicationId } = await givenChild('RUOYAO', mobile, { city: 'Beijing' });
      await placeOrder(account, [applicationId]);
      const { text } = await messageWith(mobile, /\/guardian\//);
      const guardian = await visit({ language: 'en', screen: phone });
      await goTo(guardian, /\/guardian\/[\w-]{22}/.exec(text)?.[0] ?? '');
      await guardian.page.getByRole('button', { name: en.object, exact: true }).click();
      await guardian.page.getByRole('button', { name: en.confirm, exact: true }).click();
      await guardian.page.getByText(en.done).waitFor();
      const words = correcting[who.language];
      const officer = await visit(who);
      const { page } = officer;
      const dialog = page.getByRole('dialog');

      await signInStaff(officer, 'officer', `/applications/${applicationId}`);
      await page.getByRole('button', { name: words.correct, exact: true }).click();
      await dialog.getByLabel(words.number).fill(residentNumber(bornYearsAgo(27, 50)));
      await dialog.getByLabel(words.reason, { exact: true }).fill(words.why);
      await dialog.getByRole('button', { name: words.correct, exact: true }).click();
      const refusal = dialog.getByRole('alert').filter({ hasText: words.refused });
      await refusal.waitFor();
      const [box, height] = [await refusal.boundingBox(), page.viewportSize()?.height ?? 0];

      expect(box?.y).toBeGreaterThanOrEqual(0);
      expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
    },
  );
});
