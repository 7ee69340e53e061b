import { expect, it } from 'vitest';
import { register } from './stage/account.ts';
import { staffProgram } from './stage/officers.ts';
import { goToConsole, signInStaff, typeStaffIn } from './stage/staff.ts';
import { appears, goTo, useVisitors, type Visitor } from './stage/visitors.ts';

const visit = useVisitors();

/** Another tab of the same browser, in which nobody is signed in any more. */
async function otherTab(visitor: Visitor): Promise<Visitor> {
  await visitor.context.clearCookies();
  return { ...visitor, page: await visitor.context.newPage() };
}

async function startCandidate(visitor: Visitor): Promise<void> {
  const { page, words } = visitor;
  await goTo(visitor, '/candidate/my-candidates');
  await page.getByRole('main').getByRole('button', { name: words.candidates.add }).first().click();
  await page.getByLabel(words.candidates.lastName, { exact: true }).fill('PRIVATE');
}

const typed = ({ page }: Visitor, text: string) =>
  page.evaluate<boolean>(
    `[...document.querySelectorAll('input, textarea')].some((field) => field.value.includes(${JSON.stringify(text)}))`,
  );

it('what one person typed at the portal is gone when another signs in in the next tab [R-35 S-2]', async () => {
  const visitor = await visit({ language: 'zh' });
  await register(visitor);
  await startCandidate(visitor);
  expect(await typed(visitor, 'PRIVATE')).toBe(true);

  await register(await otherTab(visitor));

  await expect.poll(() => typed(visitor, 'PRIVATE')).toBe(false);
});

it('what one member of staff typed is gone when another signs in in the next tab [S-2]', async () => {
  const officer = await staffProgram('officer');
  const id = (await officer('bookings.search', { body: {} })).list[0]?.bookingId ?? '';
  const visitor = await visit({ language: 'zh' });
  await signInStaff(visitor, 'officer', `/bookings/${id}`);
  await visitor.page.getByLabel('新增备注', { exact: true }).fill('A note of the officer');
  expect(await typed(visitor, 'note of the officer')).toBe(true);

  const other = await otherTab(visitor);
  await typeStaffIn(other, 'admin');

  await expect.poll(() => typed(visitor, 'note of the officer')).toBe(false);
  await goToConsole(visitor, '/me');
  await appears(visitor.page.getByText('admin@examport.example'));
});
