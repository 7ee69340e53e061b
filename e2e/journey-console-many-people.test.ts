import { expect, it } from 'vitest';
import { wrongsOfConsole } from './stage/console-crawl.ts';
import { counting } from './stage/counting.ts';
import { addAdult, intoCart, newAccount, offeredBy, pay, placeOrder } from './stage/programs.ts';
import { givenSessions } from './stage/sessions.ts';
import { signInStaff } from './stage/staff.ts';
import { appears, readers, toast, useVisitors } from './stage/visitors.ts';

const visit = useVisitors();
const words = {
  en: {
    people: '3 people',
    page: 'Select this page',
    move: 'Move',
    to: 'New session',
    reason: 'Reason',
    why: 'the hall was flooded',
    moveThem: 'Move 3 people',
    moved: '3 people are moved.',
    write: 'Write to them',
    send: 'Send',
    sent: 'The message is on its way.',
    fields: ['Subject in Chinese', 'Subject in English', 'Text in Chinese', 'Text in English'],
  },
  zh: {
    people: '3 人',
    page: '选择本页',
    move: '调整场次',
    to: '新场次',
    reason: '原因',
    why: '考场进水，无法使用',
    moveThem: '调整 3 人',
    moved: '已调整 3 人。',
    write: '发送消息',
    send: '发送',
    sent: '消息已开始发送。',
    fields: ['中文标题', '英文标题', '中文正文', '英文正文'],
  },
} as const;
const message = [
  '考场变更',
  'Another hall',
  '考场进水，请到新的考场参加考试。',
  'The hall is flooded. Please come to the other one.',
];

/** Three adults who are registered and have paid for a session. */
async function givenRegistered(sessionId: string): Promise<void> {
  const account = await newAccount();
  const { product, sessions } = await offeredBy(account, 'tkt');
  const session = sessions.find(({ id }) => id === sessionId);
  if (session === undefined) throw new Error('The session is not on offer.');
  const candidates = [await addAdult(account, 'YI'), await addAdult(account, 'ER'), await addAdult(account, 'SAN')];
  await pay(
    account,
    await placeOrder(account, await intoCart(account, { product, session, subject: 'M1', candidates })),
  );
}

it.each(readers)(
  'an officer goes from a session to its people, moves them all to another and writes to them, each once, %s',
  async (_, who) => {
    const say = words[who.language];
    const { officer, sessions } = await givenSessions(who.language === 'en' ? 250 : 270);
    const [from, to] = await sessions();
    await givenRegistered(from?.id ?? '');
    const visitor = await visit(who);
    const { page } = visitor;
    await signInStaff(visitor, 'officer', `/sessions/${from?.id}`);
    const dialog = page.getByRole('dialog');
    const counted = counting(visitor);

    await counted.press(page.getByRole('link', { name: say.people, exact: true }));
    await counted.press(page.getByRole('checkbox', { name: say.page }));
    await counted.press(page.getByRole('button', { name: say.move, exact: true }));
    const target = dialog.getByLabel(say.to, { exact: true });
    await counted.choose(target, await dialog.locator(`option[value="${to?.id}"]`).innerText());
    await counted.type(dialog.getByLabel(say.reason, { exact: true }), say.why);
    expect(await wrongsOfConsole(visitor)).toEqual([]);
    await page.setViewportSize(who.screen);
    await counted.press(dialog.getByRole('button', { name: say.moveThem }));
    await toast(visitor, say.moved);
    const { clicks, fields } = counted.count();
    process.stdout.write(`move three people to another session: ${clicks} clicks, ${fields} fields\n`);
    expect([clicks, fields]).toEqual([5, 1]);
    expect((await sessions()).map(({ confirmed }) => confirmed)).toEqual([0, 3]);

    await page.goto(new URL(`/applications?sessionId=${to?.id}`, page.url()).href);
    const writing = counting(visitor);
    await writing.press(page.getByRole('checkbox', { name: say.page }));
    await writing.press(page.getByRole('button', { name: say.write, exact: true }));
    for (const [at, label] of say.fields.entries())
      await writing.type(dialog.getByLabel(label, { exact: true }), message[at] ?? '');
    expect(await wrongsOfConsole(visitor)).toEqual([]);
    await page.setViewportSize(who.screen);
    await writing.press(dialog.getByRole('button', { name: say.send, exact: true }));
    await toast(visitor, say.sent);
    await appears(page.getByRole('checkbox', { name: say.page }));
    const written = writing.count();
    process.stdout.write(`write to three people: ${written.clicks} clicks, ${written.fields} fields\n`);
    expect([written.clicks, written.fields]).toEqual([3, 4]);
    const { list } = await officer('sessionNotices.list', { params: { id: to?.id ?? '' } });
    expect(list).toMatchObject([{ titleEn: 'Another hall', recipients: 3 }]);
  },
);
