import { expect, it } from 'vitest';
import { fillDate, password, tickConsents } from './stage/account.ts';
import { passCheck } from './stage/check.ts';
import { counting } from './stage/counting.ts';
import { axeFindings, stickingOut } from './stage/findings.ts';
import { codeSentTo, messagesTo, messageWith } from './stage/outside.ts';
import { bornYearsAgo, newPhone, residentNumber } from './stage/people.ts';
import { placeOf } from './stage/places.ts';
import { givenSessions } from './stage/sessions.ts';
import { signInStaff } from './stage/staff.ts';
import { appears, desktop, goTo, phone, useVisitors, type Visitor } from './stage/visitors.ts';

const visit = useVisitors();

const wrongs = async ({ page }: Visitor) => [...(await axeFindings(page)), ...(await stickingOut(page))];

const desk = {
  en: {
    open: 'Register somebody',
    send: 'Fill in and send the SMS',
    phone: /^Mobile of the account/,
    number: /^Document number/,
    lastName: /^Family name/,
    firstName: /^Given name/,
    guardian: 'Guardian',
    name: /^Name/,
    mobile: /^Mobile/,
    waits: 'Filled in for families, not taken over yet',
  },
  zh: {
    open: '代填报名',
    send: '填好并发送短信',
    phone: /^账户手机号/,
    number: /^证件号码/,
    lastName: /^姓（拼音）/,
    firstName: /^名（拼音）/,
    guardian: '监护人',
    name: /^姓名/,
    mobile: /^手机/,
    waits: '代填报名（对方尚未接收）',
  },
};
const family = {
  zh: { title: '代填的报名信息', take: '核对并继续', sms: /已为您填写/, gone: '暂无代填信息' },
  en: { title: 'Filled in for you', take: 'Check and go on', sms: /has typed in/, gone: 'Nothing is waiting for you' },
};

it.each([
  { staff: 'en', parent: 'zh', at: 290, screens: [desktop, phone] },
  { staff: 'zh', parent: 'en', at: 300, screens: [phone, desktop] },
] as const)(
  'staff type a child for a grandmother without an account; she opens one with her phone, finds it filled in, ticks, and pays [$staff, $parent]',
  async ({ staff, parent, at, screens: [deskScreen, parentScreen] }) => {
    const number = newPhone();
    const { sessions } = await givenSessions(at);
    const [session] = await sessions();
    const officer = await visit({ language: staff, screen: deskScreen });
    await signInStaff(officer, 'officer', `/sessions/${session?.id}`);
    await fillIn(officer, number, staff, parent);
    await appears(officer.page.getByRole('heading', { name: desk[staff].waits }));
    const table = officer.page.getByRole('table', { name: desk[staff].waits });
    expect(await table.innerText()).toContain(`${number.slice(0, 3)}****${number.slice(-4)}`);
    expect(await wrongs(officer)).toEqual([]);

    const { text } = await messageWith(number, family[parent].sms);
    expect(text).toContain(`${placeOf('portal')}/prepared`);
    expect(text).not.toContain('DING');

    const visitor = await visit({ language: parent, screen: parentScreen });
    const counted = counting(visitor);
    await goTo(visitor, '/prepared');
    await openAccount(visitor, number);
    await appears(visitor.page.getByRole('heading', { level: 1, name: family[parent].title }));
    expect(await wrongs(visitor)).toEqual([]);
    await registerFrom(visitor, counted.press, parent);

    await visitor.page.getByRole('heading', { level: 1, name: visitor.words.pay.title }).waitFor();
    await expect.poll(() => table.count()).toBe(0);
    await goTo(visitor, '/prepared');
    await appears(visitor.page.getByText(family[parent].gone));
    expect(await wrongs(visitor)).toEqual([]);
    const { clicks, fields } = counted.count();
    process.stdout.write(
      `A family at the desk, from what was filled in to the payment: ${clicks} taps, ${fields} fields\n`,
    );
    expect({ clicks, fields }).toEqual({ clicks: 12, fields: 0 });
  },
);

async function fillIn({ page }: Visitor, number: string, staff: 'en' | 'zh', parent: 'en' | 'zh'): Promise<void> {
  const words = desk[staff];
  await page.getByRole('button', { name: words.open }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').first().check();
  await dialog.getByLabel(words.phone).fill(number);
  if (parent === 'en') await dialog.getByRole('combobox').first().selectOption('en');
  await dialog
    .getByLabel(words.number)
    .first()
    .fill(residentNumber(bornYearsAgo(10)));
  await dialog.getByLabel(words.lastName).fill('DING');
  await dialog.getByLabel(words.firstName).fill('XIAOHONG');
  const guardian = dialog.getByRole('group', { name: words.guardian });
  await guardian.getByLabel(words.name).fill('王建国');
  await guardian.getByLabel(words.number).fill('110101199003077838');
  await guardian.getByLabel(words.mobile).fill(number);
  await dialog.getByRole('button', { name: words.send }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function openAccount(visitor: Visitor, number: string): Promise<void> {
  const { page, words } = visitor;
  const { auth } = words;
  const before = (await messagesTo(number)).length;
  await page.getByLabel(auth.phone, { exact: true }).fill(number);
  await page.getByRole('button', { name: words.send }).click();
  await passCheck(visitor);
  await page.getByLabel(auth.code, { exact: true }).fill(await codeSentTo(number, before));
  await page.getByRole('main').getByRole('button', { name: auth.signIn, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: auth.registerTitle }).waitFor();
  await page.getByLabel(auth.password, { exact: true }).fill(password);
  await fillDate(page, auth.birth, visitor, bornYearsAgo(60));
  await tickConsents(visitor);
  await page.getByRole('main').getByRole('button', { name: auth.register, exact: true }).click();
}

type Press = ReturnType<typeof counting>['press'];

async function registerFrom({ page, words }: Visitor, press: Press, parent: 'en' | 'zh'): Promise<void> {
  await press(page.getByRole('button', { name: family[parent].take }));
  const agree = page.getByRole('checkbox', { name: words.wizard.agree });
  await agree.waitFor();
  expect(await agree.isChecked()).toBe(false);
  await press(agree);
  await press(page.getByRole('button', { name: words.wizard.next }));
  const consent = page.getByRole('checkbox', { name: words.candidates.guardianConsents });
  await consent.waitFor();
  const lastName = page.getByLabel(words.candidates.lastName, { exact: true });
  expect([await lastName.inputValue(), await consent.isChecked()]).toEqual(['DING', false]);
  await press(consent);
  await press(page.getByRole('button', { name: words.candidates.save }));
  await page.getByRole('checkbox', { name: /DING XIAOHONG/ }).waitFor();
  await page.locator('#childTerms').waitFor();
  for (const box of await page.locator('main form').getByRole('checkbox').all()) {
    expect(await box.isChecked()).toBe(false);
    await press(box);
  }
  await press(page.getByRole('button', { name: words.wizard.order }));
}
