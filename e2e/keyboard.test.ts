import { describe, expect, it } from 'vitest';
import { password } from './stage/account.ts';
import { codeSentTo, messageWith } from './stage/outside.ts';
import { bornYearsAgo, newPhone, residentNumber } from './stage/people.ts';
import { demoDay } from './stage/places.ts';
import { atStep, longDate } from './stage/registration.ts';
import { appears, goTo, useVisitors, type Visitor } from './stage/visitors.ts';

const visit = useVisitors();
const mostTabs = 90;

type Target = {
  role: 'link' | 'button' | 'textbox' | 'searchbox' | 'checkbox' | 'radio' | 'combobox';
  name: string | RegExp;
};

/** Goes on by Tab, as somebody without a mouse does, until the focus is where it is wanted; it must be seen to be there. */
async function tabTo({ page }: Visitor, target: Target, within = page.locator('body')): Promise<void> {
  const wanted = within.getByRole(target.role, { name: target.name, exact: typeof target.name === 'string' }).first();
  await wanted.waitFor();
  for (let presses = 0; presses < mostTabs; presses++) {
    if (await wanted.evaluate((element) => element.matches(':focus'))) return expectVisibleFocus(page);
    await page.keyboard.press('Tab');
  }
  throw new Error(`${target.role} ${target.name} is not reached by Tab.`);
}

/** Whatever has the focus is drawn differently, inside the window and not under anything that sticks to its edges. */
async function expectVisibleFocus(page: Visitor['page']): Promise<void> {
  const seen = await page.evaluate<string>(`(() => {
    const element = document.activeElement;
    const drawn = [element, element.closest('label'), element.parentElement].some((each) => {
      if (!each) return false;
      const style = getComputedStyle(each);
      return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
    });
    const box = element.getBoundingClientRect();
    const inside = box.bottom > 0 && box.top < innerHeight;
    return drawn && inside ? '' : element.outerHTML.slice(0, 200);
  })()`);
  expect(seen, 'the focus is visible').toBe('');
}

async function press(visitor: Visitor, target: Target, key = 'Enter'): Promise<void> {
  await tabTo(visitor, target, visitor.page.getByRole('main'));
  await visitor.page.keyboard.press(key);
}

async function type(visitor: Visitor, name: string, text: string): Promise<void> {
  await tabTo(visitor, { role: 'textbox', name }, visitor.page.getByRole('main'));
  await visitor.page.keyboard.press('ControlOrMeta+A');
  await visitor.page.keyboard.type(text);
}

/** Chooses one of several by the arrow keys: the group is one stop. */
async function choose({ page }: Visitor, name: RegExp | string): Promise<void> {
  const wanted = page.getByRole('radio', { name });
  await wanted.waitFor();
  const inGroup = () => page.evaluate<boolean>("document.activeElement?.matches('main input[type=radio]') ?? false");
  for (let presses = 0; presses < mostTabs && !(await inGroup()); presses++) await page.keyboard.press('Tab');
  for (let presses = 0; presses < 12 && !(await wanted.isChecked()); presses++) {
    if (await wanted.evaluate((radio) => radio.matches(':focus'))) await page.keyboard.press('Space');
    else await page.keyboard.press('ArrowDown');
  }
  expect(await wanted.isChecked()).toBe(true);
}

async function typeDate(visitor: Visitor, date: string): Promise<void> {
  const [year = '', month = '', day = ''] = date.split('-');
  await type(visitor, visitor.words.day, day);
  await type(visitor, visitor.words.month, month);
  await type(visitor, visitor.words.year, year);
}

async function register(visitor: Visitor): Promise<string> {
  const { page, words } = visitor;
  const number = newPhone();
  await goTo(visitor, '/auth/register');
  await type(visitor, words.auth.phone, number);
  // The picture of the check comes when the focus is at the other way already, and leaves it there.
  const { promise: isThere, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/api/captcha', (route) => isThere.then(() => route.continue()), { times: 1 });
  await press(visitor, { role: 'button', name: words.send });
  await tabTo(visitor, { role: 'button', name: words.check.without }, page.getByRole('dialog'));
  arrive();
  await appears(page.getByRole('slider'));
  await page.keyboard.press('Enter');
  await page.keyboard.type(await codeSentTo(number, 0));
  await type(visitor, words.auth.password, password);
  await typeDate(visitor, bornYearsAgo(36));
  for (const name of words.auth.consents) await press(visitor, { role: 'checkbox', name }, 'Space');
  await press(visitor, { role: 'button', name: words.auth.register });
  await appears(page.getByText(words.auth.registered, { exact: true }));
  return number;
}

async function addChild(visitor: Visitor, guardianMobile: string): Promise<void> {
  const { page, words } = visitor;
  const { candidates } = words;
  await type(visitor, candidates.number, residentNumber(bornYearsAgo(10)));
  await type(visitor, candidates.lastName, 'WANG');
  await type(visitor, candidates.firstName, 'KEJIAN');
  await type(visitor, candidates.guardianName, '王建国');
  await tabTo(visitor, { role: 'combobox', name: candidates.relation });
  await page.keyboard.type(candidates.father);
  await type(visitor, candidates.guardianNumber, '110101199003077838');
  await type(visitor, candidates.guardianMobile, guardianMobile);
  await press(visitor, { role: 'checkbox', name: candidates.guardianConsents }, 'Space');
  await press(visitor, { role: 'button', name: candidates.save });
  await page.getByRole('heading', { level: 2, name: candidates.add }).waitFor({ state: 'hidden' });
}

async function throughTheSteps(visitor: Visitor, number: string): Promise<void> {
  const { page, words } = visitor;
  const { wizard } = words;
  await atStep(visitor, 'needToKnow');
  await press(visitor, { role: 'checkbox', name: wizard.agree }, 'Space');
  await press(visitor, { role: 'checkbox', name: new RegExp(words.subjects.m1) }, 'Space');
  const date = longDate(visitor, demoDay(4));
  await press(visitor, { role: 'button', name: wizard.choose({ date, city: words.cities.beijing }) });
  await atStep(visitor, 'candidateInfo');
  await addChild(visitor, number);
  expect(await page.getByRole('checkbox', { name: /WANG KEJIAN/ }).isChecked()).toBe(true);
  await press(visitor, { role: 'button', name: wizard.changeLeaving });
  await choose(visitor, wizard.guardianPicksUp);
  const boxes = page.locator('main form').getByRole('checkbox');
  const count = await boxes.count();
  for (let ticked = 0; ticked < count; ticked++) {
    do await page.keyboard.press('Tab');
    while (!(await page.evaluate<boolean>("document.activeElement.matches('main form input[type=checkbox]')")));
    await page.keyboard.press('Space');
  }
  expect(count).toBe(6);
  await press(visitor, { role: 'button', name: wizard.intoCart });
  await atStep(visitor, 'completed');
}

describe('without a mouse', () => {
  it('a person registers, registers a child, orders, pays and reaches the letter by keys alone', async () => {
    const visitor = await visit({ language: 'en' });
    const { page, words } = visitor;

    const number = await register(visitor);
    await appears(page.getByRole('heading', { level: 1 }));
    await goTo(visitor, '/');
    await tabTo(visitor, { role: 'searchbox', name: words.home.search });
    await page.keyboard.type('TKT');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: words.home.all }).waitFor();
    await press(visitor, { role: 'link', name: words.home.registerFor(words.products.tkt) });
    await throughTheSteps(visitor, number);

    await press(visitor, { role: 'link', name: words.wizard.toCart });
    await press(visitor, { role: 'link', name: words.cart.toOrder });
    await press(visitor, { role: 'button', name: words.order.submit });
    await page.getByRole('heading', { level: 1, name: words.pay.title }).waitFor();
    await choose(visitor, words.pay.alipay);
    await press(visitor, { role: 'button', name: words.pay.pay('¥1,007.00') });
    const opened = page.context().waitForEvent('page');
    await press(visitor, { role: 'link', name: words.pay.here });
    const channel = { ...visitor, page: await opened };
    await tabTo(channel, { role: 'button', name: words.outside.payNow });
    await channel.page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: words.pay.done }).waitFor();
    await press(visitor, { role: 'link', name: words.pay.toExams });
    await press(visitor, { role: 'link', name: words.exams.details });
    const letter = page.waitForEvent('download');
    await press(visitor, { role: 'button', name: words.exams.letterGet });

    expect((await letter).suggestedFilename()).toMatch(words.letter.file);
    await messageWith(number, words.messages.paid);
  });
});
