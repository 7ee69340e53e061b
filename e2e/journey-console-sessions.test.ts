import { addDays, chinaDateOf, weekdayOf } from '@exam/contract/rules';
import { expect, it } from 'vitest';
import { axeFindings, stickingOut } from './stage/findings.ts';
import { placeOf } from './stage/places.ts';
import { newAccount, offeredBy } from './stage/programs.ts';
import { typeStaffIn } from './stage/staff.ts';
import { appears, desktop, phone, type Screen, useVisitors, type Visitor } from './stage/visitors.ts';

const visit = useVisitors();
const reason = 'the hall has more desks now';

/** An officer of Beijing in front of the console. */
async function officer(screen: Screen): Promise<Visitor> {
  const visitor = await visit({ language: 'en', screen });
  await typeStaffIn(visitor, 'officer');
  await visitor.page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  return visitor;
}

const wrongs = async ({ page }: Visitor) => [...(await axeFindings(page)), ...(await stickingOut(page))];

/** The first Saturday at least a hundred days from now. */
function examDay(): string {
  const date = addDays(chinaDateOf(new Date().toISOString()), 100);
  return addDays(date, (6 - weekdayOf(date) + 7) % 7);
}

/** Two Saturdays of one module, open for registration at once. */
async function plan({ page }: Visitor, date: string): Promise<void> {
  await page.goto(`${placeOf('console')}/sessions/new`);
  await page.getByLabel('Product').selectOption({ label: 'TKT (Teaching Knowledge Test)' });
  await page.getByRole('checkbox', { name: /^M2/ }).check();
  await page.getByLabel('Begins').fill('10:45');
  await page.getByLabel('Ends').fill('12:05');
  await page.getByLabel('Seats').fill('12');
  await page.getByLabel('From', { exact: true }).fill(date);
  await page.getByLabel('To', { exact: true }).fill(addDays(date, 13));
  await page.getByLabel('Opens, days before the exam').fill('200');
  await page.getByRole('checkbox', { name: /^BJ-01/ }).check();
  await page.getByLabel(/^Local fee/).fill('600.00');
  await page.getByLabel(/^Awarding-body fee/).fill('350.00');
  await page.getByLabel(/^VAT/).fill('57.00');
  await page.getByRole('button', { name: 'Dry run' }).click();
  await page.getByText('2 sessions can be made').waitFor();
}

it('an officer makes two sessions by a pattern and opens them, a candidate finds them with their price; of two who change the capacity at once the second is told [9.7 S-1 route:/sessions route:/sessions/new]', async () => {
  const first = await officer(desktop);
  const date = examDay();
  await plan(first, date);
  expect(await wrongs(first)).toEqual([]);
  await first.page.getByRole('button', { name: 'Make 2 and publish' }).click();
  await first.page.getByRole('heading', { level: 1, name: 'Sessions', exact: true }).waitFor();
  expect(await wrongs(first)).toEqual([]);

  const { sessions } = await offeredBy(await newAccount(), 'tkt');
  const found = sessions.filter(({ examDate, cityName }) => examDate === date && cityName === 'Beijing');
  expect(found).toMatchObject([{ status: 'Available', seat: 12, freeSeats: 12, totalFee: 100_700 }]);
  const address = `${placeOf('console')}/sessions/${found[0]?.id}`;

  const second = await officer(phone);
  for (const { page } of [first, second]) {
    await page.goto(address);
    await page.getByRole('button', { name: 'Change capacity' }).click();
    await page.getByLabel('Capacity', { exact: true }).fill('15');
    await page.getByLabel(/^Reason/).fill(reason);
  }
  const confirm = ({ page }: Visitor) => page.getByRole('dialog').getByRole('button', { name: 'Change capacity' });
  await confirm(first).click();
  await appears(first.page.getByText('The capacity is changed.'));
  await second.page.getByLabel('Capacity', { exact: true }).fill('18');
  await confirm(second).click();
  await appears(second.page.getByText('Somebody else has changed this in the meantime'));
  expect(await wrongs(second)).toEqual([]);
  await second.page.getByRole('button', { name: 'Load again' }).click();
  await appears(second.page.getByText('Capacity changed'));

  const again = await offeredBy(await newAccount(), 'tkt');
  expect(again.sessions.find(({ id }) => id === found[0]?.id)).toMatchObject({ seat: 15 });
});
