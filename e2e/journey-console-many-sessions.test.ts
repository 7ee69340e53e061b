import { expect, it } from 'vitest';
import { wrongsOfConsole } from './stage/console-crawl.ts';
import { counting } from './stage/counting.ts';
import { givenSessions } from './stage/sessions.ts';
import { signInStaff } from './stage/staff.ts';
import { appears, readers, toast, useVisitors } from './stage/visitors.ts';

const visit = useVisitors();
const words = {
  en: {
    why: 'the hall was flooded',
    venue: 'Change venue',
    venueField: 'Venue',
    reason: 'Reason',
    change: 'Change 2 sessions',
    changed: '2 sessions are changed.',
    one: '1 session is changed.',
    stays: '1 stays as it was:',
    capacity: 'Change capacity',
    capacityField: 'Capacity',
    fees: 'Change fees',
    localFee: /^Local fee/,
    propose: 'Propose for 2 sessions',
    proposed: 'Proposed for 2 sessions. A colleague decides.',
    same: /: it has this price already/,
    end: 'End of registration',
    conflict: /changed this in the meantime/i,
    already: /: it is there already/,
  },
  zh: {
    why: '考场进水，无法使用',
    venue: '更换考点',
    venueField: '考点',
    reason: '原因',
    change: '修改 2 个场次',
    changed: '已修改 2 个场次。',
    one: '已修改 1 个场次。',
    stays: '以下 1 项未作修改：',
    capacity: '调整容量',
    capacityField: '容量',
    fees: '调整费用',
    localFee: /^考务费/,
    propose: '为 2 个场次提交审批',
    proposed: '已为 2 个场次提交审批，由另一位同事决定。',
    same: /：?: ?价格已相同/,
    end: '报名截止时间',
    conflict: /其他同事刚刚修改了此项内容/,
    already: /：?: ?已在该考点/,
  },
} as const;

it.each(readers)(
  'an officer ticks the sessions of a venue that is lost and moves them to another, gives them seats, proposes a price and closes them, each once; what a colleague has changed meanwhile stays and is named, %s',
  async (_, who) => {
    const say = words[who.language];
    const { officer, sessions, other, range } = await givenSessions(who.language === 'en' ? 210 : 230);
    const visitor = await visit(who);
    const { page } = visitor;
    await signInStaff(visitor, 'officer', `/sessions?${range}`);
    await appears(page.locator('.list-table tbody tr').first());
    const dialog = page.getByRole('dialog');
    const counted = counting(visitor);
    const venueName = () => dialog.locator(`option[value="${other?.id}"]`).innerText();
    const tick = async () => {
      for (const box of await page.locator('.list-table tbody').getByRole('checkbox').all())
        if (!(await box.isChecked())) await counted.press(box);
    };

    await tick();
    await counted.press(page.getByRole('button', { name: say.venue, exact: true }));
    await counted.choose(dialog.getByLabel(say.venueField, { exact: true }), await venueName());
    await counted.type(dialog.getByLabel(say.reason, { exact: true }), say.why);
    expect(await wrongsOfConsole(visitor)).toEqual([]);
    await page.setViewportSize(who.screen);
    await counted.press(dialog.getByRole('button', { name: say.change }));
    await toast(visitor, say.changed);
    const { clicks, fields } = counted.count();
    process.stdout.write(`move two sessions to another venue: ${clicks} clicks, ${fields} fields\n`);
    expect([clicks, fields]).toEqual([5, 1]);
    expect((await sessions()).map(({ venueId }) => venueId)).toEqual([other?.id, other?.id]);

    await tick();
    await page.getByRole('button', { name: say.capacity, exact: true }).click();
    await dialog.getByLabel(say.capacityField, { exact: true }).fill('33');
    await dialog.getByLabel(say.reason, { exact: true }).fill(say.why);
    await dialog.getByRole('button', { name: say.change }).waitFor();
    const [, second] = await sessions();
    await officer('sessions.edit', {
      params: { id: second?.id ?? '' },
      body: { version: second?.version ?? 0, noticeEn: 'Bring a coat.', reason: null },
    });
    await dialog.getByRole('button', { name: say.change }).click();
    await toast(visitor, say.one);
    await dialog.getByText(say.stays).waitFor();
    expect(await dialog.innerText()).toMatch(say.conflict);
    expect((await sessions()).map(({ seat }) => seat)).toEqual([33, second?.seat]);
    await page.keyboard.press('Escape');

    await tick();
    await page.getByRole('button', { name: say.fees, exact: true }).click();
    const fee = dialog.getByRole('group', { name: /^M1/ }).getByLabel(say.localFee).first();
    const before = await fee.inputValue();
    await fee.fill('650.00');
    await fee.fill(before);
    expect((await dialog.innerText()).match(new RegExp(say.same, 'g'))).toHaveLength(2);
    await fee.fill('650.00');
    await dialog.getByLabel(say.reason, { exact: true }).fill(say.why);
    expect(await wrongsOfConsole(visitor)).toEqual([]);
    await page.setViewportSize(who.screen);
    await dialog.getByRole('button', { name: say.propose }).click();
    await toast(visitor, say.proposed);
    const proposals = (await sessions()).flatMap(({ openProposals }) => openProposals);
    expect(proposals.map(({ kind }) => kind)).toEqual(['sessionFees', 'sessionFees']);
    expect((await sessions()).map(({ papers }) => papers[0]?.localFee)).toEqual([60_000, 60_000]);

    await tick();
    await page.getByRole('button', { name: say.end, exact: true }).click();
    await dialog.getByLabel(say.reason, { exact: true }).fill(say.why);
    await dialog.getByRole('button', { name: say.change }).click();
    // The toast of the first act may still be there.
    await expect
      .poll(async () => (await sessions()).map(({ availability }) => availability))
      .toEqual(['RegistrationEnded', 'RegistrationEnded']);
    await dialog.waitFor({ state: 'detached' });

    await tick();
    await page.getByRole('button', { name: say.venue, exact: true }).click();
    await dialog.getByLabel(say.venueField, { exact: true }).selectOption(other?.id ?? '');
    expect((await dialog.innerText()).match(new RegExp(say.already, 'g'))).toHaveLength(2);
  },
);
