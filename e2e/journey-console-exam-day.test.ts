import { expect, it } from 'vitest';
import { wrongsOfConsole } from './stage/console-crawl.ts';
import { staffProgram } from './stage/officers.ts';
import { minutesLater } from './stage/outside.ts';
import { chinaDay } from './stage/people.ts';
import { goToConsole, signInStaff } from './stage/staff.ts';
import { appears, useVisitors } from './stage/visitors.ts';

const visit = useVisitors();
const canary = '<img src=x onerror=document.title="ran">';

/** The next registration of an exam whose entries go to an awarding body. */
async function nextRegistration() {
  const officer = await staffProgram('officer');
  const { products } = await officer('bodyEntries.sources', {});
  for (const { id: productId } of products) {
    const body = { productId, status: 'Registered', from: chinaDay(1), sort: 'examDate' } as const;
    const [registration] = (await officer('applications.search', { body })).list;
    if (registration) return { registration, scope: { productId, sessionId: registration.sessionId } };
  }
  throw new Error('The demonstration has no registration with an awarding body.');
}

it('on the exam day an officer corrects a name for a new letter, sees who is not passed on, and marks who came [9.8 R-27]', async () => {
  // given
  const { registration, scope } = await nextRegistration();
  const days = Math.round((Date.parse(registration.examDate) - Date.parse(chinaDay())) / 86_400_000);
  await minutesLater(days * 24 * 60, async () => {
    const officer = await staffProgram('officer');
    const before = await officer('applications.get', { params: { id: registration.id } });
    const visitor = await visit({ language: 'zh' });
    const { page } = visitor;
    await signInStaff(visitor, 'officer', `/applications/${registration.id}`);

    // when
    await page.getByRole('button', { name: '更正', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: '更正资料' });
    await dialog.getByLabel('名（拼音）').fill('CORRECTED');
    await dialog.getByRole('textbox').last().fill(`证件上的拼音不同 ${canary}`);
    await dialog.getByRole('button', { name: '更正' }).click();

    // then
    await appears(page.getByText('资料已更正，准考证已生成新版本。'));
    const after = await officer('applications.get', { params: { id: registration.id } });
    expect(after.letters.version).toBe(before.letters.version + 1);
    await appears(page.getByText(canary, { exact: false }));
    expect(await page.title()).not.toBe('ran');
    expect(after.audit[0]).toMatchObject({ action: 'applications.correct', after: { firstName: 'C********' } });

    // then
    // The demonstration's people were not asked for consents, so the page says of each why they are not passed on.
    await goToConsole(visitor, `/body-entries?product=${scope.productId}&session=${scope.sessionId}`);
    await page.getByRole('cell', { name: registration.code }).waitFor();
    expect(await wrongsOfConsole(visitor)).toEqual([]);

    // when
    await goToConsole(visitor, `/exam-day/${registration.sessionId}`);
    await page.getByRole('button', { name: new RegExp(`^迟到：.*CORRECTED`) }).click();

    // then
    await page.getByRole('button', { name: /^撤回：.*CORRECTED/ }).waitFor();
    const { roll } = await officer('examDay.get', { params: { id: registration.sessionId } });
    expect(roll.find(({ id }) => id === registration.id)?.attendance).toBe('Late');
    expect(await wrongsOfConsole(visitor)).toEqual([]);
  });
});
