import { describe, expect, it } from 'vitest';
import { signIn } from './stage/account.ts';
import { demoDay } from './stage/places.ts';
import { addAdult, newAccount } from './stage/programs.ts';
import {
  agree,
  atStep,
  chooseCandidate,
  chooseSession,
  chooseSubject,
  confirmEverything,
  longDate,
} from './stage/registration.ts';
import { appears, desktop, goTo, phone, useVisitors, type Visitor, whereIs } from './stage/visitors.ts';

const visit = useVisitors();
const tablet = { width: 820, height: 1180 };
const invitation = 'KT7W-4MPX';

async function begin(visitor: Visitor, product: string): Promise<void> {
  await goTo(visitor, `/exam-registration?product=${product}`);
  await atStep(visitor, 'needToKnow');
  await agree(visitor);
}

async function choosePlace({ page }: Visitor, city: RegExp): Promise<void> {
  await page.getByRole('button', { name: city }).first().click();
}

describe('a registration in progress', () => {
  it('is taken up on a phone when the tablet has been closed [R-35 R-37]', async () => {
    const account = await newAccount();
    await addAdult(account, 'BAI');
    const before = await visit({ language: 'en', screen: tablet });
    await signIn(before, account.phone);
    await begin(before, 'tkt');
    await chooseSubject(before, before.words.subjects.m2);
    await chooseSession(before, 4, before.words.cities.beijing);
    await chooseCandidate(before, 'ZHAO BAI');
    await expect
      .poll(async () => (await account.call('draft.get', { params: { kind: 'public' } }))?.json ?? '')
      .toMatch(/"sessionId":"[^"]/);
    await before.context.close();

    const after = await visit({ language: 'zh', screen: phone });
    const { page, words } = after;
    await signIn(after, account.phone);
    await page.getByRole('link', { name: words.home.resume(words.products.tkt) }).click();
    await atStep(after, 'candidateInfo');
    await page.getByText(words.subjects.m2).waitFor();
    expect(await page.getByRole('checkbox', { name: 'ZHAO BAI' }).isChecked()).toBe(true);
  });

  it('cannot be entered in the middle by a link', async () => {
    const visitor = await visit({ language: 'en' });

    for (const step of ['selectSubject', 'candidateInfo', 'confirmExam', 'completed'].slice(0, 3)) {
      await goTo(visitor, `/exam-registration?product=tkt&step=${step}`);
      await atStep(visitor, 'needToKnow');
      await expect.poll(() => whereIs(visitor)).toBe('/exam-registration?product=tkt&step=needToKnow');
    }
  });

  it('asks a stranger to sign in at the candidates and comes back there, in either language [R-15 screen:frame.language_switch]', async () => {
    const account = await newAccount();
    await addAdult(account, 'LAN');
    const visitor = await visit({ language: 'en', screen: phone });
    const { page, words } = visitor;
    await begin(visitor, 'tkt');
    await chooseSubject(visitor, words.subjects.m1);
    await chooseSession(visitor, 4, words.cities.beijing);
    await expect.poll(() => new URL(page.url()).pathname).toBe('/auth/signin');
    expect(new URL(page.url()).searchParams.get('callbackUrl')).toBe(
      '/exam-registration?product=tkt&step=candidateInfo',
    );

    await signIn(visitor, account.phone);
    await atStep(visitor, 'candidateInfo');
    await page.getByRole('checkbox', { name: /ZHAO LAN/ }).check();
    const place = whereIs(visitor);
    await page.getByRole('button', { name: words.otherLanguage }).click();
    await page.getByRole('heading', { level: 1, name: '填写并确认报名' }).waitFor();

    expect(whereIs(visitor)).toBe(place);
    expect(await page.getByRole('checkbox', { name: /ZHAO LAN/ }).isChecked()).toBe(true);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: '填写并确认报名' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
  });

  it('goes a step back and on with the buttons of the browser, and keeps what was chosen', async () => {
    const account = await newAccount();
    await addAdult(account, 'HONG');
    const visitor = await visit({ language: 'en', screen: desktop });
    const { page, words } = visitor;
    await signIn(visitor, account.phone);
    await begin(visitor, 'tkt');
    await chooseSubject(visitor, words.subjects.m2);
    await chooseSession(visitor, 4, words.cities.beijing);
    await atStep(visitor, 'candidateInfo');

    await page.goBack();
    await atStep(visitor, 'needToKnow');
    expect(await page.getByRole('checkbox', { name: words.subjects.m2 }).isChecked()).toBe(true);
    await page.goForward();
    await atStep(visitor, 'candidateInfo');
    await page.reload();
    await atStep(visitor, 'candidateInfo');
  });

  it('opens a group session to who knows the code, for the papers of the candidate type [R-52 R-87 error:account.invitation_code_wrong screen:session_list.invitation_code_dialog screen:session_list.group_registration]', async () => {
    const account = await newAccount();
    await addAdult(account, 'QING');
    const visitor = await visit({ language: 'en' });
    const { page } = visitor;
    await signIn(visitor, account.phone);
    await begin(visitor, 'acca-group');
    await page.getByRole('radio', { name: 'FIA student' }).check();
    await page
      .getByRole('checkbox', { name: /\(FIA\)/ })
      .first()
      .waitFor();
    await page.getByRole('radio', { name: 'ACCA student' }).check();
    expect(await page.getByRole('checkbox', { name: /\(FIA\)/ }).count()).toBe(0);
    await chooseSubject(visitor, 'Management Accounting');

    await appears(page.locator('.session-row').getByText('Group registration', { exact: true }).first());
    await choosePlace(visitor, /^Enter code: .*Beijing$/);
    const dialog = page.getByRole('dialog', { name: 'Group session' });
    await dialog.getByLabel('Invitation code').fill('KT7W-4MPY');
    await dialog.getByRole('button', { name: 'Check the code' }).click();
    await appears(dialog.getByText('The code entered is invalid, please re-enter.'));
    await dialog.getByLabel('Invitation code').fill(invitation);
    await dialog.getByRole('button', { name: 'Check the code' }).click();
    await dialog.waitFor({ state: 'hidden' });

    await choosePlace(visitor, /^Choose .*Beijing$/);
    await chooseCandidate(visitor, 'ZHAO QING');
    await page.getByRole('button', { name: visitor.words.wizard.order }).click();
    await page.getByRole('heading', { name: visitor.words.problems }).waitFor();
  });

  it('holds both papers of a combined set as one line with one price', async () => {
    const account = await newAccount();
    await addAdult(account, 'ZI');
    const visitor = await visit({ language: 'en', screen: phone });
    const { page, words } = visitor;
    await signIn(visitor, account.phone);
    await begin(visitor, 'delta-module-one');
    await page.getByText('2 papers, registered and paid for together').waitFor();
    await choosePlace(visitor, /^Choose .*Beijing$/);
    await chooseCandidate(visitor, 'ZHAO ZI');
    await confirmEverything(visitor);
    await page.getByRole('link', { name: words.wizard.toCart }).click();

    await page.getByRole('heading', { level: 1, name: words.cart.title }).waitFor();
    await appears(page.getByText('¥3,156.95'));
    expect(await page.getByRole('main').getByRole('checkbox').count()).toBe(1);
  });

  it('shows every column of the session list, and of the calendar which days are open [screen:session_list.date screen:session_list.time screen:session_list.registration_start_and_end screen:session_list.city screen:session_list.fee screen:session_list.status screen:session_list.action screen:session_list.date_picker_legend]', async () => {
    const visitor = await visit({ language: 'en' });
    const { page, words } = visitor;
    await begin(visitor, 'tkt');
    await chooseSubject(visitor, words.subjects.m1);

    // What is the same for all of them is said above the list.
    await appears(page.getByText(/¥1,007\.00 each · 09:00–10:20 · All times are China time\./));
    const name = words.wizard.choose({ date: longDate(visitor, demoDay(4)), city: words.cities.beijing });
    const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name, exact: true }) });
    await row.getByText('Beijing', { exact: true }).click();
    const told = await row.innerText();
    for (const column of [/Registration\s/, /–.*18:00/, /Beijing/, /Choose/]) expect(told).toMatch(column);
    const legend = page.getByRole('region', { name: 'Filter sessions' });
    await legend
      .getByText(/Registration closed$/)
      .first()
      .waitFor();
    await page.getByText(/^Sold out or closed/).click();
    await appears(page.getByText('Full', { exact: true }));
    // What opens last is on the last page of the list.
    await page.getByText('Not started', { exact: true }).click();
    await page
      .getByText(/^Opens \w+/)
      .first()
      .waitFor();
  });

  it.each(['zh', 'en'] as const)(
    'has ten sessions on a screen and a half of a phone, by date, those that are sold out folded away; in %s',
    async (language) => {
      const visitor = await visit({ language, screen: phone });
      const { page, words } = visitor;
      await begin(visitor, 'tkt');
      await chooseSubject(visitor, words.subjects.m1);
      const rows = page.locator('.session-row:visible');
      await rows.first().waitFor();

      const places = await rows.evaluateAll((all) =>
        all.map((row: { getBoundingClientRect: () => { top: number; bottom: number } }) => {
          const { top, bottom } = row.getBoundingClientRect();
          return { top, bottom };
        }),
      );
      const dates = await rows.locator('time').evaluateAll((all) => all.map((time) => time.getAttribute('datetime')));

      const [top, bottom] = [places[0]?.top ?? 0, places.at(-1)?.bottom ?? 0];
      expect(places.length).toBeGreaterThan(4);
      expect((10 * (bottom - top)) / places.length).toBeLessThanOrEqual(1.5 * phone.height);
      expect(dates).toEqual(dates.toSorted((one, other) => String(one).localeCompare(String(other))));
      expect(await page.getByText(words.full, { exact: true }).filter({ visible: true }).count()).toBe(0);
    },
  );
});
