import { describe, expect, it } from 'vitest';
import { addTenYearOld, password, signIn } from './stage/account.ts';
import { counting, type Counting } from './stage/counting.ts';
import { codeSentTo, messagesTo } from './stage/outside.ts';
import { bornYearsAgo, newPhone, residentNumber } from './stage/people.ts';
import { newAccount } from './stage/programs.ts';
import { goTo, phone, settled, useVisitors, type Visitor } from './stage/visitors.ts';

const visit = useVisitors();

function print(who: string, { count }: Counting): void {
  const { taps, screens } = count();
  process.stdout.write(`${who}: ${taps} taps, ${screens} screens\n`);
}

/** From home to the first page of the registration: the first exam that home offers. */
async function chooseExam({ page, words }: Visitor, { press }: Counting): Promise<void> {
  const register = page.getByRole('main').getByRole('listitem').filter({ hasText: words.products.tkt });
  await press(register.getByRole('link').first());
  await press(page.getByRole('checkbox', { name: words.wizard.agree }));
  await press(page.getByRole('checkbox', { name: words.subjects.m1 }));
  await press(page.locator('.session-aside').getByRole('button').first());
}

/** The statements, each with a tick of its own. */
async function tick({ page }: Visitor, { press }: Counting): Promise<void> {
  await page.locator('#childTerms').waitFor();
  for (const box of await page.locator('main form').getByRole('checkbox').all()) await press(box);
}

async function orderAndPay(visitor: Visitor, counted: Counting): Promise<void> {
  await tick(visitor, counted);
  await counted.press(visitor.page.getByRole('button', { name: visitor.words.wizard.order }));
  await pay(visitor, counted, '¥1,007.00');
}

/** Pays by the way that is chosen already, or else the first. */
async function pay({ page, words }: Visitor, { press, see }: Counting, amount: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: words.pay.title }).waitFor();
  const alipay = page.getByRole('radio', { name: words.pay.alipay });
  await alipay.waitFor();
  if (!(await alipay.isChecked())) await press(alipay);
  await press(page.getByRole('button', { name: words.pay.pay(amount) }));
  await see();
}

describe('from home to the payment, on a phone', () => {
  it('a parent who comes back needs no more taps and screens than are written here', async () => {
    const account = await newAccount();
    const visitor = await visit({ language: 'zh', screen: phone });
    await signIn(visitor, account.phone);
    await addTenYearOld(visitor, 'XIAOMING', account.phone);
    await goTo(visitor, '/');
    await settled(visitor);
    const counted = counting(visitor);

    await chooseExam(visitor, counted);
    await visitor.page.getByRole('checkbox', { name: /WANG XIAOMING/ }).waitFor();
    await orderAndPay(visitor, counted);

    print('A parent who comes back', counted);
    expect(counted.isWithin({ taps: 13, screens: 4 })).toBe(true);
  });

  it('a parent of two with three modules each needs no more taps and screens than are written here', async () => {
    const account = await newAccount();
    const visitor = await visit({ language: 'zh', screen: phone });
    const { page, words } = visitor;
    await signIn(visitor, account.phone);
    for (const name of ['XIAOMING', 'XIAOHONG']) await addTenYearOld(visitor, name, account.phone);
    await goTo(visitor, '/');
    await settled(visitor);
    const counted = counting(visitor);
    const { press } = counted;
    const child = (name: string) => page.getByRole('checkbox', { name: new RegExp(name) });

    await press(
      page.getByRole('main').getByRole('listitem').filter({ hasText: words.products.tkt }).getByRole('link').first(),
    );
    await press(page.getByRole('checkbox', { name: words.wizard.agree }));
    for (const module of [words.subjects.m1, words.subjects.m2, words.subjects.m3])
      await press(page.getByRole('checkbox', { name: module }));
    // One session offers all three, one after the other.
    await press(page.locator('.session-aside').getByRole('button').first());
    await child('XIAOHONG').waitFor();
    for (const name of ['XIAOMING', 'XIAOHONG']) await press(child(name));
    await tick(visitor, counted);
    await press(page.getByRole('button', { name: words.wizard.order }));
    await pay(visitor, counted, '¥6,042.00');

    print('A parent of two with three modules each', counted);
    expect(counted.isWithin({ taps: 17, screens: 4 })).toBe(true);
  });

  it('a new parent needs no more taps and screens than are written here', async () => {
    const visitor = await visit({ language: 'zh', screen: phone });
    const { page, words } = visitor;
    const { auth, candidates } = words;
    const number = newPhone();
    await goTo(visitor, '/');
    await settled(visitor);
    const counted = counting(visitor);
    const { press, type, choose } = counted;
    const labelled = (name: string) => page.getByLabel(name, { exact: true });

    await chooseExam(visitor, counted);
    await type(labelled(auth.phone), number);
    await press(page.getByRole('button', { name: words.send }));
    const check = page.getByRole('dialog', { name: words.check.title });
    await press(check.getByRole('button', { name: words.check.without }));
    await check.waitFor({ state: 'detached' });
    await type(labelled(auth.code), await codeSentTo(number, (await messagesTo(number)).length - 1));
    await press(page.getByRole('main').getByRole('button', { name: auth.signIn, exact: true }));
    await page.getByRole('heading', { level: 1, name: auth.registerTitle }).waitFor();
    await type(labelled(auth.password), password);
    const [year = '', month = '', day = ''] = bornYearsAgo(36).split('-');
    const birth = page.getByRole('group', { name: auth.birth });
    await type(birth.getByLabel(words.year, { exact: true }), year);
    await type(birth.getByLabel(words.month, { exact: true }), month);
    await type(birth.getByLabel(words.day, { exact: true }), day);
    for (const name of auth.consents) await press(page.getByRole('checkbox', { name }));
    await press(page.getByRole('main').getByRole('button', { name: auth.register, exact: true }));
    await type(labelled(candidates.number), residentNumber(bornYearsAgo(10)));
    await type(labelled(candidates.lastName), 'WANG');
    await type(labelled(candidates.firstName), 'XIAOMING');
    await type(labelled(candidates.guardianName), '王建国');
    await choose(labelled(candidates.relation), candidates.father);
    await type(labelled(candidates.guardianNumber), '110101199003077838');
    await type(labelled(candidates.guardianMobile), number);
    await press(page.getByRole('checkbox', { name: candidates.guardianConsents }));
    await press(page.getByRole('button', { name: candidates.save }));
    await page.getByRole('checkbox', { name: /WANG XIAOMING/ }).waitFor();
    await orderAndPay(visitor, counted);

    print('A new parent', counted);
    expect(counted.isWithin({ taps: 34, screens: 7 })).toBe(true);
  });
});
